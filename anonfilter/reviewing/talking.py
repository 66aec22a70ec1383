"""Asking, and taking the answers: a key each."""

from __future__ import annotations

from collections.abc import Collection

from anonfilter.reviewing.rulings import Obeyed
from anonfilter.reviewing.screen import Screen
from anonfilter.reviewing.state import State, Verdict
from anonfilter.text.plural import counted

_KEYS = {
    "r": Verdict.REDACT, "o": Verdict.ONCE, "a": Verdict.ALWAYS, "n": Verdict.NOBODY,
    "s": Verdict.SKIP,
}  # fmt: skip
_LINE = "r redact  o allow once  a allow always  l label  n not a person  s skip  u undo  q quit  ?"
HELP = """\
r  redact: replace it in the file by its tag, as the filter would
o  allow once: it may stay here, in this place
a  allow always: the value may stand anywhere, for a reason that you give
l  it is something else: give it another label, then say what is to become of it
n  not a person: no name at all, and it stays
s  skip: leave it as it is, and do not ask again
e  one by one: ask about each of these places for itself
v  view all places
u  undo the last answer
q  quit: what was decided is written if you say so, the rest comes up next time"""


class Talk:
    """Goes from question to question; ``state`` is how far it has come."""

    def __init__(
        self, state: State, screen: Screen, obeyed: Obeyed, labels: Collection[str]
    ) -> None:
        self.state = state
        self._screen = screen
        self._obeyed = obeyed
        self._labels = sorted(labels)
        self._all_places = False
        self._told = False  # the question that is on the screen need not be shown again

    def run(self) -> bool:
        """Whether what was decided is to be written."""
        while True:
            try:
                leave = self._end() if self.state.done else self._step()
            except KeyboardInterrupt:
                leave = self._abandon()
            if leave is not None:
                return leave

    def _step(self) -> bool | None:
        """One key; None goes on."""
        if not self._told:
            number, total = self.state.at + 1, len(self.state.questions)
            self._screen.question(self.state.current, number, total, all_places=self._all_places)
            self._screen.say(_LINE, "dim")
            self._told = True
        key = self._screen.key()
        if key in _KEYS:
            self._answer(_KEYS[key])
        elif key == "q":
            return self._quit()
        elif key in _MOVES:
            _MOVES[key](self)
        else:
            self._screen.say("no such key; ? tells what there is")
        return None

    # answers

    def _answer(self, verdict: Verdict) -> None:
        refusal = self._obeyed.refusal(verdict, self.state.current)
        if refusal:
            self._screen.say(refusal, "yellow")
            return
        reason = ""
        if any(self._obeyed.asks_why(verdict, one) for one in self.state.current.group.items):
            reason = self._screen.ask("Why may it stand there? (it is committed, too)")
            if not reason:
                self._screen.say("not allowed without a reason", "yellow")
                return
        self._screen.say(f"→ {verdict}")
        self._go(self.state.answered(verdict, reason))

    def _label(self) -> None:
        refusal = self._obeyed.no_decision(self.state.current)
        if refusal:
            self._screen.say(refusal, "yellow")
            return
        given = self._screen.ask(f"What is it? ({', '.join(self._labels)})").upper()
        fitting = [one for one in self._labels if one.startswith(given)] if given else []
        if given in self._labels:
            fitting = [given]
        if len(fitting) == 1:
            self._go(self.state.labelled(fitting[0]))
        elif given:
            which = f"; which of {', '.join(fitting)}?" if fitting else ""
            self._screen.say(f"the rules have no such label{which}", "yellow")

    def _undo(self) -> None:
        if self.state.before is None:
            self._screen.say("there is nothing to undo")
        else:
            self._go(self.state.undone())

    def _each(self) -> None:
        if len(self.state.current.group.items) > 1:
            self._go(self.state.one_by_one())
        else:
            self._screen.say("this is only one place")

    def _view(self) -> None:
        self._all_places, self._told = True, False

    def _help(self) -> None:
        for line in HELP.splitlines():
            self._screen.say(line)

    def _go(self, state: State) -> None:
        self.state, self._told, self._all_places = state, False, False

    # leaving

    def _end(self) -> bool | None:
        self._screen.say("")
        self._screen.say("that was the last one")
        return self._ask_how()

    def _quit(self) -> bool | None:
        """None goes on, or back."""
        return self._ask_how() if self.state.decided else True

    def _ask_how(self) -> bool | None:
        self._told = False
        self._screen.say(", ".join(f"{what}: {number:,}" for what, number in self.state.counts()))
        back = "u undo" if self.state.done else "c continue"
        while True:
            self._screen.say(f"w write and quit  {back}  d discard what was decided", "dim")
            key = self._screen.key()
            if key in "wy":
                return True
            if key == "d":
                return False
            if key == back[0]:
                if self.state.done:
                    self._undo()
                return None

    def _abandon(self) -> bool | None:
        """Ctrl-C: nothing is written, but not without asking. A second one is an answer."""
        self._told = False
        if not self.state.decided:
            return False
        number = sum(len(one.group.items) for one in self.state.questions if one.decided)
        told = f"{counted(number, 'finding')} decided, and nothing of it is written yet"
        try:
            self._screen.say("")
            self._screen.say(told)
            self._screen.say("w write and quit  c continue  d discard what was decided", "dim")
            while (key := self._screen.key()) not in "wycd":
                pass
        except KeyboardInterrupt:
            return False
        return None if key == "c" else key != "d"


_MOVES = {
    "l": Talk._label, "e": Talk._each, "v": Talk._view, "u": Talk._undo, "?": Talk._help,
}  # fmt: skip
