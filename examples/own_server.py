"""A benchmark whose server keeps the state of each episode, found by a cookie."""

import secrets
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from webproctor import Episode, Observation, PageBenchmark, Score, Step, Task, evaluate
from webproctor.core.actions import web
from webproctor.environments.browser import Page

FORM = """
<title>Shop</title>
<form><label>Item <input name="item"></label><button>Order</button></form>
"""


class Shop(PageBenchmark):
    """Orders in a small shop."""

    def __init__(self) -> None:
        self.orders: dict[str, str] = {}
        self.pages = Starlette(routes=[Route("/", self.answer)])

    async def answer(self, request: Request) -> Response:
        # Every episode has a new browser context, and so a cookie of its own.
        visitor = request.cookies.get("visitor") or secrets.token_hex(8)
        if item := request.query_params.get("item"):
            self.orders[visitor] = item
        response = HTMLResponse(FORM)
        response.set_cookie("visitor", visitor)
        return response

    def tasks(self) -> list[Task]:
        return [
            Task(id=item, benchmark=self.name, instruction=f"Order a {item}.")
            for item in ("lamp", "chair")
        ]

    def start(self, task: Task) -> str:
        return "/"

    async def evidence(self, task: Task, page: Page) -> Mapping[str, Any]:
        cookies = await page.run("document.cookie")
        visitors = [value for value in self.orders if f"visitor={value}" in cookies]
        return {"ordered": [self.orders[visitor] for visitor in visitors]}

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.evidence.get("ordered") == [task.id]))

    def oracle(self) -> "Customer":
        return Customer()


class Customer:
    """Orders the last word of the instruction."""

    reads = frozenset({"elements"})

    async def act(self, observation: Observation) -> Step:
        field, button = observation.read("elements")
        item = observation.instruction.split()[-1].strip(".")
        actions = [web.Type(element=field.index, text=item), web.Click(element=button.index)]
        return Step(actions=actions, done=True)


if __name__ == "__main__":
    print(evaluate(Shop, "oracle", report=False).scores)
