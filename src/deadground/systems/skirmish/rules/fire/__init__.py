"""Fire: who may shoot at whom, the throw to hit, damage and ammunition. NUTS-FIRE, NUTS-AMMO"""
