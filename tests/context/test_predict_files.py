"""Which files come next, asked of the whole predictor."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from context.histories import HOUR, commit, deleted, moved, shop
from forethought.context.changes import Commit
from forethought.context.features import Query
from forethought.context.predict import Prediction, Predictor


def taught(history: list[Commit]) -> Predictor:
    predictor = Predictor()
    for past in history:
        predictor.observe(past)
    return predictor


def ask(predictor: Predictor, *opened: str, text: str = "", limit: int = 10) -> list[Prediction]:
    return predictor.predict(Query(opened, 200 * HOUR, "ann", text), limit)


def test_what_changed_together_comes_first_and_says_so() -> None:
    best = ask(taught(shop()), "shop/cart.py")[0]
    assert best.path == "tests/test_cart.py"
    assert "changed together 40 times" in best.why


def test_several_open_files_speak_together() -> None:
    first_two = {found.path for found in ask(taught(shop()), "shop/cart.py", "shop/pay.py")[:2]}
    assert first_two == {"tests/test_cart.py", "shop/bank.py"}


def test_the_words_of_the_task_lead_to_files_that_the_open_one_does_not() -> None:
    predictor = taught(shop())
    plain = [found.path for found in ask(predictor, "shop/settings.py")]
    told = [found.path for found in ask(predictor, "shop/settings.py", text="retry a refused payment")]
    assert {"shop/pay.py", "shop/bank.py"} == set(told[:2])
    assert set(plain[:2]) != set(told[:2])


def test_a_renamed_file_keeps_its_past() -> None:
    predictor = taught([*shop(), moved(170, "tests/test_cart.py", "checks/basket.py")])
    best = ask(predictor, "shop/cart.py")[0]
    assert best.path == "checks/basket.py"
    assert "changed together 40 times" in best.why


def test_a_parallel_branch_may_call_a_renamed_file_by_its_old_name() -> None:
    predictor = taught([*shop(), moved(170, "shop/cart.py", "shop/basket.py"), commit(171, "shop/cart.py", "a.py")])
    assert "shop/cart.py" not in predictor.past.numbers
    assert "a.py" in [found.path for found in ask(predictor, "shop/basket.py")]


def test_what_is_open_or_gone_is_never_predicted() -> None:
    predictor = taught([*shop(), deleted(170, "shop/bank.py")])
    paths = [found.path for found in ask(predictor, "shop/pay.py", limit=50)]
    assert paths
    assert not {"shop/pay.py", "shop/bank.py"} & set(paths)


def test_only_eligible_paths_are_answered() -> None:
    predictor = Predictor(eligible=lambda path: path.endswith(".py"))
    for past in shop():
        predictor.observe(past)
    assert all(found.path.endswith(".py") for found in ask(predictor, "shop/cart.py", limit=50))


def test_mass_changes_move_files_but_teach_nothing() -> None:
    sweep = commit(170, *[f"pages/page{n}.html" for n in range(28)], "shop/cart.py", teaches=False)
    predictor = taught([*shop(), sweep])
    assert ask(predictor, "shop/cart.py") == ask(taught([*shop(), sweep, sweep]), "shop/cart.py")
    assert not any("together" in word for found in ask(predictor, "shop/cart.py")[1:] for word in found.why)


def test_imports_are_a_reason() -> None:
    linked = commit(170, "shop/cart.py", imports={"shop/cart.py": ["shop/bank.py"]})
    found = {found.path: found for found in ask(taught([*shop(), linked]), "shop/cart.py")}
    assert "it is imported" in found["shop/bank.py"].why


def test_confidence_is_a_chance_that_falls_with_the_rank() -> None:
    answer = ask(taught(shop()), "shop/cart.py")
    assert all(0.0 < found.confidence < 1.0 for found in answer)
    assert all(a.confidence >= b.confidence and a.score >= b.score for a, b in pairwise(answer))
    assert answer[0].confidence > 0.5 > answer[-1].confidence


def test_an_unknown_file_and_an_empty_past_are_answered_too() -> None:
    assert Predictor().predict(Query(("new.py",), 0)) == []
    assert ask(taught(shop()), "never/seen.py")


def test_two_hash_seeds_give_the_same_answer() -> None:
    script = (
        "from context.test_predict_files import ask, taught; from context.histories import shop\n"
        "print(ask(taught(shop(260)), 'shop/cart.py', 'shop/settings.py', text='retry refused payments'))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[1],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
