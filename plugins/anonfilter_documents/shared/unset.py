"""Formats without settings."""

from __future__ import annotations

from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict


class Unset:
    """The base of a format that has nothing to set in the rules."""

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        pass
