"""What plugins of two kinds have in common: models of transformers, found, checked and loaded."""
