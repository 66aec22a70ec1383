"""Recognise CSS declarations in `style` attributes, as opposed to other text with a colon."""

from __future__ import annotations

import re

from anonfilter.text.names import may_be_given

# Properties of CSS, SVG and mail programs: names of one word, and the words of compound names.
_PROPERTIES = """
    all animation animation-name appearance azimuth background border bottom break clear clip color
    columns contain container container-name content cue cursor cx cy d direction display elevation
    fill filter flex float font gap grid height hyphens inset isolation kerning layout-flow left
    margin marker mask opacity order orphans outline overflow padding page pause perspective
    pitch position quotes r resize richness right rotate rx ry scale size speak stress stroke
    top transform transition translate visibility volume widows width x y z-index zoom
    """
_WORDS_OF_PROPERTIES = """
    accent action adjust after align alignment alternates anchor animation appearance area areas
    aspect asian attachment auto autospace backdrop backface background base baseline before
    behavior blend block border bottom box break caps caption caret clamp clip collapse color
    column columns container content count counter cursor cut dasharray dashoffset decoration delay
    direction display dominant drop duration east effect emphasis empty cells enable end events face
    family feature fill filter fit flex flood flow font gap grid group grow hanging height hyphenate
    ideograph idx image increment indent index initial inline inset inside interpolation items
    iteration justify kern kerning language last layout left letter level ligatures limit line
    linecap linejoin list lighting margin marker mask max mid min miterlimit mix mode numeric object
    offset opacity order orient orientation origin outline overflow override overscroll padding page
    paint palette path perspective play pointer position print properties punctuation
    radius rate ratio rendering repeat reset right row rows rule scale scroll scrollbar select self
    set settings shadow shape shrink side size sizing skip smoothing snap spacing span speak
    start state stop stops stretch stroke style synthesis tab table target template text thickness
    threshold timing top touch transform transition trim type underline unicode upright user
    variant variation vector vertical visibility weight white width will change wise word wrap
    writing x y z space bidi char numeral function outside
    """
_KNOWN = frozenset(_PROPERTIES.split())
_KNOWN_WORDS = frozenset(_WORDS_OF_PROPERTIES.split())
_DECLARATION = re.compile(
    r"\s*+(?:(?P<property>--[a-z][a-z0-9-]*+|-?[a-z][a-z0-9-]*+)\s*+:"
    r"(?P<value>(?:url\([^()]*+\)|\"[^\"]*+\"|'[^']*+'|[^;\"'])*+))?(?:;|\Z)",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:mso|-(?:webkit|moz|ms|o|khtml|inkscape|apple|epub))-")
_URL = r"url\((?:[^()\s'\"]*|\"[^()\s'\"]*\"|'[^()\s'\"]*')\)"
_UNIT = r"(?:%|[a-zA-Z]{1,5}\b)"
_NUMBER = r"[+-]?(?:2147483647|[0-9]{1,8}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?![0-9.])" rf"{_UNIT}?"
_COLOR = r"\#[0-9a-fA-F]{3,8}\b"
_MARKS = r"[\s,/()*+|!=-]"
_STRING = r"\"[^\"]*\"|'[^']*'"
_VALUE = re.compile(
    rf"(?:{_URL}|{_NUMBER}|{_COLOR}|[a-zA-Z-]{{1,40}}\(|(?P<word>[a-zA-Z]+)|{_MARKS})"
)
_FONT = re.compile(rf"(?:{_NUMBER}|{_STRING}|[\w\s,/!.@#&-])*+")
_PARTS = re.compile(r"[A-Z]?[a-z]+")


def is_css(text: str) -> bool:
    """Return True if a text consists of CSS properties with keywords, numbers and fonts only."""
    at = found = 0
    while at < len(text):
        declaration = _DECLARATION.match(text, at)
        if declaration is None:
            return False
        if declaration["property"]:
            found += 1
            if not _is_plain(declaration["property"].lower(), declaration["value"]):
                return False
        at = declaration.end()
    return found > 0


def _is_plain(name: str, value: str) -> bool:
    """Return True if CSS has the property, and its value is neither a name nor a text."""
    is_compound = "-" in name and _KNOWN_WORDS.issuperset(name.split("-"))
    if not (is_compound or name in _KNOWN or name.startswith("--") or _PREFIX.match(name)):
        return False
    if name == "font" or name.endswith(("-font", "font-family", "font-specification")):
        return _FONT.fullmatch(value) is not None
    at = 0
    while at < len(value):
        token = _VALUE.match(value, at)
        if token is None or (token["word"] and not _is_keyword(token["word"])):
            return False
        at = token.end()
    return True


def _is_keyword(word: str) -> bool:
    parts = [part.lower() for part in _PARTS.findall(word)]
    return word[0].islower() and not any(map(may_be_given, parts))
