"""transformers on the command line: offline, with the models that the rules pin."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.models.transformers.working import COMMIT, TEXT, rules

OTHER = "89abcdef0123456789abcdef0123456789abcdef"
FILTERED = (
    "Yesterday [PERSON_1] met [PERSON_2] in [CITY_1].\n\n"
    "Then we walked through the streets of\n[CITY_1].\n\n"
    "Then I had an account at [BANK_1].\n"
)


def run(
    folder: Path, *args: str, text: str = TEXT, trusting: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command line in a folder, with no more of the user's home than is given."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "XDG_"))}
    return subprocess.run(
        [sys.executable, "-m", "anonfilter", *args, *["--trust-local-plugins"] * trusting],
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
        env={**kept, "HOME": str(folder / "home"), "OMP_NUM_THREADS": "1", **environment},
    )


def in_cache(home: Path, source: Path, name: str, commit: str) -> None:
    """Put a model where `hf download` would: files among blobs, links to them in a snapshot."""
    repository = home / "hub" / f"models--{name.replace('/', '--')}"
    snapshot = repository / "snapshots" / commit
    (repository / "blobs").mkdir(parents=True)
    snapshot.mkdir(parents=True)
    for file in source.iterdir():
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        shutil.copy(file, repository / "blobs" / digest)
        (snapshot / file.name).symlink_to(Path("../../blobs") / digest)


@pytest.mark.slow
def test_names_and_their_categories_are_replaced(folder: Path) -> None:
    (folder / "rules.yaml").write_text(rules(nli="./nli"))
    done = run(folder, "--rules", "rules.yaml", "--no-cache")
    assert done.stdout == FILTERED, done.stderr
    assert "Warning" not in done.stderr
    assert "%|" not in done.stderr
    assert not list((folder / "home").rglob("*"))


@pytest.mark.slow
def test_the_libraries_do_not_even_try_to_reach_out(folder: Path) -> None:
    (folder / "rules.yaml").write_text(rules(nli="./nli"))
    code = (
        "import sys\n"
        "tried = []\n"
        "sys.addaudithook(lambda event, args: tried.append(event) if event in ("
        "'socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname') else None)\n"
        "from anonfilter.commands.main import main\n"
        "try:\n    main(['--rules', 'rules.yaml', '--trust-local-plugins'])\n"
        "finally:\n    print('tried', tried, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=TEXT,
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.stdout == FILTERED
    assert "tried []" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["torch", "transformers"])
def test_without_the_extra_the_command_that_installs_it_is_named(
    folder: Path, missing: str
) -> None:
    (folder / "rules.yaml").write_text(rules())
    code = (
        f"import sys\nsys.modules[{missing!r}] = None\n"
        "from anonfilter.commands.main import main\n"
        "main(['--rules', 'rules.yaml', '--trust-local-plugins'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=TEXT,
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "python -m pip install 'anonfilter[transformers]'" in done.stderr


@pytest.mark.slow
def test_a_pinned_revision_of_the_users_cache_is_found_without_a_network(folder: Path) -> None:
    home = folder / "huggingface"
    in_cache(home, folder / "ner", "acme/tiny-ner", COMMIT)
    in_cache(home, folder / "nli", "acme/tiny-nli", OTHER)
    (folder / "rules.yaml").write_text(
        rules(f"acme/tiny-ner@{COMMIT}", nli=f"acme/tiny-nli@{OTHER}")
    )
    done = run(folder, "--rules", "rules.yaml", HF_HOME=str(home))
    assert done.stdout == FILTERED, done.stderr
    reported = run(folder, "models", "--rules", "rules.yaml", "--output", "json", HF_HOME=str(home))
    listed = json.loads(reported.stdout)["models"]
    assert [(one["version"], one["usable"]) for one in listed] == [(COMMIT, True), (OTHER, True)]


@pytest.mark.slow
def test_another_revision_than_the_pinned_one_is_not_used(folder: Path) -> None:
    home = folder / "huggingface"
    in_cache(home, folder / "ner", "acme/tiny-ner", OTHER)
    (folder / "rules.yaml").write_text(rules(f"acme/tiny-ner@{COMMIT}"))
    done = run(folder, "--rules", "rules.yaml", HF_HOME=str(home))
    assert done.returncode == 3
    assert done.stdout == ""
    assert f"the cache has {OTHER}" in done.stderr
    assert f"hf download acme/tiny-ner --revision {COMMIT}" in done.stderr
    reported = run(folder, "models", "--rules", "rules.yaml", HF_HOME=str(home))
    assert reported.returncode == 3
    assert "installed  no" in reported.stdout


@pytest.mark.slow
def test_a_model_that_only_rules_name_needs_trust(folder: Path) -> None:
    (folder / "rules.yaml").write_text(rules())
    refused = run(folder, "--rules", "rules.yaml", trusting=False)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "is not an installed package" in refused.stderr
    trusted = run(folder, "--rules", "rules.yaml")
    assert "[PERSON_1]" in trusted.stdout
