"""What is thrown, launched or poured: grenades, launchers, flame. NUTS-GREN"""
