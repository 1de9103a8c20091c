"""Prompts about groups of candidates, and their target answers.

The wording is that of the released code, on which the published models were trained
(src/action_prediction/dataloader.py of github.com/OSU-NLP-Group/Mind2Web).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from webproctor.core.dom import Style, Tree, Writer, prune

PREVIOUS = 5
GROUP_SIZE = 5
NONE = "A"
# A is "none of the above".
LETTERS = ascii_uppercase[1:]
_TASK = "Based on the HTML webpage above, try to complete the following task:\nTask: "
_CHOOSE = (
    "What should be the next action? Please select from the following choices (If the correct "
    "action is not in the page above, please select A. 'None of the above'):\n\n"
    "A. None of the above\n"
)
_GENERATE = (
    "What should be the next action?Please select the element to interact with, and the action to "
    "perform along with the value to type in or select. If the task cannot be completed, output "
    "None."
)


@dataclass(frozen=True, slots=True)
class CandidateQuestion:
    """One question about one group of candidates.

    Attributes:
        context: The page pruned to the candidates' surroundings, as text.
        text: The question.
        options: The candidates in document order: index in the page, and text.
    """

    context: str
    text: str
    options: tuple[tuple[int, str], ...]

    def letter(self, index: int) -> str:
        """Return the letter of a candidate."""
        return LETTERS[[option_index for option_index, _ in self.options].index(index)]


class Asker:
    """Writes questions about groups of candidates of one page, which is prepared once."""

    def __init__(self, tree: Tree, style: Style = "parentheses") -> None:
        self._tree = tree
        self._writer = Writer(tree, style)

    def choice(self, task: str, previous: Sequence[str], group: Sequence[int]) -> CandidateQuestion:
        """Return the multiple-choice question about a group.

        Args:
            group: Indices of at most 25 candidates.
        """
        question = self._task_question(task, previous, group)
        option_lines = "".join(
            f"{letter}. {text}\n"
            for letter, (_, text) in zip(LETTERS, question.options, strict=False)
        )
        return CandidateQuestion(
            question.context, f"{question.text}{_CHOOSE}{option_lines}", question.options
        )

    def generation(
        self, task: str, previous: Sequence[str], group: Sequence[int]
    ) -> CandidateQuestion:
        """Return the generation question, which is answered with the element's text."""
        question = self._task_question(task, previous, group)
        return CandidateQuestion(question.context, f"{question.text}{_GENERATE}", question.options)

    def _task_question(
        self, task: str, previous: Sequence[str], group: Sequence[int]
    ) -> CandidateQuestion:
        pruned = prune(self._tree, group)
        history = "\n".join(previous[-PREVIOUS:]) or "None"
        return CandidateQuestion(
            self._writer.write(pruned),
            f"{_TASK}{task}\nPrevious actions:\n{history}\n",
            tuple(self._writer.options(pruned).items()),
        )


def choice_target(question: CandidateQuestion, index: int | None, op: str, value: str) -> str:
    """Return the target answer to a choice: a letter and the operation, or none of the above."""
    if index is None:
        return f"{NONE}."
    return f"{question.letter(index)}.\n{_operation(op, value)}"


def generation_target(question: CandidateQuestion, index: int | None, op: str, value: str) -> str:
    """Return the target answer to a generation question."""
    if index is None:
        return "None"
    return f"Element: {dict(question.options)[index]}\n{_operation(op, value)}"


def _operation(op: str, value: str) -> str:
    return f"Action: {op}\n" + (f"Value: {value}" if op != "CLICK" else "")
