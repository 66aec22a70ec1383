"""Collect the files of a deposit: filtered files, log, report, rules, versions and a README."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from hashlib import sha256
from io import StringIO
from pathlib import Path

from anonfilter.commands.result_paths import relative_result_path
from anonfilter.contract.extensions import FOLDER_REPORTS, FolderReport, FolderReports
from anonfilter.contract.features import missing
from anonfilter.contract.registry import extension
from anonfilter.contract.report import CheckResult
from anonfilter.contract.result_versions import Versions
from anonfilter.errors import Incomplete
from anonfilter.files.read import read_file
from anonfilter.reports.versions import published_rules, versions
from anonfilter.run.session import Session
from anonfilter.selection import choice
from anonfilter.selection.globs import Globs
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_archive.deposit.bag import make_bag
from anonfilter_archive.log.folder_log import FolderLog
from anonfilter_archive.log.log_files import files_of
from anonfilter_archive.log.log_rows import Table

_ABOUT = "documentation"  # the folder of the bundle for everything but the deposited files


@hide_values
@dataclass(frozen=True, slots=True)
class Bundle:
    """The bytes of a bundle, and the number of deposited files in it."""

    data: bytes = field(repr=False)
    files: int


class Deposit:
    """The deposit of some paths; ``contact`` answers questions and grants access."""

    def __init__(self, session: Session, paths: tuple[str, ...], contact: str) -> None:
        self.log = FolderLog(session, paths)
        self._session = session
        self._paths = paths
        self._contact = contact
        self._report: FolderReport | None = None
        self._before: dict[str, str] = {}

    def check(self, jobs: int, *, own_rules: bool) -> CheckResult:
        """Check the files as `anonfilter check` does, and return the result."""
        reports: FolderReports | None = extension(FOLDER_REPORTS)
        if reports is None:
            raise missing("measure", "checks files and makes the report")
        chosen = choice.from_paths(self._paths, Globs(self._session.ruleset)).chosen
        self._before = {name: _digest(read_file(name).data) for name in chosen}
        self._report = reports.of(self._session, self._paths, jobs, own_rules=own_rules)
        return self._report.checked

    def bundle(self, name: str) -> Bundle | None:
        """Return the bundle of the files that were checked; None if the log is not complete.

        Raise ``Incomplete`` if a file has changed since it was checked.
        """
        assert self._report is not None
        files: dict[str, bytes] = {}
        for each in self._report.scanned:
            path = relative_result_path(each).as_posix()
            if path in files:
                raise Incomplete(f"another file would also be {path} in the bundle", where=each)
            files[path] = self._unchanged(each)
        tables = self.log.tables(show_values=False)
        if self.log.incomplete:
            return None
        about = {
            **{str(path): data for path, data in files_of(Path("log.csv"), tables).items()},
            **self._report.files,
            "rules.yaml": self._rules(),
            "versions.json": json.dumps(asdict(self._versions()), indent=2).encode(),
            "README.md": self._readme(files, tables).encode(),
        }
        payload = files | {f"{_ABOUT}/{path}": data for path, data in about.items()}
        return Bundle(make_bag(name, payload, self._info()), len(files))

    def _unchanged(self, name: str) -> bytes:
        data = read_file(name).data
        if self._before.get(name) != _digest(data):
            raise Incomplete("has changed since it was checked", where=name, hint="Run it again.")
        return data

    def _versions(self) -> Versions:
        return versions(self._session.engine)

    def _rules(self) -> bytes:
        from ruamel.yaml import YAML

        text = StringIO("# The rules. Lists of words and patterns are replaced by their lengths.\n")
        text.seek(0, 2)
        YAML(typ="safe").dump(published_rules(self._session.ruleset), text)
        return text.getvalue().encode()

    def _info(self) -> Mapping[str, str]:
        return {
            "Bagging-Date": date.today().isoformat(),
            "Bag-Software-Agent": f"anonfilter {self._versions().anonfilter}",
            "Contact-Name": " ".join(self._contact.split()),
        }

    def _readme(self, files: Mapping[str, bytes], tables: tuple[Table, ...]) -> str:
        replacements, entities, kept, _ = tables
        technique = replacements.columns.index("technique")
        used = Counter(str(row[technique]) for row in replacements.rows)
        techniques = ", ".join(f"{name} {number:,}" for name, number in sorted(used.items()))
        return _README.format(
            files=counted(len(files), "file"),
            day=date.today().isoformat(),
            version=self._versions().anonfilter,
            rules=self._versions().line(),
            replacements=counted(len(replacements.rows), "replacement"),
            entities=counted(len(entities.rows), "person or thing", "people and things"),
            techniques=techniques or "none",
            kept=counted(len(kept.rows), "identifier"),
            originals=self._originals(),
            contact=" ".join(self._contact.split()),
            about=_ABOUT,
        )

    def _originals(self) -> str:
        corpus = self._session.corpus
        if corpus is None:
            return "No originals were kept by anonfilter."
        if corpus.retired:
            return (
                f"The originals were sealed with a key that was destroyed on {corpus.retired}, so "
                "they cannot be restored."
            )
        return (
            "The originals are sealed in sidecars, which are not in this bundle. Whoever has the "
            f"key {corpus.key_id} and the sidecars can restore them."
        )


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


_README = """\
# About these files

{files} were filtered with anonfilter {version} ({rules}) and bundled on {day}. The check of all of
them found no identifier that has to be replaced.

- {replacements} of {entities}, by technique: {techniques}.
- {kept} kept on purpose, with reasons in `{about}/log-kept.csv`.
- {originals}

No tool finds every identifier. `{about}/report.html` says what was checked, and by which rules.

| file | content |
|---|---|
| `{about}/log.csv` | each replacement: document, place, label, technique, reason, who, when |
| `{about}/log-entities.csv` | each person or thing over all documents |
| `{about}/log-kept.csv` | what was kept on purpose, and by whom |
| `{about}/log-about.csv` | facts about the log |
| `{about}/report.html`, `report.json` | the result of the check |
| `{about}/rules.yaml`, `versions.json` | the rules without words and patterns; all versions |

## Verify

In the folder of `manifest-sha256.txt`: `sha256sum -c manifest-sha256.txt`. The bundle is a BagIt
bag (RFC 8493), which other programs verify as well.

## Access

For questions, and for access to anything that is not in this bundle, ask {contact}.
"""
