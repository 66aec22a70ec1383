"""Necessary conditions of presidio's recognizers, to skip recognizers that cannot match a text.

Every match of a recognizer contains a match of the regex for its entity. A regex may match too
much, but never too little; the tests generate text from the patterns of the recognizers.
Recognizers of entities that are not in the table always run.
"""

from __future__ import annotations

import re

NECESSARY: dict[str, str] = {
    "ABA_ROUTING_NUMBER": r"\d{4}-?\d{4}",
    "CA_SIN": r"\d{3}[- ]?\d{3}",
    "CREDIT_CARD": r"\d{4}[- ]?\d{3}",
    "CRYPTO": r"[a-zA-Z\d]{25}",
    "EMAIL_ADDRESS": r"@\w",
    "IBAN_CODE": r"[A-Z]{2}\d{2}",
    "IP_ADDRESS": r"::|:[\dA-Fa-f]{1,4}:|\d\.\d",
    "MAC_ADDRESS": r"[\dA-Fa-f]{2}[:-][\dA-Fa-f]{2}[:-]|[\dA-Fa-f]{4}\.[\dA-Fa-f]{4}",
    "MEDICAL_LICENSE": r"\w\w\d{7}",
    "UK_NHS": r"\d{3}[- ]?\d{4}",
    "UK_NINO": r"\d{2} ?\d{2} ?\d{2}",
    "UK_PASSPORT": r"\d{7}",
    "URL": r"\.\w\w",
    "US_BANK_NUMBER": r"\d{8}",
    "US_DRIVER_LICENSE": r"\d[A-Za-z]|[A-Za-z\]]\d|\d{6}",
    "US_ITIN": r"\d{2}[- ]?\d{4}",
    "US_MBI": r"\d[^\W\d_]",
    "US_NPI": r"\d{4}[- ]?\d{3}",
    "US_PASSPORT": r"\d{8}",
    "US_SSN": r"\d\d[- .]?\d{4}",
    "UUID": r"-[\dA-Fa-f]{4}-",
}
"""For each entity of presidio, a regex that every match of its recognizer contains."""

SEPARATED = r"(?:\d\D{{0,4}}){{{count},}}"
"""Digits that libphonenumber joins to a number, with at most four characters between them."""


_PHONE = "PHONE_NUMBER"


def known(language: str) -> frozenset[str]:
    """Return the entities that have a necessary condition in a language."""
    return frozenset({*NECESSARY, _PHONE}) if language == "en" else frozenset()


def phone_digits(regions: tuple[str, ...]) -> int:
    """Return the smallest number of digits in phone numbers of these regions, or with "+"."""
    from phonenumbers import PhoneMetadata

    # The shortest numbers with "+" have a country code and at least four more digits.
    fewest = [6]
    for region in regions:
        metadata = PhoneMetadata.metadata_for_region(region)
        if metadata is not None and metadata.general_desc is not None:
            fewest.extend(length for length in metadata.general_desc.possible_length if length > 0)
    return min(fewest)


def compiled(entity: str, regions: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return the compiled condition of an entity; None if it has no condition."""
    if entity == _PHONE:
        return re.compile(SEPARATED.format(count=phone_digits(regions)))
    condition = NECESSARY.get(entity)
    return re.compile(condition) if condition is not None else None
