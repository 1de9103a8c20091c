"""Environments that are solved by clicking buttons, links and shapes."""

import re

from webproctor.benchmarks.miniwob.oracle.user import Solver, User
from webproctor.core.actions import web

_SUBMIT = "#subbtn"
# The form of an SVG element, by its tag.
_FORMS = {"circle": "circle", "rect": "rectangle", "polygon": "triangle"}


async def _click_test(user: User) -> None:
    await user.click(_SUBMIT)


async def _named_button(user: User) -> None:
    await user.click("#area button", user.part(r"button (\w+)"))


async def _quoted_button(user: User) -> None:
    await user.click("#area button", user.quote)


async def _sequence(user: User) -> None:
    for name in re.findall(r"button (\w+)", user.instruction):
        await user.click("#area button", name)


async def _link(user: User) -> None:
    await user.click(".alink", user.quote)


async def _color(user: User) -> None:
    color = user.part(r"Click on the (\w+) colored box")
    await user.click(f'.color[data-color="{color}"]')


async def _widget(user: User) -> None:
    await user.click(f'.widget [data-type="{user.quote}"]')


async def _close_dialog(user: User) -> None:
    await user.click(".ui-dialog-titlebar-close")


async def _dialog_button(user: User) -> None:
    if user.quote == "x":
        await _close_dialog(user)
    else:
        await user.click(".ui-dialog-buttonset button", user.quote)


async def _focus(user: User) -> None:
    await user.click("#tt")


async def _focus_nth(user: User) -> None:
    await user.click(f"#tt{user.ordinal}")


async def _grid(user: User) -> None:
    point = user.part(r"(\(-?\d+,-?\d+\))")
    await user.click(f'[id="{point}"]')


async def _identify(user: User) -> None:
    [shape] = await user.all("#area_svg > *")
    for tag, form in _FORMS.items():
        if await user.all(f"#area_svg > {tag}"):
            await user.click(f'[data-type="{form}"]')
            return
    await user.click(f'[data-type="{"digit" if shape.text.isdigit() else "letter"}"]')


async def _ascending(user: User) -> None:
    # The first click hides the numbers.
    points = {int(one.text): await user.centre(one) for one in await user.all("#area_svg text")}
    for _, (x, y) in sorted(points.items()):
        await user.do(web.Click(x=x, y=y))


async def _cheapest(user: User) -> None:
    def price(text: str) -> int:
        return int(re.sub(r"\D", "", text))

    criterion = user.part(r"the (cheapest|shortest|most expensive|longest)")
    tickets = await user.all(".buy-ticket")
    if criterion in ("cheapest", "most expensive"):
        values = [price(item.text) for item in tickets]
    else:
        values = [_minutes(item.text) for item in await user.all(".time-duration")]
    select = min if criterion in ("cheapest", "shortest") else max
    await user.click(tickets[values.index(select(values))])


def _minutes(text: str) -> int:
    hours, minutes = (int(part) for part in re.findall(r"\d+", text))
    return 60 * hours + minutes


async def _shades(user: User) -> None:
    color = user.part(r"shades of (\w+)")
    for shade in await user.all(f'#area [data-color="{color}"]'):
        await user.click(shade)
    await user.click("#submit")


async def _social(user: User) -> None:
    css = await _post_of(user, user.part(r"(@\w+)"))
    button = user.quote
    plain = f"{css} .{button.lower()}"
    shown = plain if await user.all(plain) else f"{css} .more"
    await user.click(shown)
    if shown == plain:
        return
    items = [one for one in await user.all(f"{css} li") if one.text.startswith(button)]
    await user.click(items[0])


async def _post_of(user: User, name: str) -> str:
    posts = await user.all(".media .username")
    number = next(n for n, one in enumerate(posts) if one.text == name)
    return f'.media[data-result="{number}"]'


async def _all_social(user: User) -> None:
    await _on_posts(user, None)


async def _some_social(user: User) -> None:
    await _on_posts(user, int(user.part(r"on (\d+) post")))


async def _on_posts(user: User, count: int | None) -> None:
    name, button = user.part(r"(@\w+)"), user.quote.lower()
    posts = [n for n, one in enumerate(await user.all(".media .username")) if one.text == name]
    for number in posts[:count]:
        await user.click(f'.media[data-result="{number}"] .{button}')
    await user.click("#submitRow button")


async def _odd_or_even(user: User) -> None:
    for row, one in enumerate(await user.all(".display-number")):
        kind = "odd" if int(one.text) % 2 else "even"
        await user.click((await user.all(f".row .{kind}"))[row])
    await user.click("#area button", "Submit")


SOLVERS: dict[str, Solver] = {
    "ascending-numbers": _ascending,
    "buy-ticket": _cheapest,
    "click-button": _quoted_button,
    "click-button-sequence": _sequence,
    "click-color": _color,
    "click-dialog": _close_dialog,
    "click-dialog-2": _dialog_button,
    "click-link": _link,
    "click-shades": _shades,
    "click-test": _click_test,
    "click-test-2": _named_button,
    "click-test-transfer": _named_button,
    "click-widget": _widget,
    "focus-text": _focus,
    "focus-text-2": _focus_nth,
    "grid-coordinate": _grid,
    "identify-shape": _identify,
    "odd-or-even": _odd_or_even,
    "social-media": _social,
    "social-media-all": _all_social,
    "social-media-some": _some_social,
    "unicode-test": _quoted_button,
}
