"""Stars: Star Power, Cheating Death and Free Will. NUTS-STAR"""
