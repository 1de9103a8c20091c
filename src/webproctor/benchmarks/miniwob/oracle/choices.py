"""Environments with checkboxes, options, lists, menus and dates to choose."""

from webproctor.benchmarks.miniwob.oracle.user import Solver, User

_SUBMIT = "#subbtn"
_SUGGESTION = ".ui-autocomplete .ui-menu-item"
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


async def _checkboxes(user: User) -> None:
    names = user.part(r"Select (.*) and click Submit").split(", ")
    for label in await user.all("#area label"):
        if label.text in names:
            await user.click(label)
    await user.click(_SUBMIT)


async def _list(user: User) -> None:
    """Choose an option with the keyboard: the list is a control of the browser."""
    option = user.part(r"Select (.*) from the list")
    options = await user.options("#options")
    await user.focus("#options")
    await user.press("Home")
    await user.press("ArrowDown", options.index(option))
    await user.click("#area button", "Submit")


async def _several(user: User) -> None:
    names = user.part(r"Select (.*) from the scroll list").split(", ")
    for index, name in enumerate(names):
        await user.click("#options option", name, keys="Control" if index else "")
    await user.click("#area button", "Submit")


async def _menu(user: User) -> None:
    *above, last = user.part(r"Select (.*)").split(">")
    item = "#menu .ui-menu-item-wrapper"
    for name in above:
        await user.hover(item, name)
    await user.click(item, last)


async def _date(user: User) -> None:
    month, day, year = (int(part) for part in user.part(r"Select ([\d/]+)").split("/"))
    await user.click("#datepicker")
    while (steps := await _months_after(user, year, month)) > 0:
        await user.click(".ui-datepicker-prev")
        if await _months_after(user, year, month) == steps:
            await user.wait(0.1)
    await user.click("td[data-handler=selectDay] a", str(day))
    await user.click(_SUBMIT)


async def _months_after(user: User, year: int, month: int) -> int:
    """Return how many months the calendar's month is after another one."""
    name = (await user.find(".ui-datepicker-month")).text
    shown = int((await user.find(".ui-datepicker-year")).text)
    return len(_MONTHS) * (shown - year) + _MONTHS.index(name) + 1 - month


async def _autocomplete(user: User) -> None:
    start, end = [*user.quoted, ""][:2]
    await user.type("#tags", start)
    await user.find(_SUGGESTION)
    items = await user.all(_SUGGESTION)
    matching = (one for one in items if one.text.startswith(start) and one.text.endswith(end))
    await user.click(next(matching))
    await user.click(_SUBMIT)


async def _form_sequence_3(user: User) -> None:
    await user.click("#dropdown-container .selectric")
    await user.click(".selectric-items li", user.part(r"Choose (.*) from the dropdown"))
    await user.click("#buttons button", user.quote)


SOLVERS: dict[str, Solver] = {
    "choose-date": _date,
    "choose-date-easy": _date,
    "choose-date-medium": _date,
    "choose-date-nodelay": _date,
    "choose-list": _list,
    "click-checkboxes": _checkboxes,
    "click-checkboxes-large": _checkboxes,
    "click-checkboxes-transfer": _checkboxes,
    "click-menu": _menu,
    "click-option": _checkboxes,
    "click-scroll-list": _several,
    "form-sequence-3": _form_sequence_3,
    "use-autocomplete": _autocomplete,
    "use-autocomplete-nodelay": _autocomplete,
}
