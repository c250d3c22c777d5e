"""Armies on paper: squads made by dice, rosters that are written, checked, shown and printed."""
