"""The game of both calendar families: a week, and questions about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.questions import FORMS, Ask, Question, asked, same
from webproctor.benchmarks.webgames.materials.week import Week, week
from webproctor.benchmarks.webgames.play import Play, Reply, message


@dataclass(frozen=True)
class Level:
    """The kinds of questions, and the hours that the calendar shows."""

    kinds: Sequence[Ask]
    first: int = 9
    last: int = 18


@dataclass(frozen=True)
class Puzzle:
    week: Week
    questions: Sequence[Question]


def puzzle(random: Random, level: Level) -> Puzzle:
    """Return the first week of the seed for which every question has exactly one answer."""
    while True:
        made = week(random, first=level.first, last=level.last)
        if (questions := asked(random, made, list(level.kinds))) is not None:
            return Puzzle(made, questions)


class Calendar(Play[Puzzle]):
    """Checks all answers at once; the page does not learn which of them are wrong."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        questions = [{"text": one.text, "form": FORMS[one.form]} for one in self.puzzle.questions]
        return {"week": self.puzzle.week.shown(), "questions": questions}

    @message
    def check(self, answers: list[str]) -> Reply:
        """Check the answers, given in the order of the questions."""
        questions = self.puzzle.questions
        right = len(answers) == len(questions) and all(
            same(question.form, question.key, answer)
            for question, answer in zip(questions, answers, strict=True)
        )
        if right:
            return self.win()
        self.miss()
        return {"wrong": True}
