"""The user's own folders, outside of any repository."""

from __future__ import annotations

import os
from pathlib import Path


def cache() -> Path:
    """Return the folder for data that can be made again."""
    return _of_user("XDG_CACHE_HOME", ".cache")


def config() -> Path:
    """Return the folder for settings, keys and secrets."""
    return _of_user("XDG_CONFIG_HOME", ".config")


def _of_user(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual) / "anonfilter"
