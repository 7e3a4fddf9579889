"""Joins the product's judge to the evaluation script; `a` is the older memory."""

from __future__ import annotations

from forethought.memory.judge import judge


def classify(a: str, b: str) -> str:
    return judge(a, b).label
