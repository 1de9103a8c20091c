"""The input of rankers: a query for each step and a text for each candidate."""

import re
from collections.abc import Sequence

from webproctor.core.dom.pruning import prune
from webproctor.core.dom.tree import Tree
from webproctor.core.dom.writing import Writer
from webproctor.methods.mindact.positions import position_texts

PREVIOUS = 3
_OF_ANCESTORS, _OF_TARGET = 50, 100
_OPENED = re.compile(r"\s*\(\s*")


def query(task: str, previous: Sequence[str]) -> str:
    """Return the query: the task and the last actions as text."""
    return f"task is: {task}\nPrevious actions: {'; '.join(previous[-PREVIOUS:])}"


def candidate_texts(tree: Tree, candidates: Sequence[int]) -> list[str]:
    """Return the text of each candidate: its surroundings as a path, and the candidate itself.

    Args:
        tree: A cleaned page.
        candidates: Indices of its candidates.
    """
    writer = Writer(tree)
    return [_candidate_text(tree, writer, place) for place in candidates]


def input_texts(
    tree: Tree,
    candidates: Sequence[int],
    task: str,
    previous: Sequence[str],
    *,
    positions: bool = False,
) -> tuple[str, list[str]]:
    """Return the input of a ranker for a step: the query, and a text for each candidate.

    Args:
        tree: A cleaned page.
        candidates: Indices of its candidates.
        task: The instruction.
        previous: The earlier actions as text.
        positions: Begin each candidate's text with its position; see `position_texts`. The
            paper's texts have none.
    """
    texts = candidate_texts(tree, candidates)
    if positions:
        told = position_texts(tree, candidates, previous)
        texts = [f"position: {one}\n{text}" for one, text in zip(told, texts, strict=True)]
    return query(task, previous), texts


def _candidate_text(tree: Tree, writer: Writer, place: int) -> str:
    pruned = prune(tree, (place,))
    target = " ".join(writer.write(pruned, place).split()[:_OF_TARGET])
    around = writer.write(pruned, without=place) if place else ""
    path = _OPENED.sub("/", around.replace(")", ""))
    return f"ancestors: {' '.join(path.split()[-_OF_ANCESTORS:])}\ntarget: {target}"
