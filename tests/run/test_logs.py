import os
from pathlib import Path

from webproctor.run.logs import read_logs


def test_logs_of_one_second_are_read_in_the_order_in_which_they_were_written(
    tmp_path: Path,
) -> None:
    names = [f"2026-01-31T23-59-59-00-00_task_{end}.eval" for end in "cab"]
    for at, name in enumerate([*names, "2026-01-31T23-59-58-00-00_task_d.eval"]):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, ns=(at, at))
    read = [log.name for log, _ in read_logs(tmp_path, lambda log: iter([log]))]
    assert read == ["2026-01-31T23-59-58-00-00_task_d.eval", *names]
