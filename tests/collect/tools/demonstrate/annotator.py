"""A person in a browser who demonstrates tasks by the pages of the tool."""

import contextlib
from dataclasses import dataclass
from urllib.parse import urlsplit

from collect.tools.demonstrate.shop import PAGES, ROW, Do, Errand
from playwright.async_api import Page, TimeoutError, expect


@dataclass(frozen=True)
class Annotator:
    """A person who sees the website only as a picture.

    Attributes:
        page: Their browser's page, after they have entered.
        address: The origin of the server.
    """

    page: Page
    address: str

    async def start(self, errand: Errand) -> None:
        """Start a task."""
        await self.page.goto(f"{self.address}/demonstrate/")
        await self.page.get_by_role("button", name=f"Start: {errand.task}").click()

    async def phase(self, phase: str) -> None:
        """Wait until the panel shows a phase, and nothing is being done."""
        await self.page.locator(f"#work[data-phase={phase}][data-busy=false]").wait_for()

    async def says(self, text: str) -> None:
        """Wait until the notice contains a text."""
        await expect(self.page.get_by_role("status")).to_contain_text(text)

    async def record(self) -> None:
        """End the exploration."""
        await self.phase("exploring")
        await self.press("Start the demonstration")
        await self.phase("recording")

    async def press(self, name: str) -> None:
        await self.page.get_by_role("button", name=name).click()

    async def point(self, x: float, y: float) -> None:
        """Click on the picture at a point of the website's viewport."""
        box = await self.page.locator("#frames").bounding_box()
        assert box is not None
        scale = box["width"] / 1280
        await self.page.locator("#frames").click(position={"x": x * scale, "y": y * scale})

    async def click(self, name: str) -> None:
        """Click on a control of the shop, where it is on the page that is shown."""
        await self.point(28, await self._height(name))

    async def _height(self, name: str) -> float:
        shown = await self.page.locator("#address").text_content()
        rows = [row for row, _ in PAGES[urlsplit(shown or "").path]]
        return (rows.index(name) + 0.5) * ROW

    async def follow(self, name: str, address: str) -> None:
        """Click on a control until the address of the website contains a text.

        A click on a page that is not drawn yet has no effect.
        """
        shown = self.page.locator("#address").filter(has_text=address)
        height = await self._height(name)
        while not await shown.count():
            await self.point(28, height)
            with contextlib.suppress(TimeoutError):
                await shown.wait_for(timeout=2000)

    async def select(self, name: str) -> None:
        await self.click(name)
        await self.page.locator("#name").get_by_text(name, exact=True).wait_for()
        await self.phase("recording")

    async def do(self, step: Do) -> None:
        """Carry out a step, and wait until it is stored."""
        number = await self.page.locator("#steps li").count() + 1
        await self.select(step.name)
        await self.page.get_by_label(step.operation, exact="(" not in step.operation).check()
        if step.operation == "Type":
            await self.page.get_by_label("Text", exact=True).fill(step.value)
        if step.operation.startswith("Select"):
            await self.page.get_by_label("Option", exact=True).select_option(step.value)
        await self.press("Confirm the step")
        await self.says(f"Step {number} is stored")
        await self.phase("recording")

    async def steps(self) -> list[str]:
        return await self.page.locator("#steps li").all_text_contents()

    async def submit(self, text: str = "") -> None:
        """Review the description, and submit."""
        await self.page.get_by_role("link", name="Finish").click()
        if text:
            await self.page.get_by_label("Description").fill(text)
        await self.press("Submit the demonstration")
        await self.page.get_by_role("heading", name="Demonstrate a task").wait_for()
