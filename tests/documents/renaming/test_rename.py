"""``anonfilter -o FOLDER --rename``: no name in names, no two originals in one place, and back."""

from __future__ import annotations

import io
import os
from pathlib import Path

import docx
import pytest

from anonfilter.files.paths import SIDECAR
from tests.commands.commandline import CommandLine
from tests.commands.test_filter_jobs import tree
from tests.git_repository import Repository
from tests.surrogates.commands.test_surrogates import RULES as WITH_SURROGATES

WILMA = "Wilma Quillfeather met Abel Tamsin, case 21-CV-1234.\n"
ABEL = "Abel Tamsin was alone.\n"
FILES = {
    "data/Abel Tamsin/interview_abel_tamsin.txt": ABEL,
    "data/Wilma Quillfeather/Interview-Wilma-Quillfeather.txt": WILMA,
    "data/Wilma Quillfeather/notes.txt": f"{ABEL}{WILMA}",
    "data/Readme first.txt": "Nothing here.\n",
}
PLACES = [
    "data/Readme first.txt",
    "data/[PERSON_1] [PERSON_2]-2/Interview-[PERSON_1]-[PERSON_2].txt",
    "data/[PERSON_1] [PERSON_2]-2/notes.txt",
    "data/[PERSON_1] [PERSON_2]/interview_[PERSON_1]_[PERSON_2].txt",
]

pytestmark = pytest.mark.usefixtures("home")


def rules(*lines: str) -> None:
    path = Path(os.environ["ANONFILTER_RULES"])
    path.write_text(path.read_text() + "".join(f"{line}\n" for line in lines))


@pytest.fixture
def data(repository: Repository) -> Repository:
    """Interviews in folders with the names of people."""
    rules("documents: ['**/*.txt']")
    for name, text in FILES.items():
        repository.write(name, text)
    return repository


@pytest.fixture
def corpus(run: CommandLine, data: Repository) -> Repository:
    assert run("key", "new").code == 0
    return data


def placed(folder: Path) -> list[str]:
    return sorted(name for name in tree(folder) if not name.endswith(SIDECAR))


def test_people_have_the_tags_of_the_text_in_the_names_of_files_and_folders(
    run: CommandLine, data: Repository
) -> None:
    done = run("-o", "out", "--rename", "data")
    assert done.code == 0
    assert placed(run.folder / "out") == sorted(PLACES)
    assert "3 files of 4 renamed" in done.err
    assert (run.folder / "out" / PLACES[1]).read_text().startswith("[PERSON_1] [PERSON_2] met")
    assert run("-o", "plain", "data").code == 0
    assert sorted(tree(run.folder / "plain").values()) == sorted(tree(run.folder / "out").values())


def test_a_person_who_comes_late_in_the_text_has_that_tag(
    run: CommandLine, data: Repository
) -> None:
    data.write("Wilma_Quillfeather-2019-05-04.txt", f"{ABEL}{WILMA}")
    done = run("-o", "out", "--rename", "-v", "Wilma_Quillfeather-2019-05-04.txt")
    [place] = placed(run.folder / "out")
    assert place == "[PERSON_3]_[PERSON_4]-2019-05-04.txt"
    assert f"written as {place}" in done.err


def test_a_name_that_only_the_path_has_is_replaced_too(run: CommandLine, data: Repository) -> None:
    data.write("Wilma Quillfeather.txt", ABEL)
    assert run("-o", "out", "--rename", "Wilma Quillfeather.txt").code == 0
    assert placed(run.folder / "out") == ["[PERSON_3] [PERSON_4].txt"]


def test_a_person_found_in_one_name_is_replaced_in_all(run: CommandLine, data: Repository) -> None:
    data.write("Wilma Quillfeather.txt", "Nothing here.\n")
    data.write("talk_quillfeather_2.txt", "Nothing here.\n")
    assert (
        run("-o", "out", "--rename", "Wilma Quillfeather.txt", "talk_quillfeather_2.txt").code == 0
    )
    assert placed(run.folder / "out") == ["[PERSON_1] [PERSON_2].txt", "talk_[PERSON_1]_2.txt"]


