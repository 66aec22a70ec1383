"""The control words of RTF: characters, ends of paragraphs, and kinds of groups."""

from __future__ import annotations

from enum import Enum, auto


class Content(Enum):
    """The kind of content of an RTF group ``{…}``."""

    TEXT = auto()  # text of the paragraph around it
    ASIDE = auto()  # a separate text, such as a footnote
    LIST = auto()  # groups, each with a separate text
    NAME = auto()  # a name that people gave, with "_" for spaces
    PROPERTY = auto()  # the name of a property of a drawing
    VALUE = auto()  # the value of that property
    INSTRUCTION = auto()  # a field code
    OTHER = auto()  # unknown content
    PROGRAMS = auto()  # content that no person reads
    BYTES = auto()  # bytes as hexadecimal digits
    PICTURE = auto()
    OBJECT = auto()
    FONTS = auto()


CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "emdash": "\u2014",
    "endash": "\u2013",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "bullet": "\u2022",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "~": "\xa0",
    "_": "\u2011",
    "-": "\xad",
}
_ENDS = "par cell row nestcell nestrow sect page column softpage sectd"
ENDS = frozenset(_ENDS.split())

_ASIDE = (
    "footnote annotation header headerl headerr headerf footer footerl footerr footerf shptxt"
    " title subject author operator keywords comment doccomm category company manager atnauthor"
    " atnid propname staticval userprops ffdeftext ffhelptext ffstattext ffl xmlattrvalue hlfr"
    " xe tc listname ftnsep ftnsepc aftnsep aftnsepc"
)
_LIST = "revtbl stylesheet docvar pgdsctbl protusertbl"
_NAME = "bkmkstart bkmkend atrfstart atrfend ffname"
_PROGRAMS = (
    "colortbl listtable listoverridetable rsidtbl generator latentstyles xmlnstbl pgptbl"
    " wgrffmtfilter mmathPr creatim revtim printim buptim panose falt fontemb pnseclvl listpicture"
    " blipuid defchp defpap passwordhash writereservhash atndate atnref atnparent atntime atnicn"
    " listtext pntext"
)
_BYTES = "themedata colorschememapping datastore datafield"
GROUPS = {
    **dict.fromkeys(_ASIDE.split(), Content.ASIDE),
    **dict.fromkeys(_LIST.split(), Content.LIST),
    **dict.fromkeys(_NAME.split(), Content.NAME),
    **dict.fromkeys(_PROGRAMS.split(), Content.PROGRAMS),
    **dict.fromkeys(_BYTES.split(), Content.BYTES),
    "shpinst": Content.TEXT,
    "sp": Content.TEXT,
    "sn": Content.PROPERTY,
    "sv": Content.VALUE,
    "fldinst": Content.INSTRUCTION,
    "pict": Content.PICTURE,
    "objdata": Content.OBJECT,
    "fonttbl": Content.FONTS,
    "background": Content.ASIDE,
    "shppict": Content.TEXT,
    "nonshppict": Content.TEXT,
    "result": Content.TEXT,
    "object": Content.TEXT,
    "upr": Content.TEXT,
    "ud": Content.TEXT,
}
_DRAWN_NAMES = "gtextFont metroBlob shapePath pSegmentInfo pVerticies pWrapPolygonVertices pibName"
DRAWN = frozenset(_DRAWN_NAMES.split())
"""Properties of drawings whose values are not about people."""

CODE_PAGES = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
}
"""The code page for each character set of a font."""
