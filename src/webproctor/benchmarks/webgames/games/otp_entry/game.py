"""OTP Entry: type a one-time code into one-digit boxes; hard requires computing the code."""

import base64
import hashlib
import hmac
import io
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

PERIOD = 30


@dataclass(frozen=True)
class Level:
    digits: int
    computed: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A fixed code, or a TOTP secret and the start time of the page's clock."""

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
    """Return the TOTP code at a time in seconds since 1970 (RFC 6238, SHA-1, periods of 30 s)."""
    counter = struct.pack(">Q", int(seconds) // PERIOD)
    mac = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    start = mac[-1] & 15
    number = struct.unpack(">I", mac[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


class Otp(Play[Puzzle]):
    """Uses a separate clock, shown on the page, so that a seed always gives the same codes."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        mine = self.puzzle
        shown = {"clock": mine.clock * 1000} if mine.secret else {"code": mine.code}
        return {"digits": mine.digits} | shown

    def file(self, name: str) -> File | None:
        if name != "qr.png" or not self.puzzle.secret:
            return None
        import segno  # Imported here, as all games are imported to list them.

        address = f"otpauth://totp/Lighthouse:keeper?secret={self.puzzle.secret}&issuer=Lighthouse"
        png = io.BytesIO()
        segno.make(address, error="m").save(png, kind="png", scale=4, border=3)
        return File(png.getvalue(), "image/png")

    @message
    def cannot_scan(self) -> Reply:
        """Return the secret as text, for players who cannot scan the QR code."""
        return {"secret": self.puzzle.secret}

    @message
    def enter(self, code: str) -> Reply:
        """Check the entered code; the codes of the previous and next period are valid too."""
        if self.puzzle.secret:
            now = self.puzzle.clock + self.evidence.now()
            good = [
                totp(self.puzzle.secret, now + shift, self.puzzle.digits)
                for shift in (-PERIOD, 0, PERIOD)
            ]
        else:
            good = [self.puzzle.code]
        if code in good:
            return self.win()
        self.miss()
        return {"wrong": True}


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
    minimum_actions=lambda puzzle: puzzle.digits,
    tries=5,
    hidden=lambda puzzle: [puzzle.secret] if puzzle.secret else [],
)
