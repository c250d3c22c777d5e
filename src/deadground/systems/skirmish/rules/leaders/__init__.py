"""Leaders and the Leader Die: who leads, and what his die adds to a test of his group. NUTS-LEAD"""
