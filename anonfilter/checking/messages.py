"""Messages of commits and tags, as far as they are somebody's words.

Who wrote a commit stands in the commit itself, for everybody to see, and is not asked about here.
So nor is what ``git commit --signoff`` and code hosts write below a message: ``Signed-off-by:
Somebody <address>``.
"""

from __future__ import annotations

import re

from anonfilter import git
from anonfilter.git.running import run

NAME = "commit message"

_TRAILER = re.compile(r"[A-Za-z][A-Za-z-]*:[ \t]*\S|[ \t]")
_BY = re.compile(  # those who worked on the commit; `Interviewed-by:` is what it is about
    r"(?:signed-off|co-(?:authored|developed)|(?:review|approv|ack|test|merg|committ)e?d)-by:"
    r"[^<>]*<[^<>]*>\s*",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^-----BEGIN (PGP|SSH) SIGNATURE-----\n"
    r"(?:(?:[A-Za-z0-9+/=]*|Version: \S*PG\S*(?: v?\d[\w.-]*)?(?: \([\w/ -]+\))?)\n)*"
    r"-----END \1 SIGNATURE-----$",
    re.MULTILINE,
)
_CUT = "------------------------ >8 ------------------------"
_NO_EDITOR = ":"  # what git calls the editor when it opens none
_CANDIDATES = "#;@!$%^&|:"  # git's own choice, where core.commentChar is auto


def words(message: str) -> str:
    """A message without those who signed it; its lines keep their numbers."""
    lines = _SIGNATURE.sub("", message).split("\n")
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    start = end
    while start and lines[start - 1].strip():
        start -= 1
    below = any(line.strip() for line in lines[:start])  # the first paragraph says what was done
    if below and all(_TRAILER.match(line) for line in lines[start:end]):
        lines[start:end] = ["" if _BY.fullmatch(line) else line for line in lines[start:end]]
    return "\n".join(lines)


def kept(message: str, *, editor: str) -> str:
    """What git will keep of the file that it hands to its hook ``commit-msg``; the lines that it
    takes out are empty. ``editor`` is what git says of the editor in GIT_EDITOR.

    Where nobody edits a message, no comments are expected in it, and git keeps what looks so.
    ``--cleanup`` on git's command line is known to nobody but git.
    """
    cleanup = _setting("commit.cleanup") or "default"
    edited = editor != _NO_EDITOR
    if not edited or cleanup in ("verbatim", "whitespace"):
        return message
    lines = message.split("\n")
    comment = _comment(lines)
    cut = f"{comment} {_CUT}"
    at = lines.index(cut) if cut in lines else len(lines)
    if cleanup == "scissors" or _is_by_git(lines[at + 1 :], comment):
        lines = lines[:at]
    if cleanup != "scissors":
        lines = ["" if line.startswith(comment) else line for line in lines]
    return "\n".join(lines)


def _is_by_git(below: list[str], comment: str) -> bool:
    """Whether below the scissors stands what ``git commit --verbose`` writes there: a remark and
    the changes. Git keeps what is below any other scissors."""
    remark = below[:2]
    rest = next((line for line in below[2:] if line.strip()), "")
    return (
        len(remark) == 2
        and all(line.startswith(comment) for line in remark)
        and (not rest or rest.startswith("diff --"))
    )


def _comment(lines: list[str]) -> str:
    """What a line begins with that is a comment."""
    said = _setting("core.commentstring") or _setting("core.commentchar") or "#"
    if said != "auto":
        return said
    last = next((line for line in reversed(lines) if line.strip()), "#")
    return last[0] if last[0] in _CANDIDATES else "#"


def encoding() -> str:
    """How git takes messages to be written here."""
    return _setting("i18n.commitencoding") or "utf-8"


def _setting(name: str) -> str:
    try:
        return run("config", "--get", name).stdout.decode("utf-8", "replace").strip()
    except git.GitError as error:
        if error.code == 1:  # it is not set
            return ""
        raise
