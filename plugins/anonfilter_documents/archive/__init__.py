"""Archives (ZIP, TAR and gzip): each member is read by its own format."""
