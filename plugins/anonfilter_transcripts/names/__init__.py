"""Names that are written wrongly, broken off, or made into handles."""
