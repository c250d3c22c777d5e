"""Stars. NUTS-STAR"""
