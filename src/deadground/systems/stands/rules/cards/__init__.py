"""Cards and command. KIM-1"""
