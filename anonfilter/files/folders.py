"""The user's own folders, outside of any repository."""

from __future__ import annotations

import os
from pathlib import Path


def cache() -> Path:
    """Return the folder for data that can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "anonfilter"


def config() -> Path:
    """Return the folder for settings, keys and secrets."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "anonfilter"
