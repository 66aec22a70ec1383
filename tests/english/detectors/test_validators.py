"""Validators accept numbers of their kind and reject similar numbers."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.patterns.national_numbers import CHECKS
from anonfilter_english.detectors.patterns.validators import NATIONAL_NUMBERS, VALIDATORS

VALID = {
    "luhn": ["79927398713", "4111-1111-1111-1111"],
    "card": [
        "4111 1111 1111 1111",
        "378282246310005",
        "5555555555554444",
        "2223003122003222",
        "6011111111111117",
        "3530111333300000",
        "30569309025904",
    ],
    "iban": ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "NO9386011117947"],
    "aba": ["021000021", "011000015", "322271627"],
    "dea": ["BB1388568", "f91388568"],
    "bitcoin": [
        "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ],
    "host": [
        "example.com",
        "EXAMPLE.ORG",
        "Example.Com",
        "x.com",
        "JANEDOE.CLUB",
        "Example.COM",
        "jane-doe.photography",
        "janedoe.it",
        "ian.me",
        "example.community",
        "example.net:8080",
        "short.example/abc",
        "notes.md/a",
        "janedoe.com.br",
    ],
    "vin": ["1M8GDM9AXKP042788", "11111111111111111", "WVWZZZ1JZXW000001"],
    "imei": ["490154203237518", "49-015420-323751-8", "4901542032375180"],
    "ca_sin": ["193-456-787", "130 692 544"],
    "ssn": ["123-45-6789", "219099999", "900-70-1234"],
    "ipv4": ["192.0.2.1", "198.51.100.0/24"],
    "ipv6": ["2001:db8::1", "::1", "fe80::1%eth0", "::ffff:192.0.2.1"],
    "mac": ["00:00:5e:00:53:af", "0000.5e00.53af"],
    "coordinates": [
        "48.85341, 2.34880",
        "-33.8568 151.2153",
        "48° 51' 12\" N, 2° 20' 55\" E",
        "40.4461° N 79.9822° W",
        "48 degrees 51 minutes north 2 degrees east",
    ],
    "phone": ["555-0132", "+44 (0)20 7946 0958"],
    "lone_phone": ["4155550132", "14155550132"],
    "spelled_body": ["I B M", "C N N"],
    "first_name": ["Idris", "Callum Vane"],
    "uncommon": ["Delgado-Ruiz", "Mark Delgado"],
    "all_uncommon": ["Delgado-Ruiz", "Yusuf Delgado"],
    "dni": ["12345678Z", "X1234567L"],
    "ppsn": ["1234567T", "1234567FA"],
    "codice_fiscale": ["RSSMRA85T10A562S"],
    "pesel": ["44051401359"],
    "bsn": ["111222333"],
    "cpf": ["529.982.247-25"],
    "nhs": ["943-476-5919"],
    "tfn": ["123-456-782"],
    "hetu": ["131052-308T"],
    "nric": ["S1234567D"],
    "hkid": ["A123456(3)"],
    "nir": ["255081416802538"],
    "rijksregister": ["85.07.30-033.28"],
    "rut": ["12.345.678-5"],
    "personnummer": ["811228-9874", "19811228-9874"],
    "fodselsnummer": ["15108695088"],
    "kennitala": ["120174-3399"],
    "isikukood": ["36805280109"],
    "cnp": ["1630615123457"],
    "rodne_cislo": ["710319/2745"],
    "kimlik": ["10000000146"],
    "aadhaar": ["234123412346"],
    "sa_id": ["8001015009087"],
    "resident_id": ["11010519491231002X"],
    "ean_756": ["756.9217.0769.85"],
    "steuer_id": ["86095742719", "33392005961"],
    "cuit": ["20-05536168-2"],
    "born": ["120392-1188", "880712-1044183"],
}
INVALID = {
    "luhn": ["79927398710"],
    "card": ["4111 1111 1111 1112", "1234567812345670", "4111111111111", "0000000000000000"],
    "iban": ["GB83 WEST 1234 5698 7654 32", "GB82", "AB12CDEFGHIJKLMNOPQRSTUVWXYZ0123456789"],
    "aba": ["021000022", "991000021", "12345"],
    "dea": ["BB1388569", "BB138856"],
    "bitcoin": [
        "1BoatSLRHtKNngkdXEeobR76b53LETtpyU",
        "1" * 26,
        "z" * 34,
        "1O" * 15,
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "bc1b" + "q" * 30,
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4",
    ],
    "host": [
        "the.end",
        "notes.md",
        "Smith.Is",
        "end.It",
        "end.it",
        "p.m.in",
        "he.Then",
        "No.HR",
        "NO.HR",
        "Mac.App",
        "B.Com",
        "end.Com",
    ],
    "vin": ["1M8GDM9AXKP042789", "1M8GDM9AXKPO42788", "COUNTERREVOLUTION", "WVW"],
    "imei": ["490154203237519", "12345"],
    "ca_sin": ["193-456-788", "046 454 286", "12345"],
    "ssn": [
        "000-12-3456",
        "666-12-3456",
        "123-00-4567",
        "123-45-0000",
        "900-10-1234",
        "111111111",
        "12345",
    ],
    "ipv4": ["256.0.2.1", "1.2.3", "2001:db8::1"],
    "ipv6": ["10:30:45", "192.0.2.1", "1:2:3:4:5:6:7:8:9"],
    "mac": ["00:00:00:00:00:00", "00:11:22:33:44", "00:11:22:33:44:gg"],
    "coordinates": ["91.0, 0.0", "45.0, 181.0", "45.0", "48° 61' N, 2° E", "1.0 2.0 3.0"],
    "lone_phone": ["4294967295", "2147483648", "9876543210", "2222222222"],
    "phone": ["555-012", "0000000", "1234567890123456"],
    "spelled_body": ["T V", "C D", "P C", "A B C"],
    "first_name": ["Theorem", "Chapter"],
    "uncommon": ["Involved Shooting", "Mark", "J. B.", ""],
    "all_uncommon": ["Mark Delgado", "J. B.", ""],
    "dni": ["12345679Z", "12345678"],
    "ppsn": ["1234568T", "1234567"],
    "codice_fiscale": ["RSSMRA85T10A563S", "RSSMRA85T10A562"],
    "pesel": ["44051401350", "4405140135"],
    "bsn": ["111222334", "11122233", "000000000"],
    "cpf": ["529.982.247-26", "529.982.247-2", "111.111.111-11"],
    "nhs": ["943-476-5910", "943-476-591"],
    "tfn": ["123-456-783", "123-456-78"],
    "hetu": ["131052-309T", "131052-308"],
    "nric": ["S1234568D", "S1234567"],
    "hkid": ["A123456(4)", "A12345"],
    "nir": ["255081416802539", "25508141680253"],
    "rijksregister": ["85.07.30-033.29", "85.07.30-033.2"],
    "rut": ["12.345.678-6", "12.345.678-"],
    "personnummer": ["811228-9875", "811228-987", "811328-9874"],
    "fodselsnummer": ["15108695089", "1510869508"],
    "kennitala": ["120174-3389", "120174-339"],
    "isikukood": ["36805280100", "3680528010"],
    "cnp": ["1630615123458", "163061512345"],
    "rodne_cislo": ["710319/2746", "710319/274"],
    "kimlik": ["10000000147", "1000000014"],
    "aadhaar": ["234123412347", "23412341234"],
    "sa_id": ["8001015009088", "800101500908"],
    "resident_id": ["11010519491231003X", "11010519491231002"],
    "ean_756": ["756.9217.0769.86", "756.9217.0769.8"],
    "steuer_id": ["86095742710", "8609574271"],
    "cuit": ["20-05536168-3", "20-05536168-"],
    "born": ["421392-1188", "99"],
}


def test_every_validator_is_tested() -> None:
    assert set(VALID) == set(INVALID) == set(VALIDATORS)


@pytest.mark.parametrize("name", sorted(VALID))
def test_valid_values_are_accepted(name: str) -> None:
    assert [value for value in VALID[name] if not VALIDATORS[name](value)] == []


@pytest.mark.parametrize("name", sorted(INVALID))
def test_invalid_values_are_rejected(name: str) -> None:
    assert [value for value in INVALID[name] if VALIDATORS[name](value)] == []


@pytest.mark.parametrize("name", sorted(VALIDATORS))
@pytest.mark.parametrize("value", ["", " ", "-", "é", "²" * 9, "1" * 5000, "٣" * 9])
def test_no_text_makes_a_validator_fail(name: str, value: str) -> None:
    assert VALIDATORS[name](value) in (True, False)


def test_each_check_of_a_national_number_is_a_validator() -> None:
    assert sorted(CHECKS) == sorted(NATIONAL_NUMBERS)
