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
from collections.abc import Mapping
from typing import NamedTuple

from forethought.code.resolve.by_name import ByName
from forethought.code.resolve.classes import Known
from forethought.code.resolve.edges import packed
from forethought.code.resolve.evaluate import Evaluation
from forethought.code.resolve.program import Program
from forethought.code.resolve.readers import Readers
from forethought.code.resolve.table import DERIVED, NOTHING, PARAMETER, Values, parts
from forethought.code.resolve.typed import Typed

ROUNDS = 5
EVALUATIONS: dict[str, type[Evaluation]] = {
    "python": Evaluation,
    **dict.fromkeys(("typescript", "tsx", "javascript", "jsx", "go", "rust", "java"), Typed),
}
LIMIT = 24  # values that a key may hold; more are as good as none

_Given = dict[int, Values]
_NONE_GIVEN: _Given = {}
_NEVER_GIVEN = [_NONE_GIVEN] * (ROUNDS + 1)
_UNKNOWN: tuple[Values, ...] = (NOTHING,) * (ROUNDS + 1)


class Outcome(NamedTuple):
    """What remains of the last evaluation of a definition."""

    edges: array[int]
    guesses: Mapping[str, int]


GONE = Outcome(array("q"), {})


class Rounds:
    def __init__(self, program: Program, readers: Readers) -> None:
        self.program, self.readers = program, readers
        self.given: dict[int, list[_Given]] = {}  # per definition, what it gave in each round
        self.writers: dict[int, tuple[int, ...]] = {}  # per key, who gives something to it in some round
        self.evaluations = 0  # how many were done, for tests and figures

    def replay(self, changed: set[int]) -> dict[int, Outcome]:
        """Bring everything up to date with definitions that changed, came or went; what they come to."""
        replay = _Replay(self, changed)
        for round_ in range(1, ROUNDS + 1):
            replay.round(round_)
        replay.end()
        return replay.last


