"""Make environments for peers, each with the versions in its requirements file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent / "environments"
_VERSIONS = (
    "import json, sys; from importlib.metadata import version; "
    "print(json.dumps({name: version(name) for name in sys.argv[1:]}))"
)


def python(name: str, peers: Path) -> Path | None:
    """Return the interpreter of an environment, made if it is missing; None if that fails."""
    if not name:
        return Path(sys.executable)
    wanted = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    folder = peers / name
    made = folder / "made-of.txt"
    found = folder / "bin/python"
    if made.exists() and made.read_text(encoding="utf-8") == wanted:
        return found
    print(f"making {folder}", file=sys.stderr, flush=True)
    venv.create(folder, with_pip=True, clear=True)
    install = [found, "-m", "pip", "install", "--quiet", "-r", FOLDER / f"{name}.txt"]
    if subprocess.run(install, check=False).returncode:
        shutil.rmtree(folder)
        return None
    made.write_text(wanted, encoding="utf-8")
    return found


def versions(python: Path, packages: Sequence[str]) -> dict[str, str]:
    done = subprocess.run([python, "-c", _VERSIONS, *packages], capture_output=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found
