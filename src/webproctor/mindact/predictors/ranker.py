"""The classification baseline: the ranker's first candidate is clicked (catalogue, section 3)."""

from webproctor.errors import UserError
from webproctor.mindact.answers import Choice
from webproctor.mindact.predictors import Conditions, Predicted, Predictor, Situation
from webproctor.models import Model


class First:
    """Knows elements only: every operation is a click."""

    name = "ranker"

    async def predict(self, situation: Situation) -> Predicted:
        if not situation.pool:
            return Predicted(Choice())
        return Predicted(Choice(situation.pool[0], "CLICK"))


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    if setting:
        raise UserError(f"predictor ranker has no model of its own: leave {setting!r} out.")
    return First()
