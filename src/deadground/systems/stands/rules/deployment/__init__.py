"""Deployment: where players put their stands before turn 1, as the scenario lets them. KIM-8.2b"""
