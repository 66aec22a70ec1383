"""What tags stand for: recorded, written, opened, put back."""
