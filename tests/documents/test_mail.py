"""Mails and mailboxes: written by Python's library, filtered, and read back by it."""

from __future__ import annotations

import email
import email.policy
import mailbox
import re
from email.message import EmailMessage
from io import BytesIO

import docx
import pytest
from anonfilter_documents.mail_format import read_headers
from anonfilter_documents.shared.builder import DocumentBuilder
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.containers.decoding import decode
from anonfilter.containers.member_text import MemberPart
from anonfilter.contract.document import Document, Source
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, write_rules

WHO, TAG = "Wilma Quillfeather", "[PERSON_1] [PERSON_2]"
LONG = f"{'é' * 90} and so on, as long as a line may be and longer than that"
FORMATS = "- use: mail\n- use: html\n- use: csv\n- use: office"
SMTP = email.policy.SMTP


def mail(who: str, policy: email.policy.EmailPolicy = SMTP, encoding: str = "quoted-printable"):
    """A mail with a name in every place that one has."""
    made = EmailMessage(policy=policy)
    made["From"] = f"{who} <a@mail.example>"
    made["Subject"] = f"Über {who} — as said"
    made["X-Spoken-By"] = who
    made.set_content(f"I am {who}.\n{LONG}\n", cte=encoding)
    first, rest = who[:3], who[3:]
    made.add_alternative(f"<p>I am {first}<b>{rest}</b></p>", subtype="html", cte="base64")
    table = f"name,age\n{who},4\n".encode()
    made.add_attachment(table, maintype="text", subtype="csv", filename=f"{who}.csv")
    document, stream = docx.Document(), BytesIO()
    document.add_paragraph(who)
    document.save(stream)
    made.add_attachment(
        stream.getvalue(), maintype="application", subtype="octet-stream", filename="a.docx"
    )
    inner = EmailMessage()
    inner["Subject"] = f"To {who}"
    inner.set_content(f"Hello {who}", charset="iso-8859-1")
    made.add_attachment(inner)
    made.preamble = f"For {who}"
    return made


def filtered(run, folder, name: str, data: bytes) -> bytes:
    write_rules(folder, FORMATS)
    (folder / name).write_bytes(data)
    done = run("--rules", "formats.yaml", name, "-o", "out")
    assert done.code == 0, done.err
    return (folder / "out" / name).read_bytes()


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("policy", [SMTP, email.policy.default])
def test_a_mail_is_read_back(run, folder, policy, encoding):
    data = mail(WHO, policy, encoding).as_bytes()
    out = filtered(run, folder, "a.eml", data)
    made = email.message_from_bytes(out, policy=email.policy.default)
    assert str(made["Subject"]) == f"Über {TAG} — as said"
    assert made["X-Spoken-By"] == TAG
    text, page, table, document, message, said = (
        part
        for part in made.walk()
        if not part.is_multipart()
        or (part.get_filename() is None and part.get_content_type() == "message/rfc822")
    )
    assert text.get_content().splitlines() == [f"I am {TAG}.", LONG]
    assert page.get_content().strip() == "<p>I am [PERSON_1]<b> [PERSON_2]</b></p>"
    assert table.get_filename() == f"{TAG}.csv"
    assert table.get_content().splitlines()[1].startswith("[PERSON_")
    assert docx.Document(BytesIO(document.get_content())).paragraphs[0].text == TAG
    assert message.get_content()["Subject"] == f"To {TAG}"
    assert said.get_content().strip() == f"Hello {TAG}"
    assert made.preamble.strip() == f"For {TAG}"
    assert b"Quillfeather" not in out
    assert run("check", "--rules", "formats.yaml", "out/a.eml").code == 0


def test_a_mailbox_is_read_back(run, folder):
    box = mailbox.mbox(folder / "a.mbox")
    for policy in (email.policy.default, email.policy.default):
        box.add(mail(WHO, policy).as_bytes())
    box.add(b"From: x@y.example\nSubject: so\n\nFrom here on, Wilma Quillfeather knows.\n")
    box.flush()
    filtered(run, folder, "a.mbox", (folder / "a.mbox").read_bytes())
    read = mailbox.mbox(folder / "out" / "a.mbox")
    assert len(read) == 3
    assert read[2].get_payload() == f">From here on, {TAG} knows.\n"
    assert read[0]["X-Spoken-By"] == read[1]["X-Spoken-By"] == TAG


