"""The page of a report: one file without scripts, which asks for nothing from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from anonfilter.dossier.facts import Document, Facts, Signature
from anonfilter.reports import charts
from anonfilter.reports.charts import Bar
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

_MOST_BARS = 30
_SHORT = 20  # rows of a table that stays on one sheet of paper
_HEAD = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Report on personal data</title>
<style>
:root {{ color-scheme: light }}
body {{ background: #fff; color: #1f2328; font: 16px/1.5 system-ui, sans-serif; margin: 2em auto;
  max-width: 54em; padding: 0 1em }}
h1, h2, h3 {{ break-after: avoid; line-height: 1.2 }}
h2 {{ border-bottom: 2px solid #1f2328; margin-top: 2em; padding-bottom: .2em }}
table {{ border-collapse: collapse; margin: 1em 0; width: 100% }}
caption {{ font-weight: bold; text-align: left }}
thead {{ display: table-header-group }}
tr, .short {{ break-inside: avoid }}
th, td {{ border-bottom: 1px solid #d1d9e0; overflow-wrap: anywhere; padding: .2em .8em .2em 0;
  text-align: left; vertical-align: top }}
.number {{ text-align: right; white-space: nowrap }}
.verdict {{ border: 2px solid #1f2328; padding: .6em 1em }}
figure {{ break-inside: avoid; margin: 1em 0 }}
figcaption {{ font-weight: bold }}
.line {{ border-bottom: 1px solid #1f2328; display: inline-block; height: 2.4em; width: 60% }}
{charts.STYLE}
@page {{ margin: 18mm 16mm }}
@media print {{
  body {{ font-size: 10.5pt; margin: 0; max-width: none; padding: 0 }}
  .page {{ break-before: page }}
}}
</style>
</head>
<body>
"""


def page(facts: Facts) -> str:
    """The whole page."""
    sections = (
        _summary, _scope, _rules, _tags, _found, _risk, _residual, _unread, _signed, _recordings,
    )  # fmt: skip
    parts = [_HEAD, "<main>\n", "<h1>Report on personal data</h1>\n"]
    for section in sections:
        parts += section(facts)
    return "".join([*parts, "</main>\n</body>\n</html>\n"])


# the sections


def _summary(facts: Facts) -> Iterator[str]:
    yield _paragraph(f"Made on {facts.made} by anonfilter {facts.rules.versions.anonfilter}.")
    signed = sum(one.signed for one in facts.documents)
    told = [
        f"{counted(facts.scope.files, 'file')} with {counted(facts.scope.lines, 'line')} "
        f"{_was(facts.scope.files)} scanned to the end; "
        f"{counted(len(facts.incomplete), 'problem')} kept files from being read whole.",
        f"{counted(len(facts.left), 'finding')} {_is(len(facts.left))} left; "
        f"{facts.accepted.allowed + facts.accepted.in_baseline:,} passed as accepted.",
        f"The criterion of risk is {facts.risk.verdict}.",
        f"{signed:,} of {counted(len(facts.documents), 'document')} "
        f"{_is(signed)} signed off in the present form.",
        "Values are shown in this report: keep it as you keep the originals."
        if facts.values_shown
        else "No value of a finding is in this report.",
    ]
    yield _list(told, kind="verdict")
    yield _paragraph(
        "What the rules do not find is not in these figures. How much that is, is measured on "
        "annotated text: anonfilter eval."
    )


def _scope(facts: Facts) -> Iterator[str]:
    yield _title("What was looked at")
    scope = facts.scope
    commit = scope.commit or "no commit"
    if scope.commit and scope.uncommitted:
        commit += f", and {counted(scope.uncommitted, 'tracked file')} as changed since"
    yield _pairs((
        ("Paths", ", ".join(scope.paths)),
        ("State", commit),
        ("Files", f"{scope.files:,}"),
        ("Lines", f"{scope.lines:,}"),
        ("Left out by the rules", counted(facts.outside.files, "file")),
    ))  # fmt: skip


