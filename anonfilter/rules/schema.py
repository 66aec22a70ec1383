"""The schema of a ruleset: what may stand in the YAML, and what it means."""

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
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.contract.tags import Template
from anonfilter.errors import AnonfilterError
from anonfilter.rules.audio_settings import AudioRules


class LabelRules(Strict):
    """A label, and how its mentions are replaced."""

    kind: Kind = Field(default=Kind.DIRECT, description="identifies alone, or with others")
    risk: int = Field(default=3, ge=0, le=5, description="harm of a miss, 0 to 5")
    redact: bool = Field(default=True, description="false: found and kept")
    sought: bool = Field(
        default=True, description="false: that nothing in the rules finds it is meant"
    )
    tag: str = Field(default="numbered", description="a tagger by its name, or a template")
    template: str = Field(default="", description="the tag, such as [PERSON_{n}]")
    sequence: str = Field(default="", description="labels that name one share its numbers")
    survives: Survives = Field(
        default=Survives.ALLOW, description="fail: a replaced original must not be left anywhere"
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
            raise ValueError(f"`tag: {self.tag!r}` is a template already; say there what it is")
        return self

    def label(self, name: str) -> Label:
        """``tag: '[ID_{n}]'`` is short for the numbered tagger with that template."""
        short = self.tag.startswith("[")
        tag, template = ("numbered", self.tag) if short else (self.tag, self.template)
        sequence = self.sequence or name
        return Label(
            name, self.kind, self.risk, tag, template, sequence, self.survives, self.redact
        )


class Use(BaseModel):
    """One plugin in the rules; all other keys are the plugin's own configuration."""

    model_config = ConfigDict(extra="allow", frozen=True)

    use: str = Field(description="the plugin's name; `anonfilter plugins` lists them")
    name: str = Field(default="", description="the instance's name, if it is used twice")
    enabled: bool = Field(default=True, description="false: inherited, but not wanted here")

    @property
    def instance(self) -> str:
        return self.name or self.use


class UseFormat(Use):
    """A format in the rules, and which files it is to read."""

    like: dict[str, str] = Field(
        default={},
        description="files that are read as if they had another suffix, by name or path: "
        "{'*.dat': .vtt, 'calls/*': .jsonl}; the last one that matches decides",
    )
    encoding: Annotated[
        dict[str, Annotated[str, AfterValidator(codec_of)]],
        BeforeValidator(lambda said: {"": said} if isinstance(said, str) else said),
    ] = Field(
        default={},
        description="the encoding of the files of this format, or of files by name or path: "
        "{'old/*': cp1252}",
    )


def use_in(chain: str) -> type[Use]:
    """What an entry of a list of plugins is."""
    return UseFormat if chain == "formats" else Use


class CheckRules(Strict):
    """What `anonfilter check` counts as a leak."""

    fail_on: tuple[str, ...] = Field(
        default=("direct", "indirect"), description="kinds or labels that fail a check"
    )
    ignore: tuple[LabelName, ...] = Field(default=(), description="labels that never fail it")
    max_risk: int | None = Field(
        default=None, ge=0, description="what the findings of one document may add up to"
    )
    max_corpus_risk: float | None = Field(
        default=None, ge=0, description="what mean plus SD of all documents' sums may be"
    )
    strict: bool = Field(
        default=False,
        description="a text that `documents:` neither includes nor excludes is incomplete",
    )


class LimitRules(Strict):
    """How long a file may take, in seconds of the processor, and how large it may be."""

    seconds: float = Field(default=300, gt=0, description="what any file may take")
    seconds_per_megabyte: float = Field(
        default=3600, ge=0, description="what it may take besides, by its size"
    )
    whole_megabytes: float = Field(
        default=16, gt=0, description="what is read as a whole; larger files are read in parts"
    )


class PeopleRules(Strict):
    """The roles of people whose names are replaced or stay; without a role they are replaced."""

    redact: tuple[LabelName, ...] = Field(default=(), description="roles that are replaced")
    keep: tuple[LabelName, ...] = Field(default=(), description="roles whose names stay")

    @model_validator(mode="after")
    def _says_one_thing(self) -> PeopleRules:
        for role in self.keep:
            if role in self.redact:
                raise ValueError(f"{role} is to be replaced and to stay; take it out of one")
        return self


class CorpusRules(Strict):
    """The folders of `anonfilter sync`, from the top of the corpus, or else of the repository."""

    source: str = Field(description="the originals' folder, which git must ignore")
    output: str = Field(description="the folder of their redacted twins")

    @field_validator("source", "output")
    @classmethod
    def _is_a_folder_below(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise ValueError("names a folder below the top; no / in front, no ..")
        return str(path)

    @model_validator(mode="after")
    def _are_apart(self) -> CorpusRules:
        source, output = PurePosixPath(self.source), PurePosixPath(self.output)
        if source.is_relative_to(output) or output.is_relative_to(source):
            raise ValueError("source and output are two folders, and neither lies in the other")
        return self


class RulesetModel(Strict):
    """A whole ruleset, after `extends` has been followed."""

    anonfilter: Literal[1] = Field(description="the version of this schema")
    name: str = Field(default="", description="how other rulesets can extend this one")
    version: int = Field(default=1, description="goes up when the rules find something else")
    description: str = ""
    extends: str | None = Field(default=None, description="a shipped ruleset's name, or a path")
    language: str = Field(default="en", description="what the documents are written in")
    documents: tuple[str, ...] = Field(default=(), description="which files `check` looks at")
    plugins: tuple[str, ...] = Field(default=(), description="plugin files of this repository")
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
        default=(), description="terms that narrow time or case: reported, never replaced"
    )
    sidecar: Literal["sealed", "plain", "none"] | None = Field(
        default=None,
        description="what keeps the originals beside a filtered file; where the corpus has a "
        "key: sealed, else: none",
    )
    corpus: CorpusRules | None = Field(
        default=None, description="the folders that `anonfilter sync` keeps in step"
    )
    map_dir: str = Field(
        default="",
        description="the folder for sidecars, from the top of the corpus; else they stand beside",
    )
    scope: Literal["document", "corpus"] = Field(
        default="document",
        description="numbers for each document, or tags that are the same in the whole corpus",
    )

    @field_validator("map_dir")
    @classmethod
    def _is_below_the_top(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts:
            raise ValueError("names a folder below the top of the corpus; no / in front, no ..")
        return value
