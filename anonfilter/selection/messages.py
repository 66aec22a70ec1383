"""Messages of commits and tags, without what git and code hosts add to them.

The author of a commit is public in the commit itself and is not checked. Neither are the trailers
that ``git commit --signoff`` and code hosts write: ``Signed-off-by: A Name <address>``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from anonfilter import git
from anonfilter.errors import Incomplete
from anonfilter.git.running import run
from anonfilter.selection import signatures

NAME = "commit message"

_TRAILER = re.compile(r"[A-Za-z][A-Za-z-]*:[ \t]*\S|[ \t]")
_BY = re.compile(  # contributors to the commit, by name and address; `Interviewed-by:` is content
    r"(?:signed-off|co-(?:authored|developed)|(?:review|approv|ack|test|merg|committ)e?d)-by:"
    r"(?:[ \t]+[^\W\d_](?:[^\W_]|[.'\u2019-])*(?:\[bot\])?){1,5}[ \t]*<[^\s<>@]+@[^\s<>@]+>\s*",
    re.IGNORECASE,
)
_CUT = "------------------------ >8 ------------------------"
_NO_EDITOR = ":"  # the GIT_EDITOR under which git opens no editor
_SETTINGS = r"^(i18n\.commitencoding|commit\.cleanup|core\.comment(string|char))$"
_CANDIDATES = "#;@!$%^&|:"  # git's candidates for core.commentChar auto


def without_signatures(message: str) -> str:
    """Return a message without signatures and contributors; lines keep their numbers."""
    lines = signatures.blank_signatures(message).split("\n")
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    start = end
    while start and lines[start - 1].strip():
        start -= 1
    below = any(line.strip() for line in lines[:start])  # the first paragraph is the subject
    if below and all(_TRAILER.match(line) for line in lines[start:end]):
        lines[start:end] = ["" if _BY.fullmatch(line) else line for line in lines[start:end]]
    return "\n".join(lines)


def kept_message(data: bytes, *, editor: str) -> bytes:
    """Return the part of a message that git will keep, without signatures.

    Lines keep their numbers. ``editor`` is the value of GIT_EDITOR.
    """
    settings = _settings()
    codec = settings.get("i18n.commitencoding") or "utf-8"
    try:
        text = data.decode(codec, "surrogateescape")
    except LookupError:
        raise Incomplete(f"i18n.commitEncoding names an unknown encoding: {codec}") from None
    text = without_signatures(_without_comments(text, editor, settings))
    return text.encode("utf-8", "surrogateescape")


def _without_comments(message: str, editor: str, settings: Mapping[str, str]) -> str:
    """Return a message without the lines that git will remove after its hook ``commit-msg``.

    Without an editor, git keeps lines that look like comments. ``--cleanup`` on git's command line
    is not passed to hooks and cannot be taken into account.
    """
    cleanup = settings.get("commit.cleanup") or "default"
    edited = editor != _NO_EDITOR
    if not edited or cleanup in ("verbatim", "whitespace"):
        return message
    lines = message.split("\n")
    comment = _comment(lines, settings)
    cut = f"{comment} {_CUT}"
    at = lines.index(cut) if cut in lines else len(lines)
    if cleanup == "scissors" or _is_by_git(lines[at + 1 :], comment):
        lines = lines[:at]
    if cleanup != "scissors":
        lines = ["" if line.startswith(comment) else line for line in lines]
    return "\n".join(lines)


def _is_by_git(below: list[str], comment: str) -> bool:
    """Return True if ``git commit --verbose`` wrote the lines below the scissors line.

    These are a remark and a diff. Git keeps the lines below any other scissors line.
    """
    remark = below[:2]
    rest = next((line for line in below[2:] if line.strip()), "")
    return (
        len(remark) == 2
        and all(line.startswith(comment) for line in remark)
        and (not rest or rest.startswith("diff --"))
    )


def _comment(lines: list[str], settings: Mapping[str, str]) -> str:
    """Return the prefix of comment lines."""
    prefix = settings.get("core.commentstring") or settings.get("core.commentchar") or "#"
    if prefix != "auto":
        return prefix
    last = next((line for line in reversed(lines) if line.strip()), "#")
    return last[0] if last[0] in _CANDIDATES else "#"


def _settings() -> Mapping[str, str]:
    """Return git's settings about messages; the last value of a setting counts."""
    try:
        found = run("config", "-z", "--get-regexp", _SETTINGS).stdout
    except git.GitError as error:
        if error.code == 1:  # git exits with an error if none is set
            return {}
        raise
    pairs = (one.partition("\n") for one in found.decode("utf-8", "replace").split("\0"))
    return {name: value.strip() for name, _, value in pairs}
