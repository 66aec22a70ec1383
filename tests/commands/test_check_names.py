"""``anonfilter check`` finds personal data in names of files, folders, branches and tags."""

from __future__ import annotations

import pytest

CLEAN = "On Monday\nwe met nobody.\n"


def reported(result):
    """Path, label and kind of each finding."""
    lines = (line.split(":1:1: ") for line in result.out.splitlines())
    return [(path, *said.removesuffix(", 1.00)").split(" (")) for path, said in lines]


@pytest.mark.parametrize(
    "name",
    [
        "Wilma Quillfeather.txt",
        "wilma_quillfeather.txt",
        "wilma-quillfeather.txt",
        "wilma.quillfeather.txt",
        "WilmaQuillfeather.txt",
        "2024-03-01_wilma_quillfeather_2.txt",
        "Wilma+Quillfeather.de.txt",
    ],
)
def test_a_name_of_a_document_is_read_however_it_is_written(run, repository, name):
    repository.stage(name, CLEAN)
    for way in (["check"], ["check", "--staged"], ["check", name]):
        result = run(*way)
        assert result.code == 1
        assert reported(result) == [(name, "PERSON", "filename")]


def test_a_folder_is_reported_once(run, repository):
    repository.stage("about/wilma_quillfeather/one.txt", CLEAN)
    repository.stage("about/wilma_quillfeather/two.txt", CLEAN)
    result = run("check")
    assert reported(result) == [("about/wilma_quillfeather", "PERSON", "filename")]


def test_labels_that_are_not_replaced_are_allowed_in_names(run, repository):
    repository.stage("21-CV-1234.txt", CLEAN)
    assert run("check").code == 0


def test_names_of_other_files_are_not_prose(run, repository):
    repository.stage("wilma_quillfeather.png", b"\x89PNG\0")
    assert run("check").code == 0
    assert run("check", "--staged").code == 0


def test_only_new_names_count_in_a_diff(run, repository):
    repository.stage("wilma_quillfeather.txt", CLEAN)
    repository.commit()
    repository.stage("wilma_quillfeather.txt", CLEAN + "More.\n")
    repository.commit()
    assert run("check", "--diff", "HEAD~1..HEAD").code == 0
    repository.git("mv", "wilma_quillfeather.txt", "abel_tamsin.txt")
    repository.commit()
    assert run("check", "--diff", "HEAD~1..HEAD").code == 1


def test_names_may_have_any_characters(run, repository):
    repository.stage(b"a\n\xff_wilma_quillfeather.txt", CLEAN)
    repository.stage("[PERSON_1].txt", CLEAN)
    assert reported(run("check")) == [("a\\n\\xdcff_wilma_quillfeather.txt", "PERSON", "filename")]


@pytest.mark.parametrize(
    "name", ["feature/wilma-quillfeather", "refs/tags/Wilma-Quillfeather", "wilma_quillfeather"]
)
def test_names_of_branches_and_tags_are_checked(run, name):
    [(path, *said)] = reported(run("check", "--ref", "main", "--ref", name))
    assert name.startswith(path)
    assert said == ["PERSON", "refname"]
    assert run("check", "--ref", "main").code == 0


def test_an_allowed_name_does_not_allow_another(run, repository):
    allowed = "anonfilter: 1\nallow:\n- {value: Wilma Quillfeather, reason: the author}\n"
    repository.stage(".anonfilter/allow.yaml", allowed)
    repository.stage("wilma_quillfeather.txt", CLEAN)
    assert run("check").code == 0
    repository.stage("wilma_quillfeather_and_abel_quillfeather.txt", CLEAN)
    assert len(reported(run("check"))) == 1


def test_a_name_found_in_the_text_is_found_in_the_name_of_the_file(run, repository):
    repository.stage("quillfeather_03.txt", "On Monday\nwe met Wilma Quillfeather.\n")
    repository.stage("tamsin.txt", CLEAN)
    result = run("check")
    assert [line.partition(" (")[2] for line in result.out.splitlines()] == [
        "patterns, 0.90)",
        "filename, 1.00)",
    ]
    repository.stage(
        ".anonfilter/allow.yaml",
        """
anonfilter: 1
allow:
- {value: Wilma Quillfeather, reason: the author}
""",
    )
    assert run("check").code == 0


def test_a_place_in_the_text_and_in_the_name_is_no_finding_in_the_name(run, repository):
    repository.stage("mark.txt", "On Monday\nwe met Wilma Quillfeather, mark her words.\n")
    assert run("check").out == "mark.txt:2:8: PERSON (patterns, 0.90)\n"


def test_names_are_shown_as_values_on_request(run, repository):
    repository.stage("wilma_quillfeather.txt", CLEAN)
    assert run("check", "--show-values").out.endswith(" Wilma Quillfeather\n")


IGNORABLE = ["\xad", "\u200b", "\u115f", "\u3164", "\uffa0", "\ufe0f", "\U000e0061", "\U0001d173"]


@pytest.mark.parametrize("mark", IGNORABLE, ids=lambda mark: f"U+{ord(mark):04X}")
def test_invisible_characters_hide_no_name(run, repository, mark):
    """In names of files and folders, of branches, and in messages."""
    repository.stage(f"Wil{mark}ma{mark}Quillfeather/a.txt", CLEAN)
    repository.stage(f"wilma_quill{mark}feather.txt", CLEAN)
    result = run("check")
    assert result.code == 1
    assert len(result.out.splitlines()) == 2
    repository.stage("msg", f"As Wilma{mark} Quill{mark}feather said\n")
    assert run("check", "--commit-msg", "msg").code == 1
    repository.git("rm", "-rqf", ".")
    repository.stage("a.txt", CLEAN)
    repository.commit()
    assert run("check", "--history").code == 0
    repository.git("branch", f"wilma-quill{mark}feather")
    assert run("check", "--history").code == 1


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("mark", IGNORABLE, ids=lambda mark: f"U+{ord(mark):04X}")
def test_invisible_characters_hide_no_known_original(run, repository, mark):
    run("key", "new")
    repository.write("talk.txt", "We met Wilma Quillfeather.\n")
    assert run("-i", "talk.txt").code == 0
    repository.write(f"x_quill{mark}feather{mark}.png", b"\0")
    repository.write("other.txt", f"Ask Ms. Q{mark}uill{mark}feather's brother.\n")
    result = run("check")
    assert result.code == 1
    assert [line.split(":")[0] for line in sorted(result.out.splitlines())] == [
        "other.txt",
        f"x_quill{mark}feather{mark}.png",
    ]
