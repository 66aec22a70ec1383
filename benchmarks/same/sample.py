"""Draw the files to compare: examples, parts of the corpora in all formats, and broken files."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

IN_GROUP = 4
"""Corpora of a group."""
EXCERPT = 1_500
"""Words that are taken of a document, at most: more documents are better than long ones."""
FILE = 200
"""Words of a file, at least: short documents are put together."""
SHARE = 20
"""One in so many of the words that are taken as they are is taken in each other form, too."""


@dataclass(frozen=True, slots=True)
class Group:
    """Files by name, over which each command runs at once.

    ``some`` are the files for `detect` and `check`. With ``closely``, slow commands run too.
    """

    name: str
    files: Mapping[str, bytes]
    some: tuple[str, ...]
    assume_language: bool = True
    closely: bool = False


@dataclass(slots=True)
class Text:
    """A text with its turns: pairs of speaker and words."""

    text: str
    turns: list[tuple[str, str]] = field(default_factory=list)

    @property
    def words(self) -> int:
        return len(self.text.split())


def groups(corpora: Path | None, examples: Path, words: int, seed: int) -> Iterator[Group]:
    """Yield the groups of a sample; a smaller sample is the beginning of a larger one."""
    yield _examples(examples)
    yield Group("broken", BROKEN, tuple(sorted(BROKEN)), assume_language=False)
    paths = sorted(corpora.glob("*.jsonl.gz")) if corpora else []
    for at in range(0, len(paths), IN_GROUP):
        files: dict[str, bytes] = {}
        for path in paths[at : at + IN_GROUP]:
            files |= corpus_files(path, words, seed)
        names = [name for name in files if "/text/" not in name]
        first = [name for name in files if "/text/" in name]
        some = names + [name for name in first if name.endswith("/00.txt")]
        yield Group(f"corpora {at // IN_GROUP + 1}", files, tuple(sorted(some)))


def _examples(folder: Path) -> Group:
    paths = [path for path in sorted(folder.iterdir()) if path.suffix in (".txt", ".jsonl")]
    files = {f"examples/{path.name}": path.read_bytes() for path in paths}
    texts = [name for name in files if name.endswith(".txt")]
    for name in texts:
        cased = files[name].decode()
        if len(cased.split()) > EXCERPT:
            continue
        files[name.replace(".txt", ".lower.txt")] = cased.lower().encode()
        files[name.replace(".txt", ".upper.txt")] = cased.upper().encode()
    return Group("examples", files, tuple(texts), assume_language=False, closely=True)


def corpus_files(path: Path, words: int, seed: int) -> dict[str, bytes]:
    """Return a corpus as files: ``words`` words as text, and fewer words in each other format."""
    name = path.name.partition(".")[0]
    documents = drawn(path, seed)
    part = words // SHARE
    texts = _joined(documents, words, min(EXCERPT, words // 4))
    files = dict(_numbered(f"{name}/text", ".txt", texts, lambda text: text.text))
    for form, (suffix, write) in FORMS.items():
        files |= _numbered(f"{name}/{form}", suffix, _joined(documents, part, part), write)
    return files


def _numbered(
    folder: str, suffix: str, texts: Iterator[Text], write: Callable[[Text], str]
) -> Iterator[tuple[str, bytes]]:
    for at, text in enumerate(texts):
        yield f"{folder}/{at:02}{suffix}", write(text).encode("utf-8", "surrogatepass")


@cache
def drawn(path: Path, seed: int) -> list[dict[str, Any]]:
    """Return at most 2,000 documents of a corpus, in a random order that depends on the seed."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = file.read().split("\n")
    random.Random(f"{seed} {path.name}").shuffle(lines)
    return [json.loads(line) for line in lines[:2_000] if line]


def _excerpt(document: Mapping[str, Any], most: int) -> Text:
    """Return the beginning of a document with its turns, or else with its lines as turns."""
    words = document["text"].split(" ")
    text = " ".join(words[:most]) + ("\n" if len(words) > most else "")
    turns = [
        (turn.get("speaker") or "", " ".join(text[turn["start"] : turn["end"]].split()))
        for turn in document.get("turns") or ()
        if turn["start"] < len(text)
    ]
    return Text(text, turns or [("", line) for line in text.splitlines() if line.strip()])


