"""Open recordings and recognisers, with the commands that install missing libraries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from anonfilter.engine import offline
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import name_missing_extra
from anonfilter.errors import Incomplete, PluginError, RulesError
from anonfilter.files.read import unread
from anonfilter.rules import find
from anonfilter_audio.recordings.transcripts import HEARD
from anonfilter_audio.sound.recogniser import Recogniser
from anonfilter_audio.sound.recording import Recording


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a sound file. It must be a regular file, because it is read several times."""
    try:
        file = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise unread(error, name) from None
    with file:
        if not file.seekable():
            raise Incomplete("is a pipe, but recordings are read more than once", where=name)
        yield file


def recording_of(file: BinaryIO, name: str) -> Recording:
    """Read the properties of a sound file."""
    try:
        return Recording.of(file, name)
    except ModuleNotFoundError as error:
        raise PluginError(
            f"recordings need {error.name!r}, which is not installed",
            where=name,
            hint="Install it: python -m pip install 'anonfilter[audio]'",
        ) from None


def require_format(engine: Engine) -> None:
    """Raise an error for rules that cannot read the recognised words."""
    try:
        engine.tools.formats.require_readable(HEARD, b"")
    except Incomplete:
        raise RulesError(
            "the rules do not read words with times",
            where=find.display(engine.ruleset.origin),
            hint="Write `- use: ctm` under `formats:`.",
        ) from None


def recogniser_of(engine: Engine) -> Recogniser:
    """Return the first recogniser of the rules, with its model loaded."""
    require_format(engine)
    for instance in engine.ruleset.instances["recognisers"]:
        made = engine.tools.made(instance)
        recogniser = cast("Recogniser", made)
        guard = offline.enforced(allow=engine.uses_network)
        with guard, instance.placed(), name_missing_extra(instance, made):
            recogniser.open()
        return recogniser
    raise RulesError(
        "the rules have no recogniser",
        where=find.display(engine.ruleset.origin),
        hint="Write `recognisers: [{use: whisper-tiny}]`, or give the words with --transcript.",
    )
