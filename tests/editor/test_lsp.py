"""The language server, with a client that acts as an editor over standard input and output."""

from __future__ import annotations

import ast
import asyncio
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.commands.commandline import RULES

pytestmark = pytest.mark.slow

# An emoji is two units of UTF-16, by which editors count.
TEXT = "Then we left.\r\n\U0001f600 Wilma Quillfeather came. Abel Tamsin, too.\n"


class Editor(LanguageClient):
    """An editor that records messages of the server, and how the server ended."""

    code: int | None = None

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.reported: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def reported(params: lsp.PublishDiagnosticsParams) -> None:
            self.reported.put_nowait(params)

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.code = server.returncode

    async def open(self, path: Path) -> list[lsp.Diagnostic]:
        return await self.show(path.as_uri(), path.read_bytes().decode())

    async def show(self, uri: str, text: str, language: str = "plaintext") -> list[lsp.Diagnostic]:
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return list((await self.reported.get()).diagnostics)

    async def actions(self, path: Path, where: lsp.Range) -> tuple[lsp.CodeAction, lsp.Command]:
        """The fixes of one finding; the client library takes an action with a command for a
        command, and what it has to run for its name."""
        document, context = lsp.TextDocumentIdentifier(path.as_uri()), lsp.CodeActionContext([])
        found = await self.text_document_code_action_async(
            lsp.CodeActionParams(document, where, context)
        )
        replace, allow = found or ()
        assert isinstance(replace, lsp.CodeAction)
        assert isinstance(allow, lsp.Command)
        return replace, lsp.Command(**ast.literal_eval(allow.command))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = tmp_path / "texts"
    (made / ".git").mkdir(parents=True)
    (made / "rules.yaml").write_text(RULES)
    (made / "talk.txt").write_bytes(TEXT.encode())
    (made / "code.py").write_text("# Wilma Quillfeather\n")
    (made / "broken.txt").write_text("Wilma Quillfeather\0\n")
    return made


def test_an_editor_gets_the_findings_of_a_check(folder: Path) -> None:
    asyncio.run(edited(folder))


async def edited(folder: Path) -> None:
    editor, talk = Editor(), folder / "talk.txt"
    await editor.start_io(sys.executable, "-m", "anonfilter", "serve", "--lsp")
    await editor.initialize_async(
        lsp.InitializeParams(lsp.ClientCapabilities(), root_uri=folder.as_uri())
    )
    editor.initialized(lsp.InitializedParams())
    first, second = await editor.open(talk)
    assert first.range == lsp.Range(lsp.Position(1, 3), lsp.Position(1, 21))
    assert (first.message, first.code, first.source) == (
        "PERSON (patterns)",
        "PERSON",
        "anonfilter",
    )
    assert await editor.open(folder / "code.py") == []
    (unread,) = await editor.open(folder / "broken.txt")
    assert unread.message.startswith("not checked: ")

    replace, allow = await editor.actions(talk, first.range)
    assert replace.edit is not None
    assert replace.edit.changes is not None
    (edit,) = replace.edit.changes[talk.as_uri()]
    assert (edit.range, edit.new_text) == (first.range, "[PERSON_1] [PERSON_2]")
    await editor.workspace_execute_command_async(
        lsp.ExecuteCommandParams(allow.command, allow.arguments)
    )
    reported = {one.uri: one.diagnostics for one in [await editor.reported.get() for _ in range(3)]}
    assert [one.range for one in reported[talk.as_uri()]] == [second.range]
    entry = (folder / ".anonfilter" / "allow.yaml").read_text()
    assert "Wilma Quillfeather" in entry
    assert "/talk.txt" in entry

    (unsaved,) = await editor.show("untitled:Untitled-1", "Abel Tamsin\n")
    assert unsaved.message == "PERSON (patterns)"
    fixes = await editor.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier("untitled:Untitled-1"),
            unsaved.range,
            lsp.CodeActionContext([]),
        )
    )
    assert [fix.title for fix in fixes or ()] == ["Replace by [PERSON_1] [PERSON_2]"]
    assert await editor.show("untitled:Untitled-2", "# Abel Tamsin\n", "python") == []

    version = lsp.VersionedTextDocumentIdentifier(2, talk.as_uri())
    change = lsp.TextDocumentContentChangePartial(second.range, "[PERSON_3]")
    editor.text_document_did_change(lsp.DidChangeTextDocumentParams(version, [change]))
    changed = await editor.reported.get()
    assert (changed.version, list(changed.diagnostics)) == (2, [])
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()
    assert editor.code == 0
