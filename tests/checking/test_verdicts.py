"""The result of a check is stored for each file, and used as long as its inputs are unchanged."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from tests.audio.sound.sounds import packed
from tests.checking.probe import Probe, Reported
from tests.git_repository import Repository
from tests.plugin_file import detector_file

RULES = """
anonfilter: 1
extends: fast
detectors:
  - use: dictionary
    terms: [{{term: Zanzibar, label: LOCATION}}]
    files: [{terms}]
    label: LOCATION
"""
CLEAN = "We spoke of rain, and of Kisiwani.\nThen we went home.\n"
PLAIN = "We spoke of rain, and went home.\n"
LEAK = "We spoke of Zanzibar.\n"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list of terms that was written a while ago."""
    path = tmp_path_factory.mktemp("terms") / "terms.list"
    path.write_text("Kilwa\n")
    Probe.settled()
    return path


@pytest.fixture
def rules(terms: Path) -> str:
    return RULES.format(terms=terms)


@pytest.fixture
def probe(tmp_path: Path, home: Path, rules: str) -> Probe:
    """A folder with rules and clean texts."""
    probe = Probe(tmp_path / "data", tmp_path / "cache")
    probe.write(".anonfilter/rules.yaml", rules)
    probe.write("a.txt", CLEAN)
    probe.write("b/c.txt", CLEAN)
    return probe


@pytest.fixture
def checked(probe: Probe) -> Probe:
    """All is clean, and that is known."""
    assert clean(probe("check")).scanned
    assert not clean(probe("check")).scanned
    return probe


def clean(reported: Reported) -> Reported:
    assert reported.code == 0, reported.out + reported.err
    return reported


def summary(reported: Reported) -> list[str]:
    return [line for line in reported.err.splitlines() if line.startswith("scanned ")]


def test_a_stored_clean_verdict_reports_what_the_scan_reported(probe: Probe) -> None:
    first, second = probe("check"), probe("check")
    assert (first.scanned, second.scanned) == (True, False)
    assert (
        summary(first)
        == summary(second)
        == ["scanned 2 files, 4 lines: 0 findings; 1 file outside"]
    )


def test_no_model_is_imported_if_all_results_are_stored(probe: Probe) -> None:
    default = ("check", "--rules", "default", "plain.txt")
    probe.write("plain.txt", PLAIN)
    assert "onnxruntime" in clean(probe(*default)).imported
    again = clean(probe(*default))
    assert (again.scanned, again.imported) == (False, [])


def test_an_added_leak_is_found(checked: Probe) -> None:
    checked.write("a.txt", CLEAN + LEAK)
    assert checked("check").code == 1
    assert checked("check").out == "a.txt:3:13: LOCATION (dictionary, 0.95)\n"
    checked.write("a.txt", CLEAN)
    assert not clean(checked("check")).scanned


def test_the_staged_version_counts_and_not_the_file(checked: Probe) -> None:
    repository = Repository(checked.folder)
    checked.more = repository.environment
    repository.git("add", ".anonfilter")
    repository.stage("a.txt", LEAK)
    checked.write("a.txt", CLEAN)
    assert checked("check", "--staged").code == 1
    repository.stage("a.txt", CLEAN)
    checked.write("a.txt", LEAK)
    assert checked("check", "--staged").code == 0
    assert checked("check", "a.txt").code == 1


def test_other_rules_have_other_verdicts(checked: Probe, rules: str) -> None:
    checked.write(".anonfilter/rules.yaml", rules.replace("Zanzibar", "Kisiwani"))
    assert checked("check").code == 1
    checked.write(".anonfilter/rules.yaml", rules)
    assert not clean(checked("check")).scanned


def test_a_list_of_terms_is_part_of_the_rules(probe: Probe, rules: str, terms: Path) -> None:
    own = probe.write("own.list", "Kilwa\n")
    probe.write(".anonfilter/rules.yaml", rules.replace(str(terms), "../own.list"))
    probe.settled()
    assert [clean(probe("check")).scanned for _ in range(2)] == [True, False]
    own.write_text("Kilwa\nKisiwani\n")
    assert probe("check").code == 1
    own.write_text("Kilwa\nLamu\n")
    assert clean(probe("check")).scanned
    probe.settled()
    clean(probe("check"))
    assert not clean(probe("check")).scanned


def test_a_pack_is_part_of_the_rules_and_so_is_one_that_it_names(probe: Probe, rules: str) -> None:
    probe.write("ours.yaml", "packs: [inner.yaml]\n")
    inner = probe.write("inner.yaml", "patterns: [{label: LOCATION, regex: Lamu}]\n")
    packed = "  - {use: patterns, packs: [../ours.yaml]}\n"
    probe.write(".anonfilter/rules.yaml", rules.replace("  - use: dict", f"{packed}  - use: dict"))
    probe.settled()
    assert [clean(probe("check")).scanned for _ in range(2)] == [True, False]
    inner.write_text("patterns: [{label: LOCATION, regex: Kisiwani}]\n")
    assert probe("check").code == 1


