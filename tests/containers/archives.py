"""Archives for tests, made by Python's own libraries and by the programs that people use."""

from __future__ import annotations

import gzip
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

Files = Mapping[str, bytes]


def zipped(files: Files, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as file:
        for name, data in files.items():
            file.writestr(zipfile.ZipInfo(name, (2024, 5, 6, 7, 8, 10)), data, compression)
    return packed.getvalue()


def tarred(
    files: Files,
    change: Callable[[tarfile.TarInfo], None] = lambda info: None,
    kind: int = tarfile.PAX_FORMAT,
    **settings: Mapping[str, str],
) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=kind, **settings) as file:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(data), 1_714_979_290
            change(info)
            file.addfile(info, BytesIO(data))
    return packed.getvalue()


def gzipped(data: bytes, name: str = "") -> bytes:
    packed = BytesIO()
    with gzip.GzipFile(name, "wb", fileobj=packed, mtime=1_714_979_290) as file:
        file.write(data)
    return packed.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert file.testzip() is None
        return {one.filename: file.read(one) for one in file.infolist() if not one.is_dir()}


def untarred(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=BytesIO(data)) as file:
        opened = {one.name: file.extractfile(one) for one in file.getmembers() if one.isreg()}
        return {name: one.read() for name, one in opened.items() if one is not None}


def by_programs(files: Files, folder: Path, *command: str) -> bytes:
    """What a program writes of these files to ``PACKED``."""
    for name, data in files.items():
        path = folder / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    packed = folder / "packed.out"
    subprocess.run(
        [one.replace("PACKED", str(packed)) for one in command],
        cwd=folder / "unpacked",
        check=True,
        capture_output=True,
    )
    return packed.read_bytes()
