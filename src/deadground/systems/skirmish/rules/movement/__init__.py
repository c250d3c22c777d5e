"""Movement, by will and against it. NUTS-MOVE"""
