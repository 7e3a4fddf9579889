"""Which rule holds now? MemoryCode's dialogues, with rules that are said, and said anew, over many sessions.

    python tests/bench/memorycode.py --data <a checkout of Cohere-Labs-Community/MemoryCode>

Every rule enters a memory that has only the judge: a newer one that contradicts takes the older one's place, one that
says the same is not added. In the end each rule should be served as it was last said, and only so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from forethought.memory.judge import judge

BAR = 0.95


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    rule_of = rules(args.data / "topics.json")
    right, wrong, updated = Counter[str](), Counter[str](), Counter[bool]()
    for path in sorted((args.data / "dataset").glob("dialogue_*.json")):
        said = [topic for session in json.loads(path.read_text("utf-8"))["sessions"] for topic in session["topic"]]
        said = [topic for topic in said if topic in rule_of]
        served = remembered(said)
        last = {rule_of[topic]: topic for topic in said}
        versions = Counter(rule_of[topic] for topic in dict.fromkeys(said))
        for rule, newest in last.items():
            good = [topic for topic in served if rule_of[topic] == rule] == [newest]
            (right if good else wrong)[rule] += 1
            updated[good] += versions[rule] > 1
    share = right.total() / (right.total() + wrong.total())
    print(f"rules served as last said: {share:.3f} of {right.total() + wrong.total()}", end="; ")
    print(f"of those said anew: {updated[True] / updated.total():.3f} of {updated.total()}")
    if args.verbose:
        for rule, count in wrong.most_common():
            print(f"  {count:4} wrong, {right[rule]:4} right: {rule}")
    return share < BAR or updated[True] / updated.total() < BAR


def rules(path: Path) -> dict[str, str]:
    """Each wording of a rule → its first wording, which names it."""
    topics = json.loads(path.read_text("utf-8"))
    groups = [each["text"] for each in topics["instructions"] + topics["fillers_instruction"]]
    return {text: group[0] for group in groups for text in group}


def remembered(said: list[str]) -> list[str]:
    held: list[str] = []
    for new in said:
        verdicts = [(old, judge(old, new)) for old in held]
        gone = {old for old, verdict in verdicts if verdict.label == "contradiction" and verdict.newer_supersedes}
        held = [old for old in held if old not in gone]
        if not any(verdict.label == "duplicate" for old, verdict in verdicts if old in held):
            held.append(new)
    return held


if __name__ == "__main__":
    sys.exit(main())
