"""The section ``audio:`` of the rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from anonfilter.contract.settings import Strict


class AudioRules(Strict):
    """Settings for the recognition of recordings, and for the parts that are silenced."""

    hypotheses: int = Field(
        default=1, ge=1, le=50, description="the number of wordings of each piece that are searched"
    )
    join: Literal["or", "weighted"] = Field(
        default="or",
        description="or: silence a word that is personal data in any wording; weighted: only if "
        "the wordings with it have at least the share `weight` of the scores",
    )
    weight: float = Field(
        default=0.5,
        gt=0,
        le=1,
        description="for `join: weighted`: the least share of the scores of all wordings",
    )
    padding: float = Field(
        default=0.1, ge=0, le=10, description="the seconds silenced before and after a finding"
    )
    merge_gap: float = Field(
        default=0.2,
        ge=0,
        le=60,
        description="silenced intervals become one if at most this many seconds are between them",
    )
    below: float = Field(
        default=0,
        ge=0,
        le=1,
        description="words with less confidence than this are treated as `low_confidence` says",
    )
    low_confidence: Literal["mask", "report"] = Field(
        default="mask",
        description="words with less confidence than `below`: mask: silence them; report: list "
        "their times, and the result is incomplete",
    )
    accept_recogniser: bool = Field(
        default=False,
        description="true: rely on a recogniser of unknown quality; false: its results are "
        "incomplete",
    )
    unrecognised: Literal["report", "mask"] = Field(
        default="report",
        description="speech without a recognised word: mask: silence it; report: list its times",
    )
    unrecognised_after: float = Field(
        default=1.0,
        gt=0,
        le=60,
        description="the seconds of speech in which at least one word is expected",
    )
    channels: Literal["auto", "apart", "together"] = Field(
        default="auto",
        description="apart: each channel has its own speakers, and a name is silenced in its "
        "channel; together: a name is silenced in all channels; auto: apart if two channels are "
        "hardly ever heard at once",
    )
