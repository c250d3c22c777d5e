"""Charging into melee, and melee. NUTS-MELEE"""
