"""The generation baseline: a model writes the element's own text (catalogue, section 4.5)."""

from webproctor.mindact.language_models import load_generator
from webproctor.mindact.predictors import Conditions, Predictor
from webproctor.mindact.predictors.multi_choice import FineTuned
from webproctor.models import Model


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    generator = load_generator("generation", setting, conditions.device)
    return FineTuned("generation", generator, conditions)