class _Replay:
    """One update, round by round. What a definition gives is compared with what it gave in the same round before."""

    def __init__(self, rounds: Rounds, changed: set[int]) -> None:
        self.rounds, self.program, self.changed = rounds, rounds.program, changed
        self.order = sorted(number for number in changed if number in self.program.scopes)
        self.everything = len(self.order) == len(self.program.scopes)
        self.former = {number: rounds.given.get(number, _NEVER_GIVEN) for number in changed}
        rounds.given.update((number, [_NONE_GIVEN]) for number in changed)
        self.reads: dict[int, array[int]] = {}  # keys read by the last evaluation of a changed definition
        self.since: dict[int, int] = {}  # the round of that evaluation
        self.adrift: set[int] = set()  # those that gave something else and do not work in the next round
        self.looked: dict[int, array[int]] = {}  # scopes that its evaluations looked into
        self.last: dict[int, Outcome] = dict.fromkeys(changed, GONE)
        self.differs: set[int] = set()  # keys that hold something else than before, after the last round

    def round(self, round_: int) -> None:
        touched: set[int] = set()
        known = Known(round_ - 1)
        given = self.rounds.given
        for number in self.changed - set(self.order) if len(self.order) < len(self.changed) else ():
            given[number].append(_NONE_GIVEN)
            self._compare(number, self.former[number][round_], _NONE_GIVEN, touched)
        for number in self.order:
            now = given[number][-1]
            if self._works(number, round_) and self._is_due(number, round_):
                now = self._evaluate_changed(number, known, now)
            given[number].append(now)
            self._compare(number, self.former[number][round_], now, touched)
        if not self.everything:
            for number in sorted(self._affected() | self.adrift):
                self._replay(number, round_, known, touched)
        self.differs = {at for at in touched if self._settle(at, round_)}

    def _works(self, number: int, round_: int) -> bool:
        """Modules and classes begin, functions follow. Those of tests only begin and end: nobody else looks at them.
        In a round in which it does not work, a definition gives what it gave in the one before."""
        scope = self.program.scopes[number]
        if not scope.is_function:
            return True
        return round_ in (2, ROUNDS) if scope.in_test else round_ > 1

    def _is_due(self, number: int, round_: int) -> bool:
        """Whether something that was read has moved on since."""
        seen = self.reads.get(number)
        if seen is None:
            return True
        history, since = self.program.history, self.since[number] - 1
        for at in seen:
            held = history.get(at)
            if held is not None and held[round_ - 1] != held[since]:
                return True
        return False

    def _evaluate(self, number: int, known: Known) -> Evaluation:
        scope = self.program.scopes[number]
        evaluation = EVALUATIONS.get(scope.language, ByName)(self.program, scope, known)
        evaluation.run()
        self.rounds.evaluations += 1
        return evaluation

    def _evaluate_changed(self, number: int, known: Known, before: _Given) -> _Given:
        evaluation = self._evaluate(number, known)
        self.last[number] = Outcome(packed(self.program, evaluation.edges), evaluation.guesses)
        self.since[number] = known.round + 1
        self.reads[number] = array("q", evaluation.keys)
        self.looked[number] = array("I", evaluation.scopes_read.union(self.looked.get(number, ())))
        return before if before == evaluation.given else evaluation.given

    def _replay(self, number: int, round_: int, known: Known, touched: set[int]) -> None:
        """Do a round again for a definition that did not change itself."""
        rounds = self.rounds.given[number]
        if self._works(number, round_):
            evaluation = self._evaluate(number, known)
            self.rounds.readers.add(number, evaluation.scopes_read)
            if round_ == ROUNDS:
                self.last[number] = Outcome(packed(self.program, evaluation.edges), evaluation.guesses)
            now = evaluation.given
        else:
            now = rounds[round_ - 1]
        self.adrift.discard(number)
        if rounds[round_] != now:
            before, rounds = rounds[round_], [*rounds]
            rounds[round_] = now
            self.rounds.given[number] = rounds
            self._compare(number, before, now, touched)
            if not self._works(number, round_ + 1):
                self.adrift.add(number)

    def _compare(self, number: int, before: _Given, now: _Given, touched: set[int]) -> None:
        if before is now or before == now:
            return
        writers = self.rounds.writers
        for at, values in now.items():
            if before.get(at) != values:
                touched.add(at)
                known = writers.get(at, ())
                if number not in known:
                    writers[at] = (*known, number)
                if at & 7 == DERIVED:
                    self._derived(at, values)
        touched.update(at for at in before if at not in now)

    def _derived(self, at: int, values: Values) -> None:
        classes = self.rounds.readers.derived.setdefault(parts(at)[1], set())
        classes.update(self.program.kinds.what[value][1] for value in values)

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

    def _settle(self, at: int, round_: int) -> bool:
        """Note what a key holds after a round; True if that is not what it held before in that round."""
        values = self._gathered(at, round_)
        held = self.program.history.get(at, _UNKNOWN)
        if held[round_] == values:
            return False
        self.program.history[at] = (*held[:round_], values, *held[round_ + 1 :])
        return True

    def _gathered(self, at: int, round_: int) -> Values:
        given, writers = self.rounds.given, self.rounds.writers.get(at, ())
        if len(writers) == 1:
            values = given[writers[0]][round_].get(at, NOTHING)
            return values if len(values) <= LIMIT else NOTHING
        found: set[int] = set()
        for writer in writers:
            found.update(given[writer][round_].get(at, NOTHING))
            if len(found) > LIMIT:
                return NOTHING
        return tuple(sorted(found))

    def end(self) -> None:
        """Forget what nobody gives any more, and who no longer reads what."""
        history, given = self.program.history, self.rounds.given
        for number in self.changed:
            old, new = set().union(*self.former[number]), set().union(*given[number])
            for at in old - new:
                self._unwrite(at, number)
            if not new:
                given[number] = _NEVER_GIVEN
            if number not in self.program.scopes:
                del given[number]
            self.rounds.readers.replace(number, self.looked.pop(number, ()))
            for at in old:
                if at in history and not any(history[at]):
                    del history[at]

    def _unwrite(self, at: int, number: int) -> None:
        left = tuple(writer for writer in self.rounds.writers.get(at, ()) if writer != number)
        if left:
            self.rounds.writers[at] = left
        else:
            self.rounds.writers.pop(at, None)
