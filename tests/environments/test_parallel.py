"""The number of parallel episodes: given, or chosen from the usage of the first ones."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from environments.machine_files import Files

from webproctor.core.errors import UserError
from webproctor.environments.parallel import (
    MAX_EPISODES,
    Auto,
    AutoSlots,
    Part,
    Slots,
    episodes_to_fill,
    parallel,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Simulated:
    """Episodes on a machine with one core, each of which lasts a second.

    Args:
        share: Cores that one episode uses.
        size: MB that one episode uses.
        others: Cores that other programs use.
        part: The part of the machine for these episodes.
    """

    def __init__(
        self,
        folder: Path,
        *,
        share: float,
        size: float = 1,
        others: float = 0,
        most: int = MAX_EPISODES,
        part: Part | None = None,
    ) -> None:
        self.files, self.clock = Files(folder), Clock()
        self.messages: list[str] = []
        self._share, self._size, self._others = share, size, others
        self.limits: list[int] = []
        self.slots = AutoSlots(
            most,
            self.messages.append,
            self.files.machine,
            self.clock,
            part,
            lambda: self.limits.append(self.slots.limit),
        )

    async def episode(self) -> None:
        async with self.slots:
            idle = max(0.0, 1 - self._share - self._others)
            self.files.uses(processor=self._share, idle=idle, memory=100 + self._size)
            self.clock.now += 1

    async def chosen(self) -> int:
        """Run episodes until the number is chosen; return it."""
        for _ in range(3):
            assert not self.messages
            await self.episode()
        assert self.messages
        return await self.settled(60)

    async def settled(self, seconds: int) -> int:
        """Let time pass; return the number."""
        for _ in range(seconds):
            self.clock.now += 1
            self.slots.tick()
        return self.slots.limit


@pytest.mark.parametrize(
    ("given", "wanted"),
    [(3, 3), ("3", 3), ("auto", Auto(MAX_EPISODES)), ("auto:12", Auto(12))],
)
def test_the_setting_is_a_number_or_auto(given: int | str, wanted: object) -> None:
    assert parallel(given) == wanted


def test_by_default_there_is_one_episode_per_core() -> None:
    number = parallel(None)
    assert isinstance(number, int)
    assert number >= 1


@pytest.mark.parametrize("given", ["0", "auto:0", "auto:", "many", "-1", "2.5", "auto:²"])
def test_anything_else_is_an_error(given: str) -> None:
    with pytest.raises(UserError, match="must be at least 1, `auto`, or `auto:N`"):
        parallel(given)


async def test_episodes_never_exceed_the_given_number() -> None:
    slots, most = Slots(3), 0

    async def episode() -> None:
        nonlocal most
        async with slots:
            most = max(most, slots.busy)
            await asyncio.sleep(0)

    await asyncio.gather(*(episode() for _ in range(20)))
    assert (most, slots.busy, slots.about()) == (3, 0, None)


def test_slots_can_be_used_in_several_event_loops() -> None:
    slots = Slots(1)

    async def episode() -> int:
        async with slots:
            await asyncio.sleep(0)
            return slots.busy

    async def two() -> tuple[int, int]:
        first, second = await asyncio.gather(episode(), episode())
        return first, second

    assert asyncio.Runner().run(two()) == asyncio.Runner().run(two()) == (1, 1)


async def test_the_initial_number_is_one_episode_per_core(tmp_path: Path) -> None:
    assert Simulated(tmp_path, share=0.1).slots.limit == 1


async def test_cpu_bound_episodes_get_a_few_per_core(tmp_path: Path) -> None:
    assert await Simulated(tmp_path, share=1).chosen() == episodes_to_fill(1) == 4


async def test_network_bound_episodes_get_many_per_core(tmp_path: Path) -> None:
    assert await Simulated(tmp_path, share=0.05).chosen() == episodes_to_fill(0.05) == 33


async def test_cores_used_by_other_programs_do_not_count(tmp_path: Path) -> None:
    # The episode would use more than half of the core, if another program did not use the rest.
    assert await Simulated(tmp_path, share=0.5, others=0.5).chosen() == episodes_to_fill(1)


async def test_the_number_increases_in_steps(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    for _ in range(3):
        await simulated.episode()
    limits = [await simulated.settled(2) for _ in range(6)]
    assert limits[-1] == 33
    assert all(after <= 4 * before for before, after in pairwise(limits))


async def test_memory_limits_the_number(tmp_path: Path) -> None:
    # 7,200 of 8,000 MB may be used.
    assert await Simulated(tmp_path, share=0.05, size=1000).chosen() == 8


async def test_the_number_never_exceeds_the_maximum(tmp_path: Path) -> None:
    assert await Simulated(tmp_path, share=0.05, most=7).chosen() == 7


@pytest.mark.parametrize(("free", "stalled"), [(700, 0.0), (5000, 30.0)])
async def test_the_number_decreases_when_memory_runs_out(
    tmp_path: Path, free: int, stalled: float
) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    await simulated.chosen()
    simulated.files.memory(free=free, stalled=stalled)
    assert await simulated.settled(1) == 24
    assert await simulated.settled(9) == 24  # Episodes that run must end first.
    assert await simulated.settled(1) == 18
    assert await simulated.settled(300) == 1


async def test_the_number_decreases_when_the_memory_of_the_container_runs_out(
    tmp_path: Path,
) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    simulated.files.write("sys/fs/cgroup/memory.max", "1000000000\n")
    simulated.files.write("sys/fs/cgroup/memory.current", "100000000\n")
    before = await simulated.chosen()
    simulated.files.write("sys/fs/cgroup/memory.current", "950000000\n")
    assert await simulated.settled(1) < before


async def test_the_number_increases_again_after_a_minute_without_pressure(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    await simulated.chosen()
    simulated.files.memory(free=100)
    assert await simulated.settled(1) == 24
    simulated.files.memory(free=5000)
    assert await simulated.settled(59) == 24
    assert await simulated.settled(1) == 25
    assert await simulated.settled(3600) == 33


async def test_workers_share_the_cores_of_a_machine(tmp_path: Path) -> None:
    # Each of two workers uses 0.05 cores, and 0.9 cores are idle.
    simulated = Simulated(tmp_path, share=0.05, others=0.05, part=Part(workers=2))
    assert await simulated.chosen() == episodes_to_fill(0.05 / 0.5) == 19
    assert "0.05 of 0.5 cores" in simulated.messages[0]
    assert simulated.messages[0].endswith("at most 128, as one of 2 workers of the machine")


async def test_workers_share_what_other_programs_leave(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05, others=0.55, part=Part(workers=2))
    assert await simulated.chosen() == episodes_to_fill(0.05 / 0.25)


async def test_workers_share_the_memory_of_a_machine(tmp_path: Path) -> None:
    # 7,200 of 8,000 MB may be used, by each 3,600 besides the first episode.
    simulated = Simulated(tmp_path, share=0.05, size=1000, part=Part(workers=2))
    assert await simulated.chosen() == 4


async def test_episodes_use_no_more_than_the_reserved_cores(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05, part=Part(cores=0.25))
    assert await simulated.chosen() == episodes_to_fill(0.05 / 0.25)


async def test_the_number_follows_the_number_of_workers(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    assert await simulated.chosen() == 33
    simulated.slots.divide(Part(workers=2))
    assert simulated.slots.limit == episodes_to_fill(0.05 / 0.5)
    simulated.slots.divide(Part(workers=1))
    assert await simulated.settled(10) == 33


async def test_every_change_of_the_number_is_reported(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    await simulated.chosen()
    assert simulated.limits == [2, 4, 8, 16, 32, 33]
    simulated.files.memory(free=100)
    await simulated.settled(1)
    assert simulated.limits[6:] == [24]


async def test_the_chosen_number_is_explained(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05, most=16)
    await simulated.chosen()
    simulated.files.memory(free=100)
    await simulated.settled(1)
    about = simulated.slots.about()
    assert about is not None
    assert about["episodes"] == 12
    assert about["why"].startswith("16 at once: an episode uses 0.05 of 1 cores")
    assert about["why"].endswith("at most 16")
    assert about["lowered"] == ["to 12: 100 MB of 8,000 MB of memory are free"]
    assert simulated.messages == [about["why"], "12 at once: 100 MB of 8,000 MB of memory are free"]


async def test_a_short_run_keeps_one_episode_per_core(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    await simulated.episode()
    about = simulated.slots.about()
    assert about is not None
    assert about["why"] == "1 at once, one per core: the run was too short"


async def test_long_episodes_are_measured_while_they_run(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    async with simulated.slots:
        for _ in range(42):
            simulated.files.uses(processor=0.05, idle=0.95, memory=101)
            simulated.clock.now += 1
            simulated.slots.tick()
    assert simulated.messages


async def test_without_measurements_there_is_one_episode_per_core(tmp_path: Path) -> None:
    simulated = Simulated(tmp_path, share=0.05)
    simulated.files.write("proc/meminfo", "")
    for _ in range(5):
        await simulated.episode()
    assert simulated.slots.limit == 1