def test_workers_change_nothing(run: CommandLine, data: Repository) -> None:
    assert run("-o", "one", "--rename", "data").code == 0
    assert run("-o", "two", "--rename", "-j", "2", "data").code == 0
    assert tree(run.folder / "one") == tree(run.folder / "two")


def test_the_order_of_the_files_changes_nothing(run: CommandLine, data: Repository) -> None:
    assert run("-o", "one", "--rename", *FILES).code == 0
    assert run("-o", "two", "--rename", *reversed(FILES)).code == 0
    assert tree(run.folder / "one") == tree(run.folder / "two")


def test_an_original_that_is_called_like_a_result_keeps_its_own_place(
    run: CommandLine, data: Repository
) -> None:
    data.write("Abel Tamsin.txt", ABEL)
    data.write("[PERSON_1] [PERSON_2].txt", "Nothing here.\n")
    done = run("-o", "out", "--rename", "Abel Tamsin.txt", "[PERSON_1] [PERSON_2].txt")
    assert done.code == 0
    assert placed(run.folder / "out") == [
        "[PERSON_1] [PERSON_2]-2.txt",
        "[PERSON_1] [PERSON_2].txt",
    ]


def test_files_without_a_sidecar_are_not_overwritten(run: CommandLine, data: Repository) -> None:
    assert run("-o", "out", "--rename", *[one for one in FILES if "Wilma" in one]).code == 0
    before = tree(run.folder / "out")
    done = run("-o", "out", "--rename", next(iter(FILES)))
    assert (done.code, tree(run.folder / "out")) == (2, before)
    assert "exists already" in done.err
    assert "Abel" not in done.err


def test_sidecars_remember_and_restore_brings_the_names_back(
    run: CommandLine, corpus: Repository
) -> None:
    assert run("-o", "out", "--rename", "data").code == 0
    first = tree(run.folder / "out")
    assert sorted(PLACES) == placed(run.folder / "out")
    for name, stored in first.items():
        assert b"Wilma" not in stored, name
    assert run("-o", "out", "--rename", "-j", "2", "data").code == 0
    assert tree(run.folder / "out") == first
    assert run("map", "verify").code == 0
    os.chdir(run.folder / "out")
    assert run("restore", "-o", "../../back", *PLACES).code == 0
    back = {name: text.decode() for name, text in tree(run.folder.parent / "back").items()}
    assert back == FILES


def test_the_map_shows_the_name_with_values_only(run: CommandLine, corpus: Repository) -> None:
    assert run("-o", "out", "--rename", "data").code == 0
    shown = run("map", "show", "--show-values", f"out/{PLACES[2]}")
    assert 'renamed from "data/Wilma Quillfeather/notes.txt"' in shown.out
    as_data = run("map", "show", "--show-values", "--json", f"out/{PLACES[2]}").json()
    assert as_data["sidecars"][0]["original"] == "data/Wilma Quillfeather/notes.txt"
    assert "Wilma" not in run("map", "show", f"out/{PLACES[2]}").out
    assert "Wilma" not in run("map", "show", "--json", f"out/{PLACES[2]}").out


def test_a_later_run_of_some_files_finds_their_folders_again(
    run: CommandLine, corpus: Repository
) -> None:
    assert run("-o", "out", "--rename", "data").code == 0
    corpus.write("data/Wilma Quillfeather/later.txt", f"{ABEL}{WILMA}")
    notes = corpus.write("data/Wilma Quillfeather/notes.txt", f"Late. {WILMA}")
    assert run("-o", "out", "--rename", str(notes.parent.relative_to(run.folder))).code == 0
    folder = "data/[PERSON_1] [PERSON_2]-2"
    assert placed(run.folder / "out") == sorted([*PLACES, f"{folder}/later.txt"])
    again = (run.folder / "out" / folder / "notes.txt").read_text()
    assert again.startswith("Late. [PERSON_3] [PERSON_4] met [PERSON_1]")  # numbers go on


