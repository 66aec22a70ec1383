"""Where the current folder lies in its repository."""

from __future__ import annotations

import os
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError
from anonfilter.reports.paths import Paths


def below(paths: Paths) -> str:
    """The current folder, seen from the top of its repository, as it may be shown."""
    here = Path.cwd()
    try:
        top = git.toplevel(here) or here
    except AnonfilterError:  # something is called .git here and is no repository
        top = here
    folder = os.path.relpath(here.resolve(), top.resolve())
    return "" if folder == os.curdir else paths.shown(folder)
