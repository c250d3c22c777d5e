"""The wounded, medics and prisoners; who comes back after the battle. NUTS-WOUND"""
