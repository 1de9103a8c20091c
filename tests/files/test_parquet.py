"""Untrusted parquet files are read, or refused with their name and the fault."""

from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.files.parquet import check_parquet, parquet_rows


def test_a_parquet_file_that_is_incomplete_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and no end")
    with pytest.raises(UserError, match=r"a\.parquet: is incomplete"):
        check_parquet(tmp_path / "a.parquet")


def test_the_error_for_parquet_files_that_do_not_fit_gives_files_and_reason(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file, value in zip(files, (1, "one"), strict=True):
        datasets.Dataset.from_list([{"column": value}]).to_parquet(file)
    with pytest.raises(UserError, match=r"a\.parquet to .*b\.parquet: .*Failed to parse .*'one'"):
        parquet_rows(files)


def test_the_error_for_parquet_files_with_different_columns_is_short(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    files = [tmp_path / f"{name}.parquet" for name in "ab"]
    for file in files:
        datasets.Dataset.from_list([{file.stem: 1}]).to_parquet(file)
    with pytest.raises(UserError, match=r"a\.parquet to .*column names don't match") as refused:
        parquet_rows(files)
    assert "\n" not in str(refused.value)


def test_parquet_files_without_rows_are_left_out_and_only_such_files_are_a_user_error(
    tmp_path: Path,
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    files = [tmp_path / f"{name}.parquet" for name in "ab"]
    rows = datasets.Dataset.from_list([{"column": 1}])
    rows.select([]).to_parquet(files[0])
    rows.to_parquet(files[1])
    assert len(parquet_rows(files)) == 1
    with pytest.raises(UserError, match=r"a\.parquet: has no rows"):
        parquet_rows(files[:1])
