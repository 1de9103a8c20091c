"""Rank the candidate elements of a live page with MindAct's ranker, best first.

    python examples/rank_live_page.py "Close the menu and open the second tab"

The page is the first WebGames task; any session with the view `dom` works.
"""

import asyncio
import sys

from webproctor import load_benchmark
from webproctor.methods.mindact.rankers import ranker, top
from webproctor.methods.mindact.texts import candidate_texts, query


async def main(task: str) -> None:
    async with (
        load_benchmark("webgames") as benchmark,
        benchmark.session(benchmark.tasks()[0]) as session,
    ):
        dom = (await session.observe(frozenset({"dom"}))).read("dom")
    texts = candidate_texts(dom.tree, dom.candidates)
    scores = ranker("bm25").score(query(task, []), texts)
    for index in top(scores, 5):
        print(f"{scores[index]:6.2f}  element {dom.elements[index]}  {texts[index]!r}")


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "Reset the blocks"))
