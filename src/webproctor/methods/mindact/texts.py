"""The input of rankers: a query for each step and a text for each candidate."""

import re
from collections.abc import Sequence

from webproctor.core.dom.pruning import prune
from webproctor.core.dom.tree import Tree
from webproctor.core.dom.writing import Writer
from webproctor.methods.mindact.positions import position_texts

PREVIOUS = 3
_MAX_ANCESTOR_WORDS, _MAX_TARGET_WORDS = 50, 100
_OPENING = re.compile(r"\s*\(\s*")


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
    return [_candidate_text(tree, writer, index) for index in candidates]


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
        position_lines = position_texts(tree, candidates, previous)
        texts = [
            f"position: {position}\n{text}"
            for position, text in zip(position_lines, texts, strict=True)
        ]
    return query(task, previous), texts


def _candidate_text(tree: Tree, writer: Writer, index: int) -> str:
    pruned = prune(tree, (index,))
    target = " ".join(writer.write(pruned, index).split()[:_MAX_TARGET_WORDS])
    surroundings = writer.write(pruned, without=index) if index else ""
    path = _OPENING.sub("/", surroundings.replace(")", ""))
    return f"ancestors: {' '.join(path.split()[-_MAX_ANCESTOR_WORDS:])}\ntarget: {target}"
