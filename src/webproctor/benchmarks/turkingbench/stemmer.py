"""Porter's stemmer, with the results of NLTK's `PorterStemmer()` (mode `NLTK_EXTENSIONS`).

Porter, "An algorithm for suffix stripping", Program 14(3), 1980; its author's later changes
(https://tartarus.org/martin/PorterStemmer/); and NLTK's changes, which comments point out. NLTK
itself is not used because importing it takes 1.3 processor seconds and 200 MB.

The shape of a word is a string of the same length: `v` for each vowel, `c` for each consonant. `y`
after a consonant is a vowel. The paper's measure m is the number of `vc` in the shape.
"""

import re
from collections.abc import Mapping


def stem(word: str) -> str:
    """Return the stem of a word of the letters a to z and digits (which count as consonants)."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _without_past(_without_plural(word))
    # NLTK: y stays after a vowel, and in words such as "by".
    if len(word) > 2 and word.endswith("y") and _shape(word)[-2] == "c":
        word = f"{word[:-1]}i"
    word = _with_one_suffix(word)
    word = _replaced(word, _STEP_3, 1)
    return _without_e(_without_last_suffix(word))


def _shape(word: str) -> str:
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _is_short(word: str) -> bool:
    """Return whether a word ends with consonant, vowel, consonant (the paper's *o)."""
    shape = _shape(word)
    # NLTK: so does a word of a vowel and a consonant.
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")


def _without_plural(word: str) -> str:  # Step 1a.
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]  # NLTK: "die" of "dies".
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:  # Step 1b.
    if word.endswith("ied"):  # NLTK.
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    found = re.search(r"(?:ed|ing)$", word)
    if not found or "v" not in _shape(rest := word[: found.start()]):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest[-1:] == rest[-2:-1] and _shape(rest).endswith("c"):
        return rest if rest[-1] in "lsz" else rest[:-1]
    return f"{rest}e" if _measure(rest) == 1 and _is_short(rest) else rest


def _with_one_suffix(word: str) -> str:  # Step 2.
    if word.endswith("alli") and _measure(word[:-4]):  # NLTK: and once more.
        return _with_one_suffix(word[:-2])
    if word.endswith("logi"):  # NLTK: the l belongs to what is measured.
        return word[:-1] if _measure(word[:-3]) else word
    return _replaced(word, _STEP_2, 1)


def _without_last_suffix(word: str) -> str:  # Step 4.
    if word.endswith(("sion", "tion")):
        return word[:-3] if _measure(word[:-3]) > 1 else word
    return _replaced(word, _STEP_4, 2)


def _replaced(word: str, suffixes: Mapping[str, str], least: int) -> str:
    """Replace the longest of the suffixes if what is before it has at least this measure."""
    # Every suffix has two to seven letters.
    for length in range(min(7, len(word)), 1, -1):
        if (suffix := word[-length:]) in suffixes:
            rest = word[:-length]
            return rest + suffixes[suffix] if _measure(rest) >= least else word
    return word


def _without_e(word: str) -> str:  # Steps 5a and 5b.
    if word.endswith("e"):
        rest = word[:-1]
        if (measure := _measure(rest)) > 1 or (measure == 1 and not _is_short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


_STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "fulli": "ful",  # NLTK.
}
_STEP_3 = {
    "icate": "ic",
    "ative": "",
    "alize": "al",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
_STEP_4 = {
    **{"al": "", "ance": "", "ence": "", "er": "", "ic": "", "able": "", "ible": "", "ant": ""},
    **{"ement": "", "ment": "", "ent": "", "ou": "", "ism": "", "ate": "", "iti": "", "ous": ""},
    **{"ive": "", "ize": ""},
}
# NLTK.
_SINGULAR = "canning exceed howe inning news outing proceed sky succeed"
_IRREGULAR = {word: word for word in _SINGULAR.split()} | {
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "innings": "inning",
    "outings": "outing",
    "cannings": "canning",
}
