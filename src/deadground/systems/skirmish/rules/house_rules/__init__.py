"""House rules, each switched by an option. NUTS-HOUSE"""
