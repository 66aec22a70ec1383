"""Templates of files that other programs run: Git hooks, and configurations of CI.

``@NAME@`` in a template is replaced by a value.
"""

from __future__ import annotations

import re
from importlib import resources

_GAP = re.compile(r"@([A-Z_]+)@")


def render(name: str, **values: str) -> str:
    """Return a template with its values; raise ``KeyError`` for a missing value."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return _GAP.sub(lambda gap: values[gap[1].lower()], text)
