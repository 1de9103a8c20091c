"""Key events for the DevTools protocol."""

from collections.abc import Iterator
from string import ascii_letters
from typing import Any

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
MODIFIERS = {"Alt": ALT, "Control": CONTROL, "Meta": META, "Shift": SHIFT}

_CODES = {
    "Alt": 18, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "ArrowUp": 38, "Backspace": 8,
    "Control": 17, "Delete": 46, "End": 35, "Enter": 13, "Escape": 27, "Home": 36, "Insert": 45,
    "Meta": 91, "PageDown": 34, "PageUp": 33, "Shift": 16, "Tab": 9,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}  # fmt: skip
_TEXT = {"Enter": "\r", "Tab": "\t"}
# The keys of a US keyboard that are not letters: the character without and with Shift, the `code`
# of the UI Events specification, and the virtual key code.
_US_KEYS = (
    *((str(n), shifted, f"Digit{n}", 48 + n) for n, shifted in enumerate(")!@#$%^&*(")),
    ("-", "_", "Minus", 189), ("=", "+", "Equal", 187), ("[", "{", "BracketLeft", 219),
    ("]", "}", "BracketRight", 221), ("\\", "|", "Backslash", 220), (";", ":", "Semicolon", 186),
    ("'", '"', "Quote", 222), ("`", "~", "Backquote", 192), (",", "<", "Comma", 188),
    (".", ">", "Period", 190), ("/", "?", "Slash", 191), (" ", " ", "Space", 32),
)  # fmt: skip
_CHARACTER_KEYS = {
    character: (code, key_code)
    for plain, shifted, code, key_code in _US_KEYS
    for character in (plain, shifted)
} | {letter: (f"Key{letter.upper()}", ord(letter.upper())) for letter in ascii_letters}
_SHIFTED = {plain: shifted for plain, shifted, *_ in _US_KEYS}
# Common names of keys, as used by people and models.
_NAMES = {
    "alt": "Alt", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft", "arrowright": "ArrowRight",
    "arrowup": "ArrowUp", "backspace": "Backspace", "cmd": "Meta", "control": "Control",
    "ctrl": "Control", "del": "Delete", "delete": "Delete", "down": "ArrowDown", "end": "End",
    "enter": "Enter", "esc": "Escape", "escape": "Escape", "home": "Home", "insert": "Insert",
    "left": "ArrowLeft", "meta": "Meta", "option": "Alt", "pagedown": "PageDown",
    "pageup": "PageUp", "return": "Enter", "right": "ArrowRight", "shift": "Shift", "space": " ",
    "page_up": "PageUp", "page_down": "PageDown", "prior": "PageUp", "next": "PageDown",
    "kp_enter": "Enter", "super": "Meta", "win": "Meta", "command": "Meta",
    **{f"{name.lower()}_{side}": name for name in MODIFIERS for side in "lr"},
    "tab": "Tab", "up": "ArrowUp", **{f"f{n}": f"F{n}" for n in range(1, 13)},
    # The names of X11 for characters.
    "ampersand": "&", "apostrophe": "'", "asciicircum": "^", "asciitilde": "~", "asterisk": "*",
    "at": "@", "backslash": "\\", "bar": "|", "braceleft": "{", "braceright": "}",
    "bracketleft": "[", "bracketright": "]", "colon": ":", "comma": ",", "dollar": "$",
    "equal": "=", "exclam": "!", "grave": "`", "greater": ">", "less": "<", "minus": "-",
    "numbersign": "#", "parenleft": "(", "parenright": ")", "percent": "%", "period": ".",
    "plus": "+", "question": "?", "quotedbl": '"', "semicolon": ";", "slash": "/",
    "underscore": "_",
}  # fmt: skip


def press(key: str, modifiers: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the two events of a key stroke, as parameters of `Input.dispatchKeyEvent`.

    Args:
        key: A name of the UI Events specification (`Enter`, `ArrowDown`) or one character.
        modifiers: Sum of the modifiers held down.

    Raises:
        KeyError: If a name of several characters is not a known key.
    """
    if len(key) == 1:
        code, key_code = _CHARACTER_KEYS.get(key, ("", 0))
        event = {"key": key, "windowsVirtualKeyCode": key_code} | ({"code": code} if code else {})
        text = key
    else:
        # Modifiers are the keys on the left side of the keyboard.
        code = f"{key}Left" if key in MODIFIERS else key
        event = {"key": key, "code": code, "windowsVirtualKeyCode": _CODES[key]}
        text = _TEXT.get(key, "")
    if modifiers:
        event["modifiers"] = modifiers
    # With Control, Alt or Meta held, a key is a shortcut and inserts no text.
    if modifiers & ~SHIFT:
        text = ""
    down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
    yield event | down
    yield event | {"type": "keyUp"}


def with_modifiers(event: dict[str, Any], modifiers: int) -> dict[str, Any]:
    """Return the event that `press` yields if further modifiers are held down."""
    combined = event.get("modifiers", 0) | modifiers
    event = event | {"modifiers": combined}
    if combined & SHIFT and len(event["key"]) == 1:
        event["key"] = _capital(event["key"])
    if "text" not in event:
        return event
    if combined & ~SHIFT:  # A shortcut, which inserts no text.
        return {key: value for key, value in event.items() if key != "text"} | {
            "type": "rawKeyDown"
        }
    return event | {"text": _capital(event["text"]) if combined & SHIFT else event["text"]}


def strokes(text: str) -> Iterator[dict[str, Any]]:
    """Yield the events of typing a text; each line break is one stroke of Enter."""
    for character in text.replace("\r\n", "\n").replace("\r", "\n"):
        yield from press("Enter" if character == "\n" else character)


def combination(keys: str) -> tuple[list[str], int]:
    """Return the keys of a combination such as `Control+Shift+Y`, and the sum of its modifiers.

    Raises:
        KeyError: If one of them is not a known key.
    """
    names = [_NAMES.get(name.lower(), name) for name in _parts(keys)]
    for name in names:
        if len(name) != 1 and name not in _CODES:
            raise KeyError(name)
    return names, sum(MODIFIERS.get(name, 0) for name in set(names))


def hold(keys: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the events of pressing a key combination, and those of releasing it.

    Raises:
        KeyError: If one of the keys is not known.
    """
    names, _ = combination(keys)
    downs, ups, modifiers = [], [], 0
    for name in names:
        down, _ = press(_shifted(name, modifiers), modifiers | MODIFIERS.get(name, 0))
        downs.append(down)
        modifiers |= MODIFIERS.get(name, 0)
    for name in reversed(names):
        shifted = _shifted(name, modifiers)
        modifiers &= ~MODIFIERS.get(name, 0)
        ups.append(list(press(shifted, modifiers))[1])
    return downs, ups


def _shifted(name: str, modifiers: int) -> str:
    """Return the key that results from a key while modifiers are held.

    Raises:
        KeyError: If its capital has several characters, such as that of `ß`.
    """
    if len(name) != 1 or not modifiers & SHIFT:
        return name
    if len(_capital(name)) != 1:
        raise KeyError(f"Shift+{name}")
    return _capital(name)


def _capital(character: str) -> str:
    """Return what a key inserts while Shift is held."""
    return _SHIFTED.get(character, character.upper())


def _parts(keys: str) -> list[str]:
    # The plus sign is both a key and the separator of keys.
    if keys == "+" or keys.endswith("++"):
        return [*filter(None, keys[:-1].split("+")), "+"]
    return [part.strip() or part for part in keys.split("+")]
