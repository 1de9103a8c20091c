"""The generation baseline: a model writes the text of the element (Mind2Web paper, section 4)."""

from webproctor.methods.mindact.language_models import load_generator
from webproctor.methods.mindact.predictors import Conditions, Predictor
from webproctor.methods.mindact.predictors.multi_choice import FineTuned


def make(setting: str, conditions: Conditions) -> Predictor:
    generator = load_generator("generation", setting, conditions.device)
    return FineTuned("generation", generator, conditions)
