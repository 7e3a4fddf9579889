import pytest

from forethought.episodes.words import ago

DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 h ago"),
        (2 * DAY, "2 d ago"),
        (14 * DAY, "2 wk ago"),
        (61 * DAY, "2 mo ago"),
        (729 * DAY, "23 mo ago"),
        (731 * DAY, "2 y ago"),
    ],
)
def test_how_long_ago_in_words(seconds: float, words: str) -> None:
    assert ago(seconds) == words
