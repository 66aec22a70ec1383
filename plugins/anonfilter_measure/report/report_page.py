"""The page of a report: one HTML file without scripts, which loads no other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from anonfilter.text.plural import counted
from anonfilter_measure import charts
from anonfilter_measure.charts import Bar
from anonfilter_measure.report.report_facts import Document, Facts, Signature
from anonfilter_measure.report.report_html import (
    HEAD,
    box,
    chart,
    figure,
    heading,
    pairs,
    paragraph,
    table,
)

_MOST_BARS = 30


def page(facts: Facts) -> str:
    """Return the report as an HTML page."""
    sections = (
        _summary,
        _scope,
        _rules,
        _tags,
        _found,
        _risk,
        _residual,
        _unread,
        _signed,
        _recordings,
    )
    parts = [HEAD, "<main>\n", "<h1>Report on personal data</h1>\n"]
    for section in sections:
        parts += section(facts)
    return "".join([*parts, "</main>\n</body>\n</html>\n"])


def _summary(facts: Facts) -> Iterator[str]:
    yield paragraph(f"Made on {facts.made} by anonfilter {facts.rules.versions.anonfilter}.")
    signed = sum(one.signed for one in facts.documents)
    accepted = facts.accepted.allowed + facts.accepted.in_baseline
    notes = [
        f"{counted(facts.scope.files, 'file')} with {counted(facts.scope.lines, 'line')} "
        f"{'was' if facts.scope.files == 1 else 'were'} scanned to the end; "
        f"{counted(len(facts.incomplete), 'problem')} kept files from being read completely.",
        f"{counted(len(facts.left), 'finding')} {'remains' if len(facts.left) == 1 else 'remain'}; "
        f"{counted(accepted, 'finding')} {_is(accepted)} accepted.",
        f"The criterion for the risk is {facts.risk.verdict}.",
        f"{signed:,} of {counted(len(facts.documents), 'document')} "
        f"{_is(signed)} signed off in the present form.",
        "This report shows values: keep it as you keep the originals."
        if facts.values_shown
        else "This report shows no value of a finding.",
    ]
    yield box(notes)
    yield paragraph(
        "These figures do not include what the rules miss. anonfilter eval measures on annotated "
        "text how much they miss."
    )


def _scope(facts: Facts) -> Iterator[str]:
    yield heading("What was scanned")
    scope = facts.scope
    commit = scope.commit or "no commit"
    if scope.commit and scope.uncommitted:
        changed = counted(scope.uncommitted, "tracked file differs", "tracked files differ")
        commit += f"; {changed} from it"
    yield pairs(
        (
            ("Paths", ", ".join(scope.paths)),
            ("State", commit),
            ("Files", f"{scope.files:,}"),
            ("Lines", f"{scope.lines:,}"),
            ("Left out by the rules", counted(facts.outside.files, "file")),
            ("Key of the sidecars", scope.key or "none"),
        )
    )


def _rules(facts: Facts) -> Iterator[str]:
    yield heading("Rules and versions")
    rules, versions = facts.rules, facts.rules.versions
    yield pairs(
        (
            (
                "Rules",
                f"{versions.ruleset} {versions.ruleset_version}"
                + (f", from {versions.file}" if versions.file else ""),
            ),
            ("Digest of the rules", versions.ruleset_digest),
            ("Digest of rules, models and code", rules.digest),
            ("Kinds and labels that fail a check", ", ".join(rules.fail_on)),
            ("Labels that never fail a check", ", ".join(rules.ignored)),
            ("Labels that are not replaced", ", ".join(rules.left_out)),
            ("Models", ", ".join(versions.models)),
        )
    )
    yield table(
        "Plugins and the packages that they need",
        ("package", "version"),
        sorted(versions.plugins.items()),
    )


def _tags(facts: Facts) -> Iterator[str]:
    yield heading("Tags in place of identifiers")
    if not facts.tags:
        yield paragraph("The files have no tags of these rules.")
        return
    yield chart("Tags by kind", [Bar(one.tag, one.mentions) for one in facts.tags])
    yield table(
        "Tags",
        ("tag", "#mentions", "#different in a document", "#files"),
        (
            (one.tag, f"{one.mentions:,}", f"{one.different:,}", f"{one.files:,}")
            for one in facts.tags
        ),
    )


def _found(facts: Facts) -> Iterator[str]:
    yield heading("What the rules find in the files", new_page=True)
    if not facts.labels:
        yield paragraph("Nothing.")
    else:
        yield chart(
            "Findings by label; remaining findings are dark red",
            [Bar(one.label, max(one.found, one.left), one.left) for one in facts.labels],
            part="left",
        )
        yield table(
            "Findings by label",
            ("label", "kind", "#risk", "#found", "#files", "#left"),
            (
                (
                    one.label,
                    one.kind,
                    f"{one.risk}" if one.kind else "",
                    f"{one.found:,}",
                    f"{one.files:,}",
                    f"{one.left:,}",
                )
                for one in facts.labels
            ),
        )
    most = sorted(facts.documents, key=lambda one: (-one.found, one.path))[:_MOST_BARS]
    if any(one.found for one in most):
        yield chart(
            f"Findings by document{_the_first(facts.documents)}; remaining findings are dark red",
            [Bar(one.path, max(one.found, one.left), one.left) for one in most if one.found],
            part="left",
        )
    yield table(
        "Documents",
        (
            "document",
            "#lines",
            "#tags",
            "#found",
            "#accepted",
            "#left",
            "#decisions",
            "#risk",
            "signed",
        ),
        map(_document, facts.documents),
    )


def _document(one: Document) -> tuple[str, ...]:
    counts = (one.lines, one.tags, one.found, one.accepted, one.left, one.decisions)
    risk = "not weighed" if one.risk is None else f"{one.risk}"
    return one.path, *(f"{count:,}" for count in counts), risk, "yes" if one.signed else "no"


def _risk(facts: Facts) -> Iterator[str]:
    yield heading("Risk that people are identified")
    risk = facts.risk
    source = (
        "the rules' max_corpus_risk"
        if risk.set_by_rules
        else "the rules set none; this is the criterion of anonfilter eval"
    )
    yield paragraph(
        "Each remaining value counts once per document with the risk of its label, or half of it "
        "if it is a first or last name alone. The mean of all documents plus one standard "
        "deviation is compared with the criterion."
    )
    yield pairs(
        (
            ("Verdict", risk.verdict),
            ("Mean + SD", f"{risk.mean:.2f} + {risk.sd:.2f} = {risk.mean_plus_sd:.2f}"),
            (
                "Criterion",
                f"{'at most' if risk.set_by_rules else 'below'} {risk.criterion:g} ({source})",
            ),
            ("Documents", f"{risk.documents:,}"),
            ("Documents too long to compute their risk", f"{risk.not_weighed:,}"),
            ("Highest risk of a document", f"{risk.highest}"),
            (
                "Limit for a document",
                "" if risk.limit_per_document is None else f"{risk.limit_per_document}",
            ),
        )
    )
    if risk.verdict == "not known":
        yield paragraph(
            "Not known, because a file was not read or is too long, or there are no files."
        )
    if risk.documents:
        yield chart(
            "Risk against the criterion",
            [
                Bar("mean", round(risk.mean, 2)),
                Bar("mean + SD", round(risk.mean_plus_sd, 2)),
                Bar("criterion", risk.criterion),
            ],
        )
        counts = Counter(one.risk for one in facts.documents if one.risk is not None)
        yield chart(
            "Documents by their risk",
            [
                Bar(
                    f"risk {low}" if low == high else f"risk {low} to {high}",
                    sum(number for value, number in counts.items() if low <= value <= high),
                )
                for low, high in _steps(max(counts, default=0))
            ],
        )


def _residual(facts: Facts) -> Iterator[str]:
    yield heading("Remaining and accepted findings", new_page=True)
    accepted = facts.accepted
    yield pairs(
        (
            ("Remaining", counted(len(facts.left), "finding")),
            ("Allowed, with a reason", counted(accepted.allowed, "finding")),
            ("In the baseline, as known before", counted(accepted.in_baseline, "finding")),
            ("Decisions of reviewers", counted(accepted.decisions, "decision")),
        )
    )
    if facts.left:
        value = ("value",) if facts.values_shown else ()
        yield table(
            "Remaining findings",
            ("place", "label", "found by", "#score", *value),
            (
                (
                    one.place,
                    one.label,
                    one.detector,
                    f"{one.score:.2f}",
                    *([one.value] if value else ()),
                )
                for one in facts.left
            ),
        )
    if accepted.entries:
        value = ("value or pattern",) if facts.values_shown else ()
        yield table(
            "Entries of the allow list that matched",
            ("entry", "label", "in", "reason", "until", "#findings", *value),
            (
                (
                    one.place,
                    one.label or "any",
                    ", ".join(one.paths) or "all files",
                    one.reason,
                    one.expires or "no end",
                    f"{one.findings:,}",
                    *([one.value] if value else ()),
                )
                for one in accepted.entries
            ),
        )


def _unread(facts: Facts) -> Iterator[str]:
    yield heading("Files that were not read")
    if facts.incomplete:
        yield table(
            "Incomplete: not read, or not to its end",
            ("file", "why"),
            ((one.where, one.reason) for one in facts.incomplete),
        )
    else:
        yield paragraph("Every file that the rules select was read to its end.")
    outside = facts.outside
    if outside.files:
        yield paragraph(
            f"The rules do not select {counted(outside.files, 'file')}. Only the names of these "
            "files were scanned."
        )
        yield table(
            "Files that the rules do not select, by suffix",
            ("suffix", "#files"),
            ((name or "none", f"{number:,}") for name, number in outside.suffixes.items()),
        )
        yield table(
            "Files that the rules do not select", ("file",), ((path,) for path in outside.paths)
        )
    if facts.remarks:
        yield table("Remarks", ("file", "remark"), facts.remarks)


def _signed(facts: Facts) -> Iterator[str]:
    yield heading("Who signed off", new_page=True)
    signed = [(one, by) for one in facts.documents for by in one.signatures]
    if signed:
        yield table(
            "Signatures",
            ("document", "by", "on", "answers", "agreement of two reviewers", "#kappa", "text"),
            (_signature(one, by) for one, by in signed),
        )
    missing = [one.path for one in facts.documents if not one.signed]
    yield paragraph(
        f"{counted(len(missing), 'document')} {_is(len(missing))} not signed off in the present "
        "form."
        if missing
        else "Every document is signed off in its present form."
    )
    yield paragraph(
        "Kappa is Cohen's kappa: the agreement of two reviewers beyond chance, at most 1."
    )
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
        yield heading(f"Recordings: {one.file}", new_page=True)
        yield pairs(
            (
                ("Recordings", f"{one.recordings:,}"),
                ("Rules", f"{one.ruleset}, digest {one.digest}"),
                ("Best F1", f"{_share(one.best.f1)}, at a rho of {one.best.rho:.2f}"),
            )
        )
        series = {
            measure: [(at.rho, up) for at in one.points if (up := getattr(at, measure)) is not None]
            for measure in ("recall", "precision", "f1")
        }
        title = f"Identifiers that are silenced, by rho: {one.file}"
        yield figure(title, charts.draw_curves(title, "rho, the share of a word", series))
        yield table(
            "By rho",
            ("#rho", "#recall", "#precision", "#F1"),
            (
                (f"{at.rho:.2f}", _share(at.recall), _share(at.precision), _share(at.f1))
                for at in one.points
            ),
        )


def _steps(most: int) -> Iterator[tuple[int, int]]:
    """Yield ranges that cover the risks from 0 to ``most``: at most eleven, with 0 apart.

    If ``most`` is 10 or less, each risk has a range for itself.
    """
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
