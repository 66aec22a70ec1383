"""Write a BagIt bag (RFC 8493) as a ZIP file: a folder of files with checksums."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from io import BytesIO

_TIME = (1980, 1, 1, 0, 0, 0)  # equal files give an equal bundle


def make_bag(name: str, payload: Mapping[str, bytes], info: Mapping[str, str]) -> bytes:
    """Return a ZIP file with one folder, in which ``data/`` has the payload by its paths.

    ``info`` becomes bag-info.txt. `sha256sum -c manifest-sha256.txt` verifies the bag.
    """
    files = {f"data/{path}": data for path, data in payload.items()}
    size = sum(map(len, payload.values()))
    described = {**info, "Payload-Oxum": f"{size}.{len(payload)}"}
    tags = {
        "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": "".join(f"{key}: {one}\n" for key, one in described.items()).encode(),
        "manifest-sha256.txt": _manifest(files),
    }
    tags["tagmanifest-sha256.txt"] = _manifest(tags)
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted({**tags, **files}.items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", _TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _manifest(files: Mapping[str, bytes]) -> bytes:
    """Return a line with the checksum of each file; line ends in paths are escaped (RFC 8493)."""
    escaped = {
        path.replace("%", "%25").replace("\n", "%0A").replace("\r", "%0D"): data
        for path, data in files.items()
    }
    lines = (f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in escaped.items())
    return "".join(sorted(lines, key=lambda line: line[66:])).encode()
