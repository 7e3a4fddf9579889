"""What redacting does to a text and to data, and what it costs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted_secrets import ALNUM, Chance, key_block

from forethought.secrets import Redacted, redact, redact_data

CHANCE = Chance(7)
TOKEN = "ghp_" + CHANCE.text(ALNUM, 36)


def test_the_words_around_a_secret_stay() -> None:
    assert redact("the password is hunter2!X, ask Bob") == Redacted(
        "the password is [redacted:password], ask Bob", ("password",)
    )


def test_every_kind_that_was_found_is_named_once_and_in_order() -> None:
    found = redact(f"{TOKEN} and {TOKEN}; password: hunter2; jane.roe@acme.io")
    assert found.kinds == ("email", "github-token", "password")


def test_text_without_secrets_comes_back_unchanged() -> None:
    assert redact("Call connect() twice.") == Redacted("Call connect() twice.", ())


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("postgres://app:s3cr3t@db:5432/shop", "postgres://app:[redacted:connection-string]@db:5432/shop"),
        ("redis://:p4/ss@w0rd@cache/0", "redis://:[redacted:connection-string]@cache/0"),
        ("https://bob:s3cr3t@git.acme.io/x", "https://bob:[redacted:basic-auth-url]@git.acme.io/x"),
        ("a?user=x&password=Zx81kd&ssl=1", "a?user=x&password=[redacted:password]&ssl=1"),
        ("Uid=sa;Password=Zx81;kd;Encrypt=1", "Uid=sa;Password=[redacted:password];Encrypt=1"),
        ("connect(password='hunter2', port=1)", "connect(password='[redacted:password]', port=1)"),
        ("export DB_PASSWORD=dragon", "export DB_PASSWORD=[redacted:password]"),
        ("mysql -uroot -pdragon77 shop", "mysql -uroot -p[redacted:password] shop"),
        ('let password: &str = "hunter2";', 'let password: &str = "[redacted:password]";'),
        ("passphrase: clever horse battery staple", "passphrase: [redacted:password]"),
        ("cards: 4111 1111 1111 1111.", "cards: [redacted:credit-card]."),
        ("SSN 219-09-9999", "SSN [redacted:us-ssn]"),
        ("pay to GB29 NWBK 6016 1331 9268 19 now", "pay to [redacted:iban] now"),
        ("phone: 5551234567", "phone: [redacted:phone]"),
    ],
)
def test_only_the_secret_is_replaced(text: str, clean: str) -> None:
    assert redact(text).text == clean


def test_where_two_rules_overlap_nothing_of_either_is_left() -> None:
    clean = redact(f'token = "{TOKEN}"')
    assert clean == Redacted('token = "[redacted:github-token]"', ("github-token",))


@pytest.mark.parametrize("wrap", ["{}", "key: |\n{}", '"{}"', "+{}"])
def test_a_key_block_goes_as_a_whole_however_it_is_written(wrap: str) -> None:
    block = key_block(CHANCE, "EC PRIVATE KEY")
    indented = "\n".join("    " + line for line in block.splitlines())
    for form in (block, indented, block.replace("\n", "\\n"), block.replace("\n", "\n+")):
        clean = redact(wrap.format(form)).text
        assert not any(line in clean for line in block.splitlines()), clean


def test_a_key_block_that_was_cut_off_goes_as_far_as_it_reaches() -> None:
    lines = key_block(CHANCE, "RSA PRIVATE KEY").splitlines()[:3]
    clean = redact("\n".join([*lines, "", "That is all I have."])).text
    assert lines[1] not in clean
    assert lines[2] not in clean
    assert "That is all I have." in clean


def test_fields_of_data_are_known_by_their_names_whatever_they_hold() -> None:
    clean, kinds = redact_data(
        {"user": "bob", "password": "plain", "nested": [{"apiKey": "abc", "port": 5432}], "tokens": ["a", "b"]}
    )
    assert clean == {
        "user": "bob",
        "password": "[redacted:password]",
        "nested": [{"apiKey": "[redacted:api-key]", "port": 5432}],
        "tokens": ["[redacted:token]", "[redacted:token]"],
    }
    assert kinds == ("api-key", "password", "token")


def test_fields_about_secrets_stay() -> None:
    data = {"token_count": "12", "passwordPolicy": "strict", "key": "editor.theme", "value": "dark", "secret": None}
    assert redact_data(data) == (data, ())


def test_a_name_and_its_value_may_be_two_fields() -> None:
    clean, _ = redact_data({"key": "staging db password", "value": "simple"})
    assert clean["value"] == "[redacted:password]"


def test_texts_inside_data_are_redacted_too_and_types_stay() -> None:
    clean, kinds = redact_data(({"note": f"use {TOKEN}"}, 1.5, None, True))
    assert clean == ({"note": "use [redacted:github-token]"}, 1.5, None, True)
    assert kinds == ("github-token",)


def test_data_nested_too_deep_is_cut_instead_of_failing() -> None:
    data: object = "password: hunter2"
    for _ in range(5000):
        data = [data]
    _, kinds = redact_data(data)
    assert kinds == ("too-deep",)


_WORDS = """
    password token secret api_key key= DB_PASSWORD= : = " ' ` [ ] ( ) { } < > / @ . , ; & - -- \\ [redacted:password]
    [redacted: ://u: @host @acme.io hunter2 hunter2!X is the to as Bearer Basic Cookie: mysql -p curl -u ghp_ AKIA eyJ
    sk- -----BEGIN RSA PRIVATE KEY----- +1 212-555-0187 4111111111111111 219-09-9999 value default login abc123def456
    A1b2C3d4E5f6G7h8I9 İ ß パスワード
"""
_PIECES = st.sampled_from(_WORDS.split())


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), st.lists(_PIECES | st.sampled_from([" ", "\n"]), max_size=30).map("".join)))
def test_redacting_again_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once.text) == Redacted(once.text, ())


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | _PIECES,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | _PIECES, inner, max_size=4),
        max_leaves=12,
    )
)
def test_any_data_can_be_redacted_and_redacting_again_changes_nothing(data: object) -> None:
    once, _ = redact_data(data)
    assert redact_data(once) == (once, ())


@pytest.mark.parametrize(
    "unit",
    [
        *("a", "=", "-", "4", " ", "\n", "@", "a@", "@a.", "pass ", "password=", "password: x1 ", 'password="', "eyJ"),
        *("://", "://a:b", "ghp_", "-----BEGIN RSA PRIVATE KEY-----\n", "mysql ", "curl -u ", "+1 2", "cookie:"),
        *("212-555-0187-", "bob@acme.io ", "token is ", "key:\n ", "authorization ", "[redacted:password] ", "{a"),
    ],
)
def test_the_time_grows_with_the_length_and_not_with_its_square(unit: str) -> None:
    short, long = (unit * (size // len(unit)) for size in (25_000, 200_000))
    redact(short)
    assert _cpu_seconds(long) < 24 * _cpu_seconds(short) + 0.1  # eight times the length; its square would be 64


def test_a_megabyte_of_noise_takes_a_moment() -> None:
    noise = Chance(3).text(ALNUM + "+/", 1_000_000)
    assert _cpu_seconds(noise) < 1.0  # 0.1 s when the machine is free


def _cpu_seconds(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started
