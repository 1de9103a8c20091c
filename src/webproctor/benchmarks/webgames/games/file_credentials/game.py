"""File Credentials: log in with a user name and a password.

The page shows them in the easy variant; otherwise they are in a downloaded file, which is an image
in the hard variant. The player wins by logging in; the number of attempts is not limited.
"""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

# The name of the file by the source of the credentials.
FILES = {"text": "credentials.txt", "image": "access-card.png"}
_ANIMALS = ("heron", "otter", "falcon", "badger", "lynx", "puffin", "marten", "osprey")
# Letters and digits that are unambiguous in all fonts.
_CHARACTERS = "abcdefhkmnprtuvwxy3479"


@dataclass(frozen=True)
class Puzzle:
    """The user name and the password (`secret`), and where they are: page, text or image."""

    user: str
    secret: str
    source: str


def puzzle(random: Random, source: str) -> Puzzle:
    user = f"{random.choice(_ANIMALS)}{random.randint(21, 99)}"
    secret = "-".join("".join(random.choices(_CHARACTERS, k=4)) for _ in range(3))
    return Puzzle(user, secret, source)


def draw_card(user: str, secret: str) -> Image.Image:
    """Draw the access card, 480 x 220 pixels."""
    image = Image.new("RGB", (480, 220), "#f3f0e6")
    draw = ImageDraw.Draw(image)
    title, text = ImageFont.load_default(24), ImageFont.load_default(22)
    draw.rectangle((0, 0, 480, 52), fill="#223a5e")
    draw.text((20, 11), "Access card", fill="white", font=title)
    for y, name, value in ((76, "Agent", user), (122, "Password", secret)):
        draw.text((20, y), name, fill="#59637a", font=text)
        draw.text((150, y), value, fill="#1c2333", font=text)
    draw.text((20, 180), "Burn after reading.", fill="#8a3b2a", font=ImageFont.load_default(15))
    return image


class Login(Play[Puzzle]):
    """Sends the credentials only to the easy page; files are generated when they are fetched."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        if self.puzzle.source == "page":
            return {"credentials": {"user": self.puzzle.user, "secret": self.puzzle.secret}}
        return {"file": FILES[self.puzzle.source]}

    def file(self, name: str) -> File | None:
        puzzle = self.puzzle
        if name != FILES.get(puzzle.source):
            return None
        if puzzle.source == "image":
            return png(draw_card(puzzle.user, puzzle.secret), name)
        text = f"username: {puzzle.user}\npassword: {puzzle.secret}\n"
        return File(text.encode(), "text/plain", name)

    @message
    def login(self, user: str, secret: str) -> Reply:
        """Check the user name and the password."""
        correct = (user.strip(), secret.strip()) == (self.puzzle.user, self.puzzle.secret)
        return self.win() if correct else {"wrong": True}


_GOAL = "Download the file, find the user name and the password in it, and log in."

GAME = Game(
    family="file-credentials",
    icon="🔑",
    skills=("files", "reading", "typing"),
    variants={
        "easy": Variant(
            "file-credentials-easy",
            "File Credentials (Easy)",
            "Log in with the user name and password that the page shows.",
            "easy",
            "page",
        ),
        "base": Variant("file-credentials", "File Credentials", _GOAL, "easy", "text"),
        "hard": Variant(
            "file-credentials-hard",
            "File Credentials (Hard)",
            "Download the image of the access card, read agent and password in it, and log in.",
            "hard",
            "image",
        ),
    },
    puzzle=puzzle,
    play=Login,
    minimum_actions=lambda puzzle: 4,
    hidden=lambda puzzle: () if puzzle.source == "page" else (puzzle.user, puzzle.secret),
)
