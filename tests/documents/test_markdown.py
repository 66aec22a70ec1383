"""Markdown: prose is read as a page shows it, code is hidden from all but detectors of forms."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_documents.markdown.markdown import Markdown
from anonfilter_documents.markdown.markdown_parts import MarkdownParts
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from anonfilter.contract.document import CODE, LISTING
from anonfilter.testing.growth import grows_no_faster
from tests.commands.commandline import CommandLine
from tests.documents.read_documents import NAME, fields, read, replaced, texts, write_rules

PAGE = f"""---
author: {NAME}
title: "On {NAME}"
---
# Of Qu**il**l

Said {NAME[:3]}
ll and *{NAME}* [Qu*il*l](people/{NAME}.md "{NAME}") ![{NAME}]({NAME}.png) <{NAME}@mail.example>
[{NAME}](mailto:{NAME}@mail.example) [so][{NAME}] `{NAME}()` {NAME}&eacute; \\*{NAME}\\*

> > {NAME}

- [x] {NAME}

  {NAME}
  1. {NAME}

| {NAME} | it |
|---|:-:|
| x \\| {NAME} | **{NAME}** |

    {NAME} = 1

```sh title="{NAME}"
call --{NAME}
# This was written by {NAME} at home.
```

<p title="{NAME}">Qu<b>il</b>l</p> <!-- {NAME} -->
<Card who="{NAME}">

[{NAME}]: <a/{NAME} b.md> "{NAME}"
[^{NAME}]: {NAME}
"""
PIECES = st.sampled_from(
    [
        NAME,
        "so it was",
        "a",
        " ",
        "\n",
        "\n\n",
        "    ",
        "\t",
        "- ",
        "1. ",
        "2. ",
        "> ",
        "# ",
        "`",
        "``",
        "```",
        "```\n",
        "~~~",
        "\n```py\n",
        "*",
        "**",
        "_",
        "~~",
        "[",
        "]",
        "(",
        ")",
        "](",
        "][",
        "]: /u",
        "![",
        "<b>",
        "</b>",
        "<",
        ">",
        "<!--",
        "-->",
        "|",
        "\n|-|-|\n",
        "\n---\n",
        "\n===\n",
        "\\",
        "&amp;",
        "<a@b.example>",
        "<https://b.example>",
        "'",
        '"',
        ":",
        "!!! note",
        "[^1]:",
    ]
)
PAGES = st.lists(PIECES, max_size=25).map("".join)


def prose(page: str) -> list[str]:
    """The fields that all detectors read."""
    return [
        text for role, text in fields(read(Markdown, page, "a.md")) if role not in (CODE, LISTING)
    ]


def test_all_that_a_page_shows_is_read() -> None:
    shown = prose(PAGE)
    assert f"Of {NAME}\n" in shown
    assert any(one.startswith("Said Qui\nll and Quill Quill") for one in shown)
    assert any(f"*{NAME}*" in one for one in shown)  # which is escaped
    assert {NAME, f"On {NAME}", f"{NAME}\n", f" {NAME} "} <= set(shown)
    assert any(f"written by {NAME} at home" in one for one in shown)
    assert f'<Card who="{NAME}">\n' in shown


def test_code_is_for_detectors_of_forms() -> None:
    code = [text for role, text in fields(read(Markdown, PAGE, "a.md")) if role == LISTING]
    assert [one.strip() for one in code if NAME in one] == [
        f"{NAME}()",
        f"{NAME} = 1",
        f'sh title="{NAME}"\ncall --{NAME}',
    ]


def test_a_page_is_the_same_but_for_names() -> None:
    document = read(Markdown, PAGE, "a.md")
    changed = replaced(document, by="[P]")
    expected = PAGE.replace("Qu**il**l", "[P]****")
    expected = expected.replace("Qu*il*l", "[P]**").replace("Qu<b>il</b>l", "[P]<b></b>")
    expected = expected.replace(f"author: {NAME}", 'author: "[P]"').replace(NAME, "[P]")
    assert changed == expected
    assert MarkdownIt().render(changed).count("[P]") >= 10
    assert replaced(document, name="nothing") == PAGE


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("2019. was a year\n", "2019. was a year\n"),
        ("in May\n4. Then\n", "in May\n4. Then\n"),
        ("2 * 3 * 4 and a_b_c\n", "2 * 3 * 4 and a_b_c\n"),
        ("[PERSON_1](x) and [[PERSON_2]](y/z)\n", "[PERSON_1](x) and [PERSON_2]\n"),
        ("a ` b\n", "a ` b\n"),
        ("[a](b/[PERSON_1].md)\n", "[PERSON_1].md"),
        ("[a](b/Ann_Reed.md)\n", "Ann Reed md"),
        ("`Wilma Quillfeather`\n", "Wilma Quillfeather\n"),
        ("`<td>Wilma Quillfeather</td>`\n", "<td>Wilma Quillfeather</td>\n"),
        ("`412;Quillfeather;Wilma;Dunmore`\n", "412;Quillfeather;Wilma;Dunmore\n"),
        ("<Wilma Quillfeather>\n", "<Wilma Quillfeather>\n"),
        ("\n    So said Wilma, and she went home.\n", "    So said Wilma, and she went home.\n"),
    ],
)
def test_characters_that_are_not_markup_are_text(written: str, said: str) -> None:
    assert said in prose(written)


@given(PAGES)
def test_no_text_of_a_page_is_taken_for_code(page: str) -> None:
    """What markdown-it shows as text is in the fields that all detectors read."""
    shown = "".join(prose(page)).replace("\n", " ")
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        for part in token.children or ():
            if part.type == "text":
                for word in part.content.split():
                    if word.isalpha():
                        assert word in shown


@given(PAGES)
def test_all_words_are_in_some_field(page: str) -> None:
    document = read(Markdown, page, "a.md")
    everything = " ".join(texts(document))
    assert everything.count("Quill") >= page.count("Quill")
    assert replaced(document, name="nothing") == page
    assert NAME not in replaced(document, by="[P]")


@given(PAGES, st.integers(0, 200))
def test_a_long_page_is_divided_where_no_code_is(page: str, high: int) -> None:
    high = min(high, len(page))
    at = MarkdownParts().end(page, 1, high)
    if at is not None:
        assert 1 <= at <= high
        whole = prose(page)
        assert sorted("".join(prose(page[:at]) + prose(page[at:])).split()) == sorted(
            "".join(whole).split()
        )


def test_forms_and_terms_are_found_in_code(folder: Path, run: CommandLine) -> None:
    write_rules(folder, "- use: markdown")
    page = "Wilma Quillfeather\n\n    call 415-555-0100 # {}\n"
    (folder / "a.md").write_text(page.format("Quillfeather"))
    done = run("--rules", "formats.yaml", "a.md")
    written = "[PERSON_1] [PERSON_2]\n\n    call [PHONE_1] # [PERSON_2]\n"
    assert (done.code, done.out) == (0, written)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["<a ", "<!--", "`" * 3 + "a`", "[a](", "[", "*a", "**a*_", "> ", "<script>\n", "- ", "- > "],
)
def test_time_grows_with_length(piece: str) -> None:
    assert grows_no_faster(lambda size: read(Markdown, piece * size, "a.md"), 500)
