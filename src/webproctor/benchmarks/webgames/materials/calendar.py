"""The game of both calendar families: a week, and questions about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.questions import FORMS, Ask, Question, asked, same
from webproctor.benchmarks.webgames.materials.week import Week, week
from webproctor.benchmarks.webgames.play import Play, Refused, Reply, message


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        kinds: The kinds of questions.
        first, last: The hours that the calendar shows.
        feedback: Whether the page says which answers are wrong, instead of only that some are.
    """

    kinds: Sequence[Ask]
    first: int = 9
    last: int = 18
    feedback: bool = False


@dataclass(frozen=True)
class Puzzle:
    week: Week
    questions: Sequence[Question]
    feedback: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    """Return the first week of the seed for which every question has exactly one answer."""
    while True:
        made = week(random, first=level.first, last=level.last)
        if (questions := asked(random, made, list(level.kinds))) is not None:
            return Puzzle(made, questions, level.feedback)


class Calendar(Play[Puzzle]):
    """Checks all answers at once."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        questions = [{"text": one.text, "form": FORMS[one.form]} for one in self.puzzle.questions]
        return {"week": self.puzzle.week.shown(), "questions": questions}

    @message
    def check(self, answers: list[str]) -> Reply:
        """Check the answers, given in the order of the questions."""
        questions = self.puzzle.questions
        if len(answers) != len(questions):
            raise Refused("the number of answers is not that of the questions")
        wrong = [
            number
            for number, (question, answer) in enumerate(zip(questions, answers, strict=True), 1)
            if not same(question.form, question.key, answer)
        ]
        if not wrong:
            return self.win()
        self.miss()
        return {"wrong": wrong if self.puzzle.feedback else True}