def _rules(facts: Facts) -> Iterator[str]:
    yield _title("Rules and versions")
    rules, versions = facts.rules, facts.rules.versions
    yield _pairs((
        ("Rules", f"{versions.ruleset} {versions.ruleset_version}"
                  + (f", from {versions.file}" if versions.file else "")),
        ("Digest of the rules", versions.ruleset_digest),
        ("Digest of rules, models and code", rules.digest),
        ("A check fails on", ", ".join(rules.fail_on)),
        ("Never fails it", ", ".join(rules.ignored)),
        ("Not replaced", ", ".join(rules.left_out)),
        ("Models", ", ".join(versions.models)),
    ))  # fmt: skip
    yield _table("Plugins and what they require", ("package", "version"),
                 sorted(versions.plugins.items()))  # fmt: skip


def _tags(facts: Facts) -> Iterator[str]:
    yield _title("What stands in place of identifiers")
    if not facts.tags:
        yield _paragraph("No tag of these rules stands in the files.")
        return
    yield _chart("Tags by kind", [Bar(one.tag, one.mentions) for one in facts.tags])
    yield _table(
        "Tags", ("tag", "#mentions", "#different in a document", "#files"),
        ((one.tag, f"{one.mentions:,}", f"{one.different:,}", f"{one.files:,}")
         for one in facts.tags),
    )  # fmt: skip


def _found(facts: Facts) -> Iterator[str]:
    yield _title("What the rules find in the files as they are", new_page=True)
    if not facts.labels:
        yield _paragraph("Nothing.")
    else:
        yield _chart(
            "Findings by label; what is left is dark red",
            [Bar(one.label, max(one.found, one.left), one.left) for one in facts.labels],
            part="left",
        )
        yield _table(
            "Findings by label", ("label", "kind", "#risk", "#found", "#files", "#left"),
            ((one.label, one.kind, f"{one.risk}" if one.kind else "", f"{one.found:,}",
              f"{one.files:,}", f"{one.left:,}") for one in facts.labels),
        )  # fmt: skip
    most = sorted(facts.documents, key=lambda one: (-one.found, one.path))[:_MOST_BARS]
    if any(one.found for one in most):
        yield _chart(
            f"Findings by document{_the_first(facts.documents)}; what is left is dark red",
            [Bar(one.path, max(one.found, one.left), one.left) for one in most if one.found],
            part="left",
        )
    yield _table(
        "Documents",
        ("document", "#lines", "#tags", "#found", "#accepted", "#left", "#decisions", "#risk",
         "signed"),
        map(_document, facts.documents),
    )  # fmt: skip


def _document(one: Document) -> tuple[str, ...]:
    counts = (one.lines, one.tags, one.found, one.accepted, one.left, one.decisions)
    risk = "not weighed" if one.risk is None else f"{one.risk}"
    return one.path, *(f"{count:,}" for count in counts), risk, "yes" if one.signed else "no"


def _risk(facts: Facts) -> Iterator[str]:
    yield _title("Risk that people are recognised")
    risk = facts.risk
    by = "the rules' max_corpus_risk" if risk.set_by_rules else (
        "the rules set none; this is what anonfilter eval measures by"
    )  # fmt: skip
    yield _paragraph(
        "Each value that is left counts once a document, by the risk of its label; half, where it "
        "is a first or last name alone. The mean of all documents plus one standard deviation is "
        "held against the criterion."
    )
    yield _pairs((
        ("Verdict", risk.verdict),
        ("Mean + SD", f"{risk.mean:.2f} + {risk.sd:.2f} = {risk.mean_plus_sd:.2f}"),
        ("Criterion", f"{'at most' if risk.set_by_rules else 'below'} {risk.criterion:g} ({by})"),
        ("Documents", f"{risk.documents:,}"),
        ("Not weighed, too long", f"{risk.not_weighed:,}"),
        ("Highest of a document", f"{risk.highest}"),
        ("Limit of a document", "" if risk.limit_per_document is None
                                else f"{risk.limit_per_document}"),
    ))  # fmt: skip
    if risk.verdict == "not known":
        yield _paragraph("Not known, because a file was not read or not weighed, or there is none.")
    if risk.documents:
        yield _chart("Risk against the criterion", [
            Bar("mean", round(risk.mean, 2)), Bar("mean + SD", round(risk.mean_plus_sd, 2)),
            Bar("criterion", risk.criterion),
        ])  # fmt: skip
        counts = Counter(one.risk for one in facts.documents if one.risk is not None)
        yield _chart("Documents by their risk", [
            Bar(f"risk {low}" if low == high else f"risk {low} to {high}",
                sum(number for value, number in counts.items() if low <= value <= high))
            for low, high in _steps(max(counts, default=0))
        ])  # fmt: skip


