"""Leaders and the Leader Die. NUTS-LEAD"""
