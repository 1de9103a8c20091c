"""The game of both calendar families: answer questions about the events of a week.

The player wins when all answers are correct at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.questions import (
    FORMS,
    Question,
    QuestionGenerator,
    generate_questions,
    is_correct,
)
from webproctor.benchmarks.webgames.materials.week import Week, week
from webproctor.benchmarks.webgames.play import (
    Play,
    Refused,
    Reply,
    Variant,
    VariantName,
    message,
)


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        kinds: The kinds of questions, one question each.
        first, last: The calendar begins and ends at these hours.
        feedback: Whether the page says which answers are wrong, instead of only that some are.
    """

    kinds: Sequence[QuestionGenerator]
    first: int = 9
    last: int = 18
    feedback: bool = False


def variants(
    id: str, title: str, goal: str, easy: Level, base: Level, hard: Level
) -> Mapping[VariantName, Variant[Level]]:
    """Return the three variants of a calendar family."""
    return {
        "easy": Variant(f"{id}-easy", f"{title} (Easy)", goal, "easy", easy),
        "base": Variant(id, title, goal, "medium", base),
        "hard": Variant(f"{id}-hard", f"{title} (Hard)", goal, "hard", hard),
    }


@dataclass(frozen=True)
class Puzzle:
    week: Week
    questions: Sequence[Question]
    feedback: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    """Return a week and questions about it, each of which has exactly one answer."""
    while True:
        candidate = week(random, first=level.first, last=level.last)
        if (questions := generate_questions(random, candidate, level.kinds)) is not None:
            return Puzzle(candidate, questions, level.feedback)


class Calendar(Play[Puzzle]):
    """Checks all answers at once."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        questions = [
            {"text": question.text, "form": FORMS[question.form]}
            for question in self.puzzle.questions
        ]
        return {"week": self.puzzle.week.view(), "questions": questions}

    @message
    def check(self, answers: list[str]) -> Reply:
        """Check the answers, given in the order of the questions."""
        questions = self.puzzle.questions
        if len(answers) != len(questions):
            raise Refused("the numbers of answers and questions differ")
        wrong = [
            number
            for number, (question, answer) in enumerate(zip(questions, answers, strict=True), 1)
            if not is_correct(question, answer)
        ]
        if not wrong:
            return self.win()
        self.miss()
        return {"wrong": wrong if self.puzzle.feedback else True}
