"""The name in a speaker's label is found, without the role."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anonfilter_english.detectors.speakers import Speakers

from anonfilter.contract.document import Field
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import document_of


def names(text: str) -> list[str]:
    document = document_of(text)
    detector = Speakers(Speakers.Config(), Setting("speakers"))
    spans = list(detector.detect(document, document.fields))
    assert {span.label for span in spans} <= detector.needs().labels
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("PRESIDING COMMISSIONER ADEYEMI: Good morning.\nINMATE ROE: Yes.", ["ADEYEMI", "ROE"]),
        ("Pam: This is Pam", ["Pam"]),
        ("Q. Who?\nA. Them.\nTHE WITNESS: Who?\nSpeaker 1: Them.", []),
        ("spk_0: this is pam\nspk_1: hello\nspk_0: pam again", []),
        ("Note: Pam came.\nNote: Pam left.", []),
        ("\n   5\n\nTOMAS ROE  K12345\n\n12  MR. SMITH: Yes.\n13  MR. SMITH: No.", ["SMITH"] * 2),
    ],
)
def test_names_in_labels_are_found(text: str, wanted: list[str]) -> None:
    assert names(text) == wanted


def test_names_in_speaker_fields_of_a_format_are_found() -> None:
    document = replace(document_of("Hope\n\nagent"), fields=(Field(0, 4, "speaker"),))
    spans = Speakers(Speakers.Config(), Setting("speakers")).detect(document, document.fields)
    assert [document.text[span.start : span.end] for span in spans] == ["Hope"]
