"""Tag places, organisations and groups with finer categories that a model infers.

The model was trained to decide whether a text entails a sentence. It reads the words around a name
and the sentence "NAME is CANDIDATE." for each candidate. The candidate with the best score is the
category.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import NamedTuple

from anonfilter_english.knowledge.categories.category_names import Classified, key_of
from anonfilter_english.taggers.category.category_minter import CategoryMinter
from anonfilter_english.taggers.category.category_tags import CategoryTagger
from pydantic import Field as Option
from pydantic import field_validator

from anonfilter.contract.document import Document, Mention
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName
from anonfilter.errors import ModelMissing
from anonfilter.text.values import hide_values
from anonfilter_models.transformers.batched_probabilities import probabilities
from anonfilter_models.transformers.pinned_models import ModelConfig, Pinned
from anonfilter_models.transformers.transformers_loading import LoadedModel, load

_NAME, _CANDIDATE = "name", "candidate"
_LONGEST_NAME = 200


@hide_values
class Name(NamedTuple):
    """A label and a key, which are equal for all mentions of a name."""

    label: str
    key: str


@hide_values
class Question(NamedTuple):
    """A question to the model: does the text entail that a name belongs to a category?"""

    name: Name
    category: str
    premise: str
    hypothesis: str


class ZeroShotTagger(Pinned, CategoryMinter):
    """A tagger that writes ``[CITY_1]`` for a candidate with a high score, else the label's tag."""

    class Config(ModelConfig):
        candidates: dict[LabelName, dict[LabelName, str]] = Option(
            min_length=1,
            description="for a label: its finer categories, each with its words in a sentence",
        )
        hypothesis: str = Option(
            default="{name} is {candidate}.",
            description="the sentence that the text entails if the candidate is right",
        )
        threshold: float = Option(
            default=0.7, gt=0, le=1, description="the score below which the label's own tag is used"
        )
        lists_first: bool = Option(
            default=False,
            description="use the word lists of `category` first, and the model for unknown names",
        )
        context: int = Option(default=200, ge=0, description="characters on both sides of a name")
        mentions: int = Option(
            default=3,
            ge=1,
            description="the number of first mentions of a name that are read",
        )

        @field_validator("hypothesis")
        @classmethod
        def _is_a_sentence(cls, value: str) -> str:
            names = [name for _, name, _, _ in Formatter().parse(value) if name is not None]
            if _CANDIDATE not in names or not set(names) <= {_NAME, _CANDIDATE}:
                raise ValueError("the sentence needs {candidate}, and may have {name}")
            return value

    def __init__(self, config: Config, setting: Setting) -> None:
        Pinned.__init__(self, config, setting)
        categories = dict.fromkeys(name for names in config.candidates.values() for name in names)
        CategoryMinter.__init__(self, categories, setting)
        self._config = config
        self._lists = CategoryTagger(CategoryTagger.Config(), setting)
        self._loaded: LoadedModel | None = None
        self._entails = 0

    def needs(self) -> Needs:
        return self.needs_for(frozenset(self._config.candidates))

    def load(self) -> None:
        self._loaded = load(self.located(), "AutoModelForSequenceClassification")
        outputs = [label.lower() for label in self._loaded.labels]
        places = [at for at, label in enumerate(outputs) if label.startswith("entail")]
        if len(places) != 1:
            raise ModelMissing(
                f"the model {self._config.model} has no label for entailment",
                hint=f"Its labels are: {', '.join(self._loaded.labels[:6])}. A model for natural "
                "language inference (NLI, MNLI) is needed.",
            )
        self._entails = places[0]

    def verdicts(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Classified]:
        names = [
            Name(m.label.name, key_of(m.span.canonical or m.surface).replace(",", ""))
            for m in mentions
        ]
        listed = self._listed(document, mentions)
        asked = [at for at, category in enumerate(listed) if not category]
        questions = list(self._questions(document, [(names[at], mentions[at]) for at in asked]))
        inferred = self._inferred(questions)
        return [
            Classified(category or inferred.get(name, ""), name.key, bool(inferred.get(name)))
            for name, category in zip(names, listed, strict=True)
        ]

    def _listed(self, document: Document, mentions: Sequence[Mention]) -> list[str]:
        """Return the category of each mention in the word lists; "" if it is not a candidate."""
        if not self._config.lists_first:
            return [""] * len(mentions)
        verdicts = self._lists.verdicts(document, mentions)
        return [
            verdict.category
            if verdict.category in self._config.candidates.get(mention.label.name, ())
            else ""
            for mention, verdict in zip(mentions, verdicts, strict=True)
        ]

    def _questions(
        self, document: Document, asked: Sequence[tuple[Name, Mention]]
    ) -> Iterator[Question]:
        """Yield a question for each name, for each of its first contexts and each candidate."""
        premises: dict[Name, dict[str, str]] = {}
        starts = [field.start for field in document.fields]
        for name, mention in asked:
            known = premises.setdefault(name, {})
            if len(known) < self._config.mentions:
                premise = self._premise(document, starts, mention)
                known.setdefault(premise, " ".join(mention.surface.split())[:_LONGEST_NAME])
        for name, known in premises.items():
            for category, candidate in self._config.candidates.get(name.label, {}).items():
                for premise, written in known.items():
                    hypothesis = self._config.hypothesis.format(name=written, candidate=candidate)
                    yield Question(name, category, premise, hypothesis)

    def _premise(self, document: Document, starts: Sequence[int], mention: Mention) -> str:
        """Return a mention with the words around it, within its field."""
        span, reach = mention.span, self._config.context
        field = document.fields[max(0, bisect_right(starts, span.start) - 1)]
        before = document.prose[max(field.start, span.start - reach) : span.start]
        after = document.prose[span.end : min(field.end, span.end + reach)]
        if len(before) == reach and span.start - reach > field.start:
            before = before.partition(" ")[2]
        if len(after) == reach and span.end + reach < field.end:
            after = after.rpartition(" ")[0]
        return " ".join((before + mention.surface + after).split())

    def _inferred(self, questions: Sequence[Question]) -> Mapping[Name, str]:
        """Return for each name the candidate with the highest score in any of its contexts.

        Names whose scores are all below the threshold are left out.
        """
        assert self._loaded is not None
        rows = [self._row(question) for question in questions]
        answers = probabilities(self._loaded.network, rows, self._config.batch_size)
        scores: dict[Name, dict[str, float]] = {}
        for question, answer in zip(questions, answers, strict=True):
            by_category = scores.setdefault(question.name, {})
            known = by_category.get(question.category, 0.0)
            by_category[question.category] = max(known, answer[self._entails])
        best: dict[Name, str] = {}
        for name, by_category in scores.items():
            winner = max(by_category, key=lambda category: by_category[category])
            if by_category[winner] >= self._config.threshold:
                best[name] = winner
        return best

    def _row(self, question: Question) -> Mapping[str, Sequence[int]]:
        assert self._loaded is not None
        tokenizer = self._loaded.tokenizer
        encoded = tokenizer(
            question.premise, question.hypothesis, truncation=True, max_length=self._loaded.longest
        )
        return {name: encoded[name] for name in tokenizer.model_input_names if name in encoded}
