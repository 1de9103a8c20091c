"""The classification baseline: click the ranker's first candidate (Mind2Web paper, section 4)."""

from webproctor.core.errors import UserError
from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.predictors import PredictedChoice, Predictor, Situation


class FirstCandidate:
    """Chooses the first candidate; every operation is a click."""

    name = "ranker"

    async def predict(self, situation: Situation) -> PredictedChoice:
        if not situation.pool:
            return PredictedChoice(Choice())
        return PredictedChoice(Choice(situation.pool[0], "CLICK"))


def make(setting: str) -> Predictor:
    if setting:
        raise UserError(f"predictor ranker has no model: leave {setting!r} out.")
    return FirstCandidate()
