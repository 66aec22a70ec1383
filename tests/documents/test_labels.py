"""What labels a field counts in every format: titles of columns and rows, cells beside, keys."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pyarrow.parquet
import pytest

from anonfilter.containers.decoding import decode
from anonfilter.engine.detection import unread_fields
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import parse_ruleset
from tests.documents.labelled_files import CONVERTED, FORM, IDENTIFIERS, TABLE, WRITERS, convert
from tests.documents.labelled_layouts import LAYOUTS, number_columns

ENGINE = Engine(
    parse_ruleset("anonfilter: 1\nextends: fast\nlabels: {LOCATION: {tag: numbered}}\n", "labels")
)
_OF_LOOKS = re.compile(r"styles\w*\.|theme|settings|Layout|Master|fontTable|\.css$")
_WRITTEN_AT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z?")  # by the program, whose minute may be an age
KEYED = {"numbers.json"}  # its keys are believed
GRIDS = {"table": TABLE, "form": FORM}


def all_text(data: bytes, name: str) -> str:
    """All that a file holds, of an archive unpacked."""
    if name.endswith(".parquet"):
        return str(pyarrow.parquet.read_table(BytesIO(data)).to_pylist())
    if zipfile.is_zipfile(BytesIO(data)):
        with zipfile.ZipFile(BytesIO(data)) as file:
            parts = [one for one in file.namelist() if not _OF_LOOKS.search(one)]
            return "\n".join(file.read(one).decode("utf-8", "replace") for one in parts)
    text = data.decode("utf-8", "replace")
    return text.replace("\\n", "\n") if name.endswith(".ipynb") else text


def left(path: Path, identifiers: list[str]) -> list[str]:
    """The identifiers that the filter leaves in a file; the result is stable and clean."""
    done = ENGINE.redact(ENGINE.read_document(path.read_bytes(), path.name))
    assert done.findings == ()
    assert ENGINE.redact(ENGINE.read_document(done.output, path.name)).output == done.output
    text = _WRITTEN_AT.sub("", all_text(done.output, path.name))
    return [value for value in identifiers if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text)]


@pytest.mark.parametrize("what", GRIDS)
@pytest.mark.parametrize("name", WRITERS)
def test_every_format_finds_values_by_their_labels(name: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / name
    WRITERS[name](path, GRIDS[what])
    assert left(path, IDENTIFIERS[what]) == []


@pytest.mark.parametrize("what", GRIDS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_finds_values_by_their_labels(name: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / name
    LAYOUTS[name](path, GRIDS[what])
    assert left(path, IDENTIFIERS[what]) == []


@pytest.mark.parametrize("what", GRIDS)
def test_columns_of_numbers_that_cannot_hold_a_tag_are_incomplete(
    what: str, tmp_path: Path
) -> None:
    path = tmp_path / "numbers.parquet"
    number_columns(path, GRIDS[what])
    with pytest.raises(Incomplete, match="whose type cannot hold a tag"):
        left(path, IDENTIFIERS[what])


@pytest.mark.slow
@pytest.mark.parametrize("what", GRIDS)
@pytest.mark.parametrize(("program", "name", "kind"), CONVERTED)
def test_every_program_writes_what_is_read(
    program: str, name: str, kind: str, what: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    WRITERS[name](path, GRIDS[what])
    assert left(convert(program, path, kind), IDENTIFIERS[what]) == []


def filtered(text: str, name: str) -> str:
    done = ENGINE.redact(ENGINE.read_document(text.encode(), name))
    assert done.findings == ()
    return done.output.decode()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.csv", "First,Last\nadaobi,Okafor\n", "First,Last\nadaobi,[PERSON_1]\n"),
        (
            "a.csv",
            "First,Last\n[PERSON_1],[PERSON_2]\nHope,Brook\n",
            "First,Last\n[PERSON_1],[PERSON_2]\n[PERSON_3],[PERSON_4]\n",
        ),
        ("a.csv", "First,Last\nRose,Pike\n", "First,Last\n[PERSON_1],[PERSON_2]\n"),
        (
            "a.csv",
            "given,family,visits\nHope,Pike\t,3\nNgozi,Brook,4\nWill,Hill,5\n",
            "given,family,visits\n"
            "[PERSON_1],[PERSON_2]\t,3\n[PERSON_3],[PERSON_4],4\n[PERSON_5],[PERSON_6],5\n",
        ),
        (
            "a.jsonl",
            '{"patient_first": "Ngozi", "patient_last": "Pike"}\n',
            '{"patient_first": "[PERSON_1]", "patient_last": "[PERSON_2]"}\n',
        ),
        (
            "a.html",
            "<table><tr><th>fn<th>ln<tr><td>Rose<td>Pike<tr><td>Ngozi<td>Brook</table>",
            "<table><tr><th>fn<th>ln<tr><td>[PERSON_1]<td>[PERSON_2]"
            "<tr><td>[PERSON_3]<td>[PERSON_4]</table>",
        ),
        (
            "a.sql",
            "INSERT INTO p (first, last) VALUES ('Rose','Pike'), ('Ngozi','Brook');\n",
            "INSERT INTO p (first, last) VALUES "
            "('[PERSON_1]','[PERSON_2]'), ('[PERSON_3]','[PERSON_4]');\n",
        ),
        (
            "a.txt",
            "First    Last     Visits\nNgozi    Pike     3\nRose     Brook    4\n",
            "First    Last     Visits\n"
            "[PERSON_1]    [PERSON_2]     3\n[PERSON_3]     [PERSON_4]    4\n",
        ),
        ("a.csv", "fn,ln\nNgozi,Eze\n", "fn,ln\n[PERSON_1],[PERSON_2]\n"),
        ("a.csv", "given,family\nNgozi,Eze\n", "given,family\n[PERSON_1],[PERSON_2]\n"),
        ("a.csv", "patient_first,visits\nNgozi,3\n", "patient_first,visits\n[PERSON_1],3\n"),
        (
            "a.csv",
            "Name,Ngozi Eze\nSSN,536228714\nMRN,48213377\n",
            "Name,[PERSON_1]\nSSN,[US_SSN_1]\nMRN,[MEDICAL_RECORD_1]\n",
        ),
        ("a.json", '{"ssn": {"value": "536228714"}}', '{"ssn": {"value": "[US_SSN_1]"}}'),
        (
            "a.json",
            '{"answer": "536228714", "question": "Your SSN?"}',
            '{"answer": "[US_SSN_1]", "question": "Your SSN?"}',
        ),
        (
            "a.json",
            '[{"question": "SSN", "answers": ["536228714"]}]',
            '[{"question": "SSN", "answers": ["[US_SSN_1]"]}]',
        ),
        (
            "a.json",
            '{"question": {"text": "MRN"}, "answer": {"text": "48213377"}}',
            '{"question": {"text": "MRN"}, "answer": {"text": "[MEDICAL_RECORD_1]"}}',
        ),
        (
            "a.json",
            '[["name", "ssn"], ["Ngozi Eze", "536228714"]]',
            '[["name", "ssn"], ["[PERSON_1]", "[US_SSN_1]"]]',
        ),
        (
            "a.html",
            "<table><tr><th>SSN<td>536228714<tr><th>MRN<td>48213377</table>",
            "<table><tr><th>SSN<td>[US_SSN_1]<tr><th>MRN<td>[MEDICAL_RECORD_1]</table>",
        ),
        (
            "a.html",
            "<table><tr><td colspan=2>Name</td><td>SSN</td></tr>"
            "<tr><td>Ngozi</td><td>Eze</td><td>536228714</td></tr></table>",
            "<table><tr><td colspan=2>Name</td><td>SSN</td></tr>"
            "<tr><td>[PERSON_1]</td><td>[PERSON_2]</td><td>[US_SSN_1]</td></tr></table>",
        ),
        ("a.html", "<p><b>SSN:</b> 536228714</p>", "<p><b>SSN:</b> [US_SSN_1]</p>"),
        (
            "a.xml",
            "<a><entry><key>SSN</key><value>536228714</value></entry></a>",
            "<a><entry><key>SSN</key><value>[US_SSN_1]</value></entry></a>",
        ),
        (
            "a.xml",
            "<a><p><name>ssn</name><v>536228714</v></p></a>",
            "<a><p><name>ssn</name><v>[US_SSN_1]</v></p></a>",
        ),
        (
            "a.md",
            "| Label | Value |\n|---|---|\n| SSN | 536228714 |\n",
            "| Label | Value |\n|---|---|\n| SSN | [US_SSN_1] |\n",
        ),
        (
            "a.txt",
            "Name: Ngozi Eze, SSN: 536228714; MRN = 48213377",
            "Name: [PERSON_1], SSN: [US_SSN_1]; MRN = [MEDICAL_RECORD_1]",
        ),
        ("a.txt", "log: {'ssn': '536228714', 'n': 3}", "log: {'ssn': '[US_SSN_1]', 'n': 3}"),
        (
            "a.html",
            "<table><tr><th>Surname<th>SSN<tr><td>Marsh<td>536228714</table>",
            "<table><tr><th>Surname<th>SSN<tr><td>[PERSON_1]<td>[US_SSN_1]</table>",
        ),
        (
            "a.sql",
            "INSERT INTO p (ssn, surname) VALUES ('536228714','Lark'), ('412905563','Pike');\n",
            "INSERT INTO p (ssn, surname) VALUES "
            "('[US_SSN_1]','[PERSON_1]'), ('[US_SSN_2]','[PERSON_2]');\n",
        ),
        (
            "a.sql",
            "COPY people (id, ssn) FROM stdin;\n7\t536228714\n\\.\n",
            "COPY people (id, ssn) FROM stdin;\n7\t[US_SSN_1]\n\\.\n",
        ),
        (
            "a.csv",
            "Policy no.,Hosp. No.,Chart #,Acc. no.,Licence ref,Account\n"
            "PLX88213,W204417,48392,30498811,QX 44710,30498812\n",
            "Policy no.,Hosp. No.,Chart #,Acc. no.,Licence ref,Account\n"
            "[GENERIC_ID_1],[MEDICAL_RECORD_1],[MEDICAL_RECORD_2],[BANK_ACCOUNT_1],"
            "[DRIVER_LICENSE_1],[BANK_ACCOUNT_2]\n",
        ),
        (
            "a.html",
            "<table><tr><td>GMC no.<td>7123456<tr><td>Inmate #<td>A4417B</table>",
            "<table><tr><td>GMC no.<td>[GENERIC_ID_1]<tr><td>Inmate #<td>[GENERIC_ID_2]</table>",
        ),
        (
            "a.txt",
            "SSN        Badge no.\n536228714  77310\n",
            "SSN        Badge no.\n[US_SSN_1]  [GENERIC_ID_1]\n",
        ),
        (
            "a.sql",
            "CREATE TABLE IF NOT EXISTS x.`p` (\n  `id` decimal(9, 0) NOT NULL, -- a key\n"
            "  `ssn` text,\n  PRIMARY KEY (`id`)\n);\n\n"
            "INSERT INTO p VALUES (1,'536228714'),(2,'412905563');\n",
            "CREATE TABLE IF NOT EXISTS x.`p` (\n  `id` decimal(9, 0) NOT NULL, -- a key\n"
            "  `ssn` text,\n  PRIMARY KEY (`id`)\n);\n\n"
            "INSERT INTO p VALUES (1,'[US_SSN_1]'),(2,'[US_SSN_2]');\n",
        ),
    ],
)
def test_labels_in_their_forms(name: str, text: str, expected: str) -> None:
    assert filtered(text, name) == expected
    assert filtered(expected, name) == expected


UNTOUCHED = {
    "packages": (
        ("Name", "Version", "License", "Size"),
        ("Nginx", "1.25.3", "BSD", "1120"),
        ("PostgreSQL", "16.1", "MIT", "28000"),
        ("Garden Bench", "2.0", "MIT", "210"),
    ),
    "fields": (
        ("Field", "Type", "Required", "Description"),
        ("name", "string", "yes", "The full name of the patient"),
        ("ssn", "string", "no", "Social security number without dashes"),
        ("address", "text", "no", "Street, city and postcode"),
        ("age", "integer", "yes", "In years at interview"),
    ),
    "two columns": (
        ("name", "string"),
        ("ssn", "string"),
        ("phone number", "text"),
        ("username", "varchar"),
        ("patient id", "uuid"),
    ),
    "results": (
        ("Model", "Name", "F1", "State"),
        ("A", "Baseline", "0.79", "done"),
        ("B", "Large", "0.86", "failed"),
        ("C", "Ensemble", "0.89", "done"),
    ),
    "statistics": (
        ("Variable", "Mean", "SD", "N"),
        ("Age", "41.2", "11.3", "230"),
        ("Income", "52300", "18000", "229"),
    ),
    "no titles": (("Apple", "red", "cheap"), ("Banana", "yellow", "dear"), ("Plum", "red", "dear")),
    "settings": (
        ("Key", "Value"),
        ("host", "db.internal"),
        ("city", "unused"),
        ("cell", "4"),
        ("handle", "main"),
        ("race", "off"),
        ("login", "required"),
    ),
    "fields of names": (
        ("Field", "Kind", "State", "Rows"),
        ("Surname", "Text", "Required", "12"),
        ("First name", "String", "Optional", "13"),
    ),
    "amounts": (
        ("Account", "Policy", "Booking", "Student no.", "Chart id"),
        ("1,200,000", "2024-03-15", "03/11/2025", "1,350", "sales-2024"),
        ("52300", "active", "15.03.2025", "12", "sales-2025"),
    ),
    "turns": (
        ("Doctor", "Good morning."),
        ("Patient", "Fine. Thanks."),
        ("Nurse", "Chlamydia?"),
        ("Judge", "Overruled."),
        ("Spouse", "Right."),
    ),
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en.json", '{"first": "First", "last": "Last", "next": "Next"}'),
        ("de.json", '{"first": "Erste", "last": "Letzte", "next": "Weiter"}'),
        ("es.json", '{"pager": {"first": "Primera", "last": "Última"}, "family": "Familia"}'),
        ("a.csv", "first,last,n\nOpen,Closed,3\nBlocked,Merged,4\n"),
        ("a.csv", "family,order\nOak,Fagales\nRose,Rosales\nPine,Pinales\nGrass,Poales\n"),
        ("a.csv", "page,first,last\nIntroduction,1,12\nMethods,13,20\n"),
    ],
)
def test_columns_of_other_things_stay(name: str, text: str) -> None:
    by_labels = [
        one.mention.surface
        for one in ENGINE.redact(ENGINE.read_document(text.encode(), name)).tagged
        if one.mention.span.rule == "label" and one.mention.surface != "Rose"
    ]
    assert by_labels == []


@pytest.mark.parametrize(
    "name",
    [
        "rows.html",
        "rows.docx",
        "rows.xlsx",
        "rows.sql",
        "lines.txt",
        *sorted(LAYOUTS.keys() - KEYED),
    ],
)
@pytest.mark.parametrize("what", UNTOUCHED)
def test_tables_of_other_things_stay(what: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    (WRITERS | LAYOUTS)[name](path, UNTOUCHED[what])
    done = ENGINE.redact(ENGINE.read_document(path.read_bytes(), name))
    by_labels = [one.mention.surface for one in done.tagged if one.mention.span.rule == "label"]
    assert by_labels == []


def test_stored_findings_depend_on_the_labels_of_a_field() -> None:
    page = "<dl><dt>MRN<dd>48213377<dt>Rows<dd>48213377<dt>MRN<dd>48213377</dl>"
    document = ENGINE.read(decode(page.encode(), "a.html"))
    keys, _ = unread_fields({"keyed": ENGINE.tools.detectors["keyed"]}, document, {})
    values = [key for key in keys["keyed"] if key[-1] == "48213377"]
    assert values[0] == values[2] != values[1]
