"""The numbers of the specification."""

from __future__ import annotations

from math import e, log

import pytest

from forethought.memory.decay import LASTS, confidence, recency


@pytest.mark.parametrize(
    ("hours", "factor"), [(0, 1.5), (24, 1 + 0.5 / e), (48, 1 + 0.5 / e**2), (24 * 365, 1.0), (-3, 1.5)]
)
def test_what_was_just_used_counts_half_as_much_again(hours: float, factor: float) -> None:
    assert recency(hours) == pytest.approx(factor)


@pytest.mark.parametrize(
    ("kind", "days"),
    [
        ("correction", 365),
        ("preference", 90),
        ("procedure", 60),
        ("fact", 30),
        ("decision", 365),
        ("convention", 365),
        ("negative", 365),
        ("episode", 60),
        ("pattern", 60),
    ],
)
def test_each_kind_falls_to_one_eth_in_its_own_time(kind: str, days: int) -> None:
    assert LASTS[kind] == days
    assert confidence(1.0, days, kind=kind) == pytest.approx(1 / e)
    assert confidence(1.0, 7, kind=kind, inferred=True) == pytest.approx(1 / e)


@pytest.mark.parametrize(
    ("initial", "age", "accesses", "trust", "expected"),
    [
        (0.8, 0, 0, 1.0, 0.8),
        (0.8, 0, 0, 0.5, 0.4),
        (0.8, 30, 0, 1.0, 0.8 / e),
        (0.5, 0, 9, 1.0, 0.5 * (1 + 0.1 * log(10))),
        (0.5, 30, 99, 0.9, 0.5 / e * (1 + 0.1 * log(100)) * 0.9),
        (1.0, 0, 1000, 1.0, 1.0),
        (0.0, 0, 10, 1.0, 0.0),
        (0.7, -5, 0, 1.0, 0.7),
    ],
)
def test_age_takes_use_gives_back_and_trust_scales(
    initial: float, age: float, accesses: int, trust: float, expected: float
) -> None:
    now = confidence(initial, age, kind="fact", accesses=accesses, trust=trust)
    assert now == pytest.approx(expected)
