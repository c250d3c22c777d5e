"""Close assault. KIM-7"""
