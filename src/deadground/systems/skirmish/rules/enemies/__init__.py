"""Possible Enemy Forces, and a side that nobody plays. NUTS-PEF, NUTS-NP"""
