"""Random forms with every type of control, and the `web` actions that fill them in."""

import html
import json
import random
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from webproctor.core.actions import Action, web

_WORDS = ["Ada", "Größe 7", "señor", "日本語", "a <b> & c", "it's 100 %", "x@y.example", "tab"]
# Reads the value of every control, by its name.
READ = """Object.fromEntries([...document.querySelectorAll('[data-name]')].map((one) => [
    one.dataset.name,
    one.isContentEditable ? one.innerText.trim()
      : one.type === 'file' ? [...one.files].map((file) => file.name)
      : one.type === 'checkbox' ? one.checked
      : one.dataset.group ? one.querySelector(':checked')?.value ?? null
      : one.tagName === 'SELECT' ? [...one.selectedOptions].map((o) => o.value) : one.value]))"""


@dataclass(frozen=True)
class Control:
    """One control of a form.

    Attributes:
        html: Its markup; the marked elements have their name as `aria-label`.
        value: The value that it must have at the end, as `READ` returns it.
        actions: Given the number of the element with a label, the actions that set it.
    """

    html: str
    value: Any
    actions: Callable[[Callable[[str], int]], Sequence[Action]]


def controls(seed: int, files: list[str], most: int = 100) -> Iterator[Control]:
    """Yield the controls of a random form, one of every type or `most`, in random order."""
    chance = random.Random(seed)
    makers = [*_TEXTS, *_PICKERS, _number, _range, _checkbox, _radio, _file, _area, _rich]
    makers += [_select, _box, _several]
    chance.shuffle(makers)
    for number, maker in enumerate(makers[:most]):
        if maker is _file:
            yield _file(f"c{number}", chance, files)
        elif isinstance(maker, str):
            yield _text(f"c{number}", chance, maker)
        else:
            yield maker(f"c{number}", chance)


def page(shown: list[Control]) -> str:
    """Return the form's markup, as content of the body."""
    return "".join(f"<p>{one.html}</p>" for one in shown)


def _words(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(1, 4)))


def _typed(name: str, value: str, clear: bool) -> Callable[[Callable[[str], int]], list[Action]]:
    return lambda at: [web.Type(element=at(name), text=value, clear=clear)]


def _input(kind: str, name: str, value: str, before: str = "", more: str = "") -> Control:
    held = f' value="{html.escape(before)}"' if before else ""
    mark = f"<input type={kind} data-name={name} aria-label={name}{held} {more}>"
    return Control(mark, value, _typed(name, value, clear=bool(before)))


_TEXTS = ["text", "search", "tel", "url", "email", "password"]


def _text(name: str, chance: random.Random, kind: str) -> Control:
    value = {
        "tel": lambda: "".join(chance.choices(string.digits + "-+ ", k=8)).strip() or "0",
        "url": lambda: f"https://pages.test/{chance.randrange(999)}",
        "email": lambda: f"{chance.choice(string.ascii_letters)}{chance.randrange(99)}@pages.test",
    }.get(kind, lambda: _words(chance))()
    return _input(kind, name, value, chance.choice(["", "before"]))


def _day(chance: random.Random) -> date:
    return date(1970, 1, 1) + timedelta(days=chance.randrange(40_000))


def _clock(chance: random.Random) -> str:
    return f"{chance.randrange(24):02}:{chance.randrange(60):02}"


def _date(name: str, chance: random.Random) -> Control:
    return _input("date", name, _day(chance).isoformat(), chance.choice(["", "2001-02-03"]))


def _time(name: str, chance: random.Random) -> Control:
    return _input("time", name, _clock(chance), chance.choice(["", "01:02"]))


def _moment(name: str, chance: random.Random) -> Control:
    return _input("datetime-local", name, f"{_day(chance).isoformat()}T{_clock(chance)}")


def _month(name: str, chance: random.Random) -> Control:
    return _input("month", name, _day(chance).isoformat()[:7])


def _week(name: str, chance: random.Random) -> Control:
    year, week, _ = _day(chance).isocalendar()
    return _input("week", name, f"{year}-W{week:02}")


def _colour(name: str, chance: random.Random) -> Control:
    return _input("color", name, f"#{chance.randrange(1 << 24):06x}", "#123456")


_PICKERS = [_date, _time, _moment, _month, _week, _colour]


def _number(name: str, chance: random.Random) -> Control:
    value = chance.choice([str(chance.randint(-999, 999)), f"{chance.uniform(-9, 9):.3f}", "2e5"])
    return _input("number", name, value, chance.choice(["", "7"]), "step=any")


