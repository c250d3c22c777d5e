"""What the owner of this machine keeps in the data folder: rosters, and what he typed from his own book."""
