"""The section ``audio:`` of the rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from anonfilter.contract.settings import Strict


class AudioRules(Strict):
    """What of a recording is silenced besides the personal data that its words are."""

    hypotheses: int = Field(default=1, ge=1, le=50, description="wordings that are looked through")
    join: Literal["or", "weighted"] = Field(
        default="or", description="or: what is personal data in any of these wordings; weighted: "
        "in those that together have the `weight`",
    )  # fmt: skip
    weight: float = Field(default=0.5, gt=0, le=1, description="of all wordings, for `weighted`")
    padding: float = Field(default=0.1, ge=0, le=10, description="seconds before and behind it")
    merge_gap: float = Field(
        default=0.2, ge=0, le=60, description="seconds between two intervals that become one"
    )
    below: float = Field(default=0, ge=0, le=1, description="confidence below which words are …")
    low_confidence: Literal["mask", "report"] = Field(
        default="mask", description="… masked, or reported: the result is incomplete then"
    )
    accept_recogniser: bool = Field(
        default=False,
        description="true: rely on a recogniser whose quality is not known; else the result is "
        "incomplete where it heard something",
    )
    unrecognised: Literal["report", "mask"] = Field(
        default="report", description="speech of which no word was recognised: as above"
    )
    unrecognised_after: float = Field(
        default=1.0, gt=0, le=60, description="seconds of speech in which a word is expected"
    )
    channels: Literal["auto", "apart", "together"] = Field(
        default="auto", description="apart: each has speakers of its own, and a name is silenced "
        "in its channel; auto: if hardly ever two speak at once",
    )  # fmt: skip
