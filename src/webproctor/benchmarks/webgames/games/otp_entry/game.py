"""OTP Entry: type a one-time code into boxes of one digit; in hard the code has to be computed."""

import base64
import hashlib
import hmac
import io
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

import segno

from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

PERIOD = 30
# After so many wrong codes the page has to be reloaded.
TRIES = 5


@dataclass(frozen=True)
class Level:
    digits: int
    computed: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A code, or the secret that makes codes by the time of the page's own clock."""

    digits: int
    code: str = ""
    secret: str = ""
    clock: int = 0


def puzzle(random: Random, level: Level) -> Puzzle:
    if not level.computed:
        return Puzzle(level.digits, code=f"{random.randrange(10**level.digits):0{level.digits}}")
    secret = base64.b32encode(random.randbytes(20)).decode()
    day = datetime(2031, 1, 1, 8, tzinfo=UTC) + timedelta(seconds=random.randrange(10**7))
    return Puzzle(level.digits, secret=secret, clock=int(day.timestamp()))


def totp(secret: str, seconds: float, digits: int = 6) -> str:
    """The code of a moment, in seconds since 1970: RFC 6238 with SHA-1 and periods of 30 s."""
    counter = struct.pack(">Q", int(seconds) // PERIOD)
    mac = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    start = mac[-1] & 15
    number = struct.unpack(">I", mac[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


class Otp(Play[Puzzle]):
    """The site has a clock of its own, shown on the page, so that a seed gives the same codes."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._tries = 0
        mine = self.puzzle
        shown = {"clock": mine.clock * 1000} if mine.secret else {"code": mine.code}
        return {"digits": mine.digits} | shown

    def file(self, name: str) -> File | None:
        if name != "qr.png" or not self.puzzle.secret:
            return None
        address = f"otpauth://totp/Lighthouse:keeper?secret={self.puzzle.secret}&issuer=Lighthouse"
        png = io.BytesIO()
        segno.make(address, error="m").save(png, kind="png", scale=4, border=3)
        return File(png.getvalue(), "image/png")

    @message
    def cannot_scan(self) -> Reply:
        """The player cannot scan the picture and wants the secret as text."""
        return {"secret": self.puzzle.secret}

    @message
    def enter(self, code: str) -> Reply:
        """All boxes are filled. Codes of the periods before and after are good too."""
        self._tries += 1
        if self._tries > TRIES:
            return {"locked": True}
        if self.puzzle.secret:
            now = self.puzzle.clock + self.table.now()
            good = [
                totp(self.puzzle.secret, now + shift, self.puzzle.digits)
                for shift in (-PERIOD, 0, PERIOD)
            ]
        else:
            good = [self.puzzle.code]
        return self.win() if code in good else {"wrong": True}


_GOAL = "Enter the one-time code that the page shows."

GAME = Game(
    family="otp-entry",
    icon="🔐",
    skills=("typing", "reading"),
    variants={
        "easy": Variant("otp-entry-easy", "OTP Entry (Easy)", _GOAL, "easy", Level(4)),
        "base": Variant("otp-entry", "OTP Entry", _GOAL, "medium", Level(6)),
        "hard": Variant(
            "otp-entry-hard",
            "OTP Entry (Hard)",
            "Set up two-factor login: scan the QR code (or take the secret as text), compute the "
            "time-based code (TOTP, SHA-1, 6 digits, 30 seconds) for the time that the site's "
            "clock shows, and enter it.",
            "hard",
            Level(6, computed=True),
        ),
    },
    puzzle=puzzle,
    play=Otp,
    effort=lambda puzzle: puzzle.digits,
)
