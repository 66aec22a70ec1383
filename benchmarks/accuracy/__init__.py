"""How much is found of what people marked in texts of many kinds, by whom, and how fast."""
