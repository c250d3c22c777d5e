"""Line of sight, cover, and who comes into sight of whom. NUTS-LOS, NUTS-SIGHT"""