def _residual(facts: Facts) -> Iterator[str]:
    yield _title("What is left, and what is accepted", new_page=True)
    accepted = facts.accepted
    yield _pairs((
        ("Left", counted(len(facts.left), "finding")),
        ("Allowed, with a reason", counted(accepted.allowed, "finding")),
        ("In the baseline, as known before", counted(accepted.in_baseline, "finding")),
        ("Decided by reviewers", counted(accepted.decisions, "decision")),
    ))  # fmt: skip
    if facts.left:
        value = ("value",) if facts.values_shown else ()
        yield _table(
            "Findings that are left", ("place", "label", "found by", "#score", *value),
            ((one.place, one.label, one.detector, f"{one.score:.2f}",
              *([one.value] if value else ())) for one in facts.left),
        )  # fmt: skip
    if accepted.entries:
        value = ("value or pattern",) if facts.values_shown else ()
        yield _table(
            "Entries of the allow list that matched",
            ("entry", "label", "in", "reason", "until", "#findings", *value),
            ((one.place, one.label or "any", ", ".join(one.paths) or "all files", one.reason,
              one.expires or "no end", f"{one.findings:,}", *([one.value] if value else ()))
             for one in accepted.entries),
        )  # fmt: skip


def _unread(facts: Facts) -> Iterator[str]:
    yield _title("What was not read")
    if facts.incomplete:
        yield _table("Incomplete: not read, or not to the end", ("file", "why"),
                     ((one.where, one.reason) for one in facts.incomplete))  # fmt: skip
    else:
        yield _paragraph("Every file that the rules choose was read to its end.")
    outside = facts.outside
    if outside.files:
        yield _paragraph(
            f"{counted(outside.files, 'file')} {_is(outside.files)} no document by the rules, "
            "and not scanned; their names were."
        )
        yield _table("Outside, by suffix", ("suffix", "#files"),
                     ((name or "none", f"{number:,}")
                      for name, number in outside.suffixes.items()))  # fmt: skip
        yield _table("Outside", ("file",), ((path,) for path in outside.paths))
    if facts.remarks:
        yield _table("Remarks", ("file", "remark"), facts.remarks)


def _signed(facts: Facts) -> Iterator[str]:
    yield _title("Who signed off", new_page=True)
    signed = [(one, by) for one in facts.documents for by in one.signatures]
    if signed:
        yield _table(
            "Signatures",
            ("document", "by", "on", "answers", "agreement of two", "#kappa", "text"),
            (_signature(one, by) for one, by in signed),
        )
    missing = [one.path for one in facts.documents if not one.signed]
    yield _paragraph(
        f"{counted(len(missing), 'document')} {_is(len(missing))} not signed off in the present "
        "form."
        if missing
        else "Every document is signed off in its present form."
    )
    yield _paragraph("Kappa is Cohen's: agreement of two reviewers beyond chance, at most 1.")
    for who in ("Name", "Date", "Signature"):
        yield f'<p>{who}: <span class="line"></span></p>\n'


