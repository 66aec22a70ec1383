"""Paths behind symbolic links, and the meaning of file names: sidecars, rosters, copies."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath

SIDECAR = ".pseudonyms.yaml"
"""The end of the name of a sidecar: ``notes.txt.pseudonyms.yaml``."""
CORPUS_FILE = os.path.join(".anonfilter", "corpus.yaml")
"""The path, from the top of a corpus, of the file that names the corpus and its key."""
ROSTER_SUFFIXES = (".yaml", ".yml", ".json")

# Copies that editors, patch, merges and people make: `a.txt~`, `a.txt.bak`, `#a.txt#`, `.a.txt.swp`
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
    """Return a file's name without its suffix, unless the name ends with an e-mail address."""
    suffix = _NAME_SUFFIX.search(file)
    return file[: suffix.start()] if suffix and not _ADDRESS.search(file) else file


def original(path: str) -> str:
    """Return the path of a copy without the affix that an editor or a tool added to its name."""
    folder, name = os.path.split(path)
    while match := _COPY.fullmatch(name):
        name = match[str(match.lastgroup)]
    return os.path.join(folder, name)


def suffix_of(path: str) -> str:
    """Return the suffix that decides how a file is read; for a copy, that of the original.

    The suffix is "" (plain text) for locks of office programs and for what ``patch`` rejects.
    """
    copy = _COPY.fullmatch(os.path.basename(path))
    plain = copy is not None and (copy["lock"] or copy["rejected"])
    return "" if plain else PurePath(original(path)).suffix.lower()


def is_sidecar(path: str) -> bool:
    """Return True if a file of this name is a sidecar."""
    return path.endswith(SIDECAR)


def may_be_roster(path: str) -> bool:
    """Return True if a file of this name may be a roster."""
    return suffix_of(path) in ROSTER_SUFFIXES


def member_path(name: str, member: str) -> str:
    """Return the path of a member as reports show it: ``data.zip: notes.txt``."""
    return f"{name}: {member}" if member else name


def display(origin: str) -> str:
    """Return a path for messages: relative if it is below the current folder, else unchanged."""
    path = Path(origin)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return str(path.relative_to(Path.cwd()))
    return origin


def real(path: str | Path) -> Path:
    """Return the path with all links followed."""
    return Path(os.path.realpath(path))


def real_place(path: str | Path) -> Path:
    """Return the path with the links of its folders followed, but not a link at its end.

    A new file would be written at this path, and Git knows the file by it.
    """
    path = Path(os.path.abspath(path))
    return real(path.parent) / path.name
