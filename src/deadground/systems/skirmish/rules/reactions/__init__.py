"""Reaction Tests. NUTS-REACT"""
