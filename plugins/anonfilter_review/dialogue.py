"""The dialogue of a review: each answer is a key."""

from __future__ import annotations

from collections.abc import Callable, Collection

from anonfilter.text.plural import counted
from anonfilter_review.rulings import Support
from anonfilter_review.screen import Screen
from anonfilter_review.state import Question, State, Verdict

_KEYS = {
    "r": Verdict.REDACT,
    "o": Verdict.ONCE,
    "a": Verdict.ALWAYS,
    "n": Verdict.NOT_A_PERSON,
    "s": Verdict.SKIP,
}
_LINE = "r redact  o allow once  a allow always  l label  n not a person  s skip  u undo  q quit  ?"
_ALL = "the next answer is for all open findings of this label; t takes that back"
HELP = """\
r  redact: replace it in the file by its tag, as the filter would
o  allow once: keep it in this place
a  allow always: keep this value everywhere, with a reason
l  label: give it another label, then decide about it
n  not a person: keep it; it is not a name
s  skip: leave it as it is, and do not ask again
e  one by one: ask about each of these places separately
t  this label: the next answer is for all findings of this label that are open
v  view all places
b  back: to the question before, to answer it differently
p  progress: how much of each file is answered
u  undo the last answer
q  quit: asks whether to write the decisions; open questions come up next time"""


class Dialogue:
    """A dialogue that asks the questions of ``state``, and advances it."""

    def __init__(
        self, state: State, screen: Screen, support: Support, labels: Collection[str]
    ) -> None:
        self.state = state
        self._screen = screen
        self._obeyed = support
        self._labels = sorted(labels)
        self._all_places = False
        self._all_of_label = False
        self._shown = False  # True if the current question is on the screen

    def run(self) -> bool:
        """Ask all questions; return whether to write the decisions."""
        while True:
            try:
                leave = self._end() if self.state.is_finished else self._step()
            except KeyboardInterrupt:
                leave = self._abandon()
            if leave is not None:
                return leave

    def _step(self) -> bool | None:
        """Handle one key; return None to continue."""
        if not self._shown:
            number, total = self.state.at + 1, len(self.state.questions)
            self._screen.question(self.state.current, number, total, all_places=self._all_places)
            self._screen.say(_LINE, "dim")
            self._shown = True
        key = self._screen.key()
        if key in _KEYS:
            self._answer(_KEYS[key])
        elif key == "q":
            return self._quit()
        elif key in _MOVES:
            _MOVES[key](self)
        else:
            self._screen.say("unknown key; ? lists the keys")
        return None

    def _answer(self, verdict: Verdict) -> None:
        which = self._asked(lambda question: self._obeyed.refusal(verdict, question))
        if not which:
            return
        reason = ""
        items = (item for at in which for item in self.state.questions[at].group.items)
        if any(self._obeyed.needs_reason(verdict, item) for item in items):
            reason = self._screen.ask("Why is it allowed? (the reason is committed)")
            if not reason:
                self._screen.say("not allowed without a reason", "yellow")
                return
        times = f", {counted(len(which), 'question')}" if len(which) > 1 else ""
        self._screen.say(f"→ {verdict}{times}")
        self._advance(self.state.answered(verdict, reason, which))

    def _asked(self, refused: Callable[[Question], str]) -> list[int]:
        """Return the questions that an answer applies to, and report refusals."""
        at = self.state.at
        which = self.state.like(at, of_label=True) if self._all_of_label else [at]
        possible, reason = self._obeyed.possible(self.state, which, refused)
        if reason:
            some = f"{counted(len(which) - len(possible), 'question')}: " if possible else ""
            self._screen.say(some + reason, "yellow")
        return possible

    def _label(self) -> None:
        which = self._asked(self._obeyed.decision_refusal)
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
        self._screen.say(_ALL if self._all_of_label else "the next answer is for this question")

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

    def _quit(self) -> bool | None:
        """Ask whether to write if there are decisions; return None to continue."""
        return self._ask_how() if self.state.decided else True

    def _ask_how(self) -> bool | None:
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
        """Ask on Ctrl-C whether to write; a second Ctrl-C discards the decisions."""
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
