"""Surrogates: invented names in place of tags, among which a missed name is not recognised.

The filter works with tags. At the end, surrogates replace the tags of the result (``placing.py``).
The tagger ``surrogate`` invents them by choices under the key of the corpus (``choosing.py``), and
the sidecar seals their places (``surrogate_map.py``). When a text is read again, tags
replace its surrogates first. They are found through its sidecar or, for a pipe, through the digest
of its text (``surrogate_store.py``). So filtering twice changes nothing, `check` sees tags, and
`restore` finds the originals.
"""

from anonfilter.contract.hooks import Register, hookimpl

TAGGERS = {"surrogate": "tagger.surrogate:SurrogateTagger"}


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    for name, path in TAGGERS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("surrogates", f"{__name__}.extension")