def test_in_place_keeps_what_the_sidecar_remembers(run: CommandLine, corpus: Repository) -> None:
    assert run("-o", "out", "--rename", "data").code == 0
    result = run.folder / "out" / PLACES[1]
    result.write_text(result.read_text() + ABEL)
    assert run("-i", str(result)).code == 0
    assert run("restore", "-o", "back/", str(result)).code == 0
    assert placed(run.folder / "back") == ["Interview-Wilma-Quillfeather.txt"]


@pytest.mark.parametrize("line", ["map_dir: maps", "sidecar: plain"])
def test_wherever_and_however_sidecars_are_kept(
    run: CommandLine, corpus: Repository, line: str
) -> None:
    corpus.write(".gitignore", f"*{SIDECAR}\n")
    rules(line)
    assert run("-o", "out", "--rename", "data").code == 0
    assert run("-o", "out", "--rename", "data").code == 0
    assert placed(run.folder / "out") == sorted(PLACES)
    assert run("restore", "-o", "back/", *(f"out/{one}" for one in PLACES)).code == 0
    assert sorted(tree(run.folder / "back" / "out")) == sorted(FILES)


def test_numbers_of_the_corpus_give_a_person_one_folder(
    run: CommandLine, corpus: Repository
) -> None:
    rules("scope: corpus")
    assert run("-o", "out", "--rename", "data").code == 0
    found = placed(run.folder / "out")
    assert len({Path(one).parent.name for one in found}) == 3
    assert not any("-2" in one for one in found)
    tags = [one.removesuffix(".txt").split("interview_")[1] for one in found if "interview" in one]
    assert any(f"data/{tags[0].replace(']_[', '] [')}/" in one for one in found)
    assert run("-o", "out", "--rename", "data").code == 0
    assert placed(run.folder / "out") == found


def test_a_file_of_an_office(run: CommandLine, data: Repository) -> None:
    rules("formats: [{use: office}]")
    path = Path(os.environ["ANONFILTER_RULES"])
    path.write_text(path.read_text().replace("formats:\n  - use: text\n", "", 1))
    made, stream = docx.Document(), io.BytesIO()
    made.add_paragraph(WILMA.strip())
    made.save(stream)
    path = data.write("wilma quillfeather.docx", "")
    path.write_bytes(stream.getvalue())
    assert run("-o", "out", "--rename", path.name).code == 0
    [place] = placed(run.folder / "out")
    assert place == "[PERSON_1] [PERSON_2].docx"
    first, *_ = docx.Document(str(run.folder / "out" / place)).paragraphs
    assert first.text.startswith("[PERSON_1] [PERSON_2] met")


def test_names_have_tags_where_texts_have_surrogates(run: CommandLine, corpus: Repository) -> None:
    Path(os.environ["ANONFILTER_RULES"]).write_text(WITH_SURROGATES)
    corpus.write("abel_tamsin.txt", "Abel Tamsin was alone.\n")
    assert run("-o", "out", "--rename", "abel_tamsin.txt").code == 0
    assert placed(run.folder / "out") == ["[PERSON_1].txt"]
    assert run("restore", "-o", "back/", "out/[PERSON_1].txt").code == 0
    assert tree(run.folder / "back" / "out") == {"abel_tamsin.txt": b"Abel Tamsin was alone.\n"}


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    run: CommandLine, data: Repository
) -> None:
    data.write("data/broken.txt", "").write_bytes(b"a\0b")
    done = run("-o", "out", "--rename", "data")
    assert done.code == 3
    assert placed(run.folder / "out") == sorted(PLACES)
    assert done.err.count("NUL") == 1


def test_a_name_that_a_check_would_object_to_is_not_written(
    run: CommandLine, data: Repository
) -> None:
    data.write("data/interview_maria_garcia/talk.txt", ABEL)  # whom these rules cannot find
    done = run("-o", "out", "--rename", "data")
    assert done.code == 3
    assert "may still hold personal data (PERSON)" in done.err
    assert placed(run.folder / "out") == sorted(PLACES)


