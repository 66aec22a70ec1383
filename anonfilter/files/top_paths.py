"""Paths from the top of a repository."""

from __future__ import annotations

import os


class TopPaths:
    """A map from files to their paths from the top of their repository; it caches folders."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str]] = {}

    def path(self, path: str) -> str:
        folder, name = os.path.split(os.path.abspath(path))
        if folder not in self._known:
            self._known[folder] = _real_and_top(folder)
        real, top = self._known[folder]
        return os.path.relpath(os.path.join(real, name), top)


def path_from_top(path: str) -> str:
    """Return a file's path from the top of its repository, as globs match it.

    Outside of a repository, return the path from the current folder.
    """
    return TopPaths().path(path)


def _real_and_top(folder: str) -> tuple[str, str]:
    above = real = os.path.realpath(folder)
    while not os.path.exists(os.path.join(above, ".git")):
        below, above = above, os.path.dirname(above)
        if above == below:
            return real, os.getcwd()
    return real, above
