"""A language server that shows the findings of `anonfilter check` in the open files of an editor.

A finding is a diagnostic with its label and detectors. Code actions replace it by its tag, or add
it to the allow list, as `anonfilter allow` does. A file that cannot be read also has a diagnostic.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import PositionCodec, TextDocument

import anonfilter
from anonfilter.accepted import allow_list
from anonfilter.accepted.allow_edits import add
from anonfilter.accepted.policy import AcceptancePolicy
from anonfilter.contract.document import Analysis, Finding, Span
from anonfilter.engine import spans
from anonfilter.errors import AnonfilterError, unexpected
from anonfilter.files.top_paths import path_from_top
from anonfilter.run.check_file import to_findings
from anonfilter.run.filter_file import redact_only
from anonfilter.run.session import Session, load_rules
from anonfilter.selection.globs import Globs
from anonfilter.selection.target import CheckTarget

NAME = "anonfilter"
ALLOW = "anonfilter.allow"
REASON = "allowed in an editor"

_PAUSE = 0.4  # seconds without a change, after which a text is read again
_SUFFIXES = {"": "txt", "plaintext": "txt", "markdown": "md"}  # of languages; else their names
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class EditorText:
    """A text, in which offsets are converted to the positions that an editor uses."""

    text: str = field(repr=False)
    codec: PositionCodec
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, codec: PositionCodec) -> EditorText:
        return cls(text, codec, (0, *(end.end() for end in _LINE_END.finditer(text))))

    def position(self, offset: int) -> lsp.Position:
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        return lsp.Position(line, self.codec.client_num_units(before))

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))


@dataclass(frozen=True, slots=True)
class OpenFinding:
    """A finding that fails a check, with its span, and its range in the editor."""

    finding: Finding
    span: Span
    range: lsp.Range

    def diagnostic(self) -> lsp.Diagnostic:
        detectors = ", ".join(sorted(self.span.detectors))
        return lsp.Diagnostic(
            self.range,
            f"{self.finding.label} ({detectors})",
            lsp.DiagnosticSeverity.Warning,
            code=self.finding.label,
            source=NAME,
        )


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A version of an open document, with the findings in it."""

    version: int | None
    analysis: Analysis
    hits: tuple[OpenFinding, ...]


class Checker:
    """A checker of texts by the rules of the current folder; ``forget`` reads the rules again."""

    def __init__(self, rules: str | None) -> None:
        self._rules = rules
        self._session: Session | None = None
        self._before: Session | None = None  # has the models that the next session can use
        self.readings: dict[str, ReadDocument] = {}

    @property
    def session(self) -> Session:
        if self._session is None:
            opened = Session.open(load_rules(self._rules, trust_local_plugins=False))
            opened.engine.load()
            self._session = self._before = opened
        return self._session

    def forget(self) -> None:
        """Read the rules again before the next text; loaded models are kept."""
        self._session = None

    def read(self, document: TextDocument, codec: PositionCodec) -> ReadDocument | None:
        """Return the findings in a document; None if the rules do not select the file."""
        self.readings.pop(document.uri, None)
        name = _name(document.uri, document.language_id or "")
        session, path = self.session, path_from_top(name)
        if path not in Globs(session.ruleset):
            return None
        engine, place = session.engine, EditorText.of(document.source, codec)
        analysis = engine.analyse(engine.read_document(document.source.encode(), name))
        failing = spans.order(engine.failing(analysis))
        findings = to_findings(engine, analysis.document, failing, path)
        policy = AcceptancePolicy(
            session, CheckTarget((name,)), lambda _: None, own_rules=not self._rules
        )
        shift = len(document.source) - len(analysis.document.source.text)  # a mark of the order
        hits = tuple(
            OpenFinding(finding, span, place.range(finding.start + shift, finding.end + shift))
            for finding, span, fails in zip(
                findings, failing, policy.acceptance.fails(path, findings), strict=True
            )
            if fails
        )
        self.readings[document.uri] = found = ReadDocument(document.version, analysis, hits)
        return found

    def tag(self, reading: ReadDocument, hit: OpenFinding) -> str | None:
        """Return the tag that replaces a finding; None if other text would change as well."""
        document = reading.analysis.document
        wanted = {(hit.span.start, hit.span.end)}
        output = redact_only(self.session.engine, reading.analysis, wanted).rewritten.text
        before, after = document.source.text[: hit.finding.start], document.source.text
        after = after[hit.finding.end :]
        if not (output.startswith(before) and output.endswith(after)):
            return None
        return output[len(before) : len(output) - len(after)]


