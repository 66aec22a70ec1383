"""Rules with surrogates, and a text to filter with them."""

from __future__ import annotations

import re

RULES = r"""
anonfilter: 1
name: small
labels:
  PERSON: {kind: direct, risk: 5, survives: fail}
  CASE: {kind: indirect, tag: '[CASE_{n}]', survives: fail}
  DATE: {kind: indirect, tag: '[DATE]'}
  PHONE_NUMBER: {kind: direct, survives: fail}
formats: [{use: text}, {use: csv}, {use: jsonl}]
detectors:
  - use: patterns
    patterns:
      - label: PERSON
        regex: '\b(?i:(?:Wilma|Abel|Orla)(?: (?:Quill|Tamsin|Deane))?|Quill|Tamsin|Deane)\b'
      - {label: CASE, regex: '\b\d\d-CV-\d{4}\b', examples: [21-CV-1234]}
      - {label: DATE, regex: '\b(?:March|May) \d{1,2}, \d{4}\b|\bMichaelmas\b'}
      - {label: PHONE_NUMBER, regex: '\(\d{3}\) \d{3}-\d{4}'}
resolvers: [{use: link-people}]
taggers:
  - use: numbered
  - {use: surrogate, labels: ['*']}
"""
TEXT = (
    "Wilma Quill (21-CV-1234) met Abel Quill on March 3, 2019.\nWILMA called Abel on May 4, 2019, "
    "at (415) 555-2671. Wilma Quill's brother is Abel.\n"
)
ORIGINALS = re.compile(
    r"\b(?:wilma|abel|orla|quill|tamsin|deane|21-CV-1234|May 4, 2019|.415. 555-2671)\b", re.I
)