def test_a_name_that_would_be_too_long_does_not_stop_the_others(
    run: CommandLine, data: Repository
) -> None:
    data.write(f"data/{'_'.join(['Abel Tamsin'] * 15)}.txt", ABEL)
    done = run("-o", "out", "--rename", "data")
    assert done.code == 3
    assert done.err.count("its name cannot be filtered") == 1
    assert placed(run.folder / "out") == sorted(PLACES)


def test_a_file_in_parts_is_not_renamed(run: CommandLine, data: Repository) -> None:
    rules("limits: {whole_megabytes: 0.02}")
    data.write("long.txt", "Nothing in this line.\n" * 2000)
    done = run("-o", "out", "--rename", "long.txt")
    assert done.code == 3
    assert "is too long to be read as a whole" in done.err
    assert not (run.folder / "out").exists()


def test_without_rename_a_name_in_the_name_of_a_file_is_reported(
    run: CommandLine, data: Repository
) -> None:
    data.write("talk of Wilma.txt", "Wilma Quillfeather spoke.\n")
    data.write("talk_1.txt", "Wilma Quillfeather spoke.\n")
    done = run("-o", "out", "talk of Wilma.txt", "talk_1.txt")
    assert done.code == 0
    noted = [line for line in done.err.splitlines() if "--rename" in line]
    assert [line.partition(":")[0] for line in noted] == ["talk of Wilma.txt"]
    assert "has personal data (PERSON)" in noted[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("talk.txt",), "--rename needs -o"),
        (("-i", "talk.txt"), "git mv"),
        (("-o", "out"), "not possible with standard input"),
        (("-o", "out", "-"), "not possible with standard input"),
    ],
)
def test_rename_needs_an_output_folder(
    run: CommandLine, data: Repository, arguments: tuple[str, ...], said: str
) -> None:
    data.write("talk.txt", ABEL)
    done = run("--rename", *arguments)
    assert done.code == 2
    assert said in done.err


DECIDING = "resolvers: [{use: decisions}]"


def test_a_decision_about_the_text_holds_while_the_name_is_filtered(
    run: CommandLine, corpus: Repository
) -> None:
    rules(DECIDING)
    name = "Wilma Quillfeather.txt"
    corpus.write(name, "Then Zorro met Wilma Quillfeather.\n")
    assert run("people", "--add", "5-10", name).code == 0
    done = run("-o", "out", "--rename", name)
    assert (done.code, "has changed" in done.err) == (0, False)
    [place] = placed(run.folder / "out")[:1]
    assert "Zorro" not in (run.folder / "out" / place).read_text()
    assert "Quillfeather" not in place


def test_a_decision_about_another_text_stops_the_renaming(
    run: CommandLine, corpus: Repository
) -> None:
    rules(DECIDING)
    corpus.write("a.txt", "Then Zorro met Wilma Quillfeather.\n")
    assert run("people", "--add", "5-10", "a.txt").code == 0
    corpus.write("a.txt", "Later on Zorro met Wilma Quillfeather.\n")
    assert run("-o", "out", "--rename", "a.txt").code == 3


@pytest.mark.parametrize("number", ["3", "2019", "25abcdwren", "k7f3m2wren"])
def test_no_tag_is_put_into_a_tag_of_a_name(
    run: CommandLine, corpus: Repository, number: str
) -> None:
    path = Path(os.environ["ANONFILTER_RULES"])
    pattern = "      - {label: PERSON, regex: '(?:cdw|m2w|PERSON )'}\n"
    path.write_text(path.read_text().replace("    patterns:\n", f"    patterns:\n{pattern}"))
    rules("scope: corpus")
    name = f"talk_[PERSON_{number}]-2.txt"
    corpus.write(name, "Nothing here.\n")
    assert run("-o", "out", "--rename", name).code == 0
    assert placed(run.folder / "out") == [name]
