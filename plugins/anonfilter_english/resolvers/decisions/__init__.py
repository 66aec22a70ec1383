"""What a reader decided about the people of a file."""
