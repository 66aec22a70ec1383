"""What the control words of RTF say: characters, ends of paragraphs, and what groups hold."""

from __future__ import annotations

from enum import Enum, auto


class Holds(Enum):
    """What a group holds."""

    TEXT = auto()  # text that runs on
    ASIDE = auto()  # a text that stands for itself
    LIST = auto()  # groups that are a text each
    NAME = auto()  # a name that people gave, with "_" for blanks
    PROPERTY = auto()  # what the value of a drawing is
    VALUE = auto()  # that value
    INSTRUCTION = auto()  # what fills a field in
    OTHER = auto()  # what is not known
    PROGRAMS = auto()  # what no person reads
    BYTES = auto()  # bytes in hexadecimal
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
    **dict.fromkeys(_ASIDE.split(), Holds.ASIDE),
    **dict.fromkeys(_LIST.split(), Holds.LIST),
    **dict.fromkeys(_NAME.split(), Holds.NAME),
    **dict.fromkeys(_PROGRAMS.split(), Holds.PROGRAMS),
    **dict.fromkeys(_BYTES.split(), Holds.BYTES),
    "shpinst": Holds.TEXT,
    "sp": Holds.TEXT,
    "sn": Holds.PROPERTY,
    "sv": Holds.VALUE,
    "fldinst": Holds.INSTRUCTION,
    "pict": Holds.PICTURE,
    "objdata": Holds.OBJECT,
    "fonttbl": Holds.FONTS,
    "background": Holds.ASIDE,
    "shppict": Holds.TEXT,
    "nonshppict": Holds.TEXT,
    "result": Holds.TEXT,
    "object": Holds.TEXT,
    "upr": Holds.TEXT,
    "ud": Holds.TEXT,
}
_DRAWN_NAMES = "gtextFont metroBlob shapePath pSegmentInfo pVerticies pWrapPolygonVertices pibName"
DRAWN = frozenset(_DRAWN_NAMES.split())
"""Properties of drawings whose values say nothing of people."""

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
"""By the character set of a font."""
