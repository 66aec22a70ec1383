"""Known originals of a corpus are found in texts and names of files, and by the filter."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine, Result
from tests.git_repository import Repository

TEXT = "Wilma Quillfeather saw Abel Tamsin.\n"
NOT_FOUND_BY_RULES = "Ask Ms. QUILLFEATHER's brother, Q-U-I-L-L-F-E-A-T-H-E-R.\n"

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> Repository:
    """A repository with a key, and a document that was filtered."""
    run("key", "new")
    repository.write("talk.txt", TEXT)
    assert run("-i", "talk.txt").code == 0
    return repository


@pytest.fixture
def check_key(run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch) -> str:
    """Only the check key is here, as in CI."""
    key = run("key", "export", "--check").out.strip()
    own = Path(os.environ["XDG_CONFIG_HOME"]) / "anonfilter" / "keys"
    for path in own.iterdir():
        path.unlink()
    monkeypatch.setenv("ANONFILTER_KEY", key)
    return key


def names(run: CommandLine, text: str, *options: str) -> Result:
    path = run.folder.parent / "names.txt"
    path.write_text(text)
    return run("roster", "add", *options, str(path))


def caches() -> list[Path]:
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "anonfilter" / "kept"
    return sorted(folder.glob("known.*"))


def test_a_name_known_from_one_document_is_found_in_another(
    run: CommandLine, corpus: Repository
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    result = run("check")
    assert result.code == 1
    assert result.out.splitlines() == [
        "other.txt:1:9: PERSON (known, 1.00)",
        "other.txt:1:33: PERSON (known, 1.00)",
    ]
    assert "quillfeather" not in (result.out + result.err).lower()


def test_a_text_that_was_just_filtered_is_clean(run: CommandLine, repository: Repository) -> None:
    text = TEXT + "Q-U-I-L-L-F-E-A-T-H-E-R, so Quill-\nfeather.\n"
    run("key", "new")
    file = repository.write("talk.txt", text)
    assert run("-i", "talk.txt").code == 0
    assert "[PERSON_2], so [" in file.read_text()
    assert run("check").code == 0
    assert run("restore", "talk.txt").out == text


def test_the_check_key_finds_the_same(
    run: CommandLine, corpus: Repository, request: pytest.FixtureRequest
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    corpus.write("jane_quillfeather.txt", "Nothing.\n")
    with_key = run("check")
    request.getfixturevalue("check_key")
    with_check_key = run("check")
    assert with_check_key.out == with_key.out
    assert with_check_key.code == 1
    assert run("roster", "list", "--show-values").code == 2


def test_no_name_is_in_the_cache(run: CommandLine, corpus: Repository) -> None:
    run("check")
    assert caches()
    for path in caches():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        data = path.read_bytes().lower()
        assert not any(name in data for name in (b"wilma", b"quillfeather", b"abel", b"tamsin"))


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_cache_that_is_broken_is_made_again(
    run: CommandLine, corpus: Repository, damage: bytes | None
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    before = run("check").out
    for path in caches():
        path.write_bytes(path.read_bytes()[:-9] if damage is None else damage)
    assert run("check").out == before
    assert run("check").out == before


def test_known_originals_work_without_a_cache(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    monkeypatch.setenv("XDG_CACHE_HOME", str(corpus.write("no-folder", "")))
    assert run("check", "other.txt").code == 1


def test_a_few_caches_of_a_corpus_are_kept(run: CommandLine, corpus: Repository) -> None:
    for number in range(7):
        corpus.write(f"more{number}.txt", TEXT)
        assert run("-i", f"more{number}.txt").code == 0
    assert len(caches()) == 4


def test_the_filter_masks_what_a_check_would_find(run: CommandLine, corpus: Repository) -> None:
    path = corpus.write("other.txt", NOT_FOUND_BY_RULES)
    assert run("-i", "other.txt").code == 0
    assert path.read_text() == "Ask Ms. [PERSON_1]'s brother, [PERSON_1].\n"
    assert run("check").code == 0
    assert run("restore", "other.txt").out == NOT_FOUND_BY_RULES
    assert run(stdin=NOT_FOUND_BY_RULES.encode()).out == path.read_text()


def test_excluded_terms_are_not_found(run: CommandLine, corpus: Repository) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(
        f"{rules.read_text()}resolvers:\n  - {{use: exclude, terms: [Quillfeather]}}\n"
    )
    corpus.write("other.txt", "Ask Ms. QUILLFEATHER.\n")
    assert run("check").code == 0
    corpus.write("other.txt", "Ask Wilma.\n")
    assert run("check").code == 1


def test_labels_that_may_survive_are_not_looked_for(run: CommandLine, corpus: Repository) -> None:
    corpus.write("case.txt", "See 21-CV-1234.\n")
    run("-i", "case.txt")
    corpus.write("other.txt", "See 21 CV 1234.\n")
    assert run("check", "other.txt").code == 0


def test_a_label_that_the_rules_do_not_have_is_an_error_of_the_rules(
    run: CommandLine, corpus: Repository
) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("PERSON", "WITNESS"))
    result = run("check")
    assert result.code == 2
    assert "labels that the rules do not declare: PERSON" in result.err


def test_without_a_key_the_missing_search_is_reported(
    run: CommandLine,
    corpus: Repository,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    assert "not looked for" not in run("check").err
    request.getfixturevalue("check_key")
    monkeypatch.delenv("ANONFILTER_KEY")
    result = run("check")
    assert result.code == 0
    assert "known originals of this corpus were not looked for" in result.err


def test_without_a_corpus_nothing_is_reported(run: CommandLine, repository: Repository) -> None:
    repository.write("other.txt", NOT_FOUND_BY_RULES)
    assert "known originals" not in run("check").err


# names of files


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("wilma_quillfeather.txt", "wilma_quillfeather.txt"),
        ("WilmaQuillfeather.txt", "WilmaQuillfeather.txt"),
        ("wilmaquillfeather2.txt", "wilmaquillfeather2.txt"),
        ("Quillfeather-notes.txt", "Quillfeather-notes.txt"),
        ("quillfeather.jpg", "quillfeather.jpg"),
        ("talks/QUILLFEATHER/one.txt", "talks/QUILLFEATHER"),
    ],
)
def test_a_name_in_the_name_of_a_file_or_folder_is_a_finding(
    run: CommandLine, corpus: Repository, name: str, shown: str
) -> None:
    corpus.write(name, "Nothing.\n")
    result = run("check")
    assert result.code == 1
    assert result.out == f"{shown}:1:1: PERSON (filename, 1.00)\n"


def test_the_name_of_a_folder_is_reported_once(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write("Quillfeather/one.txt", "Nothing.\n")
    corpus.write("Quillfeather/deep/two.txt", "Nothing.\n")
    assert run("check").out == "Quillfeather:1:1: PERSON (filename, 1.00)\n"
    monkeypatch.chdir(corpus.path / "Quillfeather" / "deep")
    assert run("check").out == "../../Quillfeather:1:1: PERSON (filename, 1.00)\n"


def test_everyday_words_in_names_of_files_are_no_findings(
    run: CommandLine, corpus: Repository
) -> None:
    names(run, "Mark Stone\n")
    for name in ("mark.txt", "stone_mark.txt", "mark/stone.txt"):
        corpus.write(name, "Nothing.\n")
    assert run("check").code == 0
    corpus.write("mark_stone.txt", "Nothing.\n")
    assert run("check").out == "mark_stone.txt:1:1: PERSON (filename, 1.00)\n"


# the index


def test_a_staged_check_knows_what_the_index_knows(run: CommandLine, corpus: Repository) -> None:
    corpus.git("add", "-A")
    corpus.stage("other.txt", NOT_FOUND_BY_RULES)
    assert run("check", "--staged").code == 1
    (corpus.path / "talk.txt.pseudonyms.yaml").write_text("damaged only here\n")
    assert run("check", "--staged").code == 1
    corpus.git("rm", "-q", "-f", "--cached", "talk.txt.pseudonyms.yaml")
    assert run("check", "--staged").code == 0


def test_a_staged_check_reads_the_roster_of_the_index(run: CommandLine, corpus: Repository) -> None:
    names(run, "Yarrow Dunmoor\n")
    corpus.stage("other.txt", "Ask Yarrow.\n")
    reported = "names were looked for as the index has them; the working tree has others"
    unstaged = run("check", "--staged")
    assert unstaged.code == 0
    assert f"{reported} in .anonfilter/roster.yaml" in unstaged.err
    corpus.git("add", ".anonfilter/roster.yaml")
    staged = run("check", "--staged")
    assert staged.code == 1
    assert reported not in staged.err


def test_files_of_another_corpus_are_reported(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    assert "run the check there" not in run("check", "other.txt").err
    monkeypatch.chdir(corpus.path.parent)
    result = run("check", "data/other.txt", "data")
    assert (
        result.err.count(f"originals known to the corpus in {corpus.path} were not looked for") == 1
    )


@pytest.mark.slow
def test_checks_at_the_same_time_share_a_cache(run: CommandLine, corpus: Repository) -> None:
    corpus.write("other.txt", NOT_FOUND_BY_RULES)
    before = set(caches())
    command = [sys.executable, "-m", "anonfilter", "check"]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in started}) == 1
    assert {process.returncode for process in started} == {1}
    assert len(set(caches()) - before) == 1


def test_originals_in_a_plain_sidecar_are_known_as_well(
    run: CommandLine, corpus: Repository
) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(f"{rules.read_text()}sidecar: plain\n")
    corpus.write(".gitignore", "*.pseudonyms.yaml\n")
    corpus.write("plain.txt", "Ask Wilma Tamsin.\n")
    assert run("-i", "plain.txt").code == 0
    corpus.write("other.txt", "Ask Tamsin Wilma, or wilmatamsin.\n")
    assert run("check").out.count("(known") == 3


# what cannot be read


@pytest.mark.parametrize("staged", [False, True])
def test_a_sidecar_that_does_not_open_makes_a_check_incomplete(
    run: CommandLine, corpus: Repository, staged: bool
) -> None:
    path = corpus.path / "talk.txt.pseudonyms.yaml"
    lines = path.read_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if "marks" in line)
    lines[at] = lines[at].replace('[PERSON_1]"', '[PERSON_9]"')
    path.write_text("".join(lines[:at] + lines[at + 1 : -1] + [lines[at], lines[-1]]))
    corpus.git("add", "-A")
    corpus.stage("other.txt", "Ask nobody.\n")
    result = run("check", *(["--staged"] if staged else []), "other.txt")
    assert result.code == 3
    assert result.err.startswith(f"incomplete: talk.txt.pseudonyms.yaml:{len(lines) - 1}:1: ")
    corpus.stage("other.txt", "Ask Abel Tamsin.\n")
    assert run("check", *(["--staged"] if staged else []), "other.txt").code == 1


def test_the_filter_says_so_too_and_does_the_rest(run: CommandLine, corpus: Repository) -> None:
    path = corpus.path / "talk.txt.pseudonyms.yaml"
    path.write_text(path.read_text().replace('marks: "', 'marks: "A', 1))
    other = corpus.write("other.txt", "Ask Abel Tamsin.\n")
    result = run("-i", "other.txt")
    assert result.code == 3
    assert "talk.txt.pseudonyms.yaml:" in result.err
    assert other.read_text() == "Ask [PERSON_1] [PERSON_2].\n"
    assert run(stdin=b"Ask Abel Tamsin.\n").out == ""


# the roster


def test_names_of_the_roster_are_found_and_stand_nowhere(
    run: CommandLine, corpus: Repository
) -> None:
    result = names(run, "# invented\nYarrow Dunmoor # her\n\n  Dunmoor\nWill\n")
    assert result.code == 0
    assert "2 added, 2 in all" in result.err
    assert "names.txt:5:1: this is a common word" in result.err
    corpus.write("other.txt", "Ask yarrow, or Ms Dunmoor; and will you?\n")
    assert run("check").out.count("known") == 2
    for path in (*caches(), corpus.path / ".anonfilter" / "roster.yaml"):
        data = path.read_bytes().lower()
        assert b"yarrow" not in data
        assert b"dunmoor" not in data
    assert run("roster", "list").out == "PERSON\t2\n"
    assert run("roster", "list", "--show-values").out == "PERSON\tDunmoor\nPERSON\tYarrow Dunmoor\n"


def test_the_same_name_again_changes_nothing(run: CommandLine, corpus: Repository) -> None:
    names(run, "Yarrow Dunmoor\nOdalys Brint\n")
    before = (corpus.path / ".anonfilter" / "roster.yaml").read_bytes()
    assert "0 added, 2 in all" in names(run, "Odalys Brint\n").err
    assert (corpus.path / ".anonfilter" / "roster.yaml").read_bytes() == before


def test_rosters_of_two_branches_merge(run: CommandLine, corpus: Repository) -> None:
    names(run, "".join(f"Quenby Person{letter * 3}\n" for letter in "abcdefghijklmnop"))
    corpus.git("add", "-A")
    corpus.commit()
    corpus.git("checkout", "-q", "-b", "other")
    names(run, "Yarrow Dunmoor\nOdalys Brint\n")
    corpus.git("commit", "-q", "-am", "two names")
    corpus.git("checkout", "-q", "main")
    names(run, "Odalys Brint\n")
    corpus.git("commit", "-q", "-am", "one of them")
    merged = corpus.git("merge", "-q", "other", check=False)
    if merged.returncode:  # the lines happen to adjoin: both sides' are kept
        path = corpus.path / ".anonfilter" / "roster.yaml"
        assert "Keep the lines of both" in run("roster", "list").err
        lines = path.read_text().splitlines(keepends=True)
        kept = [line for line in lines if line.startswith("- {")]
        path.write_text("".join([*lines[:3], *sorted(set(kept)), lines[-1]]))
    assert run("roster", "list").out == "PERSON\t18\n"
    corpus.write("other.txt", "Ask Yarrow and Odalys.\n")
    assert run("check").out.count("known") == 2


def test_a_roster_as_the_filter_takes_it(run: CommandLine, corpus: Repository) -> None:
    path = run.folder.parent / "people.yaml"
    path.write_text("people:\n- {name: Yarrow Dunmoor, aliases: [Yarrie Brint]}\n")
    assert "2 added" in run("roster", "add", str(path)).err
    assert "1 added" in run("roster", "add", "-", stdin=b"Odalys Fenn\n").err


def test_a_list_that_git_would_commit_is_reported(run: CommandLine, corpus: Repository) -> None:
    corpus.write("names.lst", "Yarrow Dunmoor\n")
    assert "git would commit it" in run("roster", "add", "names.lst").err
    corpus.write(".gitignore", "*.lst\n")
    assert "git would commit it" not in run("roster", "add", "names.lst").err


def test_a_label_that_may_survive_is_refused(run: CommandLine, corpus: Repository) -> None:
    result = names(run, "21-CV-1234\n", "--label", "CASE")
    assert result.code == 2
    assert "it is not searched for; use one of: PERSON" in result.err
    assert names(run, "x\n", "--label", "CHAIR").code == 2


def test_a_roster_needs_the_full_key(run: CommandLine, corpus: Repository, check_key: str) -> None:
    assert names(run, "Yarrow Dunmoor\n").code == 2
    assert not (corpus.path / ".anonfilter" / "roster.yaml").exists()


@pytest.mark.parametrize(
    ("wrong", "reported"),
    [
        (("PERSON", "PLACE"), "roster.yaml:4:1: this line does not open"),
        (('marks: "', 'marks: "A'), "roster.yaml:4:1: this line does not have the form of a name"),
        (("...\n", ""), "cut off"),
        (("names:", "people:"), "roster.yaml:3:1"),
        (("roster 1", "roster 2"), "roster.yaml:1:1"),
        (("\n", "\r\n"), "Windows line end"),
    ],
)
def test_a_changed_roster_is_reported_with_its_line(
    run: CommandLine, corpus: Repository, wrong: tuple[str, str], reported: str
) -> None:
    names(run, "Yarrow Dunmoor\nOdalys Brint\n")
    path = corpus.path / ".anonfilter" / "roster.yaml"
    path.write_text(path.read_text().replace(*wrong, 1), newline="")
    result = run("check")
    assert result.code == 3
    assert reported in result.err
    assert run("roster", "list", "--show-values").code == 3


def test_a_lines_seal_holds_its_label_and_its_corpus(run: CommandLine, corpus: Repository) -> None:
    names(run, "Yarrow Dunmoor\n")
    path = corpus.path / ".anonfilter" / "roster.yaml"
    own = path.read_text().splitlines()[1]
    path.write_text(path.read_text().replace(own, f'corpus: "{"a" * 26}"'))
    assert "roster.yaml:2:1: belongs to another corpus" in run("check").err
    assert run("roster", "list").code != 0


def test_a_rotated_key_opens_the_roster(run: CommandLine, corpus: Repository) -> None:
    names(run, "Yarrow Dunmoor\n")
    before = (corpus.path / ".anonfilter" / "roster.yaml").read_text()
    assert run("key", "rotate").code == 0
    assert (corpus.path / ".anonfilter" / "roster.yaml").read_text() != before
    assert run("roster", "list", "--show-values").out == "PERSON\tYarrow Dunmoor\n"
    corpus.write("other.txt", "Ask Yarrow.\n")
    assert run("check").out == "other.txt:1:5: PERSON (known, 1.00)\n"


def test_a_live_stream_needs_all_that_the_corpus_knows(
    run: CommandLine, corpus: Repository
) -> None:
    corpus.write("talk.txt.pseudonyms.yaml", "nothing: [\n")
    done = run("--live", stdin=NOT_FOUND_BY_RULES.encode())
    assert (done.code, done.out) == (3, "")
    assert "talk.txt.pseudonyms.yaml:1:1: is not a sidecar of anonfilter" in done.err
