"""Numbers are found by the words before them that name them."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.detectors.named_numbers import numbers

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

_MARK = re.compile(r"\[\[(.*?)\]\]")


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in numbers(text)]


@pytest.mark.parametrize(
    "marked",
    [
        "Your payroll number [[V-20417]] has moved.",
        "The identity number is [[72539184-T]].",
        "my badge is #[[417]]",
        "My medical card is [[3817745B]], I think.",
        "a passport [[CCC0028456]] scanned",
        "passport ([[M8830174]]) and visa",
        "Applications nos. [[29702/96]], [[29703/96]] and [[29911/96]] were joined.",
        "claim nos. [[8812-A]] and [[8813-A]]",
        "What is the order number? Caller: [[W 7740 19]].",
        "Q. And your booking number? A. [[2281190]].",
        "my policy's [[HX 221 884]]",
        "NHI [[ZAC5361]]",
        "SSN [[536228714]] DOB 3/4/51",
        "Policy no. [[PX 40081]] EXP",
        "Her UPN is [[H801200001001]].",
        "Custody record [[01/8842/24]]; crime ref [[42/11903/24]]",
        "PC [[4471]] Rudd",
        "his ID from Lebanon is [[000031882744]]",
        "Case number [[QA 048817]], claim no. [[WC 2093-11]]",
        "customer reference: [[850 0012 3346]]",
        "HKID [[A123456(3)]]",
        "index [[KX19 ZPO]]",
        "the plate was [[LK68 VTM]] and he left",
        "student card is [[20418836]] and",
        "Staff id [[00931]], calling",
        "candidate number is [[4127]]",
        "case number [[12-cv-01234]] and badge #[[417]]",
        "Claim #[[4471B]]",
        "invoice no. [[20931]]",
        "badge number is [[417]].",
        "docket: [[CR-2011-0042]]",
        "employee ID [[E10293]]",
        "policy no [[AB-99-1234]]",
        "license plate number [[7ABC123]]",
        "ABCD number [[T-12345]]",
        "booking ref. [[QX7T2P]]",
        "my fit note no. is [[FN883-1120]].",
        "Crime ref [[01/482210/22]].",
        "claim [[4471-B]]",
        "invoice [[20931]]",
        "confirmation is [[XK4T92]]",
        "badge [[4417]]",
        "A. Ruiz, Ph.D., license [[QSY 24417]].",
        "his license is [[MD-55120]]",
        "Aadhaar: [[2345 6789 0124]]",
        "My NI number is [[QQ 12 34 56 C]] for",
        "my UCI is [[1122334455]] and",
        "PPS number [[1234567TW]]",
        "NIN [[12345678901]]",
        "The gate code is [[4471]]#",
        "plates: [[CA 418-220]], [[ND 77102]] and [[GP 44 BX]]",
    ],
)
def test_numbers_after_their_names_are_found(marked: str) -> None:
    assert found(_MARK.sub(r"\1", marked)) == _MARK.findall(marked)


@pytest.mark.parametrize(
    "text",
    [
        "page number 41288 of the book",
        "a policy of 25000 dollars",
        "the policy of 2012",
        "order 66 pizzas",
        "case number one",
        "account for 250000 people",
        "The number of people was 12000.",
        "See RFC 7231 and issue 20229.",
        "Ticket 20229 tracks the bug.",
        "version number 3.11.24",
        "port number 50122",
        "a run of 345 seconds, not run: 345 s",
        "pip install it  # 270 MB",
        "the index 0.9512",
        "claim on 12/05/2021",
        "the order came at 10:30",
        "my passport, 12 May 2020",
        "staff of 300 people",
        "the licence costs $4000",
        "error code 51432",
        "membership rose 12,000",
        "registration for CS 101 is open",
        "RGB #00FF01",
        "in case 25000 dollars",
        "the case of 2012",
        "file the report by 5",
        "case 12",
        "account 2012",
        "a claim of 25,000",
        "a license in 2012",
        "license A1",
        "an ID card for 300 people",
        "Aadhaar in 2012",
        "least: {OTHER: 0.5}",
        "the head is at HEAD:6379",
        "(PR #146) and (PR #69 #76)",
    ],
)
def test_other_numbers_are_not_found(text: str) -> None:
    assert found(text) == []


def test_a_number_in_the_answer_to_a_question_is_found() -> None:
    engine = Engine(load_ruleset("fast"))
    text = b"A: Your policy number?\nCaller: 44 18 2.\nAgent: And the room number?\nCaller: 44.\n"
    written = engine.redact(engine.read_document(text, "call.txt")).output.decode()
    assert "Caller: [GENERIC_ID_1]." in written
    assert "Caller: 44." in written
