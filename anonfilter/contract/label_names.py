"""Find labels by the names that published work and other tools give them."""

from __future__ import annotations

from collections.abc import Container, Mapping

# The names of Google's Sensitive Data Protection, without "US_" before and "_NUMBER" or "_CODE"
# after them, each with our labels; the first label that is known counts.
_PUBLISHED = {
    "FIRST_NAME": ("PERSON",),
    "LAST_NAME": ("PERSON",),
    "ETHNIC_GROUP": ("NRP",),
    "LOCATION_COORDINATES": ("COORDINATES",),
    "HTTP_COOKIE": ("COOKIE", "GENERIC_ID"),
    "STORAGE_SIGNED_URL": ("SIGNED_URL", "URL"),
    "STORAGE_SIGNED_POLICY_DOCUMENT": ("SIGNED_URL", "URL"),
    "ICD9": ("DIAGNOSIS_CODE",),
    "ICD10": ("DIAGNOSIS_CODE",),
    "IMSI_ID": ("IMSI",),
    "IMEI_HARDWARE_ID": ("IMEI",),
    "VEHICLE_IDENTIFICATION": ("VIN",),
    "MAC_ADDRESS_LOCAL": ("MAC_ADDRESS",),
    "CREDIT_CARD_TRACK": ("CARD_TRACK", "CREDIT_CARD"),
    "SOCIAL_SECURITY": ("US_SSN",),
    "INDIVIDUAL_TAXPAYER_IDENTIFICATION": ("US_SSN",),
    "CANADA_SOCIAL_INSURANCE": ("CA_SIN",),
    "DRIVERS_LICENSE": ("DRIVER_LICENSE",),
    "BANK_ROUTING_MICR": ("ROUTING_NUMBER",),
}


def find_label(name: str, known: Container[str], others: Mapping[str, str] | None = None) -> str:
    """Return the known label with this name, a shorter form of it or a published name of it.

    PERSON_NAME is PERSON, and IMSI_ID is IMSI. ``others`` has more names of labels. Return "" if no
    label is known by this name.
    """
    short = name.removeprefix("US_").removesuffix("_NUMBER")
    for form in (name, name.removesuffix("_NAME"), short, short.removesuffix("_CODE")):
        for label in (form, *_PUBLISHED.get(form, ()), (others or {}).get(form, "")):
            if label in known:
                return label
    return ""
