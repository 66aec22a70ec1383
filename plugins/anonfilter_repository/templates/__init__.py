"""Files that anonfilter writes for others to run: git hooks, and configurations of CI.

``@NAME@`` in them stands for a value that differs between repositories.
"""

from __future__ import annotations

import re
from importlib import resources

_GAP = re.compile(r"@([A-Z_]+)@")


def render(name: str, **values: str) -> str:
    """Fill the gaps of a template; a gap without a value is a programming error."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return _GAP.sub(lambda gap: values[gap[1].lower()], text)
