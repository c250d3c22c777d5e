"""Morale: when a command group no longer advances, and when it leaves the field. KIM-8.1"""