def _signature(one: Document, by: Signature) -> tuple[str, ...]:
    agreed = by.agreement
    alike = f"{agreed.alike:,} of {agreed.findings:,}" if agreed else "one reviewer"
    kappa = f"{agreed.kappa:.2f}" if agreed and agreed.kappa is not None else ""
    answers = ", ".join(f"{answer} {number:,}" for answer, number in by.answers.items())
    current = "as signed" if by.current else "changed since"
    return one.path, ", ".join(by.reviewers), by.date, answers, alike, kappa, current


def _recordings(facts: Facts) -> Iterator[str]:
    for one in facts.curves:
        yield _title(f"Recordings: {one.file}", new_page=True)
        yield _pairs((
            ("Recordings", f"{one.recordings:,}"),
            ("Rules", f"{one.ruleset}, digest {one.digest}"),
            ("Best F1", f"{_share(one.best.f1)}, at a rho of {one.best.rho:.2f}"),
        ))  # fmt: skip
        series = {
            measure: [(at.rho, up) for at in one.points
                      if (up := getattr(at, measure)) is not None]
            for measure in ("recall", "precision", "f1")
        }  # fmt: skip
        title = f"Identifiers that are silenced, by rho: {one.file}"
        yield _figure(title, charts.curves(title, "rho, the share of a word", series))
        yield _table(
            "By rho", ("#rho", "#recall", "#precision", "#F1"),
            ((f"{at.rho:.2f}", _share(at.recall), _share(at.precision), _share(at.f1))
             for at in one.points),
        )  # fmt: skip


# what they are made of


def _steps(most: int) -> Iterator[tuple[int, int]]:
    """Ranges of risks: each one by itself up to ten, beyond that ten at most."""
    if most <= 10:
        yield from ((at, at) for at in range(most + 1))
        return
    yield 0, 0
    size = -(-most // 10)
    yield from ((low, low + size - 1) for low in range(1, most + 1, size))


def _the_first(documents: Sequence[Document]) -> str:
    found = sum(one.found > 0 for one in documents)
    return f", the {_MOST_BARS} with most" if found > _MOST_BARS else ""


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _title(text: str, *, new_page: bool = False) -> str:
    kind = ' class="page"' if new_page else ""
    return f"<h2{kind}>{_escaped(text)}</h2>\n"


def _paragraph(text: str) -> str:
    return f"<p>{_escaped(text)}</p>\n"


def _list(told: Iterable[str], kind: str) -> str:
    entries = "".join(f"<p>{_escaped(one)}</p>\n" for one in told)
    return f'<div class="{kind}">\n{entries}</div>\n'


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_escaped(name)}</th><td>{_escaped(value or "none")}</td></tr>\n'
        for name, value in pairs
    )
    return f'<table class="short">\n<tbody>\n{rows}</tbody>\n</table>\n'


def _table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; columns with a ``#`` are numbers."""
    kinds = [' class="number"' if column.startswith("#") else "" for column in columns]
    head = "".join(
        f'<th scope="col"{kind}>{_escaped(column.removeprefix("#"))}</th>'
        for kind, column in zip(kinds, columns, strict=True)
    )
    body = [
        "<tr>" + "".join(f"<td{kind}>{_escaped(cell)}</td>"
                         for kind, cell in zip(kinds, row, strict=True)) + "</tr>\n"
        for row in rows
    ]  # fmt: skip
    short = ' class="short"' if len(body) <= _SHORT else ""
    return (
        f"<table{short}>\n<caption>{_escaped(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{''.join(body)}</tbody>\n</table>\n"
    )


def _chart(title: str, shown: Sequence[Bar], part: str = "") -> str:
    return _figure(title, charts.bars(title, shown, part))


def _figure(title: str, drawn: str) -> str:
    return f"<figure>\n<figcaption>{_escaped(title)}</figcaption>\n{drawn}</figure>\n"


def _escaped(text: str) -> str:
    return escape(one_line(text))
