"""Gather the facts of a report from the scans of a check and from the files beside documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from anonfilter_english.resolvers.decisions import reviews_file
from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX
from anonfilter_english.resolvers.decisions.decisions_file import parse

from anonfilter import git
from anonfilter.accepted.acceptance import Acceptance
from anonfilter.accepted.allow_list import Allowance
from anonfilter.checking.collect import ScanCollector
from anonfilter.contract.document import Tag
from anonfilter.contract.report import CheckResult, ScanProblem
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete, one_file
from anonfilter.files.paths import suffix_of
from anonfilter.files.source_tree import DISK
from anonfilter.git.running import run
from anonfilter.run.check_file import is_recording
from anonfilter.run.inputs import InputFile, Reading, plan_reading
from anonfilter.run.result import Result
from anonfilter.run.risks import risk_statistics
from anonfilter.selection.choice import FileChoice
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.residual_risk import LIMIT
from anonfilter_measure.report import report_facts as facts


@hide_values
@dataclass(slots=True)
class _ScannedFile:
    """Counts for one file: findings by label, tags, accepted findings, decisions of reviewers.

    ``weighed`` is False if the file is too long to compute the risk of its findings.
    """

    found: Counter[str]
    lines: int
    accepted: int
    weighed: bool
    signatures: tuple[facts.Signature, ...] = ()
    tags: Counter[str] = field(default_factory=Counter)
    decisions: int = 0


class Gatherer(ScanCollector):
    """A collector of the results of a check that also counts all findings of each file."""

    def __init__(
        self,
        engine: Engine,
        checked: CheckResult,
        acceptance: Acceptance,
        notify: Callable[[str], None],
        *,
        show_values: bool,
        shown: Callable[[str], str] = str,
    ) -> None:
        super().__init__(engine, checked, acceptance, notify, show_values=show_values, shown=shown)
        self.acceptance = acceptance
        self.scanned: dict[str, _ScannedFile] = {}
        self._labels = engine.labels

    def add_result(
        self, result: Result, added: Collection[int] | None = None, commits: tuple[str, ...] = ()
    ) -> None:
        before = self._accepted
        super().add_result(result, added, commits)
        if result.error is None:
            weighed = all(
                one.weight.cost or not self._labels[one.label].risk for one in result.findings
            )
            found = Counter(one.label for one in result.findings)
            self.scanned[result.name] = _ScannedFile(
                found, result.tally.lines, self._accepted - before, weighed
            )

    @property
    def _accepted(self) -> int:
        return self.acceptance.allowed + self.acceptance.in_baseline


def _add_tags_and_reviews(engine: Engine, choice: FileChoice, gatherer: Gatherer) -> None:
    """Count the tags of each scanned file, and read its signatures and decisions.

    A file that cannot be read is reported as incomplete.
    """
    for name, scanned in gatherer.scanned.items():
        text = ""
        with _report_errors(gatherer, name):
            text, tags = _read(engine, choice.chosen[name])
            scanned.tags = Counter(tags)
        with _report_errors(gatherer, name + reviews_file.SUFFIX):
            scanned.signatures = tuple(_signatures(name, text))
        with _report_errors(gatherer, name + SUFFIX):
            decided = DISK.read(name + SUFFIX)
            if decided is not None:
                scanned.decisions = len(parse(decided, name + SUFFIX).decisions)


@contextmanager
def _report_errors(gatherer: Gatherer, name: str) -> Iterator[None]:
    """Report an error as the reason why a file is incomplete, and continue."""
    try:
        with one_file(name):
            yield
    except AnonfilterError as error:
        what = error.message.replace(f"{name}:", "line ")  # as reports write it
        problem = Incomplete(what, where=error.where, hint=error.hint)
        gatherer.add_problem(ScanProblem.of(problem, name))


def _read(engine: Engine, chosen: InputFile) -> tuple[str, list[str]]:
    """Return the text of a file that reviewers sign, and its tags; ("", []) for a recording."""
    if is_recording(engine, chosen.name):
        return "", []
    data = chosen.read()
    if plan_reading(engine, chosen.name, len(data)) is Reading.IN_PARTS:
        signed = text = engine.decode_file(data, chosen.name).text
        tags: Iterable[Tag] = engine.grammar.find(text)
    else:
        document = engine.read_document(data, chosen.name)
        signed, text, tags = document.source.text, document.text, document.tags
    return signed, [text[tag.start : tag.end] for tag in tags]


def _signatures(name: str, text: str) -> Iterator[facts.Signature]:
    for one in reviews_file.read(name).signed:
        agreed = one.agreement
        yield facts.Signature(
            one.reviewers,
            one.date,
            one.answers,
            facts.Agreement(agreed.findings, agreed.alike, agreed.kappa) if agreed else None,
            one.is_about(text),
        )


@hide_values
@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What the user asked for: the paths, whether to show values, and curves of evaluations.

    ``key`` describes the key of the corpus.
    """

    paths: tuple[str, ...]
    values_shown: bool
    curves: tuple[facts.Curve, ...] = ()
    key: str = ""


