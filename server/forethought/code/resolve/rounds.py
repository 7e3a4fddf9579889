"""What is known, worked out in a fixed number of rounds, and kept exact when something changes.

In round k every definition is evaluated with what round k - 1 knew; what is known under a key after round k
is the union of what the definitions gave it in round k. Round k depends on round k - 1 alone, nothing ever
supports itself, and the result is a function of the facts. So it can be kept up to date by replaying: all rounds
are remembered (`history` per key, `given` per definition), and after a change only the evaluations are done
again of which something that was read is different from what it was in that same round.

Who has read what is kept coarsely: per definition, the scopes it looked into; per name, the definitions
that mention it. Those who may have read "name n of scope s" are in both. That is more than needed, never less.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from forethought.code.resolve.classes import Known
from forethought.code.resolve.evaluate import Evaluation
from forethought.code.resolve.program import Program
from forethought.code.resolve.readers import Readers
from forethought.code.resolve.typed import Typed
from forethought.code.resolve.table import DERIVED, NOTHING, PARAMETER, Values, parts, union

ROUNDS = 5
LIMIT = 24  # values that a key may hold; more are as good as none

_Given = dict[int, Values]
_NONE_GIVEN: _Given = {}
_UNKNOWN: tuple[Values, ...] = (NOTHING,) * (ROUNDS + 1)


class Outcome(NamedTuple):
    """What remains of the last evaluation of a definition."""

    edges: Mapping[tuple[int, int], int]
    guesses: Mapping[str, int]


GONE = Outcome({}, {})


class Rounds:
    def __init__(self, program: Program, readers: Readers) -> None:
        self.program, self.readers = program, readers
        self.given: dict[int, list[_Given]] = {}
        self.writers: dict[int, tuple[int, ...]] = {}
        self.evaluations = 0  # how many were done, for tests and figures

    def replay(self, changed: set[int]) -> dict[int, Outcome]:
        """Bring everything up to date with definitions that changed, came or went; what they come to."""
        replay = _Replay(self, changed)
        for round_ in range(1, ROUNDS + 1):
            replay.round(round_)
        replay.end()
        return replay.last


class _Replay:
    """One update, round by round."""

    def __init__(self, rounds: Rounds, changed: set[int]) -> None:
        self.rounds, self.program, self.changed = rounds, rounds.program, changed
        self.was: dict[int, tuple[Values, ...]] = {}  # histories before this update, of keys that it touched
        self.mixed: set[int] = set()  # keys that others write as well, to be looked at in each round
        self.reads: dict[int, array[int]] = {}  # keys read by the last evaluation of a changed definition
        self.looked: dict[int, set[int]] = {}  # scopes that its evaluations looked into
        self.last: dict[int, Outcome] = {}
        self.order = sorted(number for number in changed if number in self.program.scopes)
        self.everything = len(self.order) == len(self.program.scopes)
        self.differs: set[int] = set()
        for number in changed:
            self._withdraw(number)

    def _withdraw(self, number: int) -> None:
        """Take back what a definition gave, in all rounds."""
        old = self.rounds.given.pop(number, None)
        self.last[number] = GONE
        for at in set().union(*old) if old else ():
            self.was[at] = self.program.history.get(at, _UNKNOWN)
            self._unwrite(at, number)
            self.mixed.add(at)

    def _unwrite(self, at: int, number: int) -> None:
        left = tuple(writer for writer in self.rounds.writers.get(at, ()) if writer != number)
        if left:
            self.rounds.writers[at] = left
        else:
            self.rounds.writers.pop(at, None)

    def round(self, round_: int) -> None:
        touched = set(self.mixed)
        known = Known(round_ - 1)
        for number in self.order:
            if self._is_due(number, round_):
                self._evaluate_changed(number, round_, known, touched)
        if not self.everything:
            for number in sorted(self._affected()):
                self._evaluate_affected(number, round_, known, touched)
        for at in touched:
            self._settle(at, round_)
        if not self.everything:
            history = self.program.history
            self.differs = {at for at, was in self.was.items() if history.get(at, _UNKNOWN)[round_] != was[round_]}

    def _is_due(self, number: int, round_: int) -> bool:
        """Modules and classes begin; functions follow. Later, only if something that was read moved on."""
        seen = self.reads.get(number)
        if seen is None:
            return round_ > 1 or not self.program.scopes[number].is_function
        history = self.program.history
        for at in seen:
            known = history.get(at)
            if known is not None and known[round_ - 1] != known[round_ - 2]:
                return True
        return False

    def _evaluate(self, number: int, known: Known) -> Evaluation:
        scope = self.program.scopes[number]
        kind = Evaluation if scope.language == "python" else Typed
        evaluation = kind(self.program, scope, known)
        evaluation.run()
        self.rounds.evaluations += 1
        return evaluation

    def _evaluate_changed(self, number: int, round_: int, known: Known, touched: set[int]) -> None:
        evaluation = self._evaluate(number, known)
        self.last[number] = Outcome(evaluation.edges, evaluation.guesses)
        self.reads[number] = array("q", evaluation.keys)
        self.looked.setdefault(number, set()).update(evaluation.scopes_read)
        rounds = self.rounds.given.setdefault(number, [_NONE_GIVEN] * (ROUNDS + 1))
        before, now = rounds[round_ - 1], evaluation.given
        if before == now:
            return
        rounds[round_:] = [now] * (ROUNDS + 1 - round_)
        self._compare(number, before, now, touched)

    def _evaluate_affected(self, number: int, round_: int, known: Known, touched: set[int]) -> None:
        evaluation = self._evaluate(number, known)
        self.rounds.readers.add(number, evaluation.scopes_read)
        if round_ == ROUNDS:
            self.last[number] = Outcome(evaluation.edges, evaluation.guesses)
        rounds = self.rounds.given[number]
        before, now = rounds[round_], evaluation.given
        if before != now:
            rounds[round_] = now
            self._compare(number, before, now, touched)

    def _compare(self, number: int, before: _Given, now: _Given, touched: set[int]) -> None:
        for at, values in now.items():
            if before.get(at) != values:
                touched.add(at)
                writers = self.rounds.writers.get(at, ())
                if number not in writers:
                    self.rounds.writers[at] = (*writers, number)
                if at & 7 == DERIVED:
                    subs = self.rounds.readers.derived.setdefault(parts(at)[1], set())
                    subs.update(self.program.kinds.what[value][1] for value in values)
        touched.update(at for at in before if at not in now)

    def _affected(self) -> set[int]:
        """Those who may have read what is no longer what it was."""
        found: set[int] = set()
        for at in self.differs:
            kind, owner, _ = parts(at)
            if kind == PARAMETER:
                found.add(owner)
            else:
                found |= self.rounds.readers.of(at)
        return {number for number in found - self.changed if number in self.program.scopes}

    def _settle(self, at: int, round_: int) -> None:
        """What a key holds after a round; and after the next ones, as long as nobody says otherwise."""
        writers = self.rounds.writers.get(at, ())
        given = self.rounds.given
        values = NOTHING
        for writer in writers:
            values = union(values, given[writer][round_].get(at, NOTHING))
        if len(values) > LIMIT:
            values = NOTHING
        history = self.program.history.get(at, _UNKNOWN)
        if at not in self.was:
            self.was[at] = history
        if self.everything or all(writer in self.changed for writer in writers):
            after: Sequence[Values] = [values] * (ROUNDS + 1 - round_)
            self.mixed.discard(at)
        else:
            after = (values, *history[round_ + 1 :])
            self.mixed.add(at)
        self.program.history[at] = (*history[:round_], *after)

    def end(self) -> None:
        history, writers, given = self.program.history, self.rounds.writers, self.rounds.given
        for at in self.was:
            if not any(history.get(at, _UNKNOWN)):
                history.pop(at, None)
                if not any(at in round_ for writer in writers.get(at, ()) for round_ in given[writer]):
                    writers.pop(at, None)
        for number in self.changed:
            self.rounds.readers.replace(number, self.looked.pop(number, ()))
