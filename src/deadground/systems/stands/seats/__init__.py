"""Who sits at the table: several players a side, commands that are lent, plans that run, the umpire."""