def gathered(
    engine: Engine,
    checked: CheckResult,
    choice: FileChoice,
    gatherer: Gatherer,
    request: ReportRequest,
) -> facts.Facts:
    """Return the facts of the report; all files must have been scanned."""
    _add_tags_and_reviews(engine, choice, gatherer)
    documents = tuple(_documents(checked, gatherer))
    return facts.Facts(
        format=facts.FORMAT,
        made=date.today().isoformat(),
        values_shown=request.values_shown,
        summary=checked.summary(),
        scope=_scope(request, checked, gatherer),
        rules=_rules(engine, checked),
        labels=tuple(_labels(engine, checked, gatherer)),
        tags=tuple(_tag_counts(gatherer)),
        documents=documents,
        risk=_risk(engine, [one.risk for one in documents], complete=not checked.incomplete),
        left=tuple(
            facts.RemainingFinding(
                one.path,
                one.member,
                one.line,
                one.column,
                one.label,
                one.detector,
                one.score,
                one.value,
            )
            for one in checked.findings
        ),
        accepted=_accepted(gatherer, request),
        incomplete=tuple(checked.incomplete),
        outside=_outside(choice, gatherer),
        remarks=tuple(checked.remarks),
        curves=request.curves,
    )


def _scope(request: ReportRequest, checked: CheckResult, gatherer: Gatherer) -> facts.Scope:
    paths = request.paths
    places = [Path(path) if Path(path).is_dir() else Path(path).parent for path in paths]
    commit, changed = _revision(places)
    shown_paths = tuple(map(gatherer.shown, paths))
    return facts.Scope(shown_paths, checked.files, checked.lines, commit, changed, request.key)


def _revision(places: Sequence[Path]) -> tuple[str, int]:
    """Return the commit and the number of changed files, if all folders are in one repository."""
    try:
        tops = {git.toplevel(place) for place in places}
        top = tops.pop()
        if top is None or tops:
            return "", 0
        commit = run("rev-parse", "HEAD", folder=top, of_repository=False).stdout
        changed = run(
            "status", "--porcelain", "--untracked-files=no", folder=top, of_repository=False
        ).stdout
        return commit.decode().strip(), len(changed.splitlines())
    except AnonfilterError:  # there is no git, or no commit yet
        return "", 0


def _rules(engine: Engine, checked: CheckResult) -> facts.Rules:
    rules = engine.ruleset.model.check
    out = {name for name, label in engine.labels.items() if not label.redact}
    return facts.Rules(
        checked.versions.digest, checked.versions, rules.fail_on, rules.ignore, tuple(sorted(out))
    )


