"""Morale. KIM-8.1"""
