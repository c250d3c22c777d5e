"""What every system begins with: numbers and options of its book, shelves of maps, scenarios and lessons."""
