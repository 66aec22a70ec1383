"""The names of senders and recipients are found in headers of all mail programs."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.mail_names import MailNames
from anonfilter_english.knowledge.people.mailbox_lists import is_name

from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from anonfilter.testing.growth import grows_no_faster
from tests import shipped
from tests.english.resolvers.marking import document_of

PEOPLE = [
    ("Ada", "Quillfeather", "aq"),
    ("Mark", "Field", "mfield"),
    ("Thi Lan", "Nguyen", "lan.n"),
    ("Piotr", "Kowalczyk", "pk7"),
]
HEADERS = [
    'From: "{s}, {g}" <{m}>',
    "From: {s}, {g} <{m}>",
    'From: "{g} {s}" <{m}>',
    "From: {g} {s} <{m}>",
    'To: "{S}, {g}" <{m}>',
    'Cc: "{s}, {g} (Northwind GmbH)" <{m}>',
    "Bcc: {s}, {g} (NW-EXT) <{m}>",
    "From: \"'{g} {s}' via Staff List\" <list@mail.example>",
    "From: \"'{s}, {g}' via Staff List\" <list@mail.example>",
    "Reply-To: '{s}, {g}' <{m}>",
    "Sender: {m} ({g} {s})",
    "From: {s}, {g} [mailto:{m}]",
    "From: {s}, {g} - Legal <{m}>",
    "From: {g} {s}/NA/Northwind <{m}>",
    'X-Original-From: "{s}, {g} J." <{m}>',
    'From: "Office" <o@mail.example> on behalf of "{s}, {g}" <{m}>',
    'To: "Boateng, Esi" <eb@mail.example>; {s}, {g} <{m}>',
    'To: Esi Boateng <eb@mail.example>, "{s}, {g}" <{m}>',
    "To: Boateng, Esi <eb@mail.example>;\n  {s}, {g} <{m}>",
    'Cc: Team: "{s}, {g}" <{m}>;',
    'Cc: Night shift: Esi Boateng <eb@mail.example>, "{s}, {g}" <{m}>;',
]
QUOTED = [
    "-----Original Message-----\nFrom: {s}, {g} [mailto:{m}]\nSent: Monday\nSubject: So\n",
    "From:\tBoateng, Esi\nSent:\tMonday\nTo:\t{s}, {g}; Boateng, Esi\nSubject:\tSo\n",
    "Von: {s}, {g} <{m}>\nGesendet: Montag\nBetreff: So\n",
    "Von: Boateng, Esi\nAn: {s}, {g}\nBetreff: So\n",
    "De : {g} {s} <{m}>\nEnvoyé : lundi\nObjet : So\n",
    "De : Boateng, Esi\nÀ : {s}, {g}\nObjet : So\n",
    "Da: Boateng, Esi\nA: {s}, {g}\nOggetto: So\n",
    '> From: "{s}, {g}" <{m}>\n> Subject: So\n>\n> Well.',
    "*From:* {s}, {g} <{m}>\n*Sent:* Monday\n",
    "On Mon, May 3, 2021 at 10:02 AM {g} {s} <{m}> wrote:\n> So.",
    "On May 3, 2021, at 10:02 AM, {s}, {g} <{m}> wrote:\n",
]


BEFORE_ADDRESSES = [
    ("JD Vane {m} wrote", "JD Vane"),
    ("so ADA QUILL {m} wrote", "ADA QUILL"),
    ("At 10:02 JD Vane {m} wrote", "JD Vane"),
    ("At 10:02 PAT QUILL {m} wrote", "PAT QUILL"),
    ("At 10:02 AM PAT QUILL {m} wrote", "PAT QUILL"),
    ("At 10:02 AM Ada Quill {m} wrote", "Ada Quill"),
    ("At 10 PM Ada Quill {m} wrote", "Ada Quill"),
    ("At 10:02 CET Ada Quill {m} wrote", "Ada Quill"),
    ("At 10:02 AM CEST Ada Quill {m} wrote", "Ada Quill"),
    ("At 10:02:07 UTC Ada Quill {m} wrote", "Ada Quill"),
    ("AM Quillfeather {m} wrote", "AM Quillfeather"),
    ("PST QUILL {m} wrote", "PST QUILL"),
]


def filled(template: str, person: tuple[str, str, str]) -> str:
    given, surname, local = person
    return template.format(g=given, s=surname, S=surname.upper(), m=f"{local}@mail.example")


def found(text: str) -> list[str]:
    document = document_of(text)
    detector = MailNames(MailNames.Config(), Setting("mail-names"))
    return [text[one.start : one.end] for one in detector.detect(document, document.fields)]


@pytest.mark.parametrize("person", PEOPLE, ids=range(len(PEOPLE)))
@pytest.mark.parametrize("template", [*HEADERS, *QUOTED])
def test_the_whole_name_of_a_sender_is_found(template: str, person: tuple[str, str, str]) -> None:
    written = " ".join(found(filled(template, person))).casefold()
    assert all(name.casefold() in written for name in person[:2])


@pytest.mark.parametrize(("template", "name"), BEFORE_ADDRESSES, ids=range(len(BEFORE_ADDRESSES)))
def test_only_words_of_a_time_are_left_out_before_a_name(template: str, name: str) -> None:
    assert found(template.format(m="<aq@mail.example>")) == [name]


@pytest.mark.parametrize("person", PEOPLE, ids=range(len(PEOPLE)))
@pytest.mark.parametrize("name", ["a.eml", "a.mbox", "a.txt"])
@pytest.mark.parametrize("template", HEADERS)
def test_no_part_of_a_name_is_left_in_a_mail(
    template: str, name: str, person: tuple[str, str, str]
) -> None:
    envelope = "From a@mail.example Mon May  3 10:02:00 2021\n" if name == "a.mbox" else ""
    mail = f"{envelope}{filled(template, person)}\nSubject: So\n\nIt is done.\n"
    engine = Engine(shipped.ruleset("fast"))
    output = engine.redact(engine.read_document(mail.encode(), name)).output.decode()
    assert [part for part in " ".join(person[:2]).split() if part in output] == []


@pytest.mark.parametrize(
    "text",
    [
        "From: Customer Support <s@mail.example>\nTo: All Staff <a@mail.example>\nSubject: So",
        "From: here to there we drove. To: nobody.",
        "A: I was there.\nQ: Where?\nA: There.",
        "From: undisclosed-recipients:;\nSubject: So",
        "To: Planning Committee, Budget Office; Parish Council\nSubject: So",
        "Write to Room Booking <r@mail.example> by Monday.",
        "From: shop.example <s@mail.example>\nSubject: So",
        "To: a@mail.example, b@mail.example\nSubject: Ada Quillfeather",
    ],
)
def test_other_lines_and_other_senders_are_no_people(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("value", ["Quillfeather, Ada", "Ada Quillfeather", "van den Berg, Esi"])
def test_is_name_accepts_either_order(value: str) -> None:
    assert is_name(value)


@pytest.mark.parametrize(
    "value",
    [
        "Ada Press",
        "Tyra Bank",
        "Ada Board",
        "Ann College",
        "Press, Ada",
        "ANN BANK",
        "Ada M. Press",
        "Grace Ann Sales",
    ],
)
def test_is_name_accepts_surnames_that_are_words_for_organisations(value: str) -> None:
    assert is_name(value)


@pytest.mark.parametrize(
    "value",
    [
        "Ada Press Ltd",
        "Ann College Press",
        "The Ada Press",
        "Press Office",
        "Boston College",
        "Trinity College",
        "Chase Bank",
        "Customer Service",
        "Northwind Press",
        "Ada Ltd",
        "Bank Ada",
        "Mercy Hospital",
    ],
)
def test_is_name_rejects_organisations(value: str) -> None:
    assert not is_name(value)


@pytest.mark.parametrize("value", ["Room 5", "Staff List", "the office, please", "", ",", "a,b,c"])
def test_is_name_rejects_other_text(value: str) -> None:
    assert not is_name(value)


@pytest.mark.parametrize(
    "unit",
    [
        "From: Quill, Ada <a@mail.example>\n",
        "To: Quill, Ada; ",
        "Ada Quill, ",
        "a@",
        "> From: ",
        "From:\n ",
        "(Ada) ",
        "on behalf of ",
    ],
)
def test_time_grows_linearly_with_size(unit: str) -> None:
    def find(size: int) -> list[str]:
        return found("To: <a@mail.example> " + unit * (size // len(unit)))

    assert grows_no_faster(find, 16_000)