def _range(name: str, chance: random.Random) -> Control:
    step = chance.choice([1, 2, 5])
    value = str(chance.randrange(0, 100 // step) * step)
    mark = f"<input type=range data-name={name} aria-label={name} min=0 max=100 step={step}>"
    if chance.random() < 0.5:
        return Control(mark, value, _typed(name, value, clear=False))
    return Control(mark, value, lambda at: [web.SetRange(element=at(name), value=float(value))])


def _checkbox(name: str, chance: random.Random) -> Control:
    before, after = chance.random() < 0.5, chance.random() < 0.5
    checked = " checked" if before else ""
    clicks = before != after
    mark = f"<input type=checkbox data-name={name} aria-label={name}{checked}>"
    return Control(mark, after, lambda at: [web.Click(element=at(name))] * clicks)


def _radio(name: str, chance: random.Random) -> Control:
    count = chance.randint(2, 5)
    wanted = chance.randrange(count)
    buttons = "".join(
        f"<label><input type=radio name={name} value={n} aria-label={name}-{n}>{n}</label>"
        for n in range(count)
    )
    mark = f"<span data-name={name} data-group=1>{buttons}</span>"
    return Control(mark, str(wanted), lambda at: [web.Click(element=at(f"{name}-{wanted}"))])


def _file(name: str, chance: random.Random, files: list[str]) -> Control:
    several = chance.random() < 0.5
    chosen = chance.sample(files, chance.randint(1, len(files)) if several else 1)
    mark = f"<input type=file data-name={name} aria-label={name}{' multiple' if several else ''}>"
    return Control(mark, chosen, lambda at: [web.Upload(element=at(name), files=chosen)])


def _area(name: str, chance: random.Random) -> Control:
    value = "\n".join(_words(chance) for _ in range(chance.randint(1, 3)))
    before = chance.choice(["", "before\nthis"])
    mark = f"<textarea data-name={name} aria-label={name}>{before}</textarea>"
    return Control(mark, value, _typed(name, value, clear=bool(before)))


def _rich(name: str, chance: random.Random) -> Control:
    value, before = _words(chance), chance.choice(["", "<b>bold</b> text"])
    mark = f"<div contenteditable data-name={name} aria-label={name}>{before or '<br>'}</div>"
    if before or chance.random() < 0.5:
        return Control(mark, value, _typed(name, value, clear=bool(before)))
    return Control(mark, value, lambda at: [web.InsertText(element=at(name), text=value)])


def _options(chance: random.Random) -> tuple[str, list[tuple[str, str]]]:
    """Return the markup of options, and the text and value of those that can be chosen."""
    free, marks = [], []
    for number in range(chance.randint(3, 30)):
        # Some options have the same text, and some are disabled.
        text, value = f"Town {chance.choice('ABCDEFGH')} {number}", f"t{number}"
        disabled = number > 0 and chance.random() < 0.2
        marks.append(f"<option value={value}{' disabled' * disabled}>{text}</option>")
        free += [] if disabled else [(text, value)]
    cut = chance.randrange(1, len(marks))
    if chance.random() < 0.3:
        marks.insert(cut, "<optgroup label=More>")
        marks.append("</optgroup>")
    return "".join(marks), free


def _select(name: str, chance: random.Random, more: str = "") -> Control:
    marks, free = _options(chance)
    option = chance.choice(free)
    mark = f"<select data-name={name} aria-label={name}{more}>{marks}</select>"
    chosen = chance.choice(option)
    return Control(
        mark, [option[1]], lambda at: [web.SelectOption(element=at(name), option=chosen)]
    )


def _box(name: str, chance: random.Random) -> Control:
    return _select(name, chance, f" size={chance.randint(2, 8)}")


def _several(name: str, chance: random.Random) -> Control:
    marks, free = _options(chance)
    chosen = [one for one in free if chance.random() < 0.4] or free[:1]
    first, *also = [chance.choice(one) for one in chosen]
    mark = f"<select multiple data-name={name} aria-label={name}>{marks}</select>"
    action = lambda at: [web.SelectOption(element=at(name), option=first, also=also)]  # noqa: E731
    return Control(mark, [value for _, value in chosen], action)


def script(shown: list[Control]) -> str:
    """Return a script that shows a form in place of the page's content."""
    return f"void (document.body.innerHTML = {json.dumps(page(shown))})"
