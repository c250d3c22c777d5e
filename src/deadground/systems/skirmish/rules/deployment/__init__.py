"""Deployment: where and when a scenario lets a force come on, and the phase in which players set up. NR-206"""