def _joined(documents: Sequence[Mapping[str, Any]], words: int, most: int) -> Iterator[Text]:
    """Yield excerpts of documents, short ones joined, until they have this number of words."""
    count, joined = 0, Text("")
    for document in documents:
        excerpt = _excerpt(document, most)
        joined.text += ("\n\n" if joined.text else "") + excerpt.text
        joined.turns += excerpt.turns
        count += excerpt.words
        if joined.words >= FILE or count >= words:
            yield joined
            joined = Text("")
        if count >= words:
            return


def _talk(text: Text) -> str:
    return "".join(f"{who}: {said}\n" if who else f"{said}\n" for who, said in text.turns)


def _cues(text: Text, end: str, point: str, cue: Callable[[str, str], str]) -> str:
    lines: list[str] = []
    for at, (who, said) in enumerate(text.turns):
        start = f"{at // 720:02}:{at // 12 % 60:02}:{at % 12 * 5:02}{point}000"
        stop = f"{at // 720:02}:{at // 12 % 60:02}:{at % 12 * 5 + 4:02}{point}500"
        lines += [str(at + 1), f"{start} --> {stop}", cue(who, said), ""]
    return end.join(lines)


def _vtt(text: Text) -> str:
    def cue(who: str, said: str) -> str:
        said = said.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "--&gt;")
        return f"<v {who}>{said}</v>" if who else said

    return "WEBVTT\n\n" + _cues(text, "\n", ".", cue)


def _srt(text: Text) -> str:
    return _cues(text, "\r\n", ",", lambda who, said: f"{who}: {said}" if who else said)


def _jsonl(text: Text) -> str:
    rows = ({"id": at, "speaker": who, "text": said} for at, (who, said) in enumerate(text.turns))
    return "".join(json.dumps(row, ensure_ascii=row["id"] % 2 == 0) + "\n" for row in rows)


def _json(text: Text) -> str:
    return json.dumps(
        {"turns": [{"name": who, "said": said} for who, said in text.turns]}, indent=1
    )


def _csv(text: Text) -> str:
    to = io.StringIO()
    csv.writer(to).writerows(
        [("nr", "speaker", "text"), *((at, *turn) for at, turn in enumerate(text.turns))]
    )
    return to.getvalue()


FORMS: Mapping[str, tuple[str, Callable[[Text], str]]] = {
    "lower": (".txt", lambda text: text.text.lower()),
    "upper": (".txt", lambda text: text.text.upper()),
    "talk": (".txt", _talk),
    "vtt": (".vtt", _vtt),
    "srt": (".srt", _srt),
    "jsonl": (".jsonl", _jsonl),
    "json": (".json", _json),
    "csv": (".csv", _csv),
}
"""The forms in which texts are written besides their own: a suffix, and how."""

_SAID = "Jane Smith of Port Ellery was born on 3 May 1970; write to jane.smith@example.org.\n"
BROKEN: Mapping[str, bytes] = {
    "broken/empty.txt": b"",
    "broken/blank.txt": b" \n\n\t\n",
    "broken/latin.txt": ("Café. " + _SAID).encode("latin-1"),
    "broken/utf16.txt": _SAID.encode("utf-16"),
    "broken/mark.txt": _SAID.encode("utf-8-sig"),
    "broken/null.txt": b"Jane Smith\0 came.\n",
    "broken/lines.txt": _SAID.replace(" ", "\r\n", 3).replace("; ", "\r").encode(),
    "broken/accents.txt": "Jose\u0301 Lun\u0303a\u00ad met Zoe\u0308 O\u2019Neil\u200b.\n".encode(),
    "broken/tags.txt": ("[PERSON_1] met [PERSON_3] and [EXHIBIT_2]. " + _SAID).encode(),
    "broken/german.txt": (
        "Gestern hat die Frau dem Mann gesagt, dass sie nicht mehr kommen wird. " * 9
    ).encode(),
    "broken/cut.json": b'{"name": "Jane Smith", "said": "hel',
    "broken/twice.jsonl": b'{"name": "Jane Smith"}\n{"name": Jane}\n',
    "broken/ragged.csv": b'name,said\n"Jane Smith,hello\n',
    "broken/headless.vtt": b"00:00:01.000 --> 00:00:02.000\nJane Smith\n",
    "broken/binary.bin": bytes(range(256)),
}
"""Files that cannot be read, or only just."""
