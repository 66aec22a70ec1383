"""A replaced name does not stay where it touches digits or letters; its tag is the same there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.filtering import run, said

TEXTS = {
    "a.txt": (
        "Ms. Chidinma Okafor sent okafor2.wav, interviewOkafor and J\u043ehn. Ask mrokafor, "
        "\u041ekafor or OkaforInterview_final.\n",
        "Ms. [PERSON_1] sent [PERSON_1]2.wav, interview[PERSON_1] and J\u043ehn. Ask mr[PERSON_1], "
        "[PERSON_1] or [PERSON_1]Interview_final.\n",
    ),
    "a.csv": ("name,file\nChidinma Okafor,Okafor2\n", "name,file\n[PERSON_1],[PERSON_1]2\n"),
    "a.json": (
        '{"id": "spkOkafor", "text": "I am Ms. Chidinma Okafor."}',
        '{"id": "spk[PERSON_1]", "text": "I am Ms. [PERSON_1]."}',
    ),
    "a.html": (
        '<p id="okafor2" class="spkOkafor">I am Ms. Chidinma Okafor.</p>',
        '<p id="[PERSON_1]2" class="spk[PERSON_1]">I am Ms. [PERSON_1].</p>',
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_replaced_name_does_not_stay_inside_another_word(tmp_path: Path, name: str) -> None:
    text, filtered = TEXTS[name]
    (tmp_path / name).write_text(text, "utf-8")
    done = run(tmp_path, "--rules", "fast", name)
    assert done.returncode == 0, said(done)
    assert done.stdout.decode() == filtered
