"""What plugins of two kinds have in common: models, windows of text, numbering."""
