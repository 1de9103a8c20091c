"""Environments with text fields to fill in."""

import re

from webproctor.benchmarks.miniwob.oracle.user import Solver, User

_SUBMIT, _FIELD, _ANSWER = "#subbtn", "#tt", "#answer-input"


async def _submit(user: User, field: str, text: str) -> None:
    await user.type(field, text)
    await user.click(_SUBMIT)


async def _text(user: User) -> None:
    await _submit(user, _FIELD, user.quote)


async def _cased(user: User) -> None:
    upper = "upper case" in user.instruction
    await _submit(user, _FIELD, user.quote.upper() if upper else user.quote.lower())


async def _password(user: User) -> None:
    await user.type("#password", user.quote)
    await _submit(user, "#verify", user.quote)


async def _login(user: User) -> None:
    name, password = user.quoted
    await user.type("#username", name)
    await _submit(user, "#password", password)


async def _enter_date(user: User) -> None:
    await _parts(user, re.findall(r"\d+", user.part(r"Enter ([\d/]+)")))


async def _enter_time(user: User) -> None:
    hour, minute = re.findall(r"\d+", user.instruction)
    await _parts(user, [hour.zfill(2), minute, user.part(r"([AP]M)")])


async def _parts(user: User, parts: list[str]) -> None:
    """Type into the parts of a date or time field, from the first one."""
    await user.focus(_FIELD)
    for part in parts:
        await user.press_each(part)
    await user.click(_SUBMIT)


async def _read_table(user: User) -> None:
    await _submit(user, _FIELD, (await _table(user))[user.part(r"value of (.*) into")])


async def _read_table_2(user: User) -> None:
    table = await _table(user)
    for number, label in enumerate(await user.all("#form label"), 1):
        await user.type(f"#tt{number}", table[label.text.rstrip(":")])
    await user.click(_SUBMIT)


async def _table(user: User) -> dict[str, str]:
    cells = [one.text for one in await user.all("#tab td")]
    return dict(zip(cells[::2], cells[1::2], strict=True))


async def _nth_word(user: User) -> None:
    words = (await user.find("#area p")).text.split()
    await _submit(user, _ANSWER, words[user.ordinal - 1].strip(",.?!"))


async def _last_word(user: User) -> None:
    words = (await user.find("#text-area")).value.split()
    await _submit(user, _ANSWER, words[-1].strip(",.?!"))


async def _letters(user: User) -> None:
    await _submit(user, _FIELD, "".join(one.text for one in await user.all("#captcha span")))


async def _copy(user: User) -> None:
    await _submit(user, _ANSWER, (await user.find("#to-copy")).value)


async def _copy_nth(user: User) -> None:
    await _submit(user, _ANSWER, (await user.find(f"#text-{user.ordinal}")).value)


async def _form_sequence_2(user: User) -> None:
    field = user.part(r"(\d+)\w\w textbox")
    await user.click((await user.all("#area input[type=radio]"))[user.ordinal - 1])
    await _submit(user, f"#input-{field}", user.quote)


async def _movie(user: User) -> None:
    criteria = {
        "Director": user.part(r"directed by (\w+)"),
        "Genre": user.part(r"Search for (.*?) movies"),
        "Year": user.part(r"year (\d+)"),
    }
    for number, label in enumerate(await user.all("#area th")):
        fields = await user.all("#area input[type=text]")
        await user.type(fields[number], criteria[label.text])
    await user.click("#area .final")


async def _search(user: User) -> None:
    await user.type("#search-text", user.quote)
    await user.click("#search")
    index = user.ordinal - 1
    await user.find("#page-content a")
    per_page = len(await user.all("#page-content a"))
    for _ in range(index // per_page):
        await user.click(".page-item.next a")
    await user.click((await user.all("#page-content a"))[index % per_page])


async def _highlight(user: User) -> None:
    await user.select_text("#randomText")
    await user.click(_SUBMIT)


async def _highlight_nth(user: User) -> None:
    await user.select_text("#randomText p", user.ordinal - 1)
    await user.click(_SUBMIT)


async def _scroll(user: User) -> None:
    await user.focus("#text-area")
    await user.press("Control+End" if "bottom" in user.instruction else "Control+Home")
    await user.click(_SUBMIT)


SOLVERS: dict[str, Solver] = {
    "copy-paste": _copy,
    "copy-paste-2": _copy_nth,
    "enter-date": _enter_date,
    "enter-password": _password,
    "enter-text": _text,
    "enter-text-2": _cased,
    "enter-text-dynamic": _text,
    "enter-time": _enter_time,
    "find-word": _nth_word,
    "form-sequence-2": _form_sequence_2,
    "highlight-text": _highlight,
    "highlight-text-2": _highlight_nth,
    "login-user": _login,
    "multi-orderings": _movie,
    "read-table": _read_table,
    "read-table-2": _read_table_2,
    "scroll-text": _last_word,
    "scroll-text-2": _scroll,
    "search-engine": _search,
    "text-transform": _letters,
}