def _labels(engine: Engine, checked: CheckResult, gatherer: Gatherer) -> Iterator[facts.LabelCount]:
    """Yield counts by label, the most frequent first; labels outside the rules have no kind."""
    files = [one.found for one in gatherer.scanned.values()]
    found = sum(files, Counter[str]())
    left = Counter(one.label for one in checked.findings)
    within = Counter(label for one in files for label in one)
    for name in sorted({*found, *left}, key=lambda name: (-found[name], name)):
        label = engine.labels.get(name)
        kind, risk = (str(label.kind), label.risk) if label else ("", 0)
        yield facts.LabelCount(name, kind, risk, found[name], within[name], left[name])


def _tag_counts(gatherer: Gatherer) -> Iterator[facts.TagCount]:
    mentions, different, files = Counter[str](), Counter[str](), defaultdict[str, set[str]](set)
    for name, scanned in gatherer.scanned.items():
        for tag, number in scanned.tags.items():
            stem = _stem(tag)
            mentions[stem] += number
            different[stem] += 1
            files[stem].add(name)
    for stem, number in sorted(mentions.items(), key=lambda item: (-item[1], item[0])):
        yield facts.TagCount(stem, number, different[stem], len(files[stem]))


def _stem(tag: str) -> str:
    """Return the stem of a tag: ``PERSON`` of ``[PERSON_3]`` and of ``[PERSON_k4q2mzt7ab]``."""
    stem, _, number = tag[1:-1].rpartition("_")
    return stem if stem and not number.isupper() else tag[1:-1]


def _documents(checked: CheckResult, gatherer: Gatherer) -> Iterator[facts.Document]:
    left = Counter(one.path for one in checked.findings)
    risks = dict(gatherer.risks)
    for name, one in gatherer.scanned.items():
        path = gatherer.shown(name)
        yield facts.Document(
            path,
            one.lines,
            one.found.total(),
            left[path],
            one.accepted,
            one.tags.total(),
            one.decisions,
            risks[path] if one.weighed else None,
            one.signatures,
        )


def _risk(engine: Engine, risks: Sequence[int | None], *, complete: bool) -> facts.Risk:
    rules = engine.ruleset.model.check
    weighed = [one for one in risks if one is not None]
    both = risk_statistics(weighed)
    limit = rules.max_corpus_risk
    within = both.mean_plus_sd < LIMIT if limit is None else both.mean_plus_sd <= limit
    known = complete and len(weighed) == len(risks) > 0
    return facts.Risk(
        both.documents,
        both.mean,
        both.sd,
        both.mean_plus_sd,
        max(weighed, default=0),
        LIMIT if limit is None else limit,
        limit is not None,
        ("met" if known else "not known") if within else "not met",
        rules.max_risk,
        len(risks) - len(weighed),
    )


def _accepted(gatherer: Gatherer, request: ReportRequest) -> facts.Accepted:
    acceptance = gatherer.acceptance
    used = sorted(acceptance.used.items(), key=lambda item: str(item[0].place))
    return facts.Accepted(
        acceptance.allowed,
        acceptance.in_baseline,
        sum(one.decisions for one in gatherer.scanned.values()),
        tuple(_allowed(one, number, gatherer, request) for one, number in used),
    )


def _allowed(
    one: Allowance, number: int, gatherer: Gatherer, request: ReportRequest
) -> facts.AllowedEntry:
    entry = one.entry
    value = (entry.value or entry.pattern or "") if request.values_shown else ""
    paths = tuple(map(gatherer.shown, entry.paths or ()))
    return facts.AllowedEntry(
        str(one.place),
        entry.label or "",
        paths,
        entry.reason,
        entry.expires.isoformat() if entry.expires else "",
        number,
        value,
    )


def _outside(choice: FileChoice, gatherer: Gatherer) -> facts.Outside:
    paths = sorted(choice.outside)
    suffixes = Counter(map(suffix_of, paths))
    ranked = dict(sorted(suffixes.items(), key=lambda item: (-item[1], item[0])))
    return facts.Outside(len(paths), ranked, tuple(map(gatherer.shown, paths)))
