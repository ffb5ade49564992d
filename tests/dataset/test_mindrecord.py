"""MindRecord beyond what the parity cases record: laziness, limits, messages, and what differs."""

from __future__ import annotations

import gzip
import os
import pickle
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.common.warn_once import logger
from msacc.dataset import vision
from msacc.mindrecord import (
    Cifar10ToMR,
    Cifar100ToMR,
    CsvToMR,
    FileReader,
    FileWriter,
    MnistToMR,
    TFRecordToMR,
    msgpack,
    set_enc_key,
)
from msacc.mindrecord.errors import PathNotExistsError
from msacc.mindrecord.examples import masked_crc
from msacc.mindrecord.integers import grow, shrink
from tests.dataset.mindrecord_files import BYTES, NUMBERS, array, unpack


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """MindSpore's own files in the working directory."""
    unpack(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    logger.addHandler(caplog.handler)
    yield caplog
    logger.removeHandler(caplog.handler)


def written(path: Path, schema: dict[str, Any], rows: list[dict[str, Any]], **sizes: int) -> str:
    writer = FileWriter(str(path))
    writer.set_header_size(sizes.get("header", 1 << 14))
    writer.set_page_size(1 << 15)
    writer.add_schema(schema)
    writer.write_raw_data(rows)
    writer.commit()
    return str(path)


def rows(data: ds.Dataset) -> list[dict[str, Any]]:
    return list(data.create_dict_iterator(num_epochs=1, output_numpy=True))


def test_a_row_is_read_alone(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, real = [], os.pread

    def counted(file: int, size: int, start: int) -> bytes:
        read.append(size)
        return real(file, size, start)

    data = ds.MindDataset("pages.mindrecord", shuffle=False)
    assert len(data) == 14
    monkeypatch.setattr(os, "pread", counted)
    data[5]
    assert len(read) == 2
    assert 0 < 3000 + 5 * 2000 + 9000 - 400 * 5 - sum(read) + 20 < 20
    read.clear()
    assert rows(ds.MindDataset("image.mindrecord", ["label"], sampler=ds.SequentialSampler(2, 1)))
    assert read == [8]


def test_rows_of_bytes_keep_their_length(recorded: Path) -> None:
    data = ds.MindDataset("types.mindrecord", ["data", "label"], shuffle=False)
    want = [bytes(range(i)) + b"x\0\0"[: i + 1] for i in range(5)]

    def lengths(pipeline: ds.Dataset) -> list[bytes]:
        return [row["data"].tobytes() for row in rows(pipeline)]

    assert lengths(data) == want
    assert lengths(data.map(lambda x: x + 1, ["label"])) == want
    assert lengths(data.repeat(2).skip(5)) == want
    assert sorted(lengths(data.shuffle(2))) == sorted(want)
    assert sorted(lengths(data.shuffle(8))) == sorted(want)
    assert lengths(data.concat(data)) == want + want
    seen: list[bytes] = []
    data.batch(
        5,
        per_batch_map=lambda x, info: (seen.extend(v.tobytes() for v in x), [len(x)] * len(x))[1:],
        input_columns=["data"],
    ).output_shapes()
    assert seen == want
    batched = rows(data.batch(5))[0]["data"]
    assert batched.shape == (5, 1)
    assert batched.dtype == "S7"


def test_strings_and_bytes_stay_arrays_among_tensors(recorded: Path) -> None:
    row = next(iter(ds.MindDataset("types.mindrecord", shuffle=False).create_dict_iterator()))
    assert row["name"].dtype.kind == "U"
    assert row["data"].dtype == "S1"
    assert row["points"].asnumpy().shape == (1, 2)


def test_workers_read_through_a_copy(recorded: Path) -> None:
    data = ds.MindDataset("image.mindrecord", ["label"], shuffle=False)
    mapped = data.map(lambda x: x * 2, python_multiprocessing=True, num_parallel_workers=2)
    assert [int(r["label"]) for r in rows(mapped)] == [2 * i * i for i in range(6)]
    records = data._msacc_node.records
    assert records.row(3)["label"] == 9
    assert pickle.loads(pickle.dumps(records)).row(3)["label"] == 9


def test_empty_values_are_kept(tmp_path: Path) -> None:
    schema = {"b": BYTES, "x": array("int64"), "y": array("float32", -1, 3)}
    row = {"b": b"", "x": np.zeros(0, np.int64), "y": np.zeros((0, 3), np.float32)}
    full = {"b": b"a", "x": np.arange(3), "y": np.ones((2, 3), np.float32)}
    for name, fields in (("all", ["b", "x", "y"]), ("b", ["b"]), ("x", ["x"]), ("y", ["y"])):
        path = written(
            tmp_path / name,
            {f: schema[f] for f in fields},
            [{f: r[f] for f in fields} for r in (row, full)],
        )
        first, second = FileReader(path).get_next()
        for field in fields:
            np.testing.assert_array_equal(first[field], row[field])
            np.testing.assert_array_equal(second[field], full[field])
        shapes = [r["y"].shape for r in rows(ds.MindDataset(path, shuffle=False)) if "y" in r]
        assert shapes == ([(0, 3), (2, 3)] if "y" in fields else [])


def test_numbers_that_are_none_can_be_indexed(tmp_path: Path) -> None:
    values = [float("nan"), float("inf"), -float("inf"), 1e300]
    path = written(tmp_path / "f", {"f": {"type": "float64"}}, [{"f": v} for v in values])
    result = [r["f"] for r in rows(ds.MindDataset(path, shuffle=False))]
    np.testing.assert_array_equal(result, values)


def test_a_class_sampler_takes_from_each_class(tmp_path: Path) -> None:
    path = written(tmp_path / "c", {"c": NUMBERS, "n": NUMBERS}, [
        {"c": i % 3, "n": i} for i in range(9)
    ])  # fmt: skip
    data = ds.MindDataset(path, sampler=ds.PKSampler(2, class_column="c"))
    assert [int(r["n"]) for r in rows(data)] == [0, 3, 1, 4, 2, 5]
    assert len(data) == 6


def test_samplers_behind_a_share_choose_in_every_epoch(recorded: Path) -> None:
    sampler = ds.SequentialSampler(1, 2)
    sampler.add_child(ds.DistributedSampler(2, 0))
    data = ds.MindDataset("image.mindrecord", ["label"], sampler=sampler)
    epochs = data.create_tuple_iterator(num_epochs=3, output_numpy=True)
    assert [sum(1 for _ in epochs) for _ in range(3)] == [2, 2, 2]


def test_integers_that_save_nothing_count_as_none(tmp_path: Path) -> None:
    path = written(tmp_path / "x", {"x": array("int64")}, [{"x": np.array([2**40, -(2**60)])}])
    assert b'"compression_size":0,' in Path(path).read_bytes()[:1000]
    np.testing.assert_array_equal(next(FileReader(path).get_next())["x"], [2**40, -(2**60)])


def test_single_rows_go_to_all_shards(tmp_path: Path) -> None:
    writer = FileWriter(str(tmp_path / "s"), 3)
    writer.add_schema({"a": NUMBERS})
    for i in range(7):
        writer.write_raw_data([{"a": i}])
    writer.commit()
    sizes = [FileReader([str(tmp_path / f"s{i}")]).len() for i in range(3)]
    assert sorted(sizes) == [2, 2, 3]
    assert sorted(r["a"] for r in FileReader(str(tmp_path / "s1")).get_next()) == list(range(7))


def test_appending_again_and_again(tmp_path: Path) -> None:
    path = written(tmp_path / "a", {"a": NUMBERS, "b": BYTES}, [{"a": 0, "b": b"x" * 9000}])
    for i in range(1, 9):
        writer = FileWriter.open_for_append(path)
        writer.write_raw_data([{"a": i, "b": b"y" * (9000 + i)}])
        writer.commit()
    result = list(FileReader(path).get_next())
    assert [r["a"] for r in result] == list(range(9))
    assert [len(r["b"]) for r in result] == [9000 + i for i in range(9)]


def test_what_does_not_fit_is_left_out_and_named(
    tmp_path: Path, warnings: pytest.LogCaptureFixture
) -> None:
    schema = {"a": NUMBERS, "x": array("float32", -1, 2)}
    good = np.zeros((1, 2), np.float32)
    bad = [{"a": "one", "x": good}, {"a": 1, "x": np.zeros(3, np.float32)}, {"a": 2}]
    path = written(tmp_path / "w", schema, [*bad, {"a": 3, "x": good}])
    assert [r["a"] for r in FileReader(path).get_next()] == [3]
    for text in (
        "row 0 is skipped: field 'a' should be int32, but got 'one' (str)",
        "field 'x' should be an array of float32, shape [-1, 2], but got an array of float32, shape [3]",
        "row 2 is skipped: field 'x' is missing; its fields are ['a']",
    ):
        assert text in warnings.text


def test_messages_name_the_file_and_the_remedy(recorded: Path) -> None:
    os.remove("image.mindrecord.db")
    with pytest.raises(RuntimeError, match=r"image\.mindrecord\.db is not exists.*read together"):
        ds.MindDataset("image.mindrecord")
    with pytest.raises(ValueError, match="nowhere does not exist"):
        ds.MindDataset("nowhere")
    with pytest.raises(RuntimeError, match=r"column name: zz can not.*there are \['x'\]"):
        ds.MindDataset("integers.mindrecord", ["zz"])
    with pytest.raises(RuntimeError, match=r"already exist.*overwrite=True"):
        written(recorded / "integers.mindrecord", {"a": NUMBERS}, [{"a": 1}])
    with pytest.raises(RuntimeError, match="Sample ID.*99.*range"):
        rows(ds.MindDataset("integers.mindrecord", sampler=ds.SubsetSampler([99])))
    with pytest.raises(RuntimeError, match="too small to save a blob row.*set_page_size"):
        written(recorded / "big", {"b": BYTES}, [{"b": b"x" * 40000}])
    with pytest.raises(RuntimeError, match=r"1a can't start with a digit"):
        written(recorded / "digit", {"1a": NUMBERS}, [{"1a": 1}])


def test_damaged_files_are_refused(recorded: Path) -> None:
    for name in ("junk", "cut", "index"):
        shutil.copy("image.mindrecord", name)
        shutil.copy("image.mindrecord.db", f"{name}.db")
    Path("junk").write_bytes(b"\xff" * 100)
    with pytest.raises(RuntimeError, match="header is larger than the upper limit.*junk"):
        ds.MindDataset("junk")
    Path("index.db").write_bytes(b"no database" * 100)
    with pytest.raises(RuntimeError, match=r"verifying meta file: index\.db"):
        rows(ds.MindDataset(["index"]))
    with pytest.raises(RuntimeError, match=r"cut\.db.*can not match.*image\.mindrecord"):
        rows(ds.MindDataset(["cut"]))
    raw = Path("image.mindrecord").read_bytes()
    Path("image.mindrecord").write_bytes(raw[:-4])
    with pytest.raises(RuntimeError, match="ends within a row"):
        rows(ds.MindDataset("image.mindrecord", ["label"]))
    broken = bytearray(raw)
    broken[(1 << 14) + (1 << 15) + 8] = 0xC1
    Path("image.mindrecord").write_bytes(broken)
    with pytest.raises(
        RuntimeError, match="row 0 of image.mindrecord cannot be read: not a msgpack"
    ):
        rows(ds.MindDataset("image.mindrecord", ["label"], shuffle=False))


def test_a_number_wider_than_its_type_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path / "n", {"a": NUMBERS}, [{"a": 2**40}])
    with pytest.raises(RuntimeError, match=r"column value: 1099511627776 is out of range: 'a'"):
        rows(ds.MindDataset(path))


def test_a_header_too_small_says_so(tmp_path: Path) -> None:
    fields = {f"field_{i}": NUMBERS for i in range(900)}
    with pytest.raises(RuntimeError, match="the limit is 16384.*set_header_size"):
        written(tmp_path / "h", fields, [dict.fromkeys(fields, 1)])


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integers_survive(dtype: str) -> None:
    random, bits = np.random.RandomState(3), np.iinfo(dtype).bits
    for size in (0, 1, 2, 3, 4, 5, 8, 63, 64):
        for width in range(1, bits, 7):
            values = (random.randint(-(2 ** (bits - 2)), 2 ** (bits - 2), size) >> width).astype(
                dtype
            )
            for some in (values, np.zeros_like(values), np.sort(values)):
                result = grow(shrink(some), dtype)
                assert result.dtype == dtype
                np.testing.assert_array_equal(result, some)
    with pytest.raises(ValueError, match="buffer"):
        grow(shrink(np.arange(300))[:-1], dtype)


def test_scalars_survive() -> None:
    edges = [
        s * (2**p + d)
        for p in (0, 5, 7, 8, 15, 16, 31, 32, 62)
        for d in (-1, 0, 1)
        for s in (1, -1)
    ]
    texts = ["", "a", "é" * 16, "b" * 31, "c" * 32, "d" * 255, "e" * 256, "f" * 65536]
    floats = [0.0, -0.0, 0.1, 0.5, 1e300, float("inf"), 3.5e38]
    values = [*edges, *texts, *floats, 2**63 - 1, -(2**63)]
    fields = {f"k{i}": value for i, value in enumerate(values)}
    assert msgpack.unpack(msgpack.pack(fields)) == fields
    for cut in (b"", msgpack.pack(fields)[:-1], msgpack.pack({"a": "text"})[:-2], b"\xa1a"):
        with pytest.raises(ValueError, match="not a msgpack map"):
            msgpack.unpack(cut)


def cifar_batch(path: Path, count: int, first: int, **labels: bytes) -> np.ndarray:
    """A batch of CIFAR's python version: images of one colour each."""
    colours = (np.arange(count) + first).astype(np.uint8)
    numbers = {key: [int(v) for v in colours % 7] for key in labels.values()}
    content = {b"data": np.repeat(colours[:, None], 3072, axis=1), **numbers}
    # The module that the published files, older than NumPy 2, name.
    path.write_bytes(pickle.dumps(content, protocol=3).replace(b"numpy._core", b"numpy.core"))
    return colours


def shades(found: list[dict[str, Any]]) -> list[int]:
    """The colour of each row's image."""
    return [int(vision.Decode()(row["data"]).mean().round()) for row in found]


def test_cifar_is_converted(tmp_path: Path) -> None:
    for i in (1, 2):
        cifar_batch(tmp_path / f"data_batch_{i}", 3, 10 * i, label=b"labels")
    cifar_batch(tmp_path / "test_batch", 2, 200, label=b"labels")
    Cifar10ToMR(str(tmp_path), str(tmp_path / "out")).transform(["id", "label"])
    train = rows(ds.MindDataset(str(tmp_path / "out"), shuffle=False))
    assert shades(train) == [10, 11, 12, 20, 21, 22]
    assert [int(r["label"]) for r in train] == [3, 4, 5, 6, 0, 1]
    assert [int(r["id"]) for r in train] == list(range(6))
    assert train[0]["label"].dtype == np.int64
    assert shades(rows(ds.MindDataset(str(tmp_path / "out_test"), shuffle=False))) == [200, 201]


def test_cifar100_has_two_labels(tmp_path: Path) -> None:
    for name, first in (("train", 30), ("test", 90)):
        cifar_batch(tmp_path / name, 2, first, fine=b"fine_labels", coarse=b"coarse_labels")
    Cifar100ToMR(str(tmp_path), str(tmp_path / "out")).transform()
    test = rows(ds.MindDataset(str(tmp_path / "out_test"), shuffle=False))
    assert list(test[0]) == ["coarse_label", "data", "fine_label", "id"]
    assert shades(test) == [90, 91]
    assert [int(r["fine_label"]) for r in test] == [6, 0]


def test_a_batch_that_runs_code_is_refused(tmp_path: Path) -> None:
    for name in ("data_batch_1", "test_batch"):
        (tmp_path / name).write_bytes(b"cos\nsystem\n(S'touch hacked'\ntR.")
    with pytest.raises(RuntimeError, match=r"os\.system is not allowed in a CIFAR batch"):
        Cifar10ToMR(str(tmp_path), str(tmp_path / "out")).transform()
    with pytest.raises(PathNotExistsError, match="There is no train"):
        Cifar100ToMR(str(tmp_path), str(tmp_path / "out"))


def test_mnist_is_converted(tmp_path: Path) -> None:
    for part, count in (("train", 5), ("t10k", 2)):
        images = np.repeat(np.arange(count, dtype=np.uint8) * 9, 784)
        for name, head, body in (
            ("images-idx3", 16, images.tobytes()),
            ("labels-idx1", 8, bytes(range(count + 3))),
        ):
            packed = gzip.compress(b"\0" * head + body)
            (tmp_path / f"{part}-{name}-ubyte.gz").write_bytes(packed)
    MnistToMR(str(tmp_path), str(tmp_path / "m")).transform()
    train = rows(ds.MindDataset(str(tmp_path / "m_train.mindrecord"), shuffle=False))
    assert [int(r["label"]) for r in train] == list(range(5))
    assert shades(train) == [0, 9, 18, 27, 36]
    assert len(ds.MindDataset(str(tmp_path / "m_test.mindrecord"))) == 2


def test_a_table_is_converted(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text('name,n,x,yes\n"a, b",1,0.5,True\nc,-2,,False\n')
    CsvToMR(str(table), str(tmp_path / "out")).transform()
    first, second = rows(ds.MindDataset(str(tmp_path / "out"), shuffle=False))
    assert (str(first["name"]), int(first["n"]), float(first["x"])) == ("a, b", 1, 0.5)
    assert [v.dtype.str[1:] for v in first.values()] == ["i8", "U4", "f8", "i4"]
    assert int(second["n"]) == -2
    assert np.isnan(second["x"])
    assert int(second["yes"]) == 0
    CsvToMR(str(table), str(tmp_path / "some"), ["x"]).transform()
    assert ds.MindDataset(str(tmp_path / "some")).get_col_names() == ["x"]
    with pytest.raises(RuntimeError, match=r"column q does not exist.*'name', 'n', 'x', 'yes'"):
        CsvToMR(str(table), str(tmp_path / "q"), ["q"]).transform()


class _Feature(NamedTuple):
    shape: list[int]
    dtype: str


def _example(**lists: bytes) -> bytes:
    """A tf.train.Example of features as they are stored."""

    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2, len(content)]) + content

    entries = [field(1, field(1, name.encode()) + field(2, value)) for name, value in lists.items()]
    return field(1, b"".join(entries))


