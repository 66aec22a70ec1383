"""Link the mentions that name one person, organisation or place."""
