"""Measured on texts that are made anew from a seed: what is planted is found, what is harmless is left alone."""

from __future__ import annotations

import pytest
from harmless_lookalikes import harmless
from planted_secrets import planted

from forethought.secrets import redact

SEEDS = range(8)


@pytest.mark.parametrize("seed", SEEDS)
def test_planted_secrets_are_gone_from_the_text(seed: int) -> None:
    corpus = planted(seed)
    assert len(corpus) >= 150
    assert len({item.kind for item in corpus}) >= 25
    missed = [(item.kind, item.text) for item in corpus if item.secret in redact(item.text).text]
    assert len(missed) <= 0.01 * len(corpus), missed


@pytest.mark.parametrize("seed", SEEDS)
def test_no_piece_of_a_planted_secret_is_left_behind(seed: int) -> None:
    """Half a key is also a leak: no stretch of twelve characters may survive."""
    torn = [
        item.text
        for item in planted(seed)
        if (clean := redact(item.text)).kinds
        and any(item.secret[i : i + 12] in clean.text for i in range(len(item.secret) - 11))
        and not item.secret.startswith("-----BEGIN")
    ]
    assert torn == []


@pytest.mark.parametrize("seed", SEEDS)
def test_harmless_text_stays_as_it_is(seed: int) -> None:
    corpus = harmless(seed)
    assert len(corpus) >= 300
    alarms = [(text, redact(text).text) for text in corpus if redact(text).text != text]
    assert len(alarms) <= 0.01 * len(corpus), alarms


def test_secrets_are_found_in_the_middle_of_a_harmless_file() -> None:
    quiet = harmless(1)
    for item in planted(1):
        assert item.secret not in redact("\n".join([*quiet[:20], item.text, *quiet[20:40]])).text, item.text
