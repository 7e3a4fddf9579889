from __future__ import annotations

import pytest

from forethought.context.paths import path_facts, split_words, telling_words


@pytest.mark.parametrize(
    ("path", "stem", "is_test"),
    [
        ("src/cart.py", "cart", False),
        ("tests/test_cart.py", "cart", True),
        ("pkg/cart_test.go", "cart", True),
        ("web/cart.test.ts", "cart", True),
        ("src/CartTest.java", "cart", True),
        ("src/contest.py", "contest", False),
        ("src/shop/__init__.py", "shop/__init__", False),
    ],
)
def test_a_test_and_its_subject_have_one_stem(path: str, stem: str, is_test: bool) -> None:
    facts = path_facts(path)
    assert (facts.stem, facts.is_test) == (stem, is_test)


def test_names_are_split_into_words() -> None:
    assert split_words("HTTPServer_test2") == ["http", "server", "test", "2"]


@pytest.mark.parametrize("form", ["caches", "cached", "caching", "cache"])
def test_forms_of_a_word_meet(form: str) -> None:
    assert split_words(form) == ["cach"]


def test_words_that_say_nothing_are_left_out_and_identifiers_are_kept_whole() -> None:
    assert telling_words("Fix the use of basicAuth") == ["auth", "basic", "basicauth"]
