"""Defines the schema of rulesets: the keys of the YAML, and their meaning."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from anonfilter.containers.encodings import codec_of
from anonfilter.contract.document import Kind, Label, Survives
from anonfilter.contract.settings import Generalise, LabelName, Strict
from anonfilter.contract.tags import Template
from anonfilter.errors import AnonfilterError

GENERALISING = "generalise"
"""The tagger of all labels with ``generalise:``; rules need not name it."""


class LabelRules(Strict):
    """The settings of a label: what it identifies, and what replaces its mentions."""

    kind: Kind = Field(
        default=Kind.DIRECT, description="identifies a person alone, or together with others"
    )
    risk: int = Field(default=3, ge=0, le=5, description="the harm of a miss, from 0 to 5")
    redact: bool = Field(default=True, description="false: it is found and stays in the text")
    sought: bool = Field(default=True, description="false: no plugin of the rules needs to find it")
    tag: str = Field(default="numbered", description="the name of a tagger, or a template")
    template: str = Field(default="", description="the form of the tag, such as [PERSON_{n}]")
    sequence: str = Field(default="", description="labels with the same sequence share its numbers")
    survives: Survives = Field(
        default=Survives.ALLOW, description="fail: no replaced original may remain in the output"
    )
    generalise: Generalise | None = Field(
        default=None,
        description="the tag states something less exact, such as [AGE: 35-39]; an original that "
        "cannot be read with certainty gets the plain tag",
    )

    @field_validator("tag", "template")
    @classmethod
    def _is_a_template(cls, value: str, info: ValidationInfo) -> str:
        if value.startswith("[") or (value and info.field_name == "template"):
            try:
                Template(value)
            except AnonfilterError as error:
                raise ValueError(f"{error.message}. {error.hint}") from None
        return value

    @model_validator(mode="after")
    def _has_one_template(self) -> LabelRules:
        if self.tag.startswith("[") and self.template:
            raise ValueError(f"`tag: {self.tag!r}` is a template already; leave out `template:`")
        return self

    def label(self, name: str) -> Label:
        """Return the label; ``tag: '[ID_{n}]'`` means the tagger `numbered` with that template."""
        short = self.tag.startswith("[")
        tag, template = ("numbered", self.tag) if short else (self.tag, self.template)
        tag = GENERALISING if self.generalise else tag
        sequence = self.sequence or name
        return Label(
            name,
            self.kind,
            self.risk,
            tag,
            template,
            sequence,
            self.survives,
            self.redact,
            self.generalise,
        )


class Use(BaseModel):
    """An entry for a plugin in the rules; all other keys are the plugin's own settings."""

    model_config = ConfigDict(extra="allow", frozen=True)

    use: str = Field(description="the name of the plugin; `anonfilter plugins` lists all")
    name: str = Field(default="", description="another name, if the plugin is used twice")
    enabled: bool = Field(default=True, description="false: disable an inherited plugin")

    @property
    def instance(self) -> str:
        return self.name or self.use


class UseFormat(Use):
    """An entry for a format in the rules, with the files that it reads."""

    like: dict[str, str] = Field(
        default={},
        description="files that are read as if they had another suffix, by name or path: "
        "{'*.dat': .vtt, 'calls/*': .jsonl}; the last match counts",
    )
    encoding: Annotated[
        dict[str, Annotated[str, AfterValidator(codec_of)]],
        BeforeValidator(lambda value: {"": value} if isinstance(value, str) else value),
    ] = Field(
        default={},
        description="the encoding of the files of this format, or of files by name or path: "
        "{'old/*': cp1252}",
    )


def use_in(chain: str) -> type[Use]:
    """Return the model for the entries of a list of plugins."""
    return UseFormat if chain == "formats" else Use


class CheckRules(Strict):
    """The settings that decide which findings fail `anonfilter check`."""

    fail_on: tuple[str, ...] = Field(
        default=("direct", "indirect"), description="the kinds or labels that fail a check"
    )
    ignore: tuple[LabelName, ...] = Field(default=(), description="labels that never fail a check")
    max_risk: int | None = Field(
        default=None, ge=0, description="the highest allowed risk of the findings of one document"
    )
    max_corpus_risk: float | None = Field(
        default=None,
        ge=0,
        description="the highest allowed mean plus standard deviation of the risk of all documents",
    )
    strict: bool = Field(
        default=False,
        description="a text that `documents:` neither includes nor excludes is incomplete",
    )


class LimitRules(Strict):
    """Limits on the processor time for a file, and on the size of files that are read whole."""

    seconds: float = Field(default=300, gt=0, description="the seconds that any file may take")
    seconds_per_megabyte: float = Field(
        default=3600, ge=0, description="additional seconds, by the size of the file"
    )
    whole_megabytes: float = Field(
        default=16,
        gt=0,
        description="files up to this size may be read as a whole; larger files are read in parts",
    )


class PeopleRules(Strict):
    """The roles of people whose names are replaced or stay; without a role they are replaced."""

    redact: tuple[LabelName, ...] = Field(default=(), description="roles whose names are replaced")
    keep: tuple[LabelName, ...] = Field(default=(), description="roles whose names stay")

    @model_validator(mode="after")
    def _says_one_thing(self) -> PeopleRules:
        for role in self.keep:
            if role in self.redact:
                raise ValueError(f"{role} is in `redact` and in `keep`; remove it from one of them")
        return self


