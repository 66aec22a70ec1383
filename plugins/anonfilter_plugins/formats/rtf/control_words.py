"""What the control words of RTF say: characters, ends of paragraphs, and what groups hold."""

from __future__ import annotations

from enum import Enum, auto


class Holds(Enum):
    """What a group holds: text that runs on, one that stands for itself, several of these, a name
    or address that no person reads, nothing for people, or what cannot be read."""

    TEXT = auto()
    ASIDE = auto()
    LIST = auto()
    CODE = auto()
    NOTHING = auto()
    PICTURE = auto()
    OBJECT = auto()
    FONTS = auto()


CHARACTERS = {
    "tab": "\t", "line": "\n", "lbr": "\n", "emdash": "\u2014", "endash": "\u2013",
    "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
    "bullet": "\u2022", "emspace": " ", "enspace": " ", "qmspace": " ",
    "~": "\xa0", "_": "\u2011", "-": "\xad",
}  # fmt: skip
_ENDS = "par cell row nestcell nestrow sect page column softpage sectd"
ENDS = frozenset(_ENDS.split())

_ASIDE = (
    "footnote annotation header headerl headerr headerf footer footerl footerr footerf shptxt"
    " title subject author operator keywords comment doccomm category company manager atnauthor"
    " atnid propname staticval userprops"
)
_CODE = "fldinst bkmkstart bkmkend hlinkbase docvar atrfstart atrfend formfield ffname"
_NOTHING = (
    "colortbl stylesheet listtable listoverridetable rsidtbl generator themedata"
    " colorschememapping datastore latentstyles xmlnstbl pgptbl wgrffmtfilter mmathPr creatim"
    " revtim printim buptim template panose falt filetbl fontemb pnseclvl listpicture blipuid"
    " defchp defpap background ftnsep ftnsepc aftnsep aftnsepc passwordhash"
)
GROUPS = {
    **dict.fromkeys(_ASIDE.split(), Holds.ASIDE),
    **dict.fromkeys(_CODE.split(), Holds.CODE),
    **dict.fromkeys(_NOTHING.split(), Holds.NOTHING),
    "shpinst": Holds.TEXT, "sp": Holds.TEXT, "sn": Holds.NOTHING, "sv": Holds.CODE,
    "revtbl": Holds.LIST, "pict": Holds.PICTURE, "objdata": Holds.OBJECT, "fonttbl": Holds.FONTS,
    "listtext": Holds.NOTHING, "pntext": Holds.NOTHING, "shppict": Holds.TEXT,
    "nonshppict": Holds.TEXT, "result": Holds.TEXT, "object": Holds.TEXT,
}  # fmt: skip

CODE_PAGES = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "cp936", 136: "cp950",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
}  # fmt: skip
"""By the character set of a font."""
