"""RealWebAssist for people: screenshots with an instruction as text or as sound."""

import mimetypes

from webproctor.benchmarks.grounding import people
from webproctor.benchmarks.people import ForPeople
from webproctor.benchmarks.realwebassist.benchmark import RealWebAssist
from webproctor.benchmarks.realwebassist.clips import clips
from webproctor.files.reading import read_data


def for_people(benchmark: RealWebAssist, *, sound: bool = False) -> ForPeople:
    """Return how people take the tasks.

    Raises:
        UserError: If sound is asked for, and the data does not have it for every instruction.
    """
    dataset = benchmark.dataset
    files = (
        {(clip.participant, clip.number): clip.path for clip in clips(dataset.path)}
        if sound
        else {}
    )
    instruction_keys = {step.key: (step.participant, step.utterance + 1) for step in dataset.steps}

    def spoken(key: str) -> tuple[bytes, str]:
        path = files[instruction_keys[key]]
        return read_data(path), mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    return people.for_people(benchmark, sound=sound, spoken=spoken)