class Server(LanguageServer):
    """A language server for one editor."""

    def __init__(self, rules: str | None) -> None:
        super().__init__(NAME, anonfilter.__version__)
        self.checker = Checker(rules)
        fixes = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
        self.feature(lsp.INITIALIZE)(_initialize)
        self.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(_opened)
        self.feature(lsp.TEXT_DOCUMENT_DID_SAVE)(_saved)
        self.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(_changed)
        self.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(_closed)
        self.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, fixes)(_actions)
        self.command(ALLOW)(_allow)

    def publish(self, uri: str) -> None:
        """Send the findings in a document to the editor, or the reason why they are unknown."""
        document = self.workspace.get_text_document(uri)
        try:
            reading = self.checker.read(document, self.workspace.position_codec)
            diagnostics = [hit.diagnostic() for hit in reading.hits] if reading is not None else []
        except Exception as error:
            diagnostics = [_not_checked(error)]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, diagnostics, document.version)
        )

    def renew(self) -> None:
        """Read rules and all open documents again."""
        self.checker.forget()
        for uri in list(self.workspace.text_documents):
            self.publish(uri)

    def show_error(self, message: str) -> None:
        kind = lsp.MessageType.Error
        self.window_show_message(lsp.ShowMessageParams(kind, f"anonfilter: {message}"))


def _initialize(ls: Server, params: lsp.InitializeParams) -> None:
    root = to_fs_path(params.root_uri) if params.root_uri else params.root_path
    if params.workspace_folders:
        root = to_fs_path(params.workspace_folders[0].uri)
    if root and os.path.isdir(root):
        os.chdir(root)


def _opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    ls.publish(params.text_document.uri)


def _saved(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    ls.renew()


async def _changed(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    uri, version = params.text_document.uri, params.text_document.version
    await asyncio.sleep(_PAUSE)
    document = ls.workspace.text_documents.get(uri)
    if document is not None and document.version == version:
        ls.publish(uri)


def _closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.checker.readings.pop(uri, None)
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def _actions(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    uri = params.text_document.uri
    document = ls.workspace.text_documents.get(uri)
    reading = ls.checker.readings.get(uri)
    if document is None or reading is None or reading.version != document.version:
        return []
    return list(_fixes(ls.checker, uri, reading, params.range))


def _allow(ls: Server, uri: str, line: int, character: int) -> None:
    """Add a finding to the allow list, for its file only."""
    reading, place = ls.checker.readings.get(uri), lsp.Position(line, character)
    for hit in reading.hits if reading is not None else ():
        if hit.range.start == place:
            problem = _add(hit.finding)
            if problem:
                ls.show_error(problem)
            ls.renew()
            return


def serve(rules: str | None) -> None:
    """Serve an editor on standard input and output until it ends."""
    logging.disable()  # the library logs messages, which contain texts
    # The library closes its stream, but standard output is flushed once more at the end.
    with open(os.dup(sys.stdout.fileno()), "wb") as output:
        Server(rules).start_io(stdout=output)


def _not_checked(error: Exception) -> lsp.Diagnostic:
    known = error if isinstance(error, AnonfilterError) else unexpected(error)
    start = lsp.Position(0, 0)
    return lsp.Diagnostic(
        lsp.Range(start, start), f"not checked: {known}", lsp.DiagnosticSeverity.Error, source=NAME
    )


def _fixes(
    checker: Checker, uri: str, reading: ReadDocument, where: lsp.Range
) -> Iterator[lsp.CodeAction]:
    kind = lsp.CodeActionKind.QuickFix
    for hit in reading.hits:
        if hit.range.end < where.start or where.end < hit.range.start:
            continue
        about = [hit.diagnostic()]
        tag = checker.tag(reading, hit)
        if tag is not None:
            edit = lsp.WorkspaceEdit({uri: [lsp.TextEdit(hit.range, tag)]})
            yield lsp.CodeAction(f"Replace by {tag}", kind, about, is_preferred=True, edit=edit)
        if _is_unsaved(uri):  # an entry of the allow list names a file
            continue
        start = hit.range.start
        title = f"Allow here, as {hit.finding.label}"
        command = lsp.Command(title, ALLOW, arguments=[uri, start.line, start.character])
        yield lsp.CodeAction(title, kind, about, command=command)


def _add(found: Finding) -> str:
    """Add a finding to the allow list, for its file only; return an error message, else ""."""
    entry = {
        "value": " ".join(found.value.split()),
        "label": found.label,
        "paths": ["/" + re.sub(r"[*?\[\]{}]", "?", found.path)],
        "reason": REASON,
    }
    try:
        added = add(allow_list.place(Path.cwd()), entry, found)
    except (AnonfilterError, OSError, ValueError) as error:
        known = error if isinstance(error, AnonfilterError) else unexpected(error)
        return str(known)
    return "" if added.matches(found) else "this value cannot be represented in the allow list"


def _name(uri: str, language: str) -> str:
    """Return the path of a document, relative to the current folder if it is in that folder.

    A document that was never saved is in the current folder, and gets the suffix of its language if
    it has no suffix.
    """
    path = to_fs_path(uri) or uri.rpartition(":")[2]
    if _is_unsaved(uri) and not os.path.splitext(path)[1]:
        path += f".{_SUFFIXES.get(language, language)}"
    return os.path.relpath(path) if path.startswith(os.getcwd() + os.sep) else path


def _is_unsaved(uri: str) -> bool:
    return uri.startswith("untitled:")
