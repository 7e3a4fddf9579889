"""Do two memories contradict each other? Decided by rules and a few weights, without a language model.

tokens → shape (key, order, verb) → walk (what is said, what is denied) → statements (subject, values, scope, time)
       → clashes (what cannot both be true) → compare (evidence for and against) → verdict

What words mean is data: words.txt, opposites.txt, kinds.txt, contrasts.txt, read by lexicon.
"""

from forethought.memory.judge.statements import Statement, read
from forethought.memory.judge.verdict import Verdict, judge

__all__ = ["Statement", "Verdict", "judge", "read"]
