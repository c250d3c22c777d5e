"""Deployment: where and when a scenario lets a force come on (NR-206), and who sees it come. NUTS-SIGHT"""
