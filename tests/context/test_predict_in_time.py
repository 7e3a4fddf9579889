"""A prediction may cost ten milliseconds, also in a large repository."""

from __future__ import annotations

import random
import time

import pytest

from context.histories import HOUR, commit
from forethought.context.features import Query
from forethought.context.predict import Predictor

FILES = 7_000


@pytest.mark.heavy
def test_a_prediction_among_seven_thousand_files_takes_at_most_ten_milliseconds() -> None:
    """Processor time, because the machine may be busy with something else."""
    dice = random.Random(4)
    paths = [f"part{n % 40}/area{n % 200}/{dice.choice('abcdef')}_thing{n}.py" for n in range(FILES)]
    predictor = Predictor()
    predictor.past.observe(commit(0, *paths, teaches=False))
    for at in range(1, 1200):
        area = dice.randrange(200)
        some = [paths[area + 200 * dice.randrange(FILES // 200)] for _ in range(dice.randint(2, 6))]
        predictor.observe(commit(at, paths[0], *some, by=f"person{at % 9}", about=f"Thing {area} of part {area % 40}"))
    taken = []
    for turn in range(200):
        opened = (paths[0], *dice.sample(paths, turn % 8))
        began = time.thread_time()
        assert predictor.predict(Query(opened, 1200 * HOUR, "person1", "thing of part 7"), 20)
        taken.append(time.thread_time() - began)
    assert sorted(taken)[int(0.95 * len(taken))] <= 0.010
