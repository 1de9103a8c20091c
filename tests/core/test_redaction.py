"""Keys and passwords are redacted, and the rest of the text is unchanged."""

import pytest

from webproctor.core.redaction import REDACTED, redact, redact_json


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("http://me:hunter22@host:1/v1", f"http://{REDACTED}@host:1/v1"),
        ("Authorization: Bearer abcdefgh.ijkl", f"Authorization: Bearer {REDACTED}"),
        ("Incorrect key sk-proj-0123456789abcdefXYZ!", f"Incorrect key {REDACTED}!"),
        ("run.py --api-key 0123456789", f"run.py --api-key {REDACTED}"),
        ("{'api_key': 'abcdef123'}", f"{{'api_key': '{REDACTED}'}}"),
        ("password=correct-horse&x=1", f"password={REDACTED}&x=1"),
        ("see https://host/a@b and me@host", "see https://host/a@b and me@host"),
        ("run.py --db-password correcthorse", f"run.py --db-password {REDACTED}"),
        ("the password correct-horse-1234 is", f"the password {REDACTED} is"),
        ("No LOCAL_API_KEY defined", "No LOCAL_API_KEY defined"),
        ("the password appears here", "the password appears here"),
        ("the password is wrong", "the password is wrong"),
        ("tasks of the sketch", "tasks of the sketch"),
        ("unknown argument skip_special_tokens", "unknown argument skip_special_tokens"),
    ],
)
def test_text_in_the_format_of_a_secret_is_redacted(text: str, left: str):
    assert redact(text) == left
    assert redact(left) == left


def test_values_of_environment_variables_named_like_keys_are_redacted(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("LOCAL_SERVER_KEY", "planted value of no form")
    monkeypatch.setenv("KEYBOARD", "not a secret")
    assert redact("it is planted value of no form; not a secret") == (
        f"it is {REDACTED}; not a secret"
    )


def test_json_is_redacted_at_any_depth_and_by_key():
    given = {"a": [{"api_key": "xyz", "url": "ftp://u:p@h"}], "max_tokens": 5}
    assert redact_json(given) == {
        "a": [{"api_key": REDACTED, "url": f"ftp://{REDACTED}@h"}],
        "max_tokens": 5,
    }


def test_a_secret_that_contains_another_one_is_redacted_completely(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("SHORT_TOKEN", "planted value")
    monkeypatch.setenv("LONG_TOKEN", "more of a planted value")
    assert redact("more of a planted value, planted value") == f"{REDACTED}, {REDACTED}"


def test_values_of_fewer_than_eight_characters_are_not_redacted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHORT_TOKEN", "checked")
    monkeypatch.setenv("LONG_TOKEN", "unsolved")
    assert redact("checked, unsolved") == f"checked, {REDACTED}"


def test_an_empty_key_is_not_redacted():
    """It shows that none was given."""
    assert redact_json({"api_key": "", "token": None}) == {"api_key": "", "token": None}