def test_tfrecords_become_mindrecords(tmp_path: Path) -> None:
    message = _example(
        **{
            "a name": b"\x0a\x04\x0a\x02hi",
            "n": b"\x1a\x02\x08\x07",
            "v": b"\x1a\x04\x0a\x02\x01\x02",
        }
    )
    head = struct.pack("<Q", len(message))
    record = head + struct.pack("<I", masked_crc(head)) + message + bytes(4)
    (tmp_path / "x.tfrecord").write_bytes(record * 3)
    features = {
        "a name": _Feature([], "string"),
        "n": _Feature([], "int64"),
        "v": _Feature([2], "int64"),
    }
    TFRecordToMR(str(tmp_path / "x.tfrecord"), str(tmp_path / "out"), features).transform()
    reader = FileReader(str(tmp_path / "out"))
    first, *others = reader.get_next()
    assert (first["a_name"], first["n"], first["v"].tolist(), len(others)) == ("hi", 7, [1, 2], 2)
    features["v"] = _Feature([3], "int64")
    with pytest.raises(ValueError, match="'v' should have 3 values of int64, but has 2"):
        TFRecordToMR(str(tmp_path / "x.tfrecord"), str(tmp_path / "b"), features).transform()
    with pytest.raises(ValueError, match="item: 3 is not str"):
        TFRecordToMR(str(tmp_path / "x.tfrecord"), str(tmp_path / "c"), features, [3])


