"""Archives: ZIP, TAR and gzip, each member read by its own format."""
