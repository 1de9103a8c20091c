"""Environments whose content is in tabs, collapsed sections, trees and pages."""

from webproctor.benchmarks.miniwob.oracle.user import Item, Solver, User


async def _tab(user: User) -> None:
    await user.click("#area .ui-tabs-anchor", user.part(r"Click on (Tab #\d)"))


async def _link_in_tabs(user: User) -> None:
    await _open_until_link(user, "#area .ui-tabs-anchor")


async def _link_in_sections(user: User) -> None:
    await _open_until_link(user, "#area .ui-accordion-header")


async def _open_until_link(user: User, parts: str) -> None:
    """Open the parts of a page one after another until one shows the link."""
    for part in await user.all(parts):
        if await user.attribute(part, "aria-expanded") != "true":
            await user.click(part)
        if user.over:  # `click-tab-2-medium` ends when the right tab is open.
            return
        for link in await _shown(user, ".alink"):
            if link.text == user.quote:
                await user.click(link)
                return


async def _shown(user: User, css: str) -> list[Item]:
    """Return the visible elements when no animation moves them any more."""
    while (before := await user.all(css)) != await _later(user, css):
        pass
    return before


async def _later(user: User, css: str) -> list[Item]:
    await user.wait(0.1)
    return await user.all(css)


async def _section(user: User) -> None:
    await user.click("#area .ui-accordion-header")
    await user.click("#area button")


async def _tree(user: User) -> None:
    name = user.quote
    while not await user.with_text("#tree span", name):
        closed = await user.all("#tree .expandable > .hitarea")
        await user.click(closed[0])
    await user.click("#tree span", name)


async def _phone_book(user: User) -> None:
    name = user.part(r"Find (\S+) in the contact book")
    kind = user.part(r"click on their (?:\w+ )?(phone|email|address)")
    while (await user.find("#contact .name")).text != name:
        await user.click(".page-item.next a")
    await user.click(f"#contact .{kind}")


SOLVERS: dict[str, Solver] = {
    "click-collapsible": _section,
    "click-collapsible-2": _link_in_sections,
    "click-collapsible-2-nodelay": _link_in_sections,
    "click-collapsible-nodelay": _section,
    "click-tab": _tab,
    "click-tab-2": _link_in_tabs,
    "click-tab-2-easy": _link_in_tabs,
    "click-tab-2-hard": _link_in_tabs,
    "click-tab-2-medium": _link_in_tabs,
    "navigate-tree": _tree,
    "phone-book": _phone_book,
}
