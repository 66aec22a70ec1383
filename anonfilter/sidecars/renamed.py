"""The original names of results, which their sidecars remember."""

from __future__ import annotations

import os
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import is_sidecar, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.rules import find
from anonfilter.sidecars import store
from anonfilter.sidecars.codec import original_name
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.reading import parse


def remembered(policy: SidecarPolicy, folder: Path) -> dict[str, str]:
    """The original paths of the results in a folder, by their paths there, where they differ."""
    found: dict[str, str] = {}
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            document = Path(base, name)
            if not is_sidecar(name) and (original := original_of(policy, document)):
                found[document.relative_to(folder).as_posix()] = original
    return found


def original_of(policy: SidecarPolicy, document: Path) -> str:
    """The original path of one result; "" where it is the same, or none is known."""
    place = policy.place(real_place(document))
    data = DISK.read(str(place))
    if data is None:
        return ""
    sidecar = parse(data, find.display(str(place)))
    return original_name(sidecar, policy.corpus_id, policy.key_for(sidecar.kind))


def known_of(policy: SidecarPolicy, document: Path, name: str) -> Map | None:
    """What the sidecar of a result knows, so that a new run gives the same numbers."""
    document = real_place(document)
    if policy.kind is None:
        return None
    record = store.read(policy, policy.place(document), policy.title(document), name)
    return record.open(DISK.read(str(document)))


def place_of_original(policy: SidecarPolicy, name: str, place: Path) -> Path:
    """Where the original of a result goes, whose own place would be this: under its own name."""
    try:
        original = Path(original_of(policy, real(name)))
    except AnonfilterError:
        return place  # restoring it says why
    own = original.parts[-len(place.parts) :] if original.parts else ()
    return Path(*place.parts[: len(place.parts) - len(own)], *own)
