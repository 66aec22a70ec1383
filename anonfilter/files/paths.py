"""Paths behind symbolic links, and what the names of files say: sidecars, rosters, copies."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath

SIDECAR = ".pseudonyms.yaml"
"""The end of a sidecar's name: ``notes.txt.pseudonyms.yaml``."""
CORPUS_FILE = os.path.join(".anonfilter", "corpus.yaml")
"""The file that names a corpus and its key, from the top of the corpus."""
ROSTER_SUFFIXES = (".yaml", ".yml", ".json")

# What editors, patch, merges and people leave: `a.txt~`, `a.txt.bak`, `#a.txt#`, `.a.txt.swp`.
_COPY = re.compile(
    r"#(?P<autosave>.+)#|\.~lock\.(?P<lock>.+)#|\.?(?P<swap>.+)\.sw[k-p]|\.(?P<kate>.+)\.kate-swp"
    r"|(?P<rejected>.+)\.rej|(?P<numbered>.+)\.~\d+~|(?P<tilde>.*[^~])~+"
    r"|(?P<copy>.+)\.(?:bak|bkp|backup|old|orig|prev|save?|te?mp|part)(?:[.-]?\d{1,3})?",
    re.IGNORECASE | re.DOTALL,
)

_NAME_SUFFIX = re.compile(
    r"(?:\.(?:[a-z]{2}|tar|min|csv|json|jsonl|srt|txt|vtt|yaml))?\.[^\W_]{1,8}$", re.IGNORECASE
)
_ADDRESS = re.compile(r"\w@.+\.(?:com|org|net|edu|gov)$", re.IGNORECASE)


def stem_of(file: str) -> str:
    """Return a file's name without its suffix, unless an address in the name ends there."""
    suffix = _NAME_SUFFIX.search(file)
    return file[: suffix.start()] if suffix and not _ADDRESS.search(file) else file


def original(path: str) -> str:
    """The path without what an editor or a tool adds to the name of a copy."""
    folder, name = os.path.split(path)
    while match := _COPY.fullmatch(name):
        name = match[str(match.lastgroup)]
    return os.path.join(folder, name)


def suffix_of(path: str) -> str:
    """The suffix that says how a file is read: of a copy, that of the original; locks of office
    programs and what ``patch`` rejects are plain text."""
    copy = _COPY.fullmatch(os.path.basename(path))
    plain = copy is not None and (copy["lock"] or copy["rejected"])
    return "" if plain else PurePath(original(path)).suffix.lower()


def is_sidecar(path: str) -> bool:
    """Whether a file of this name is a sidecar."""
    return path.endswith(SIDECAR)


def may_be_roster(path: str) -> bool:
    """Whether a file of this name may be a roster."""
    return suffix_of(path) in ROSTER_SUFFIXES


def real(path: str | Path) -> Path:
    """The file behind a path, all links followed."""
    return Path(os.path.realpath(path))


def real_place(path: str | Path) -> Path:
    """The path with the links of its folders followed, but not its own: where a file would be
    written, and what git calls it."""
    path = Path(os.path.abspath(path))
    return real(path.parent) / path.name
