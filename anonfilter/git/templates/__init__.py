"""Files that anonfilter writes for others to run: hooks of git, configurations of CI.

In them ``@NAME@`` stands for what differs from one repository to the next.
"""

from __future__ import annotations

import re
from importlib import resources

_GAP = re.compile(r"@([A-Z_]+)@")


def filled(name: str, **values: str) -> str:
    """A template with its gaps filled; one for which there is no value is an error of ours."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return _GAP.sub(lambda gap: values[gap[1].lower()], text)
