"""Vehicles: driving them, getting in and out, moving guns. NUTS-VEH, COT-VEH, COT-GUN, NS-20 to NS-35"""
