"""The Containerfile: its commands, run without an image, on the files that it copies."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import Distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.environments import link, run

TEXT = "So Daniel Brandt was, d.brandt@lakeshore.example.\n"
ROOT = Path(__file__).parent.parent
MOST_BYTES = 62_000_000  # of the wheel; models are most of it


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def test_the_image_runs_without_root() -> None:
    last = dict(instructions())
    assert last["USER"] == "65534:65534"
    assert last["ENTRYPOINT"] == '["anonfilter"]'
    assert "ADD" not in last
    names = [name for name, _ in instructions()]
    assert names.index("USER") > max(at for at, name in enumerate(names) if name == "RUN")


def shell(command: str, folder: Path, wheels: Path, **reported: str) -> None:
    command = re.sub(r"--mount=\S+ ", "", command).replace("/wheels", str(wheels))
    place = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": place, "PIP_NO_BUILD_ISOLATION": "0"} | reported
    subprocess.run(["sh", "-ec", command], cwd=folder, env=environment, check=True)


@pytest.mark.slow
def test_the_copied_files_build_a_working_wheel(tmp_path: Path) -> None:
    source, wheels, target = tmp_path / "source", tmp_path / "wheels", tmp_path / "installed"
    source.mkdir()
    [build, install] = [rest for name, rest in instructions() if name == "RUN" and " pip " in rest]
    for name, rest in instructions():
        if name == "COPY":
            *copied, to = rest.split()
            for one in copied:
                if (ROOT / one).is_dir():
                    ignored = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(ROOT / one, source / to, ignore=ignored)
                else:
                    shutil.copy(ROOT / one, source / to)
    shell(build, source, wheels)
    [wheel] = wheels.iterdir()
    assert wheel.stat().st_size < MOST_BYTES
    names = ZipFile(wheel).namelist()
    assert any(name.endswith(".onnx") for name in names)
    assert any(name.endswith("share/anonfilter/rules.schema.json") for name in names)
    assert not any(name.startswith("tests/") for name in names)
    shell(install, source, wheels, EXTRAS="pdf", PIP_TARGET=str(target), PIP_NO_DEPS="1")
    [metadata] = target.glob("anonfilter-*.dist-info")
    needed = [one for one in Distribution.at(metadata).requires or () if "extra ==" not in one]
    link(tmp_path / "packages", needed)
    done = run([target, tmp_path / "packages"], "--rules", "default", text=TEXT)
    assert (done.returncode, done.stdout) == (0, "So [PERSON_1] was, [EMAIL_ADDRESS_1].\n")
    done = run([target, tmp_path / "packages"], "--rules", "legal", text=TEXT)
    assert (done.returncode, done.stdout) == (2, "")
    assert "anonfilter[spacy]" in done.stderr  # which EXTRAS=spacy brings
