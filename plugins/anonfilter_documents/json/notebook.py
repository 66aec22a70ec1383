"""Jupyter notebooks: text, code, its output, and metadata."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field as Option

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Document, Source
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.json.json_settings import FieldRules
from anonfilter_documents.shared.format_bases import pictures_option, suffixes_option

_PICTURE = re.compile(r'"(?:image/(?:png|jpe?g|gif|webp|bmp)|application/pdf)"\s*:')
_SCHEMA = (
    "$.metadata.kernelspec",
    "$.metadata.language_info",
    "$.cells[*].cell_type",
    "$.cells[*].id",
    "$.cells[*].outputs[*].output_type",
    "$.cells[*].outputs[*].name",
)
_PICTURES = tuple(
    f"$.cells[*].{place}['image/{kind}']"
    for place in ("outputs[*].data", "attachments.*")
    for kind in ("png", "jpeg", "gif")
)


class Notebook(JsonLines):
    """Notebooks (.ipynb): all strings, as in other JSON, except the strings of the schema."""

    class Config(JsonLines.Config):
        fields: tuple[FieldRules, ...] = Option(
            default=(
                *(FieldRules(path=path, role="code") for path in _SCHEMA),
                *(FieldRules(path=path, role="leave") for path in _PICTURES),
            ),
            description="roles by path, as in `jsonl`",
        )
        pictures: Literal["refuse", "keep"] = pictures_option()
        suffixes: tuple[str, ...] = suffixes_option("notebook")

    _config: Config

    def read(self, source: Source) -> Document:
        picture = _PICTURE.search(source.text)
        if picture is not None and self._config.pictures == "refuse":
            hint = (
                "Clear the notebook's output (nbstripout FILE). If it shows no person, write "
                "{use: notebook, pictures: keep} under `formats:`."
            )
            message = "holds a picture, which is not read"
            raise incomplete_at(source, picture.start(), message, hint)
        return super().read(source)
