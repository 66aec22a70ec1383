"""``anonfilter allow``: adding findings to the allow list, and listing its entries."""

from __future__ import annotations

import pytest

from anonfilter.accepted.allow_list import parse

TEXT = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\nAbel\nTamsin left.\n"
NAME, CASE = "Wilma Quillfeather", "21-CV-1234"


@pytest.fixture
def listed(folder):
    """The entries of the list, as they stand there now."""

    def read():
        data = (folder / ".anonfilter" / "allow.yaml").read_bytes()
        return [one.entry for one in parse(data, "allow.yaml").allowances]

    return read


@pytest.fixture
def essay(folder):
    (folder / "essay.txt").write_text(TEXT)
    return folder / "essay.txt"


def test_a_finding_is_added_with_its_label_and_its_value_is_not_printed(run, essay, listed):
    result = run("allow", "essay.txt:2:10", "--reason", "on the title page")
    assert (result.code, result.out) == (0, "")
    assert result.last == "added .anonfilter/allow.yaml:5:3: value, as PERSON"
    [entry] = listed()
    assert (entry.value, entry.label, entry.reason) == (NAME, "PERSON", "on the title page")
    assert NAME not in result.err


def test_values_are_shown_on_request(run, essay):
    result = run("allow", "essay.txt:2:8", "--reason", "a ship", "--show-values")
    assert result.last == (
        f".anonfilter/allow.yaml:5:3: value {NAME}, as PERSON, because: a ship".join(["added ", ""])
    )


def test_an_entry_can_be_made_narrower_or_wider(run, essay, listed):
    wanted = ["--pattern", r"\d\d-CV-\d{4}", "--paths", "*.txt", "--paths", "!letters/"]
    run(
        "allow",
        "essay.txt:2:32",
        "--reason",
        "all",
        "--no-label",
        "--expires",
        "2999-12-31",
        *wanted,
    )
    [entry] = listed()
    assert (entry.value, entry.pattern, entry.label) == (None, r"\d\d-CV-\d{4}", None)
    assert entry.paths == ("*.txt", "!letters/")
    assert str(entry.expires) == "2999-12-31"


def test_a_finding_over_two_lines_can_be_named_by_either(run, essay, listed):
    essay.write_text("Wilma\nQuillfeather left.\n")
    (essay.parent.parent / "rules" / "small.yaml").write_text(
        "anonfilter: 1\nlabels: {PERSON: {}}\nformats: [{use: text}]\ntaggers: [{use: numbered}]\n"
        "detectors: [{use: dictionary, terms: [{term: Wilma Quillfeather, label: PERSON}]}]\n"
    )
    assert run("allow", "essay.txt:2", "--reason", "a ship").code == 0
    assert listed()[0].value == NAME
    assert run("allow", "essay.txt:1", "--reason", "a ship").last.endswith(
        "already allows this finding"
    )


def test_a_second_entry_leaves_the_first_as_it_is(run, essay, folder, listed):
    path = folder / ".anonfilter" / "allow.yaml"
    path.parent.mkdir()
    written = (
        f"# ours\nanonfilter: 1\nallow:\n    - {{value: '{CASE}', reason:   'public'}}  # yes\n"
    )
    path.write_text(written)
    path.chmod(0o640)
    assert run("allow", "essay.txt:2:8", "--reason", "a ship").code == 0
    assert path.read_text().startswith(written)
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.value for entry in listed()] == [CASE, NAME]
    assert run("allow", "essay.txt:2:8", "--reason", "a ship").code == 0
    assert len(listed()) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["essay.txt:2"], "--reason"),
        (["essay.txt:2:8", "--reason", " "], "--reason"),
        (["essay.txt", "--reason", "b"], "FILE:LINE"),
        (["--reason", "b"], "FILE:LINE"),
        (["essay.txt:1", "--reason", "b"], "no finding at this place fails a check"),
        (["essay.txt:9", "--reason", "b"], "the file has 4 lines, and no line 9"),
        (["essay.txt:2:7", "--reason", "b"], "no finding at this place fails a check"),
        (["essay.txt:2", "--reason", "b"], "by its column: 8 (PERSON), 32 (CASE)"),
        (["essay.txt:2:8", "--reason", "b", "--pattern", "Wilma"], "does not match the whole"),
        (["essay.txt:2:8", "--reason", "b", "--pattern", "("], "--pattern: is not a regular"),
        (["essay.txt:2:8", "--reason", "b", "--pattern", ".*"], "--pattern: matches the empty"),
        (
            ["essay.txt:2:8", "--reason", "b", "--pattern", ".+", "--no-label"],
            "Error: a `pattern` that matches anything needs a `label` or `paths`",
        ),
        (["essay.txt:2:8", "--reason", "b", "--paths", "letters/"], "--paths does not match"),
        (["essay.txt:2:8", "--reason", "b", "--paths", "!a"], "--paths: exclude files only"),
        (["essay.txt:2:8", "--reason", "b", "--expires", "soon"], "--expires"),
        (["essay.txt:2:8", "--reason", "b", "--expires", "2020-01-01"], "--expires"),
        (["--list", "essay.txt:2:8"], "--list takes no FILE:LINE"),
    ],
)
def test_an_invalid_entry_is_refused_and_nothing_is_written(run, essay, folder, arguments, said):
    result = run("allow", *arguments)
    assert result.code == 2
    assert said in result.err
    assert NAME not in result.err
    assert not (folder / ".anonfilter").exists()


