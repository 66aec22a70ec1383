"""What a transcript as a whole says about finds."""
