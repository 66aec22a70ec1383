"""What a reader decided about a document, its people above all: ``notes.txt.decisions.yaml``.

A mention is named by its place in the decoded file or by the tags that the filter gives it,
never by its words, so that the file may be committed beside the filtered text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from hashlib import scrypt
from secrets import token_hex
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from anonfilter.contract.settings import LabelName, Strict
from anonfilter.contract.tags import tags_in
from anonfilter.errors import RulesError
from anonfilter.rules.errors import rules_error
from anonfilter.rules.nodes import load
from anonfilter_english.resolvers.decisions.changes import SUFFIX

_ABOUT = """\
# What a reader decided about the file beside this one: `anonfilter people --edit` and `anonfilter
# review` write it. A place is [start, end], in characters of that file, or a tag: never words.
"""

_COST = {"n": 1 << 12, "r": 8, "p": 1}

Place = tuple[int, int]


def _is_place(value: Place) -> Place:
    if not 0 <= value[0] < value[1]:
        raise ValueError("a place is [start, end], counted from 0, the end not included")
    return value


def _is_tag(value: str) -> str:
    if not tags_in(value):
        raise ValueError("a mention is [start, end] or a tag such as [PERSON_3], never its words")
    return value


Address = Annotated[Place, AfterValidator(_is_place)] | Annotated[str, AfterValidator(_is_tag)]
Addresses = Annotated[tuple[Address, ...], Field(min_length=1)]
KINDS = ("merge", "split", "role", "not_a_person", "keep", "add")
_COMPANIONS = {"of": ("role",), "to": ("add",), "label": ("not_a_person", "keep", "add")}


class Decision(Strict):
    """One thing decided; exactly one of the first six keys says what."""

    merge: Addresses | None = Field(default=None, description="the people named there are one")
    split: Addresses | None = Field(default=None, description="these are another person")
    role: LabelName | None = Field(default=None, description="what the people of `of` are")
    not_a_person: Addresses | None = Field(default=None, description="no person is named there")
    keep: Addresses | None = Field(default=None, description="stays in the text as it is")
    add: Annotated[tuple[Annotated[Place, AfterValidator(_is_place)], ...],
                   Field(min_length=1)] | None = Field(
        default=None, description="a mention of a person, or with `label` of that")  # fmt: skip
    of: Addresses | None = Field(default=None, description="with `role`: mentions of the people")
    to: Address | None = Field(default=None, description="with `add`: another mention of theirs")
    label: LabelName | None = Field(
        default=None, description="with `not_a_person` and `add`: what it is; with `keep`: as what "
        "it is found, else people")  # fmt: skip

    @property
    def kind(self) -> str:
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The mentions that it is about."""
        found: tuple[Address, ...] = (self.of if self.role else getattr(self, self.kind)) or ()
        return found

    @model_validator(mode="after")
    def _says_one_thing(self) -> Decision:
        said = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(said) != 1:
            raise ValueError(f"a decision has one of the keys {', '.join(KINDS)}")
        for key, kinds in _COMPANIONS.items():
            if getattr(self, key) is not None and said[0] not in kinds:
                raise ValueError(f"`{key}` goes with {' or '.join(f'`{kind}`' for kind in kinds)}")
        if self.to is not None and self.label is not None:
            raise ValueError("`to` names a person, `label` something else: give one of them")
        if self.role and not self.of:
            raise ValueError("`of` says whose role it is")
        return self


class AboutText(Strict):
    """What holds for one text: its length, and a digest of it."""

    characters: int = Field(ge=0, description="how long the text is that it is about")
    digest: str = Field(
        default="", pattern="^(?:[0-9a-f]{16}:[0-9a-f]{32})?$",
        description="a salt, and a slow digest of that text; earlier versions wrote none",
    )  # fmt: skip

    def is_about(self, text: str) -> bool:
        """Whether the text is the one that was decided about."""
        return self.characters == len(text) and self.digest in ("", digest_of(text, self.salt))

    @property
    def salt(self) -> str:
        return self.digest.partition(":")[0]


class File(AboutText):
    """The file: for a text of so many characters, what was decided, in that order."""

    anonfilter: Literal[1] = Field(description="the version of this schema")
    decisions: tuple[Decision, ...] = ()


def new_salt() -> str:
    return token_hex(8)


def digest_of(text: str, salt: str) -> str:
    """A digest of a whole text, with the salt; it is slow, because a text may hold little else than
    the name that was decided about."""
    data = text.encode("utf-8", "surrogatepass")
    return f"{salt}:{scrypt(data, salt=salt.encode(), dklen=16, **_COST).hex()}"


def parse(
    data: bytes, name: str, *, roles: Collection[str] = (), labels: Collection[str] = ()
) -> File:
    """The decisions in a file's bytes; what is wrong is told with line and column, and without
    what is written there. Any role and any label, if none are given."""
    node = load(data.decode("utf-8", "replace"), name, private=True)
    try:
        file = File.model_validate(node.plain())
    except ValidationError as error:
        raise rules_error(error, node, File, private=True) from None
    for at, decision in enumerate(file.decisions):
        for key, known in (("role", roles), ("label", labels)):
            if known and getattr(decision, key) not in (None, *known):
                raise RulesError(
                    f"unknown {key}; there are: {', '.join(known)}",
                    where=str(node.locate(("decisions", at, key))),
                )
    return file


def written(
    text: str, decisions: Iterable[Decision], before: bytes | None = None, *, bound: bool = True
) -> bytes:
    """Decisions about a text as a file, a decision a line; with the salt of the file from before.

    If not ``bound``, a file that had no digest gets none: the same input has the same output.
    """
    salt = parse(before, SUFFIX.removeprefix(".")).salt if before is not None else ""
    salt = salt or (new_salt() if bound else "")
    return "".join(_lines(text, tuple(decisions), salt)).encode()


def _lines(text: str, decisions: tuple[Decision, ...], salt: str) -> Iterator[str]:
    yield _ABOUT
    yield f"anonfilter: 1\ncharacters: {len(text)}\n"
    if salt:
        yield f'digest: "{digest_of(text, salt)}"\n'
    yield "decisions:\n" if decisions else "decisions: []\n"
    for decision in decisions:
        said = [
            f"{key}: {_value(value)}"
            for key in (*KINDS, "of", "to", "label")
            if (value := getattr(decision, key)) is not None
        ]
        yield f"  - {{{', '.join(said)}}}\n" if len(said) > 1 else f"  - {said[0]}\n"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) and value.startswith("[") else str(value)
