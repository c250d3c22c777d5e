"""Aircraft. KIM-5"""
