"""Reads the original names of renamed results from their sidecars."""

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
from anonfilter.sidecars.sidecar_parser import parse


def original_names_in(policy: SidecarPolicy, folder: Path) -> dict[str, str]:
    """Return the original path of each renamed result in a folder, by the result's path."""
    found: dict[str, str] = {}
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            document = Path(base, name)
            if not is_sidecar(name) and (original := original_name_of(policy, document)):
                found[document.relative_to(folder).as_posix()] = original
    return found


def original_name_of(policy: SidecarPolicy, document: Path) -> str:
    """Return the original path of a result; "" if it was not renamed, or has no sidecar."""
    place = policy.place(real_place(document))
    data = DISK.read(str(place))
    if data is None:
        return ""
    sidecar = parse(data, find.display(str(place)))
    return original_name(sidecar, policy.corpus_id, policy.key_for(sidecar.kind))


def map_of_result(policy: SidecarPolicy, document: Path, name: str) -> Map | None:
    """Return the map of an earlier result, whose numbers a new run keeps; else None."""
    document = real_place(document)
    if policy.kind is None:
        return None
    record = store.read(policy, policy.place(document), policy.title(document), name)
    return record.open(DISK.read(str(document)))


def place_of_original(policy: SidecarPolicy, name: str, place: Path) -> Path:
    """Return ``place`` with the names of the original in it, if the result was renamed."""
    try:
        original = Path(original_name_of(policy, real(name)))
    except AnonfilterError:
        return place  # Restoring the result reports the error.
    own = original.parts[-len(place.parts) :] if original.parts else ()
    return Path(*place.parts[: len(place.parts) - len(own)], *own)
