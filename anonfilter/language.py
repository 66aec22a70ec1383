"""Is a document plainly in another language than the rules are for?

Function words tell, and they are the same in every subject: a third of running English is
made of a few dozen of them. A list of names or a table has none of any language and passes.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

FUNCTION_WORDS: dict[str, tuple[str, str]] = {
    "en": ("English", "the of and to a in is was that it he for on with as his you at be this have "
           "from or had by but not are they she we an what were which there do your if will my "
           "would so me no out up about just like know yeah okay"),
    "de": ("German", "der die und das ist nicht ich zu den mit sie ein es von auf dem eine für sich "
           "auch wir ihr wie im aber war als noch nur hat einen haben sind oder wenn"),
    "fr": ("French", "le la les de des et est un une que qui dans pour pas vous je nous il elle ce "
           "sur au avec du ne mais sont plus cette ou son sa ses"),
    "es": ("Spanish", "el la los las de que y en un una es no se por con para su lo como más pero "
           "al del le sus me ya muy fue está yo"),
    "pt": ("Portuguese", "o a os as de que e em um uma não se por com para seu sua como mais mas ao "
           "do da dos das no na foi ele você eu"),
    "it": ("Italian", "il lo la gli le di che e in un una non per con sono è come ma del della dei "
           "nel nella al alla si più anche ho mi questo"),
    "nl": ("Dutch", "de het een en van ik te dat die in is niet zijn je op met voor maar er ook aan "
           "was wat hij ze bij heb naar dan"),
    "sv": ("Swedish", "och att det som en är av för på med den till inte jag har var ett om vi så "
           "men de han från kan när"),
    "da": ("Danish", "og det at en den til er som på de med han af for ikke der var mig sig men et "
           "har om vi jeg kan fra"),
    "no": ("Norwegian", "og det at en den til er som på de med han av for ikke der var meg seg men "
           "et har om vi jeg kan fra"),
    "pl": ("Polish", "nie i w się na że z do to jest o jak po co ale od za czy tak już tylko jego "
           "przez był dla które"),
    "cs": ("Czech", "a se v na je že to s z do o i jako za by ale jsem po pro tak jeho byl které už"),
    "tr": ("Turkish", "bir ve bu da de için ile ne çok o ben var daha gibi ama sonra değil kadar"),
    "fi": ("Finnish", "ja on ei se että oli hän en mutta niin kun kuin ovat joka myös minä sen mitä"),
    "ro": ("Romanian", "și de în la cu o a nu că un pe este să din care pentru mai sunt am fost"),
    "hu": ("Hungarian", "a az és nem hogy is egy ez van de meg csak már volt ha mint el kell"),
    "id": ("Indonesian", "yang dan di ini itu dengan untuk tidak dari dalam ke akan pada saya juga "
           "adalah ada bisa kami"),
    "vi": ("Vietnamese", "và của là có không được cho một người trong với đã các những này tôi"),
}  # fmt: skip

_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH_WORDS = 50
_ENOUGH_LETTERS = 120
_SAMPLE = 200_000


def foreign_language(text: str, expected: str) -> str:
    """The name of the language or script that a text is plainly in, if it is not ours."""
    sample = text[:_SAMPLE]
    if expected in FUNCTION_WORDS:
        script = _other_script(sample)
        if script:
            return script
    words = Counter(word.lower() for word in _WORD.findall(sample))
    total = sum(words.values())
    if total < _ENOUGH_WORDS or expected not in FUNCTION_WORDS:
        return ""
    shares = {
        code: sum(words[word] for word in listed.split()) / total
        for code, (_, listed) in FUNCTION_WORDS.items()
    }
    best = max(shares, key=lambda code: (shares[code], code == expected))
    if best != expected and shares[best] >= 0.18 and shares[expected] < shares[best] / 2:
        return FUNCTION_WORDS[best][0]
    return ""


def _other_script(text: str) -> str:
    """The script of most letters, if it is not Latin."""
    if text.isascii():
        return ""
    scripts: Counter[str] = Counter()
    for char, count in Counter(text).items():
        if char.isalpha():
            latin = char < "\u0250" or unicodedata.name(char, "").startswith("LATIN")
            script = "Latin" if latin else unicodedata.name(char, "UNKNOWN").split()[0].title()
            scripts[script] += count
    if not scripts or scripts.total() < _ENOUGH_LETTERS:
        return ""
    script, count = scripts.most_common(1)[0]
    return f"text in {script} script" if script != "Latin" and 2 * count > scripts.total() else ""
