"""A name is found by its parts and by any spelling of the whole."""

from __future__ import annotations

import time

import pytest

from forethought.memory.words import asked, labels, tokens


@pytest.mark.parametrize("spelling", ["parseHttpHeader", "ParseHTTPHeader", "parse_http_header", "parse.http.header"])
def test_an_identifier_is_split_and_kept_whole_however_it_is_spelled(spelling: str) -> None:
    assert tokens(spelling) == ["pars", "http", "header", "parse_http_header"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("server/memory/index.py", ["server", "memori", "index", "py", "server_memory_index_py"]),
        ("Python 3.11", ["python", "3", "11", "3_11"]),
        ("std::vector", ["std", "vector", "std_vector"]),
        ("Ada's tests don't pass", ["ada", "test", "pass"]),
        ("what is it that the", []),
        ("is_valid", ["valid", "is_valid"]),
        ("naïve café", ["naïv", "café"]),
        ("設定 file", ["設", "定", "file"]),
        ("", []),
    ],
)
def test_words_are_lowered_stemmed_and_without_the_ones_that_say_nothing(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_inflections_of_a_word_are_one_token() -> None:
    assert len({token for word in ("migrate", "migrates", "migrated", "migrating") for token in tokens(word)}) == 1


def test_a_label_is_what_stands_before_the_first_colon() -> None:
    assert labels("Ada: I moved") == ["ada:"]
    assert labels("Ada Byron: I moved") == ["ada:", "byron:"]
    assert labels("at 10:30 Ada: came") == labels("lower: case") == labels("Url http://x") == []


def test_the_tokens_of_one_written_word_share_its_weight() -> None:
    question = asked("where is parseHeader and the header")
    assert {token: each.share for token, each in question.items()} == {
        "pars": 1 / 3,
        "header": 1.0,  # asked for alone as well
        "parse_header": 1 / 3,
    }
    assert question["pars"].word == "parseHeader"


def test_a_megabyte_without_a_space_takes_no_time() -> None:
    start = time.process_time()
    for joint in ("a", "a-", "aB", "'", "_"):
        tokens(joint * (1_000_000 // len(joint)))
    assert time.process_time() - start < 5
