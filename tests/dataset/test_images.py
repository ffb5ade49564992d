"""Image sets in public layouts, beyond what the parity cases compare."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc.dataset as ds
from tests.dataset import layouts


def test_files_are_given_as_they_are_unless_decoded(tmp_path: Path) -> None:
    layouts.voc(tmp_path)
    image, target = next(iter(ds.VOCDataset(str(tmp_path), shuffle=False)))
    for value, name in ((image, "JPEGImages/c3.jpg"), (target, "SegmentationClass/c3.png")):
        assert value.asnumpy().tobytes() == (tmp_path / name).read_bytes()


def test_parts_of_qmnists_test_set(tmp_path: Path) -> None:
    layouts.qmnist(tmp_path)
    count = 10003
    layouts.idx(tmp_path / "qmnist-test-images-idx3-ubyte", np.zeros((count, 28, 28), "u1"), 2051)
    labels = np.arange(count * 8).reshape(count, 8).astype(">i4")
    layouts.idx(tmp_path / "qmnist-test-labels-idx2-int", labels, 3074)
    rest = ds.QMnistDataset(str(tmp_path), "test50k", shuffle=False)
    result = [int(row[1]) for row in rest.create_tuple_iterator(num_epochs=1, output_numpy=True)]
    assert result == [80000, 80008, 80016]
    assert len(ds.QMnistDataset(str(tmp_path), "test10k")) == 10000


def test_messages_name_what_is_missing(tmp_path: Path) -> None:
    layouts.coco(tmp_path)
    data = ds.CocoDataset(f"{tmp_path}/images", f"{tmp_path}/no_box.json")
    with pytest.raises(RuntimeError, match=r"'bbox' is missing in annotation file: .*no_box\.json"):
        len(data)
    with pytest.raises(FileNotFoundError, match="train_32x32"):
        ds.SVHNDataset(str(tmp_path), "train")
    with pytest.raises(NotImplementedError, match="does not decrypt"):
        ds.CocoDataset(f"{tmp_path}/images", f"{tmp_path}/all.json", decrypt=len)
    (tmp_path / "train_X.bin").write_bytes(b"\0" * 5)
    with pytest.raises(RuntimeError, match=r"train_X\.bin .* has 5 bytes"):
        len(ds.STL10Dataset(str(tmp_path), "train"))


def test_batches_of_boxes_need_padding(tmp_path: Path) -> None:
    layouts.coco(tmp_path)
    data = ds.CocoDataset(f"{tmp_path}/images", f"{tmp_path}/all.json", shuffle=False)
    boxes = data.project("bbox")
    with pytest.raises(RuntimeError, match="different shapes in column 'bbox'"):
        list(boxes.batch(2))
    padded = list(boxes.padded_batch(3, pad_info={"bbox": ([2, 4], -1)}))
    assert padded[0][0].shape == (3, 2, 4)


def test_a_review_of_several_lines_is_whole(tmp_path: Path) -> None:
    layouts.imdb(tmp_path)
    (tmp_path / "test/pos/0_9.txt").write_text("one\ntwo\n")
    text, label = next(iter(ds.IMDBDataset(str(tmp_path), "test", shuffle=False)))
    assert text == "one\ntwo"
    assert int(label) == 1
    assert ds.IMDBDataset(str(tmp_path)).num_classes() == 2


def test_shards_of_quoted_csv_files_begin_at_a_row(tmp_path: Path) -> None:
    layouts.news3(tmp_path)
    data = ds.AGNewsDataset(str(tmp_path), "train", shuffle=False, num_shards=2, shard_id=1)
    first = next(data.create_dict_iterator(num_epochs=1, output_numpy=True))
    assert str(first["index"]) == "4"
    assert str(first["title"]) == 'train "q", 3 1'


def test_names_of_classes(tmp_path: Path) -> None:
    layouts.caltech(tmp_path)
    known = ds.Caltech101Dataset(str(tmp_path)).get_class_indexing()
    assert known == {"Faces": 0, "airplanes": 1, "ant": 2}
    layouts.flowers(tmp_path)
    with pytest.raises(NotImplementedError, match="no names"):
        ds.Flowers102Dataset(str(tmp_path)).get_class_indexing()
    (tmp_path / "usps").write_text("7 1:0.5\n")
    with pytest.raises(RuntimeError, match="1 values, not 256"):
        list(ds.USPSDataset(str(tmp_path), "train"))
