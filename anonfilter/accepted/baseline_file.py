"""Open a baseline's file with the corpus's key, and write it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.accepted.baseline import Baseline, parse
from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.errors import AnonfilterError
from anonfilter.files import write as output
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import check_key_of
from anonfilter.keys.keyring import find_key, kept_keys, missing, search
from anonfilter.rules.find import display
from anonfilter.text.values import hide_values

_UPDATE = "anonfilter check --baseline {} --update-baseline creates it."
_MERGED = "merge=union"


class NoKey(AnonfilterError):
    """The key of the baseline is not on this machine."""


@hide_values
@dataclass(frozen=True, slots=True)
class OpenBaseline:
    """A baseline, and the fingerprints under its ``own`` key and under the ``current`` key of the
    corpus.

    The keys differ only after ``key rotate``, until the baseline is rewritten.
    """

    baseline: Baseline
    own: Fingerprints
    current: Fingerprints
    key_id: str

    @property
    def rotated(self) -> bool:
        return self.baseline.key_id != self.key_id


def open_baseline(
    data: bytes | None, name: str, corpus: Corpus | None, *, updating: bool
) -> OpenBaseline:
    """Open the baseline in a file's bytes.

    Return an empty one to be updated if there is no file.
    """
    if corpus is None:
        raise AnonfilterError(
            "a baseline needs a corpus, whose key its fingerprints are made with",
            where=name,
            hint="anonfilter key new creates .anonfilter/corpus.yaml and its key.",
        )
    key = find_key(corpus)
    if key is None:
        why = missing(corpus, search(corpus))
        raise NoKey(f"the baseline cannot be read: {why.message}", where=name, hint=why.hint)
    current = Fingerprints(check_key_of(key))
    if data is None:
        if not updating:
            raise AnonfilterError(
                "the baseline does not exist", where=name, hint=_UPDATE.format(name)
            )
        return OpenBaseline(Baseline(key.id), current, current, key.id)
    baseline = parse(data, name)
    if baseline.key_id == key.id:
        return OpenBaseline(baseline, current, current, key.id)
    old = kept_keys(corpus).get(baseline.key_id)
    if old is None:
        raise AnonfilterError(
            f"was written with the key {baseline.key_id}; this corpus has {key.id}",
            where=name,
            hint="Run where the old key is kept, which anonfilter key rotate does: "
            + _UPDATE.format(name),
        )
    return OpenBaseline(baseline, Fingerprints(old.check), current, key.id)


def save(path: Path, baseline: Baseline) -> bool:
    """Write a baseline, and configure git to merge it line by line.

    Return False if it is unchanged.
    """
    status = None
    with suppress(OSError):
        status = os.stat(path)
    written = output.new_file(path, baseline.text().encode("ascii"), status)
    _let_merge(path)
    return written


def _let_merge(path: Path) -> None:
    """Set git's merge driver that keeps the lines of both branches, in .gitattributes."""
    attributes = path.with_name(".gitattributes")
    line = f"{path.name} {_MERGED}"
    try:
        text = attributes.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        text = ""
    except OSError as error:
        raise AnonfilterError(
            f"cannot be read: {error.strerror}", where=display(str(attributes))
        ) from None
    if line in text.splitlines():
        return
    text += "" if not text or text.endswith("\n") else "\n"
    data = f"{text}{line}\n".encode("utf-8", "surrogateescape")
    output.new_file(attributes, data, os.stat(attributes) if text else None)
