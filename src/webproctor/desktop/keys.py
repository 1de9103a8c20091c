"""Keys as an X server wants them: names and characters to key symbols."""

from Xlib import XK

from webproctor.browser import keyboard

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
    """The key symbols of a combination such as `Control+Shift+l`, in the order of pressing.

    Raises:
        KeyError: If one of its keys is not known.
    """
    names, _ = keyboard.combination(keys)
    return [symbol(name) for name in names]


def symbol(key: str) -> int:
    """The key symbol of a key's name, or of one character.

    Raises:
        KeyError: If the name is not known.
    """
    if len(key) == 1:
        if key in "\n\r":
            return XK.XK_Return
        if key == "\t":
            return XK.XK_Tab
        code = ord(key)
        # Latin-1 has symbols of its own; every other character is its code point and a bit.
        return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 | code
    found = XK.string_to_keysym(_NAMES.get(key, key))
    if not found:
        raise KeyError(key)
    return found
