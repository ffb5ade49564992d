"""Sources that read files from their start, beyond what the parity cases compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc import Tensor
from msacc.common import warn_once
from msacc.dataset import config
from tests.dataset.records import write
from tests.parity.cases.dataset_files import records, texts


def numbers(data: ds.Dataset, column: str = "x") -> list[int]:
    rows = data.create_dict_iterator(num_epochs=1, output_numpy=True)
    return [int(np.ravel(row[column])[0]) for row in rows]


def test_many_workers_take_one_row_of_each_file_in_turn(tmp_path: Path) -> None:
    files = records(tmp_path, counts=(3, 1, 2))
    data = ds.TFRecordDataset(files, shuffle=False, num_parallel_workers=64)
    assert numbers(data) == [0, 100, 200, 1, 201, 2]
    assert len(data) == 6


def test_blocks_do_not_change_rows(tmp_path: Path) -> None:
    files = texts(tmp_path, (500, 130, 257))
    rows = ds.TextFileDataset(files, shuffle=False, num_parallel_workers=2)
    one = [str(v) for (v,) in rows.create_tuple_iterator(num_epochs=1, output_numpy=True)]
    batches = rows.batch(7).create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert [str(v) for (batch,) in batches for v in batch] == one
    user = rows.map(lambda text: np.array(int(str(text))))
    assert numbers(user, "text") == [int(text) for text in one]
    assert sorted(one) == sorted(v for f in files for v in Path(f).read_text().split())


def test_shards_cover_all_rows_whatever_their_seeds(tmp_path: Path) -> None:
    files = texts(tmp_path, (5, 3, 8))
    seen = []
    for shard in range(4):
        config.set_seed(shard)
        data = ds.TextFileDataset(files, num_shards=4, shard_id=shard)
        seen += numbers(data, "text")
    assert sorted(seen) == sorted(int(v) for f in files for v in Path(f).read_text().split())


def test_numbers_of_samples_hold_for_compressed_files(tmp_path: Path) -> None:
    files = records(tmp_path, "GZIP")
    data = ds.TFRecordDataset(
        files, shuffle=False, num_samples=6, num_parallel_workers=1, compression_type="GZIP"
    )
    assert numbers(data) == [0, 1, 2, 3, 4, 100]


def test_a_cut_record_is_refused(tmp_path: Path) -> None:
    path = Path(write(tmp_path / "a", [{"x": [1]}, {"x": [2]}]))
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(RuntimeError, match="record 1 is truncated or damaged"):
        numbers(ds.TFRecordDataset(str(path)))


def test_messages_name_column_file_and_remedy(tmp_path: Path) -> None:
    path = write(tmp_path / "a", [{"x": [1, 2]}])
    schema = ds.Schema()
    schema.add_column("x", "int8", [3])
    with pytest.raises(RuntimeError, match=r"'x' of .*/a: the shape \[3\].* 2 values"):
        numbers(ds.TFRecordDataset(path, schema=schema))
    with pytest.raises(RuntimeError, match=r"column name: y; the first record has \['x'\]"):
        ds.TFRecordDataset(path, columns_list=["y"]).get_col_names()
    packed = write(tmp_path / "b", [{"x": [1]}], "GZIP")
    with pytest.raises(RuntimeError, match="give compression_type"):
        numbers(ds.TFRecordDataset(packed))


def test_rows_as_tensors_and_strings(tmp_path: Path) -> None:
    schema = ds.Schema()
    schema.add_column("s", "string", [])
    schema.add_column("x", "float32", [2])
    path = write(tmp_path / "a", [{"s": ["é".encode()], "x": [1.0, 2.0]}])
    text, x = next(iter(ds.TFRecordDataset(path, schema=schema)))
    assert isinstance(text, np.ndarray)
    assert text == "é"
    assert isinstance(x, Tensor)
    assert x.shape == (2,)


def test_a_schema_names_a_generators_columns() -> None:
    schema = ds.Schema()
    schema.add_column("i", "int32")
    schema.add_column("s", "string", [])

    def rows(value: Any) -> ds.Dataset:
        return ds.GeneratorDataset([(value, np.array("abc"))], schema=schema)

    assert numbers(rows(np.array([3], np.int32)), "i") == [3]
    with pytest.raises(RuntimeError, match="says int32 for 'i'"):
        numbers(rows(np.array([3])), "i")
    with pytest.raises(ValueError, match="schema should be"):
        ds.GeneratorDataset([1], schema=5)


def test_a_cache_says_once_that_it_has_no_effect(
    mnist: str, caplog: pytest.LogCaptureFixture
) -> None:
    warn_once.forget()
    with caplog.at_level("WARNING", logger="msacc"):
        cache = ds.DatasetCache(1, 0, spilling=True)
        ds.DatasetCache(2)
    data = ds.MnistDataset(mnist, "test", cache=cache)
    assert len(list(data.map(lambda x: x, cache=cache))) == 20
    said = [record.message for record in caplog.records if "DatasetCache" in record.message]
    assert len(said) == 1
    assert "no effect" in said[0]
    with pytest.raises(TypeError, match="Argument cache"):
        ds.MnistDataset(mnist, cache=object())
    with pytest.raises(RuntimeError, match="no server"):
        cache.get_stat()