def test_an_invalid_list_is_reported_and_not_changed(run, essay, folder):
    path = folder / ".anonfilter" / "allow.yaml"
    path.parent.mkdir()
    path.write_text(f"anonfilter: 1\nallow:\n- {{valeu: {NAME}}}\n")
    result = run("allow", "essay.txt:2:8", "--reason", "b")
    assert result.code == 2
    assert ".anonfilter/allow.yaml:3:4: unknown key; did you mean 'value'?" in result.err
    assert NAME not in result.err


def test_a_file_that_cannot_be_scanned_is_incomplete(run, folder):
    assert run("allow", "missing.txt:1", "--reason", "b").code == 3


ENTRIES = f"""\
anonfilter: 1
allow:
- {{value: {NAME}, reason: Mirela agreed}}
- {{value: Mirela Tolliver, reason: a ship}}
- {{value: '{CASE}', label: PERSON, reason: public}}
- {{value: '{CASE}', label: CAES, reason: public}}
- {{pattern: '{CASE}', reason: public, paths: [Mirela/], expires: 2020-01-01}}
"""


@pytest.fixture
def entries(folder, essay):
    path = folder / ".anonfilter" / "allow.yaml"
    path.parent.mkdir()
    path.write_text(ENTRIES)


def test_the_list_shows_stale_and_expired_entries(run, entries):
    result = run("allow", "--list")
    assert result.code == 0
    assert result.out.splitlines() == [
        ".anonfilter/allow.yaml:3:3: value, as any label",
        ".anonfilter/allow.yaml:4:3: value, as any label: matched nothing, and can be removed",
        ".anonfilter/allow.yaml:5:3: value, as PERSON: matched nothing, and can be removed",
        ".anonfilter/allow.yaml:6:3: value, as CAES: the rules have no label CAES; "
        "did you mean CASE?",
        ".anonfilter/allow.yaml:7:3: pattern, as any label, in some files only, to 2020-01-01: "
        "expired on 2020-01-01, and allows nothing",
    ]
    assert not any(name in result.out + result.err for name in (NAME, "Mirela"))


def test_the_list_shows_values_and_reasons_on_request(run, entries):
    out = run("allow", "--list", "--no-scan", "--show-values").out
    assert "matched nothing" not in out
    assert "expired on 2020-01-01" in out
    assert f"value {NAME}, as any label, because: Mirela agreed" in out
    assert "in Mirela/" in out


def test_unscanned_files_make_no_entry_stale(run, entries, folder):
    (folder / "broken.txt").write_bytes(b"\0" * 400)
    result = run("allow", "--list")
    assert result.code == 3
    assert "matched nothing" not in result.out


def test_no_entry_is_stale_if_only_some_labels_are_searched(run, entries):
    assert "matched nothing" not in run("allow", "--list", "--only", "CASE").out


def test_without_a_list_nothing_is_printed(run, essay):
    result = run("allow", "--list")
    assert (result.code, result.out) == (0, "")


@pytest.mark.usefixtures("home")
def test_a_known_original_is_allowed_by_its_value_alone(run, folder, listed):
    assert run("key", "new").code == 0
    (folder / "letter.txt").write_text(f"We met {NAME}.\n")
    assert run("-i", "letter.txt").code == 0
    (folder / "notes.txt").write_text(
        "It was Quillfeather.\n"
    )  # which no pattern of the rules finds
    refused = run("allow", "notes.txt:1", "--reason", "a ship", "--pattern", "Quill.+")
    assert refused.code == 2
    assert "known original" in refused.err
    assert run("allow", "notes.txt:1", "--reason", "a ship").code == 0
    assert listed()[0].value == "Quillfeather"
