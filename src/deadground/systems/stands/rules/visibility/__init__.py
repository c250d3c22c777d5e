"""Hidden stands and positions, and how they come to be seen. KIM-3"""
