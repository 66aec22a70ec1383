"""The bundle of filtered files, with all that an archive asks for."""
