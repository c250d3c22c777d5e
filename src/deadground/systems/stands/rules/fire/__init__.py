"""Fire, direct and indirect, and what it costs. KIM-4"""
