"""Redact keys and passwords in stored and displayed text, by value and by format."""

import os
import re
from typing import Any

REDACTED = "[redacted]"
# Shorter values can be common words.
_MIN_SECRET_LENGTH = 8
_SECRET_NAME = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:$|_)", re.I)
_NAMES = r"(?:api[-_]?key|access[-_]?token|auth[-_]?token|password|passwd|secret)"
_SECRET = r"[^\s\"'&,;]{6,}"
_FORMS = (
    # User name and password of an address; the host stays.
    (re.compile(r"(?<=://)[^\s/@\"']+@"), f"{REDACTED}@"),
    (re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]{8,}"), rf"\g<1>{REDACTED}"),
    (re.compile(r"\b(?:(?:sk|pk|rk|hf|ghp|gho|xox[abp])[-_]|AIza)[\w-]{16,}"), REDACTED),
    (
        re.compile(rf"(?i)({_NAMES}[\"']?(?:\s*[=:]\s*[\"']?|\s+[\"'])){_SECRET}"),
        rf"\g<1>{REDACTED}",
    ),
    # Separated by a space, a word is redacted after an option, or if it contains a digit: "appears"
    # in "the password appears" is not.
    (re.compile(rf"(?i)(--(?:[a-z0-9]+[-_]){{0,4}}{_NAMES}\s+){_SECRET}"), rf"\g<1>{REDACTED}"),
    (re.compile(rf"(?i)({_NAMES}\s+)(?=[^\s\"'&,;\d]*\d){_SECRET}"), rf"\g<1>{REDACTED}"),
)


def redact(text: str) -> str:
    """Redact values of environment variables that are named like keys, and strings in the format of
    a key.
    """
    for value in _values():
        text = text.replace(value, REDACTED)
    for form, replacement in _FORMS:
        text = form.sub(replacement, text)
    return text


def redact_json(value: Any) -> Any:
    """Return a copy of JSON data with every text redacted, and every value whose name is like a
    key's.
    """
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {
            key: REDACTED
            if isinstance(item, str) and item and _SECRET_NAME.search(str(key))
            else redact_json(item)
            for key, item in value.items()
        }
    return [redact_json(item) for item in value] if isinstance(value, list | tuple) else value


def _values() -> list[str]:
    values = (value for name, value in os.environ.items() if _SECRET_NAME.search(name))
    return sorted(
        {value for value in values if len(value) >= _MIN_SECRET_LENGTH}, key=len, reverse=True
    )