def test_a_staged_list_of_terms_counts_with_what_is_staged(probe: Probe, rules: str) -> None:
    repository = Repository(probe.folder)
    probe.more = repository.environment
    exclude = "resolvers: [{use: exclude, name: own, files: [../own.list]}]\n"
    probe.write(".anonfilter/rules.yaml", rules + exclude)
    probe.write("own.list", "Zanzibar\n")
    probe.write("a.txt", LEAK)
    repository.git("add", ".")
    probe.settled()
    assert [clean(probe("check", "--staged")).scanned for _ in range(2)] == [True, False]
    repository.stage("own.list", "Kilwa\n")
    probe.write("own.list", "Zanzibar\n")
    probe.settled()
    assert probe("check", "--staged").code == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--only", "LOCATION"),
        ("--except", "LOCATION"),
        ("--assume-language",),
        ("--rules", "default", "--only", "DATE"),
    ],
)
def test_other_options_have_other_verdicts(checked: Probe, options: tuple[str, ...]) -> None:
    assert clean(checked("check", *options)).scanned
    assert not clean(checked("check", *options)).scanned


def test_a_roster_is_part_of_the_rules(checked: Probe) -> None:
    legal = ("check", "--rules", "legal", "plain.txt", "--roster", "../people.roster.yaml")
    checked.write("plain.txt", PLAIN)
    roster = checked.write("../people.roster.yaml", "people: [{name: Wilma Quillfeather}]\n")
    checked.settled()
    assert clean(checked(*legal)).scanned
    assert not clean(checked(*legal)).scanned
    roster.write_text("people: [{name: Abel Tamsin}]\n")
    checked.settled()
    assert clean(checked(*legal)).scanned


def test_a_new_known_original_is_found(checked: Probe) -> None:
    clean(checked("key", "new"))
    checked.write("a.txt", "We spoke of the brindlewick.\n")
    for scanned in (True, False):
        assert clean(checked("check", "a.txt", "b")).scanned is scanned
    names = checked.write("../names.txt", "Ada Brindlewick\n")
    clean(checked("roster", "add", str(names)))
    assert checked("check", "a.txt", "b").code == 1


def test_files_beside_a_document_are_part_of_the_key(checked: Probe) -> None:
    checked.write("a.txt.decisions.yaml", "anonfilter: decisions 1\n")
    reported = checked("check", "a.txt", "b/c.txt")
    assert reported.scanned or reported.code == 3
    checked.write("b/c.txt.pseudonyms.yaml", "nothing that can be read\n")
    assert checked("check", "b/c.txt").code == 3


def test_findings_are_kept_and_found_again_without_a_model(probe: Probe) -> None:
    shown = ("check", "--rules", "default", "--show-values", "--output", "json", "leak.txt")
    probe.write("leak.txt", "Then Wilma Quillfeather went home.\n")
    first, second = probe(*shown), probe(*shown)
    assert (first.code, first.imported != []) == (1, True)
    assert (second.code, second.scanned, second.imported) == (1, False, [])
    assert second.out == first.out
    assert '"Wilma Quillfeather"' in second.out
    assert not any(b"Quillfeather" in path.read_bytes() for path in probe.kept)


def test_reports_are_the_same_from_the_cache(probe: Probe, rules: str) -> None:
    limits = "check: {max_risk: 1, max_corpus_risk: 1}\n"
    probe.write(".anonfilter/rules.yaml", rules + limits)
    probe.write("a.txt", f"{LEAK}And of Kilwa, of Zanzibar again.\n" * 2)
    probe.write("b/d.jsonl", '{"text": "Of \\u005aanzibar and Kilwa.", "id": 1}\n')
    names = ("text", "json", "jsonl", "sarif", "github")
    written = [f"--output={name}=../{name}.out" for name in names[1:]]

    def reports(*options: str) -> list[str]:
        reported = probe("check", "--output", "text", *written, *options)
        assert reported.code == 1, reported.err
        files = [(probe.folder.parent / f"{name}.out").read_text() for name in names[1:]]
        own = [
            line for line in reported.err.splitlines() if not line.startswith(("scanned:", "impor"))
        ]
        return [reported.out, *own, *files]

    first = reports()
    assert reports() == first
    assert reports("--no-cache") == first


def test_findings_of_a_file_that_is_read_in_parts_are_kept(probe: Probe, rules: str) -> None:
    probe.write(".anonfilter/rules.yaml", f"{rules}limits: {{whole_megabytes: 0.001}}\n")
    probe.write("a.txt", f"{PLAIN}\n" * 50 + LEAK)
    first, second = probe("check", "a.txt"), probe("check", "a.txt")
    assert (first.scanned, second.scanned) == (True, False)
    assert first.out == second.out == "a.txt:101:13: LOCATION (dictionary, 0.95)\n"
    assert first.code == second.code == 1