def test_without_names_not_a_byte_changes(run, folder):
    data = mail("Nobody").as_bytes()
    assert filtered(run, folder, "a.eml", data) == data


def test_lines_without_names_keep_their_encoding(run, folder):
    data = (
        b"Subject: so\r\nContent-Type: text/plain; charset=utf-8\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"=48ello =\r\nall\r\nWilma =\r\nQuillfeather =C3=A9\r\n=41lso\r\n"
    )
    out = filtered(run, folder, "a.eml", data)
    assert out == data.replace(b"Wilma =\r\nQuillfeather =C3=A9", b"[PERSON_1] [PERSON_2] =C3=A9")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"not a mail\n", "a.eml:1:1: is not a mail"),
        (b"A: b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nso\n", "is truncated"),
        (b"A: b\nContent-Transfer-Encoding: base64\n\n%%%\n", "damaged base64"),
        (b"A: b\nContent-Transfer-Encoding: x-uuencode\n\nso\n", "neither base64 nor"),
        (b"A: b\nContent-Type: application/pkcs7-mime\n\nso\0\n", "not read"),
        (b"A: b\nContent-Type: image/png; name=a.png\n\nso\0\n", "keep: ['*.png']"),
        (b"A: b\nContent-Type: text/plain; charset=x-none\n\nso\xff\n", "not read"),
    ],
)
def test_unreadable_content_is_incomplete(run, folder, data, said):
    write_rules(folder, FORMATS)
    (folder / "a.eml").write_bytes(data)
    done = run("--rules", "formats.yaml", "a.eml")
    assert (done.code, done.out) == (3, "")
    assert said in done.err


DATA = mail(WHO).as_bytes()


@given(st.integers(0, len(DATA) - 1), st.binary(max_size=3))
def test_a_damaged_mail_is_refused_or_kept(at: int, put: bytes) -> None:
    data = DATA[:at] + put + DATA[at + 1 :]
    try:
        source = decode(data, "a.eml")
    except Incomplete:
        return
    assert source.encode(source.text) == data


def test_names_of_files_that_are_cut_in_several_are_read_as_one(run, folder):
    first, rest = WHO.replace(" ", "%20").encode()[:14], WHO.encode()[12:]
    data = (
        b"Subject: so\nMIME-Version: 1.0\nContent-Type: text/csv\n"
        b"Content-Disposition: attachment;\n"
        b" filename*0*=utf-8''"
        + first
        + b";\n filename*1*="
        + rest
        + b".csv;\n size=9\n\na,b\n1,2\n"
    )
    assert email.message_from_bytes(data).get_filename() == f"{WHO}.csv"
    out = filtered(run, folder, "a.eml", data)
    made = email.message_from_bytes(out)
    assert (made.get_filename(), made.get_param("size", header="content-disposition")) == (
        f"{TAG}.csv",
        "9",
    )
    assert b"feather" not in out


def test_a_name_before_an_address_is_quoted_and_restored(run, folder):
    run("key", "new")
    data = (
        f"From: {WHO} <a@mail.example>\r\nTo: Tom Ash <t@mail.example>,\r\n {WHO} of\r\n"
        f' late <b@mail.example>, "{WHO}" <c@mail.example>\r\nCc: d@mail.example\r\n\r\nso\r\n'
    ).encode()
    out = filtered(run, folder, "a.eml", data)
    made = email.message_from_bytes(out, policy=email.policy.default)
    assert [one.display_name for one in made["From"].addresses] == [TAG]
    assert not made["From"].defects
    assert [one.display_name for one in made["To"].addresses] == ["Tom Ash", f"{TAG} of late", TAG]
    assert b"To: Tom Ash <t@mail.example>,\r\n" in out
    assert run("--rules", "formats.yaml", "-i", "a.eml").code == 0
    assert (folder / "a.eml").read_bytes() == out
    assert run("--rules", "formats.yaml", "-i", "a.eml").code == 0
    assert (folder / "a.eml").read_bytes() == out
    assert run("restore", "--rules", "formats.yaml", "-o", "back/", "a.eml").code == 0
    assert (folder / "back" / "a.eml").read_bytes() == data


