"""Kinds of troops, their traits and their equipment. COT-UNIT, COT-ATTR, COT-EQUIP"""
