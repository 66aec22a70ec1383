"""Sync again after each change of an original, of the rules, or of a file that the rules name.

Every run is a new process with the current programs and rules. This process only polls the states
of files once a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from anonfilter.errors import Exit
from anonfilter.files.read import State, state_of_path
from anonfilter_repository.sync import rules_signature
from anonfilter_repository.sync.folders import Workspace
from anonfilter_repository.sync.rules_signature import RunOptions
from anonfilter_repository.sync.sync_state import Store

_SECONDS = 1.0

Snapshot = tuple[str, dict[str, State]]


def watch(options: RunOptions, arguments: Sequence[str], say: Callable[[str], None]) -> int:
    """Sync, wait for a change, and sync again until interrupted; return the exit code.

    A usage error in the first run, such as wrong rules, ends the watch.
    """
    ran = False
    while True:
        before = _snapshot(options)
        code = _run([*_arguments(options), *arguments])
        if code == Exit.USAGE and not ran:
            return code
        ran = True
        if before is None and _snapshot(options) is not None:
            continue  # the first run recorded the files to watch, which may have changed since
        say("waiting for changes; Ctrl-C ends")
        _wait(options, before)


def _run(arguments: Sequence[str]) -> int:
    """Run sync once, in a child process, and return its exit code.

    Ctrl-C reaches the child process as well, so wait for its end.
    """
    command = [sys.executable, "-m", "anonfilter", "sync", *arguments]
    with subprocess.Popen(command) as process:
        try:
            return process.wait()
        except BaseException:
            with suppress(ProcessLookupError):
                process.terminate()
            process.wait()
            raise


def _arguments(options: RunOptions) -> list[str]:
    """Return the arguments for the options on which results depend."""
    rules = [] if options.rules is None else [f"--rules={options.rules}"]
    trust = ["--trust-local-plugins"] if options.trust_local_plugins else []
    language = ["--assume-language"] if options.assume_language else []
    cache = ["--no-cache"] if options.no_cache else []
    return [*rules, *trust, *language, *cache, *(f"--roster={one}" for one in options.roster)]


def _wait(options: RunOptions, before: Snapshot | None) -> None:
    """Wait until a file has changed, and then until no file changes any more."""
    now = _snapshot(options)
    while now == before:
        time.sleep(_SECONDS)
        now = _snapshot(options)
    while True:
        time.sleep(_SECONDS)
        later = _snapshot(options)
        if later == now:
            return
        now = later


def _snapshot(options: RunOptions) -> Snapshot | None:
    """Return the states of all watched files; None if no run has recorded the files to watch."""
    workspace = Workspace.current()
    setting = Store(workspace).load().setting
    if setting is None:
        return None
    rules = rules_signature.of(workspace, options, setting.watched)
    found: dict[str, State] = {}
    for folder, folders, files in os.walk(workspace.root / setting.source):
        folders[:] = [name for name in folders if name != ".git"]
        for name in files:
            path = os.path.join(folder, name)
            if seen := state_of_path(path):
                found[path] = seen
    return rules, found
