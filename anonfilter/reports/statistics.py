"""Counts mentions by label: in all, per file, and per 1,000 words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from anonfilter.contract.document import Redaction
from anonfilter.reports.summary import reader_text
from anonfilter.reports.tables import OVERALL, Section, Sheet
from anonfilter.text.values import hide_values

WORD = re.compile(r"[^\W_]+")


@hide_values
@dataclass(slots=True)
class Statistics:
    """Counts the files, the words, and the mentions of each label."""

    files: int = 0
    words: int = 0
    mentions: Counter[str] = field(default_factory=Counter)
    files_with: Counter[str] = field(default_factory=Counter)

    def add(self, done: Redaction) -> None:
        """Count a document."""
        labels = Counter(item.mention.label.name for item in done.tagged)
        self.files += 1
        document = done.analysis.document
        is_container = document.source.container is not None
        text = reader_text(document) if is_container else document.prose
        self.words += sum(1 for _ in WORD.finditer(text))
        self.mentions += labels
        self.files_with.update(labels.keys())

    def section(self) -> Section:
        """Return a table with a row for each label, the most frequent first, and an overall row."""
        rows = [*self.mentions.most_common(), (OVERALL, self.mentions.total())]
        rates = {
            label: {
                "total": total,
                **({"files": self.files_with[label]} if label != OVERALL else {}),
                "mean_per_file": self._per_file(total),
                "per_1000_words": self._per_thousand(total),
            }
            for label, total in rows
        }
        overall = rates.pop(OVERALL)
        data = {"files": self.files, "words": self.words, "labels": rates, OVERALL: overall}
        sheet = Sheet(
            f"{self.files:,} files, {self.words:,} words",
            ("label", "total", "files with it", "mean per file", "per 1,000 words"),
            tuple(
                (
                    label,
                    f"{total:,}",
                    f"{self.files_with[label]:,}" if label != OVERALL else "",
                    f"{self._per_file(total):.2f}",
                    f"{self._per_thousand(total):.2f}",
                )
                for label, total in rows
            ),
        )
        return Section("statistics", data, sheet)

    def _per_file(self, total: int) -> float:
        return total / self.files if self.files else 0.0

    def _per_thousand(self, total: int) -> float:
        return 1000 * total / self.words if self.words else 0.0


def f1(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean of precision and recall; None if it is undefined."""
    if precision is None or recall is None:
        return 0.0 if 0.0 in (precision, recall) else None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
