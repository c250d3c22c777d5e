"""Night turns. KIM-6"""
