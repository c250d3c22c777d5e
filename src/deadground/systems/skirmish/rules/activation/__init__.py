"""Activation: turns, phases, groups and what their men are told to do. NUTS-ACT"""
