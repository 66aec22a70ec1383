"""The versions of everything that a result depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of everything that a result depends on.

    Two results with the same digest were made by the same rules, models and code. ``plugins`` has
    the distributions of the ruleset's plugins and those that they require.
    """

    anonfilter: str
    ruleset: str
    ruleset_version: int
    ruleset_digest: str
    models: tuple[str, ...]
    plugins: Mapping[str, str]
    file: str = ""

    @property
    def digest(self) -> str:
        """A short digest of the rules, models and code."""
        named = {k: v for k, v in asdict(self).items() if k not in ("ruleset", "file")}
        text = json.dumps(named, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def line(self) -> str:
        """Return a line for a summary: ``rules default 1, digest 0123456789abcdef``.

        It names the file of rules that are not shipped.
        """
        file = f" from {self.file}" if self.file else ""
        return f"rules {self.ruleset} {self.ruleset_version}{file}, digest {self.digest}"