def test_members_of_a_group_stay_in_their_quotes(run, folder):
    data = b'Bcc: Team: "Quillfeather, Wilma" <h@mail.example>;\r\nSubject: so\r\n\r\nso\r\n'
    made = email.message_from_bytes(
        filtered(run, folder, "a.eml", data), policy=email.policy.default
    )
    assert [one.display_name for one in made["Bcc"].groups] == ["Team"]
    assert not made["Bcc"].defects
    assert b"feather" not in made.as_bytes()


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("=?utf-8?Q?Zo=C3=AB_Quillfeather?= <z@mail.example>", ["Zoë Quillfeather"]),
        (
            "=?utf-8?Q?Quillfeather=2C_Zo=C3=AB?= <z@mail.example>,\r\n Bo <b@mail.example>",
            ["Quillfeather, Zoë", "Bo"],
        ),
        ('"=?utf-8?Q?Ash=2C_Zo=C3=AB?= Quillfeather" <z@mail.example>', ["Ash, Zoë Quillfeather"]),
        ("=?utf-8?Q?Quillfeather=2C?= =?utf-8?Q?Zo=C3=AB?= <z@mail.example>", ["Quillfeather,Zoë"]),
    ],
)
def test_encoded_names_stay_apart_from_their_addresses(run, folder, written, names):
    run("key", "new")
    data = f"From: {written}\r\nSubject: so\r\n\r\nso\r\n".encode()
    filtered(run, folder, "a.eml", data)
    assert run("--rules", "formats.yaml", "-i", "a.eml").code == 0
    out = (folder / "a.eml").read_bytes()
    assert run("restore", "--rules", "formats.yaml", "-o", "back/", "a.eml").code == 0
    for mail, expected in ((out, None), ((folder / "back" / "a.eml").read_bytes(), names)):
        sender = email.message_from_bytes(mail, policy=email.policy.default)["From"]
        assert [one.domain for one in sender.addresses] == ["mail.example"] * len(names)
        assert not sender.defects
        assert expected in (None, [one.display_name for one in sender.addresses])
    assert b"feather" not in out


HEADERS = [
    ("DKIM-Signature", "v=1; d=host.example; i={w.quill@host.example}; b=w4155550100="),
    ("Authentication-Results", "mx; spf=pass smtp.mailfrom={w.quill@host.example}"),
    ("Message-ID", "{<20261119.wilma@host.example>}"),
    ("References", "<CAF0+x_4155550100@host.example> {<wilma.quill@host.example>}"),
    ("Content-ID", "{<wilma.quill@host.example>}"),
    ("Received", "{from pc (w.quill@host.example) by mx; so}"),
    ("List-Unsubscribe", "{<mailto:w.quill@host.example>}"),
    ("Content-Type", 'message/external-body; access-type=URL; URL="{https://a.example/w-quill}"'),
    ("Content-Disposition", "attachment; filename={w.csv}; size=4155550100"),
    ("From", "{Wilma Quill}{ <w.quill@host.example>}"),
]


def headers(text: str) -> Document:
    source = Source("a.eml", text)
    builder = DocumentBuilder(source)
    read_headers(builder, source, MemberPart("headers", True, (0, 0), 0, len(text)))
    return builder.build()


@pytest.mark.parametrize(("name", "value"), HEADERS)
def test_text_in_headers(name: str, value: str) -> None:
    read = fields(headers(f"{name}: {re.sub('[{}]', '', value)}"))
    said = [text for role, text in read if role == "text"]
    assert said == re.findall(r"\{(.*?)\}", value)


@pytest.mark.parametrize("piece", ["a", " ", "<", "a@", "a, ", "name=", "<a@b> ", "a <b>, "])
@pytest.mark.parametrize("name", ["From", "References", "DKIM-Signature"])
def test_time_grows_with_a_header(name: str, piece: str) -> None:
    assert grows_no_faster(lambda size: headers(f"{name}: {piece * size}"), 2000)


def test_a_boundary_that_looks_like_a_card_stays() -> None:
    mail = EmailMessage()
    mail["Subject"] = "Invoice"
    mail.set_content("It was for Ada Quill.")
    mail.add_alternative("<p>It was for Ada Quill.</p>", subtype="html")
    mail.set_boundary("===============6665747644994646153==")
    engine = Engine(load_ruleset("fast"))
    redaction = engine.redact(engine.read_document(mail.as_bytes(), "invoice.eml"))
    assert not redaction.findings
    assert b"6665747644994646153" in redaction.output
    assert b"Ada" not in redaction.output