class CorpusRules(Strict):
    """The folders of `anonfilter sync`, relative to the top of the corpus or of the repository."""

    source: str = Field(description="the folder of the originals, which Git must ignore")
    output: str = Field(description="the folder of their redacted copies")

    @field_validator("source", "output")
    @classmethod
    def _is_a_folder_below(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise ValueError("must be a folder below the top, without a leading / and without ..")
        return str(path)

    @model_validator(mode="after")
    def _are_apart(self) -> CorpusRules:
        source, output = PurePosixPath(self.source), PurePosixPath(self.output)
        if source.is_relative_to(output) or output.is_relative_to(source):
            raise ValueError("source and output must be different folders, neither in the other")
        return self


class AudioRules(Strict):
    """Settings for the recognition of recordings, and for the parts that are silenced."""

    hypotheses: int = Field(
        default=1, ge=1, le=50, description="the number of wordings of each piece that are searched"
    )
    join: Literal["or", "weighted"] = Field(
        default="or",
        description="or: silence a word that is personal data in any wording; weighted: only if "
        "the wordings with it have at least the share `weight` of the scores",
    )
    weight: float = Field(
        default=0.5,
        gt=0,
        le=1,
        description="for `join: weighted`: the least share of the scores of all wordings",
    )
    padding: float = Field(
        default=0.15, ge=0, le=10, description="the seconds silenced before and after a finding"
    )
    merge_gap: float = Field(
        default=0.2,
        ge=0,
        le=60,
        description="silenced intervals become one if at most this many seconds are between them",
    )
    below: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="words with less confidence than this are treated as `low_confidence` says; "
        "default: the confidence from which the recogniser is certain, or 0 if that is not known",
    )
    low_confidence: Literal["mask", "report"] = Field(
        default="mask",
        description="words with less confidence than `below`: mask: silence them; report: list "
        "their times, and the result is incomplete",
    )
    accept_recogniser: bool = Field(
        default=False,
        description="true: rely on a recogniser of unknown quality; false: its results are "
        "incomplete",
    )
    unrecognised: Literal["report", "mask"] | None = Field(
        default=None,
        description="speech without a recognised word: mask: silence it; report: list its times; "
        "default: mask with a recogniser of known quality, otherwise report",
    )
    unrecognised_after: float = Field(
        default=1.0,
        gt=0,
        le=60,
        description="the seconds of speech in which at least one word is expected",
    )
    channels: Literal["auto", "apart", "together"] = Field(
        default="auto",
        description="apart: each channel has its own speakers, and a name is silenced in its "
        "channel; together: a name is silenced in all channels; auto: apart if two channels are "
        "hardly ever heard at once",
    )


class RulesetModel(Strict):
    """A whole ruleset, merged with the rulesets that it extends."""

    anonfilter: Literal[1] = Field(description="the version of this schema")
    name: str = Field(default="", description="the name of the ruleset in reports")
    version: int = Field(default=1, description="increased when the rules find something else")
    description: str = ""
    extends: str | None = Field(
        default=None, description="the name of a shipped ruleset, or a path"
    )
    language: str = Field(default="en", description="the language of the documents")
    documents: tuple[str, ...] = Field(default=(), description="the files that `check` reads")
    plugins: tuple[str, ...] = Field(
        default=(), description="files of this repository with plugins"
    )
    labels: dict[LabelName, LabelRules] = Field(default_factory=dict)
    formats: tuple[UseFormat, ...] = ()
    detectors: tuple[Use, ...] = ()
    resolvers: tuple[Use, ...] = ()
    taggers: tuple[Use, ...] = ()
    recognisers: tuple[Use, ...] = ()
    audio: AudioRules = AudioRules()
    check: CheckRules = CheckRules()
    limits: LimitRules = LimitRules()
    people: PeopleRules = PeopleRules()
    context_hints: tuple[str, ...] = Field(
        default=(), description="terms that narrow a time or a case; they are counted, not replaced"
    )
    sidecar: Literal["sealed", "plain", "none"] | None = Field(
        default=None,
        description="the form of the file that keeps the originals of a filtered file; by default "
        "`sealed` if the corpus has a key, otherwise `none`",
    )
    corpus: CorpusRules | None = Field(default=None, description="the folders of `anonfilter sync`")
    map_dir: str = Field(
        default="",
        description="the folder for sidecars, relative to the top of the corpus; by default they "
        "are beside their documents",
    )
    scope: Literal["document", "corpus"] = Field(
        default="document",
        description="document: numbers begin again in each document; corpus: a name has the same "
        "tag in the whole corpus",
    )
    numbers: Literal["keyed", "counted"] = Field(
        default="keyed",
        description="the numbers of `scope: corpus`: keyed, such as [PERSON_k7f3m2qa4x], the same "
        "on all machines and branches; or counted over all documents, such as [PERSON_12]",
    )

    @model_validator(mode="after")
    def _counts_over_a_corpus(self) -> RulesetModel:
        if self.numbers == "counted" and self.scope != "corpus":
            raise ValueError("`numbers: counted` needs `scope: corpus`")
        return self

    @field_validator("map_dir")
    @classmethod
    def _is_below_the_top(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts:
            raise ValueError("must be a folder below the top, without a leading / and without ..")
        return value
