"""Surrogates: invented names in place of tags, so that what slips through hides among them.

The filter works with tags as ever. What it made is *dressed* at the end (``dressing.py``): the
tagger ``surrogate`` invents what stands in place of each tag, by choices under the corpus's key
(``choosing.py``), and the sidecar seals where they stand (``sidecars/worn.py``). A text that is
read again is *undressed* first, by its sidecar or, of a pipe, by the digest of its bytes
(``store.py``). So filtering twice changes nothing, `check` sees tags, `restore` finds originals.
"""

from anonfilter.contract.hooks import Register, hookimpl

TAGGERS = {
    "surrogate": "tagger.surrogate:SurrogateTagger",
}


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    for name, path in TAGGERS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("surrogates", f"{__name__}.extension")
