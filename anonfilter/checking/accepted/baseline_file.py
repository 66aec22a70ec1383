"""A baseline's file: opened with the corpus's key, and written."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.checking.accepted.baseline import Baseline, parse
from anonfilter.checking.found import Fingerprints
from anonfilter.errors import AnonfilterError
from anonfilter.files import write as output
from anonfilter.pseudonyms.keys.corpus import Corpus
from anonfilter.pseudonyms.keys.key import check_key_of
from anonfilter.pseudonyms.keys.keyring import find_key, kept_keys, missing, search
from anonfilter.rules.find import display

_UPDATE = "anonfilter check --baseline {} --update-baseline writes it."
_MERGED = "merge=union"


class NoKey(AnonfilterError):
    """Nobody can tell here what is in the baseline: it is keyed, and the key is elsewhere."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A baseline and what makes its fingerprints.

    They differ only after ``key rotate``: the baseline has those of the old key still, and is
    written anew with those of the ``current`` one.
    """

    baseline: Baseline
    own: Fingerprints
    current: Fingerprints
    key_id: str

    @property
    def rotated(self) -> bool:
        return self.baseline.key_id != self.key_id


def opened(data: bytes | None, name: str, corpus: Corpus | None, *, updating: bool) -> Standing:
    """The baseline in a file's bytes; an empty one, if it is to be written and there is none."""
    if corpus is None:
        raise AnonfilterError(
            "a baseline holds keyed fingerprints, and there is no corpus here to have a key",
            where=name,
            hint="anonfilter key new makes one: .anonfilter/corpus.yaml, and its key.",
        )
    key = find_key(corpus)
    if key is None:
        why = missing(corpus, search(corpus))
        raise NoKey(f"the baseline cannot be read: {why.message}", where=name, hint=why.hint)
    current = Fingerprints(check_key_of(key))
    if data is None:
        if not updating:
            raise AnonfilterError("there is no such baseline", where=name,
                                  hint=_UPDATE.format(name))  # fmt: skip
        return Standing(Baseline(key.id), current, current, key.id)
    baseline = parse(data, name)
    if baseline.key_id == key.id:
        return Standing(baseline, current, current, key.id)
    old = kept_keys(corpus).get(baseline.key_id)
    if old is None:
        raise AnonfilterError(
            f"was written under the key {baseline.key_id}, and this corpus has {key.id}",
            where=name,
            hint="Where the old key is kept (anonfilter key rotate keeps it), "
            + _UPDATE.format(name),
        )
    return Standing(baseline, Fingerprints(old.check), current, key.id)


def save(path: Path, baseline: Baseline) -> bool:
    """Write a baseline, and let git merge it line by line; False if it is so already."""
    status = None
    with suppress(OSError):
        status = os.stat(path)
    written = output.new_file(path, baseline.text().encode("ascii"), status)
    _let_merge(path)
    return written


def _let_merge(path: Path) -> None:
    """Tell git, in a file beside the baseline, to keep the lines of both branches."""
    attributes = path.with_name(".gitattributes")
    line = f"{path.name} {_MERGED}"
    try:
        said = attributes.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        said = ""
    except OSError as error:
        raise AnonfilterError(f"cannot be read: {error.strerror}",
                              where=display(str(attributes))) from None  # fmt: skip
    if line in said.splitlines():
        return
    said += "" if not said or said.endswith("\n") else "\n"
    data = f"{said}{line}\n".encode("utf-8", "surrogateescape")
    output.new_file(attributes, data, os.stat(attributes) if said else None)
