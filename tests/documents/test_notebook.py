"""Notebooks: text, code and output are read, and nothing else changes."""

from __future__ import annotations

import json

import pytest

from tests.documents.read_documents import write_rules

WHO = "Wilma Quillfeather"


def notebook(who: str, **data: str) -> dict[str, object]:
    """A notebook with a name in every place that one has."""
    code = {
        "cell_type": "code",
        "id": "a1b2",
        "execution_count": 1,
        "metadata": {"tags": [who]},
        "source": [f"# of {who}\n", f"who = '{who}'"],
        "outputs": [
            {"output_type": "stream", "name": "stdout", "text": [f"{who}\n"]},
            {
                "output_type": "display_data",
                "metadata": {},
                "data": {"text/plain": [who], "text/html": f"<b>{who}</b>", **data},
            },
            {"output_type": "error", "ename": "KeyError", "evalue": who, "traceback": [who]},
        ],
    }
    text = {"cell_type": "markdown", "id": "c3", "metadata": {}, "source": f"# {who}"}
    about = {
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
        "language_info": {"name": "python"},
        "authors": [{"name": who}],
    }
    return {"cells": [code, text], "metadata": about, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize("indent", [None, 1])
def test_a_notebook_is_the_same_but_for_names(run, folder, indent):
    write_rules(folder, "- use: notebook")
    written = json.dumps(notebook(WHO), indent=indent, ensure_ascii=False)
    (folder / "a.ipynb").write_text(written)
    done = run("--rules", "formats.yaml", "a.ipynb")
    assert (done.code, done.out) == (0, written.replace(WHO, "[PERSON_1] [PERSON_2]"))


@pytest.mark.parametrize(("kept", "code"), [("refuse", 3), ("keep", 0)])
def test_pictures_are_not_read(run, folder, kept, code):
    write_rules(folder, f"- use: notebook\n  pictures: {kept}")
    (folder / "a.ipynb").write_text(json.dumps(notebook("Nobody", **{"image/png": "aWs="})))
    done = run("--rules", "formats.yaml", "a.ipynb")
    assert done.code == code
    assert code == 0 or "a.ipynb:1:" in done.err
    assert code == 0 or "pictures: keep" in done.err


def test_an_invalid_notebook_is_incomplete(run, folder):
    write_rules(folder, "- use: notebook")
    (folder / "a.ipynb").write_text("so")
    assert run("--rules", "formats.yaml", "a.ipynb").code == 3
