"""The episodes of a run by number, and their results."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from webproctor.core.tasks import Task
from webproctor.run.episode_results import Key, Result
from webproctor.run.packed import PackedResults


class RunEpisodes:
    """The episodes of a run: all epochs of all tasks, by number.

    A list of their keys would need memory for each episode.

    Args:
        tasks: The tasks of the run.
        epochs: Episodes per task.
        previous: Results of the run before it was resumed; those of other episodes are ignored.

    Attributes:
        results: The results so far.
        remaining: The numbers of the episodes to run, which have no result or an unfinished one.
    """

    def __init__(self, tasks: Sequence[Task], epochs: int, previous: Mapping[Key, Result]) -> None:
        self._tasks, self._numbers = tasks, range(epochs * len(tasks))
        self.results = PackedResults(tasks)
        self.remaining = array("L")
        for number, key in enumerate(self.keys(self._numbers)):
            if (result := previous.get(key)) is not None:
                self.results[key] = result
            if result is None or result.unfinished:
                self.remaining.append(number)

    def __len__(self) -> int:
        return len(self._numbers)

    def batches(self, size: int) -> Iterator[list[Key]]:
        """Yield the keys of the remaining episodes in lists of at most `size`."""
        for first in range(0, len(self.remaining), size):
            yield [*self.keys(self.remaining[first : first + size])]

    def keys(self, numbers: Iterable[int]) -> Iterator[Key]:
        """Yield the keys of episodes, epoch by epoch."""
        for number in numbers:
            epoch, task_index = divmod(number, len(self._tasks))
            yield self._tasks[task_index].id, epoch + 1

    def finished(self) -> Iterator[Result]:
        """Yield the results of the episodes that are not run again."""
        for key in self.keys(self._numbers):
            if key in self.results and not (result := self.results[key]).unfinished:
                yield result
