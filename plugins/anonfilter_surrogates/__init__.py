"""Surrogates: invented names in place of tags, among which a missed name does not stand out.

The filter works with tags. At the end, surrogates replace the tags of the result
(``surrogate_placing.py``). The tagger ``surrogate`` invents them, by choices under the key of the
corpus (``surrogate_choices.py``), and the sidecar seals their places (``surrogate_map.py``). When a
text is read again, tags replace its surrogates first. The surrogates are looked up in the sidecar
of the text or, for a pipe, in the sidecar with the digest of the text (``surrogate_store.py``). So
filtering twice changes nothing, `check` sees tags, and `restore` finds the originals.
"""

from anonfilter.contract.hooks import Register, hookimpl

TAGGERS = {"surrogate": "tagger.surrogate_tagger:SurrogateTagger"}


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    for name, path in TAGGERS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("surrogates", f"{__name__}.extension")
