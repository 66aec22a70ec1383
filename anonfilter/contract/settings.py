"""The base class for the settings of plugins, and the type of a label name."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

LabelName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
"""The name of a label in capitals, such as ``PERSON`` or ``CASE_NUMBER``."""


class Strict(BaseModel):
    """Base class of every ``Config``; an unknown key in the rules is an error.

    Settings that name other files of rules, such as packs of patterns, have a class method
    ``expanded`` that puts their content in (see ``anonfilter.rules.load``).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