@pytest.mark.parametrize("size", [0, 1, 12])
def test_an_encrypted_index_cut_to_almost_nothing_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.mindrecord"
    set_enc_key("0123456789abcdef")
    try:
        writer = FileWriter(str(path))
        writer.add_schema({"label": {"type": "int32"}}, "numbers")
        writer.write_raw_data([{"label": 1}])
        writer.commit()
        index = tmp_path / "a.mindrecord.db"
        index.write_bytes(index.read_bytes()[:size])
        with pytest.raises(RuntimeError, match="decrypt"):
            list(ds.MindDataset(str(path)).create_tuple_iterator(num_epochs=1))
    finally:
        set_enc_key(None)


def test_header_before_rows(tmp_path: Path) -> None:
    """MindSpore 1.x's scripts open a writer first; two files of rows written in parallel, or together."""
    for parallel in (False, True):
        writer = FileWriter(str(tmp_path / f"rows{parallel}"), 2)
        with pytest.raises(RuntimeError, match="add_schema"):
            writer.open_and_set_header()
        writer.add_schema({"number": {"type": "int32"}}, "numbers")
        assert writer.open_and_set_header() == 0
        for number in range(4):
            writer.write_raw_data([{"number": number}], parallel_writer=parallel)
        writer.commit()
        paths = [str(tmp_path / f"rows{parallel}{part}") for part in range(2)]
        reader = FileReader(paths if parallel else paths[0])
        assert sorted(int(row["number"]) for row in reader.get_next()) == [0, 1, 2, 3]
        reader.close()
