"""Going on: a run of its own on each change of an original, of the rules, or of what they name.

Every run is a process of its own, which sees the programs and rules as they are by then. This
one only looks at the states of files, once a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from anonfilter.errors import Exit
from anonfilter.files.read import State, look
from anonfilter.syncing import signature
from anonfilter.syncing.layout import Here
from anonfilter.syncing.signature import Asked
from anonfilter.syncing.state import Setting, Store

_SECONDS = 1.0

Seen = tuple[str, dict[str, State]]


def watch(asked: Asked, arguments: Sequence[str], say: Callable[[str], None]) -> int:
    """Run, wait for a change, and run again, until somebody ends it. Rules that are wrong, or a
    folder that git would commit, end it as well, unless it has run well before."""
    ran = False
    while True:
        before = _seen(asked)
        code = _run([*_said(asked), *arguments])
        if code == Exit.USAGE and not ran:
            return code
        ran = True
        if before is None and _seen(asked) is not None:
            continue  # what to look at is known only now, and may have changed meanwhile
        say("waiting for changes; Ctrl-C ends")
        _wait(asked, before)


def _run(arguments: Sequence[str]) -> int:
    """One run. Ctrl-C reaches it as well: then it is waited for."""
    command = [sys.executable, "-m", "anonfilter", "sync", *arguments]
    with subprocess.Popen(command) as process:
        try:
            return process.wait()
        except BaseException:
            with suppress(ProcessLookupError):
                process.terminate()
            process.wait()
            raise


def _said(asked: Asked) -> list[str]:
    """The arguments that results depend on."""
    rules = [] if asked.rules is None else [f"--rules={asked.rules}"]
    trust = ["--trust-local-plugins"] if asked.trust_local_plugins else []
    language = ["--assume-language"] if asked.assume_language else []
    return [*rules, *trust, *language, *(f"--roster={one}" for one in asked.roster)]


def _wait(asked: Asked, before: Seen | None) -> None:
    """Until something has changed, and nothing does any more."""
    now = _seen(asked)
    while now == before:
        time.sleep(_SECONDS)
        now = _seen(asked)
    while True:
        time.sleep(_SECONDS)
        later = _seen(asked)
        if later == now:
            return
        now = later


def _seen(asked: Asked) -> Seen | None:
    """How all that matters looks from outside; None as long as nobody knows what does."""
    here = Here.now()
    setting = Store(here).load().setting
    if setting is None:
        return None
    rules = signature.of(here, asked, setting.watched)
    return rules, dict(_files(here, setting))


def _files(here: Here, setting: Setting) -> dict[str, State]:
    found: dict[str, State] = {}
    for folder, folders, files in os.walk(here.root / setting.source):
        folders[:] = [name for name in folders if name != ".git"]
        for name in files:
            path = os.path.join(folder, name)
            if seen := look(path):
                found[path] = seen
    return found
