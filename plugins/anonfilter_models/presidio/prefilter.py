"""Necessary conditions of presidio's recognizers, to skip those that cannot match a text.

Every match of a recognizer contains a match of its entity's regex here. It may be too generous,
never too strict; the tests generate text from the recognizers' own patterns. Recognizers of
entities that are not in the table always run.
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
"""Digits as libphonenumber joins them to a number: at most four characters between two."""


_PHONE = "PHONE_NUMBER"


def known(language: str) -> frozenset[str]:
    """Return the entities with a condition."""
    return frozenset({*NECESSARY, _PHONE}) if language == "en" else frozenset()


def phone_digits(regions: tuple[str, ...]) -> int:
    """Return the fewest digits of a phone number of these regions, or of one with "+"."""
    from phonenumbers import PhoneMetadata

    # With "+", the shortest have a country code of up to three digits before four more.
    fewest = [6]
    for region in regions:
        metadata = PhoneMetadata.metadata_for_region(region)
        if metadata is not None and metadata.general_desc is not None:
            fewest.extend(length for length in metadata.general_desc.possible_length if length > 0)
    return min(fewest)


def compiled(entity: str, regions: tuple[str, ...]) -> re.Pattern[str] | None:
    """Compile the condition of an entity, or return None."""
    if entity == _PHONE:
        return re.compile(SEPARATED.format(count=phone_digits(regions)))
    condition = NECESSARY.get(entity)
    return re.compile(condition) if condition is not None else None
