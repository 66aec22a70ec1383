"""Containers: ZIP, TAR and gzip files, tables, and mails with their attachments."""
