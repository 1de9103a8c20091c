"""File Credentials: find user name and password in a downloaded file, and log in."""

import io
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

FILES = {"text": "credentials.txt", "picture": "access-card.png"}
_WHO = ("heron", "otter", "falcon", "badger", "lynx", "puffin", "marten", "osprey")
# Letters and digits that are unambiguous in all fonts.
_SIGNS = "abcdefhkmnprtuvwxy3479"


@dataclass(frozen=True)
class Puzzle:
    user: str
    secret: str
    source: str


def puzzle(random: Random, source: str) -> Puzzle:
    user = f"{random.choice(_WHO)}{random.randint(21, 99)}"
    secret = "-".join("".join(random.choices(_SIGNS, k=4)) for _ in range(3))
    return Puzzle(user, secret, source)


def card(user: str, secret: str) -> bytes:
    """Draw the access card, as PNG of 480 x 220 pixels."""
    picture = Image.new("RGB", (480, 220), "#f3f0e6")
    pen = ImageDraw.Draw(picture)
    title, text = ImageFont.load_default(24), ImageFont.load_default(22)
    pen.rectangle((0, 0, 480, 52), fill="#223a5e")
    pen.text((20, 11), "Access card", fill="white", font=title)
    for y, name, value in ((76, "Agent", user), (122, "Password", secret)):
        pen.text((20, y), name, fill="#59637a", font=text)
        pen.text((150, y), value, fill="#1c2333", font=text)
    pen.text((20, 180), "Burn after reading.", fill="#8a3b2a", font=ImageFont.load_default(15))
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


class Login(Play[Puzzle]):
    """Sends the credentials only to the easy page; files are generated when they are fetched."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        mine = self.puzzle
        if mine.source == "page":
            return {"shown": {"user": mine.user, "secret": mine.secret}}
        return {"file": FILES[mine.source]}

    def file(self, name: str) -> File | None:
        mine = self.puzzle
        if name != FILES.get(mine.source):
            return None
        if mine.source == "picture":
            return File(card(mine.user, mine.secret), "image/png", name)
        text = f"username: {mine.user}\npassword: {mine.secret}\n"
        return File(text.encode(), "text/plain", name)

    @message
    def login(self, user: str, secret: str) -> Reply:
        """Check user name and password."""
        right = (user.strip(), secret.strip()) == (self.puzzle.user, self.puzzle.secret)
        return self.win() if right else {"wrong": True}


_FILE = "Download the file, find user name and password in it, and log in."

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
        "base": Variant("file-credentials", "File Credentials", _FILE, "easy", "text"),
        "hard": Variant(
            "file-credentials-hard",
            "File Credentials (Hard)",
            "Download the picture of the access card, read agent and password in it, and log in.",
            "hard",
            "picture",
        ),
    },
    puzzle=puzzle,
    play=Login,
    minimum_actions=lambda puzzle: 4,
    hidden=lambda puzzle: () if puzzle.source == "page" else (puzzle.user, puzzle.secret),
)
