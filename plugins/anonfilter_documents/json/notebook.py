"""Jupyter notebooks: text, code, what it put out, and what the notebook says of itself."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Source
from anonfilter_documents.json.json_lines import FieldRules, JsonLines
from anonfilter_documents.shared.places import broken

_PICTURE = re.compile(r'"(?:image/(?:png|jpe?g|gif|webp|bmp)|application/pdf)"\s*:')
_SCHEMA = (
    "$.metadata.kernelspec", "$.metadata.language_info", "$.cells[*].cell_type", "$.cells[*].id",
    "$.cells[*].outputs[*].output_type", "$.cells[*].outputs[*].name",
)  # fmt: skip
_PICTURES = tuple(
    f"$.cells[*].{place}['image/{kind}']"
    for place in ("outputs[*].data", "attachments.*")
    for kind in ("png", "jpeg", "gif")
)


class Notebook(JsonLines):
    """Notebooks (.ipynb): all strings, as in other JSON, but those that the schema gives."""

    class Config(JsonLines.Config):
        fields: tuple[FieldRules, ...] = Option(
            default=(
                *(FieldRules(path=path, role="code") for path in _SCHEMA),
                *(FieldRules(path=path, role="leave") for path in _PICTURES),
            ),
            description="roles by path, as of `jsonl`",
        )
        pictures: Literal["refuse", "keep"] = Option(
            default="refuse", description="what pictures show is not read: may they stay?"
        )
        suffixes: tuple[str, ...] = Option(
            default=(".ipynb",), description="the files that are read so"
        )

    _config: Config

    def read(self, source: Source) -> Document:
        picture = _PICTURE.search(source.text)
        if picture is not None and self._config.pictures == "refuse":
            raise broken(
                source, picture.start(), "holds a picture, which is not read",
                "Clear the notebook's output (nbstripout FILE); or, if it shows nobody, say "
                "{use: notebook, pictures: keep} under `formats:`.",
            )  # fmt: skip
        return super().read(source)
