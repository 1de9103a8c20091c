"""Convert key names and characters to X key symbols."""

from Xlib import XK

from webproctor.environments.browser import keyboard

_NAMES = {
    "Enter": "Return",
    "Backspace": "BackSpace",
    "PageUp": "Prior",
    "PageDown": "Next",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "Control": "Control_L",
    "Shift": "Shift_L",
    "Alt": "Alt_L",
    "Meta": "Super_L",
}


def symbols(keys: str) -> list[int]:
    """Return the key symbols of a combination such as `Control+Shift+l`, in order.

    Raises:
        KeyError: If one of its keys is not known.
    """
    names, _ = keyboard.combination(keys)
    return [symbol(name) for name in names]


def symbol(key: str) -> int:
    """Return the key symbol of a key name or a character.

    Raises:
        KeyError: If the name is not known.
    """
    if len(key) == 1:
        if key in "\n\r":
            return XK.XK_Return
        if key == "\t":
            return XK.XK_Tab
        code = ord(key)
        # Latin-1 symbols equal their code points; all others are the code point plus a flag.
        return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 | code
    found = XK.string_to_keysym(_NAMES.get(key, key))
    if not found:
        raise KeyError(key)
    return found
