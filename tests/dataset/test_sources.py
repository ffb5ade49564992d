"""What sources read, and what they say about broken files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.dataset import vision
from tests.dataset.conftest import cifar


def rows(data: ds.Dataset) -> list[dict[str, Any]]:
    return list(data.create_dict_iterator(num_epochs=1, output_numpy=True))


def test_cifar10_reads_planes_as_channels(tmp_path: Path) -> None:
    records = [cifar(tmp_path, f"data_batch_{i}.bin", 4, 1, i) for i in range(1, 6)]
    test = cifar(tmp_path, "test_batch.bin", 3, 1, 9)
    data = ds.Cifar10Dataset(str(tmp_path), "test", shuffle=False)
    row = rows(data)[1]
    assert row["label"] == test[1, 0]
    assert row["label"].dtype == np.uint32
    np.testing.assert_array_equal(row["image"], test[1, 1:].reshape(3, 32, 32).transpose(1, 2, 0))
    train = rows(ds.Cifar10Dataset(str(tmp_path), "train", shuffle=False))
    assert [int(r["label"]) for r in train] == [int(b[0]) for part in records for b in part]
    assert ds.Cifar10Dataset(str(tmp_path)).get_dataset_size() == 23


def test_cifar100_has_two_labels(tmp_path: Path) -> None:
    records = cifar(tmp_path, "train.bin", 5, 2, 0)
    data = ds.Cifar100Dataset(str(tmp_path), "train", shuffle=False)
    assert data.get_col_names() == ["image", "coarse_label", "fine_label"]
    assert [int(r["fine_label"]) for r in rows(data)] == records[:, 1].tolist()


def test_a_cut_cifar_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test_batch.bin").write_bytes(b"\0" * 5000)
    with pytest.raises(RuntimeError, match=r"test_batch\.bin has 5000 bytes.*binary version"):
        rows(ds.Cifar10Dataset(str(tmp_path), "test"))


def test_fashion_mnist_is_read_like_mnist(mnist: str) -> None:
    assert len(rows(ds.FashionMnistDataset(mnist, "test"))) == 20


def test_image_folder(pictures: str) -> None:
    data = ds.ImageFolderDataset(pictures, shuffle=False)
    assert data.get_class_indexing() == {"bird": 0, "cat": 1, "dog": 2}
    assert data.num_classes() == 3
    assert [int(r["label"]) for r in rows(data)] == [0, 0, 1, 1, 2, 2]
    first = rows(data)[0]["image"]
    assert first.dtype == np.uint8
    assert first.ndim == 1
    decoded = rows(ds.ImageFolderDataset(pictures, shuffle=False, decode=True))
    assert decoded[0]["image"].shape == (23, 24, 3)
    np.testing.assert_array_equal(decoded[0]["image"], vision.Decode()(first))


def test_image_folder_with_chosen_classes_and_extensions(pictures: str) -> None:
    data = ds.ImageFolderDataset(pictures, shuffle=False, class_indexing={"dog": 7, "cat": 3})
    assert [int(r["label"]) for r in rows(data)] == [3, 3, 7, 7]
    Path(pictures, "cat", "note.txt").write_text("no image")
    assert ds.ImageFolderDataset(pictures, extensions=[".png"]).get_dataset_size() == 6
    with pytest.raises(RuntimeError, match=r"note\.txt is no image"):
        rows(ds.ImageFolderDataset(pictures, decode=True))


def test_a_class_sampler_takes_from_each_class(mnist: str) -> None:
    data = ds.MnistDataset(mnist, "train", sampler=ds.PKSampler(2))
    assert [int(r["label"]) for r in rows(data)] == [v for v in range(10) for _ in range(2)]
    assert len(data) == 20


def test_a_sampler_of_ones_own() -> None:
    class Even(ds.Sampler):
        def __iter__(self) -> Any:
            yield from range(0, self.dataset_size, 2)

    data = ds.NumpySlicesDataset({"x": np.arange(9)}, sampler=Even())
    assert [int(r["x"]) for r in rows(data)] == [0, 2, 4, 6, 8]
    assert len(data) == 5


def test_a_subset_counts_its_rows() -> None:
    chosen = [
        ds.SubsetSampler([2, 0]),
        ds.SubsetSampler([2, 0], 1),
        ds.SubsetRandomSampler([2, 0, 1]),
    ]
    assert [sampler.get_num_samples() for sampler in chosen] == [2, 1, 3]
    chosen[2].add_child(ds.SubsetSampler([1]))
    assert chosen[2].get_num_samples() == 1


def test_samplers_chain() -> None:
    outer = ds.DistributedSampler(2, 1, shuffle=False)
    outer.add_child(ds.SequentialSampler(2, 6))
    data = ds.NumpySlicesDataset({"x": np.arange(10)}, sampler=outer)
    assert [int(r["x"]) for r in rows(data)] == [3, 5, 7]


def test_padding_fills_shards() -> None:
    data = ds.NumpySlicesDataset({"x": [1, 2, 3]}, shuffle=False) + ds.PaddedDataset(
        [{"x": np.array(0)}]
    )
    data.use_sampler(ds.DistributedSampler(2, 1, shuffle=False))
    assert [int(r["x"]) for r in rows(data)] == [2, 0]
    assert len(data) == 2


def test_column_types_are_checked() -> None:
    data = ds.GeneratorDataset([(np.array(1.5),)], ["x"], column_types=[np.int32])
    with pytest.raises(RuntimeError, match="column_types says int32 for 'x'.*float64"):
        rows(data)


def test_messages_name_path_and_remedy(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nowhere.*does not exist"):
        ds.MnistDataset(str(tmp_path / "nowhere"))
    with pytest.raises(RuntimeError, match="should hold t10k-images-idx3-ubyte"):
        rows(ds.MnistDataset(str(tmp_path), "test"))


def test_sources_from_python_tell_the_names_that_they_were_given() -> None:
    assert ds.GeneratorDataset([(1, 2)], ["x", "y"]).column_names == ["x", "y"]
    assert ds.NumpySlicesDataset([1, 2]).column_names == ["column_0"]
    assert ds.PaddedDataset([{"a": np.array(1)}]).column_names == ["a"]
    assert not hasattr(ds.NumpySlicesDataset([1, 2]).batch(1), "column_names")


def test_a_yaml_may_leave_python_multiprocessing_open() -> None:
    source = ds.GeneratorDataset([(1, 2)], ["x", "y"], python_multiprocessing=None)  # type: ignore[arg-type]
    assert len(rows(source.batch(1, python_multiprocessing=None))) == 1  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="python_multiprocessing"):
        ds.GeneratorDataset([(1, 2)], ["x", "y"], python_multiprocessing=1)  # type: ignore[arg-type]
