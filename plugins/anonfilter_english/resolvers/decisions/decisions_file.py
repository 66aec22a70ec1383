"""Read and write the decisions about a document: ``notes.txt.decisions.yaml``.

A decision addresses a mention by its place in the decoded file, or by its tags. It has no words of
the document, so the file can be committed beside the filtered text.
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
from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX

_ABOUT = """\
# What a reader decided about the file beside this one: `anonfilter people --edit` and `anonfilter
# review` write it. A place is [start, end], in characters of that file, or a tag: never words.
"""

_COST = {"n": 1 << 12, "r": 8, "p": 1}

Place = tuple[int, int]


def _check_place(value: Place) -> Place:
    if not 0 <= value[0] < value[1]:
        raise ValueError(
            "a place is [start, end] in characters, counted from 0, without the character at `end`"
        )
    return value


def _check_tag(value: str) -> str:
    if not tags_in(value):
        raise ValueError(
            "address a mention by [start, end] or by a tag such as [PERSON_3], never by its words"
        )
    return value


_ValidPlace = Annotated[Place, AfterValidator(_check_place)]
Places = Annotated[tuple[_ValidPlace, ...], Field(min_length=1)]
Address = _ValidPlace | Annotated[str, AfterValidator(_check_tag)]
Addresses = Annotated[tuple[Address, ...], Field(min_length=1)]
KINDS = ("merge", "split", "role", "not_a_person", "keep", "add")
_COMPANIONS = {"of": ("role",), "to": ("add",), "label": ("not_a_person", "keep", "add")}


class Decision(Strict):
    """A decision; exactly one of the first six fields is given."""

    merge: Addresses | None = Field(
        default=None, description="mentions of people who are one person"
    )
    split: Addresses | None = Field(default=None, description="mentions of another person")
    role: LabelName | None = Field(default=None, description="the role of the people in `of`")
    not_a_person: Addresses | None = Field(default=None, description="mentions that name no person")
    keep: Addresses | None = Field(default=None, description="mentions that stay in the text")
    add: Places | None = Field(
        default=None, description="places of mentions of a person, or of what `label` says"
    )
    of: Addresses | None = Field(default=None, description="with `role`: mentions of the people")
    to: Address | None = Field(
        default=None, description="with `add`: another mention of that person"
    )
    label: LabelName | None = Field(
        default=None,
        description="with `not_a_person` and `add`: the label of the mentions; with `keep`: the "
        "label with which they are found; by default that of people",
    )

    @property
    def kind(self) -> str:
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses of the mentions that the decision is about."""
        found: tuple[Address, ...] = (self.of if self.role else getattr(self, self.kind)) or ()
        return found

    @model_validator(mode="after")
    def _has_one_kind(self) -> Decision:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError(f"a decision has exactly one of the keys {', '.join(KINDS)}")
        for key, kinds in _COMPANIONS.items():
            if getattr(self, key) is not None and given[0] not in kinds:
                raise ValueError(f"`{key}` needs {' or '.join(f'`{kind}`' for kind in kinds)}")
        if self.to is not None and self.label is not None:
            raise ValueError(
                "`to` is for a person and `label` for anything else: give only one of them"
            )
        if self.role and not self.of:
            raise ValueError("`role` needs `of`, which lists mentions of the person")
        return self


class AboutText(Strict):
    """A part of a file that states the length and a digest of the text that it is about."""

    characters: int = Field(ge=0, description="the length of the text in characters")
    digest: str = Field(
        default="",
        pattern="^(?:[0-9a-f]{16}:[0-9a-f]{32})?$",
        description="a salt, and a slow digest of the text; earlier versions wrote none",
    )

    def is_about(self, text: str) -> bool:
        """Return True if the length, and the digest if there is one, are those of this text."""
        return self.characters == len(text) and self.digest in ("", digest_of(text, self.salt))

    @property
    def salt(self) -> str:
        return self.digest.partition(":")[0]


class DecisionsFile(AboutText):
    """The content of a file of decisions; they are applied in order."""

    anonfilter: Literal[1] = Field(description="the version of this schema")
    decisions: tuple[Decision, ...] = ()


def new_salt() -> str:
    return token_hex(8)


def digest_of(text: str, salt: str) -> str:
    """Return a salted digest of a text.

    The digest is slow to compute, because a short text may consist of little more than one name,
    which could be guessed.
    """
    data = text.encode("utf-8", "surrogatepass")
    return f"{salt}:{scrypt(data, salt=salt.encode(), dklen=16, **_COST).hex()}"


def parse(
    data: bytes, name: str, *, roles: Collection[str] = (), labels: Collection[str] = ()
) -> DecisionsFile:
    """Parse a file of decisions; without ``roles`` or ``labels``, any role or label is valid.

    Raise ``RulesError``, which states line and column but no content, if the file is not valid.
    """
    node = load(data.decode("utf-8", "replace"), name, private=True)
    try:
        file = DecisionsFile.model_validate(node.plain())
    except ValidationError as error:
        raise rules_error(error, node, DecisionsFile, private=True) from None
    for at, decision in enumerate(file.decisions):
        for key, known in (("role", roles), ("label", labels)):
            if known and getattr(decision, key) not in (None, *known):
                raise RulesError(
                    f"unknown {key}; there are: {', '.join(known)}",
                    where=str(node.locate(("decisions", at, key))),
                )
    return file


def to_bytes(
    text: str, decisions: Iterable[Decision], before: bytes | None = None, *, bound: bool = True
) -> bytes:
    """Return the content of a file of decisions about a text.

    The digest has the salt of the previous file ``before``. If there is no such salt, the new file
    gets a digest with a new salt if it is ``bound``, and else no digest, so that the same input
    gives the same output.
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
        keys = [
            f"{key}: {_value(value)}"
            for key in (*KINDS, "of", "to", "label")
            if (value := getattr(decision, key)) is not None
        ]
        yield f"  - {{{', '.join(keys)}}}\n" if len(keys) > 1 else f"  - {keys[0]}\n"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) and value.startswith("[") else str(value)
