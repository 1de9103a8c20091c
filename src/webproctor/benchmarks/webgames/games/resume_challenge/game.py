"""Resume Detective: download a résumé as PDF and copy eleven facts into a form.

The facts must be spelled as in the document; case and whitespace do not matter.
"""

import unicodedata
from random import Random

from webproctor.benchmarks.webgames.games.resume_challenge.document import Resume, pdf, resume
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

FILE = "resume.pdf"


def puzzle(random: Random, level: None) -> Resume:
    return resume(random)


def _normalized(text: str) -> str:
    """Return the text without differences in case, whitespace or Unicode form."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


class ResumeDetective(Play[Resume]):
    """Sends the document only as a file; the page contains only the questions."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"file": FILE, "groups": self.puzzle.requested_groups}

    def file(self, name: str) -> File | None:
        return File(pdf(self.puzzle), "application/pdf", FILE) if name == FILE else None

    @message
    def submit(self, facts: dict[str, str]) -> Reply:
        """Check the facts, ignoring case and whitespace."""
        wrong = [
            name
            for name, expected in self.puzzle.facts.items()
            if _normalized(facts.get(name, "")) != _normalized(expected)
        ]
        if not wrong:
            return self.win()
        self.miss()
        return {"wrong": wrong}


GAME = Game(
    family="resume-challenge",
    icon="📄",
    skills=("files", "reading", "typing"),
    variants={
        "base": Variant(
            "resume-challenge",
            "Resume Detective",
            "Download the resume and copy what the form asks for, spelled as in the resume.",
            "medium",
            None,
        ),
    },
    puzzle=puzzle,
    play=ResumeDetective,
    # Select each of the eleven fields, and enter its fact.
    minimum_actions=lambda puzzle: 22,
    # A reply names the wrong fields, so each can be guessed separately; the telephone number alone
    # has 78,900 values.
    tries=10,
    hidden=lambda puzzle: tuple(puzzle.facts.values()),
)