def test_acceptance_is_decided_in_each_run(checked: Probe) -> None:
    checked.write("a.txt", f"{LEAK}And of Kilwa.\n")
    both = [checked("check").out for _ in range(2)]
    assert both[0] == both[1]
    assert both[0].count("LOCATION") == 2
    checked.write(
        ".anonfilter/allow.yaml", "anonfilter: 1\nallow: [{value: Zanzibar, reason: an island}]\n"
    )
    assert checked("check").out == "a.txt:2:8: LOCATION (dictionary, 0.95)\n"
    checked.write(".anonfilter/allow.yaml", "anonfilter: 1\nallow: []\n")
    assert checked("check").out == both[0]


def test_a_file_of_another_name_is_another_file(checked: Probe) -> None:
    (checked.folder / "a.txt").rename(checked.folder / "d.txt")
    assert clean(checked("check")).scanned


def test_installed_packages_are_part_of_the_key(checked: Probe) -> None:
    installed = checked.folder.parent / "installed"
    (installed / "something-1.0.dist-info").mkdir(parents=True)
    checked.more = {"PYTHONPATH": str(installed)}
    assert clean(checked("check")).scanned
    assert not clean(checked("check")).scanned
    (installed / "something-1.0.dist-info").rename(installed / "something-1.1.dist-info")
    assert clean(checked("check")).scanned


def nothing(needs: str) -> str:
    """A plugin file with a detector that finds nothing and says this of what it needs."""
    return detector_file("nothing", members=f"def needs(self): return Needs({needs})")


def test_results_of_code_in_the_repository_are_not_stored(probe: Probe, rules: str) -> None:
    probe.write("tool.py", nothing("pinned=True"))
    probe.write(
        ".anonfilter/rules.yaml",
        rules.replace("detectors:", "plugins: [../tool.py]\ndetectors:\n  - use: nothing"),
    )
    for _ in range(2):
        assert clean(probe("check", "--trust-local-plugins")).scanned
    assert not probe.kept


@pytest.mark.parametrize(("needs", "again"), [("", True), ("pinned=True", False)])
def test_results_of_an_unpinned_plugin_are_not_stored(
    probe: Probe, rules: str, needs: str, again: bool
) -> None:
    installed = probe.folder.parent / "installed"
    about = installed / "own_detector-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own-detector\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[anonfilter]\nown = own_detector\n")
    (installed / "own_detector.py").write_text(nothing(needs))
    probe.write(
        ".anonfilter/rules.yaml", rules.replace("detectors:", "detectors:\n  - use: nothing")
    )
    probe.more = {"PYTHONPATH": str(installed)}
    probe.settled()
    assert clean(probe("check")).scanned
    assert clean(probe("check")).scanned is again
    with (installed / "own_detector.py").open("a") as file:
        file.write("# edited in place\n")
    probe.settled()
    assert clean(probe("check")).scanned


def test_the_option_no_cache_scans_again(checked: Probe) -> None:
    before = [path.read_bytes() for path in checked.kept]
    assert clean(checked("check", "--no-cache")).scanned
    assert [path.read_bytes() for path in checked.kept] == before


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 500])
def test_a_broken_cache_is_made_again(checked: Probe, content: bytes) -> None:
    for path in checked.kept:
        path.write_bytes(content)
    assert clean(checked("check")).scanned
    assert not clean(checked("check")).scanned


def test_verdicts_of_another_user_are_ignored(checked: Probe) -> None:
    (path,) = checked.kept
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert clean(checked("check")).scanned
    secret = path.with_name("secret")
    secret.chmod(0o644)
    for _ in range(2):
        assert clean(checked("check")).scanned


def test_a_check_works_without_room_for_a_cache(probe: Probe) -> None:
    probe.cache.write_text("no folder")
    for _ in range(2):
        assert clean(probe("check")).scanned


def test_nothing_can_be_read_in_the_cache(checked: Probe) -> None:
    folder = checked.cache / "anonfilter" / "kept"
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for path in checked.kept:
        data = path.read_bytes()
        assert not any(
            word in data for word in (b"rain", b"a.txt", b"Kisiwani", b"Kilwa", b"Zanzibar")
        )


def test_checks_side_by_side_keep_what_each_has_found(probe: Probe) -> None:
    for number in range(4):
        probe.write(f"part{number}/text.txt", f"{CLEAN}And {number} more.\n")
    running = [probe.start("check", f"part{number}") for number in range(4)]
    assert [one.wait() for one in running] == [0] * 4
    for one in running:
        one.communicate()
    for number in range(4):
        assert not clean(probe("check", f"part{number}")).scanned


def test_a_clean_recording_is_not_recognised_again(probe: Probe) -> None:
    (probe.folder / "a.wav").write_bytes(packed(np.zeros((8000, 1), np.float32)))
    Probe.settled()
    first, again = (probe("check", "a.wav") for _ in range(2))
    assert (first.code, again.code) == (0, 0), first.err
    assert (first.scanned, again.scanned) == (True, False)
