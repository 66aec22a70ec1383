"""The base class of plugins' settings, and the type of a label's name in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

LabelName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]


class Strict(BaseModel):
    """The base of every ``Config``: an unknown key is an error.

    Settings that name rules files, such as packs of patterns, have a class method ``expanded``
    (see ``rules.load``), which puts the content of these files in.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
