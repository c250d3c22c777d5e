"""Armour: shooting at vehicles and guns and from them. NUTS-VEH, COT-AFV, NS-22 to NS-31

`faces`: where a round strikes, hull down, from above. `gunnery`: the main gun's roll. `penetration`: what a round
does that has hit. `knocked_out`: crews killed and getting out, wrecks that burn.
"""
