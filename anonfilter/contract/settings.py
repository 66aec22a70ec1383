"""The base class for the settings of plugins, and the types that rules and plugins share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

LabelName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
"""The name of a label in capitals, such as ``PERSON`` or ``CASE_NUMBER``."""


class Strict(BaseModel):
    """Base class of every ``Config``; an unknown key in the rules is an error.

    Settings that name other files of rules, such as packs of patterns, have a class method
    ``expanded`` that puts their content in (see ``anonfilter.rules.load``).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


class Generalise(Strict):
    """What the tags of a label state in place of the original, such as ``[AGE: 35-39]``."""

    band: int | None = Field(
        default=None, ge=2, le=50, description="ages: the number of years in a band: [AGE: 35-39]"
    )
    oldest: int = Field(
        default=90,
        ge=18,
        le=120,
        description="ages: all ages from this one are one band: [AGE: 90+]",
    )
    range: int | None = Field(
        default=None, ge=2, description="amounts: the size of a range: [AMOUNT: 20000-29999]"
    )
    to: (
        Literal[
            "month",
            "year",
            "decade",
            "region",
            "country",
            "continent",
            "urban-rural",
            "group",
            "kind",
        ]
        | None
    ) = Field(
        default=None,
        description="dates: month, year or decade; places: region, country, continent or "
        "urban-rural; occupations: group; organisations: kind",
    )
    home: str = Field(
        default="",
        pattern="^([A-Z]{2})?$",
        description="places: the country that is meant if several countries have a place of this "
        "name, such as GB",
    )

    @model_validator(mode="after")
    def _has_one_aim(self) -> Generalise:
        if [self.band, self.range, self.to].count(None) != 2:
            raise ValueError("needs one of `band:` (ages), `range:` (amounts) and `to:`")
        return self
