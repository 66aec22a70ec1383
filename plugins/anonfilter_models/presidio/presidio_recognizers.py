"""List and make the recognizers of presidio that are rules, not models."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from anonfilter.errors import RulesError, nearest

_RULES = (".generic.", ".country_specific.")


def predefined(language: str) -> dict[str, list[type[Any]]]:
    """Return the recognizer classes of a language by entity, without those that use a model."""
    from presidio_analyzer import LocalRecognizer, predefined_recognizers

    found: dict[str, list[type[Any]]] = {}
    for name in sorted(predefined_recognizers.__all__):
        made = getattr(predefined_recognizers, name)
        if not (inspect.isclass(made) and issubclass(made, LocalRecognizer)):
            continue
        if not any(part in made.__module__ for part in _RULES):
            continue
        parameters = inspect.signature(made).parameters
        if "supported_entity" in parameters and (
            parameters["supported_language"].default == language or ".generic." in made.__module__
        ):
            found.setdefault(parameters["supported_entity"].default, []).append(made)
    return found


def make(
    entities: Iterable[str],
    declared: Iterable[Mapping[str, Any]],
    language: str,
    regions: tuple[str, ...],
) -> Iterator[tuple[Any, bool]]:
    """Yield the recognizers of these entities, each with True if presidio defines it."""
    from presidio_analyzer import PatternRecognizer

    from anonfilter_models.presidio.url_recognizer import HostRecognizer

    known = predefined(language)
    own = [PatternRecognizer.from_dict({**one, "supported_language": language}) for one in declared]
    ours = {recognizer.supported_entities[0] for recognizer in own}
    wanted = tuple(entities)
    for entity in wanted:
        if entity not in known and entity not in ours:
            close = nearest(entity, sorted({*known, *ours}))
            raise RulesError(
                f"presidio has no recognizer of {entity!r} for {language!r}"
                + (f"; did you mean {close!r}?" if close else ""),
                hint=f"It has: {', '.join(sorted(known))}. Declare others under `recognizers:`.",
            )
        for made in known.get(entity, ()):
            if entity == "PHONE_NUMBER":
                yield made(supported_language=language, supported_regions=regions), True
            elif entity == "URL":
                yield HostRecognizer(supported_language=language), True
            else:
                yield made(supported_language=language), True
    for recognizer in own:
        if recognizer.supported_entities[0] in wanted:
            yield recognizer, False


def stay_offline() -> None:
    """Make tldextract use its bundled suffix list, without a request and without a cache file.

    This changes the default extractor of the process.
    """
    from tldextract import TLDExtract, tldextract

    tldextract.TLD_EXTRACTOR = TLDExtract(
        cache_dir=None, suffix_list_urls=(), fallback_to_snapshot=True
    )
