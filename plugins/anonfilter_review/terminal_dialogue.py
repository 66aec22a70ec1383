"""The dialogue of a review in the terminal: each answer is a key."""

from __future__ import annotations

from collections.abc import Callable, Collection

from anonfilter.text.plural import counted
from anonfilter_review.review_state import Question, State, Verdict
from anonfilter_review.rulings import Support
from anonfilter_review.terminal_screen import Screen

_KEYS = {
    "r": Verdict.REDACT,
    "o": Verdict.ONCE,
    "a": Verdict.ALWAYS,
    "n": Verdict.NOT_A_PERSON,
    "s": Verdict.SKIP,
}
_LINE = "r redact  o allow once  a allow always  l label  n not a person  s skip  u undo  q quit  ?"
_ALL = "the next answer applies to all open findings of this label; t cancels this"
HELP = """\
r  redact: replace the finding in the file by its tag, as the filter would
o  allow once: keep the finding in this place
a  allow always: keep this value everywhere, with a reason
l  label: give the finding another label, then decide about it
n  not a person: keep the finding, which is not a name
s  skip: leave the finding as it is, and do not ask again
e  one by one: ask about each of these places separately
t  this label: the next answer applies to all open findings of this label
v  view all places
b  back: go to the previous question, to answer it differently
p  progress: show how many findings of each file are answered
u  undo the last answer
q  quit: ask whether to write the decisions; open questions come up next time"""


class Dialogue:
    """A dialogue that asks the questions of a state; ``state`` always has the latest answers."""

    def __init__(
        self, state: State, screen: Screen, support: Support, labels: Collection[str]
    ) -> None:
        self.state = state
        self._screen = screen
        self._support = support
        self._labels = sorted(labels)
        self._all_places = False
        self._all_of_label = False
        self._shown = False  # True if the current question is on the screen

    def run(self) -> bool:
        """Ask all questions; return True if the decisions are to be written."""
        while True:
            try:
                leave = self._end() if self.state.is_finished else self._step()
            except KeyboardInterrupt:
                leave = self._abandon()
            if leave is not None:
                return leave

    def _step(self) -> bool | None:
        """Handle one key; return None to continue, else whether to write the decisions."""
        if not self._shown:
            number, total = self.state.at + 1, len(self.state.questions)
            self._screen.question(self.state.current, number, total, all_places=self._all_places)
            self._screen.say(_LINE, "dim")
            self._shown = True
        key = self._screen.key()
        if key in _KEYS:
            self._answer(_KEYS[key])
        elif key == "q":
            return self._ask_how() if self.state.decided else True
        elif key in _MOVES:
            _MOVES[key](self)
        else:
            self._screen.say("unknown key; ? lists the keys")
        return None

    def _answer(self, verdict: Verdict) -> None:
        which = self._asked(lambda question: self._support.refusal(verdict, question))
        if not which:
            return
        reason = ""
        items = (item for at in which for item in self.state.questions[at].group.items)
        if any(self._support.needs_reason(verdict, item) for item in items):
            reason = self._screen.ask("Why is this allowed? (the reason will be committed)")
            if not reason:
                self._screen.say("a reason is required; nothing was changed", "yellow")
                return
        times = f", {counted(len(which), 'question')}" if len(which) > 1 else ""
        self._screen.say(f"→ {verdict}{times}")
        self._advance(self.state.answered(verdict, reason, which))

    def _asked(self, refused: Callable[[Question], str]) -> list[int]:
        """Return the questions to which an answer applies; show why others are refused."""
        at = self.state.at
        which = self.state.like(at, of_label=True) if self._all_of_label else [at]
        possible, reason = self._support.possible(self.state, which, refused)
        if reason:
            some = f"{counted(len(which) - len(possible), 'question')}: " if possible else ""
            self._screen.say(some + reason, "yellow")
        return possible

    def _label(self) -> None:
        which = self._asked(self._support.decision_refusal)
        if not which:
            return
        given = self._screen.ask(f"Label? ({', '.join(self._labels)})").upper()
        fitting = [one for one in self._labels if one.startswith(given)] if given else []
        if given in self._labels:
            fitting = [given]
        if len(fitting) == 1:
            self._advance(self.state.labelled(fitting[0], which))
        elif given:
            several = f"; which of {', '.join(fitting)}?" if fitting else ""
            self._screen.say(f"the rules have no label {given}{several}", "yellow")

    def _this_label(self) -> None:
        self._all_of_label = not self._all_of_label
        self._screen.say(
            _ALL if self._all_of_label else "the next answer applies to this question only"
        )

    def _back(self) -> None:
        if self.state.at == 0:
            self._screen.say("this is the first question")
        else:
            self._advance(self.state.back())

    def _progress(self) -> None:
        for file, (done, number) in self.state.progress().items():
            self._screen.say(f"{file}: {done:,} of {number:,} answered")

    def _undo(self) -> None:
        if self.state.before is None:
            self._screen.say("nothing to undo")
        else:
            self._advance(self.state.undone())

    def _each(self) -> None:
        if len(self.state.current.group.items) > 1:
            self._advance(self.state.one_by_one())
        else:
            self._screen.say("this is a single place")

    def _view(self) -> None:
        self._all_places, self._shown = True, False

    def _help(self) -> None:
        for line in HELP.splitlines():
            self._screen.say(line)

    def _advance(self, state: State) -> None:
        self.state, self._shown = state, False
        self._all_places = self._all_of_label = False

    def _end(self) -> bool | None:
        self._screen.say("")
        self._screen.say("no more questions")
        return self._ask_how()

    def _ask_how(self) -> bool | None:
        """Ask whether to write the decisions; return None to continue."""
        self._shown = False
        self._screen.say(", ".join(f"{what}: {number:,}" for what, number in self.state.counts()))
        back = "u undo" if self.state.is_finished else "c continue"
        while True:
            self._screen.say(f"w write and quit  {back}  d discard the decisions", "dim")
            key = self._screen.key()
            if key in "wy":
                return True
            if key == "d":
                return False
            if key == back[0]:
                if self.state.is_finished:
                    self._undo()
                return None

    def _abandon(self) -> bool | None:
        """Ask after Ctrl-C whether to write the decisions; a second Ctrl-C discards them."""
        self._shown = False
        if not self.state.decided:
            return False
        number = sum(len(one.group.items) for one in self.state.questions if one.decided)
        try:
            self._screen.say("")
            self._screen.say(f"{counted(number, 'finding')} decided, not written yet")
            self._screen.say("w write and quit  c continue  d discard the decisions", "dim")
            while (key := self._screen.key()) not in "wycd":
                pass
        except KeyboardInterrupt:
            return False
        return None if key == "c" else key != "d"


_MOVES = {
    "l": Dialogue._label,
    "e": Dialogue._each,
    "v": Dialogue._view,
    "u": Dialogue._undo,
    "t": Dialogue._this_label,
    "b": Dialogue._back,
    "p": Dialogue._progress,
    "?": Dialogue._help,
}
