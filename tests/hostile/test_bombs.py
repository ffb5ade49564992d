"""What a small file declares is compared with its bytes before memory is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import image_decoding, vision
from msacc.mindrecord.integers import grow
from msacc.mindrecord.msgpack import unpack
from tests.dataset import layouts
from tests.hostile import bombs
from tests.hostile.attack import in_little_memory
from tests.hostile.sources import rows

Read = Callable[[], Any]


def _refused(read: Read, error: str, *says: str) -> None:
    kind, text = in_little_memory(read)
    assert kind == error, text
    for part in says:
        assert part in text


# -- images ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", bombs.IMAGES)
def test_images_of_more_pixels_than_bytes_can_be_worth(name: str, tmp_path: Path) -> None:
    raw = bombs.IMAGES[name]
    assert len(raw) < 1 << 20
    path = tmp_path / "bomb.png"
    path.write_bytes(raw)
    octets = np.frombuffer(raw, np.uint8)
    for read in (
        lambda: vision.Decode()(octets),
        lambda: vision.Decode(to_pil=True)(octets),
        lambda: vision.RandomCropDecodeResize(8)(octets),
        lambda: vision.read_image(str(path)),
    ):
        _refused(read, "RuntimeError", "bomb" if "one row" not in name else "")
    _refused(lambda: vision.read_image(str(path)), "RuntimeError", str(path))


def test_the_error_says_the_size_and_the_remedy() -> None:
    for side, says in ((bombs.SIDE, r"\(3600000000 pixels\)"), (6000, "6000 x 6000 pixels in")):
        with pytest.raises(RuntimeError, match=f"{says}.*MSACC_MAX_IMAGE_PIXELS"):
            vision.Decode()(np.frombuffer(bombs.bmp(side, side), np.uint8))


def test_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = np.frombuffer(bombs.png(4000, 3000, rows=3000), np.uint8)
    assert len(raw) * image_decoding._MAX_PIXELS_PER_BYTE > 4000 * 3000 or len(raw) < 50_000
    monkeypatch.setattr(image_decoding, "_MAX_PIXELS_PER_BYTE", 1)
    with pytest.raises(RuntimeError, match="4000 x 3000 pixels"):
        vision.Decode()(raw)
    monkeypatch.setenv("MSACC_MAX_IMAGE_PIXELS", "12000000")
    assert vision.Decode()(raw).shape == (3000, 4000, 3)


def test_a_picture_of_one_colour_is_none() -> None:
    raw = np.frombuffer(bombs.png(3840, 2160, rows=2160), np.uint8)
    assert vision.Decode()(raw).shape == (2160, 3840, 3)


@pytest.mark.parametrize("name", bombs.TEXTS)
def test_texts_in_images_do_not_grow(name: str) -> None:
    raw = np.frombuffer(bombs.TEXTS[name], np.uint8)
    kind, text = in_little_memory(lambda: vision.Decode()(raw))
    # What goes with the pixels may be left out; it is not unpacked as a whole.
    assert kind in ("read", "RuntimeError"), text


def _folder(tmp_path: Path) -> Path:
    layouts.picture(tmp_path / "c/0.png", 4)
    (tmp_path / "c/1.png").write_bytes(bombs.IMAGES["png"])
    return tmp_path


@pytest.mark.parametrize("workers", [1, 2])
def test_sources_that_decode(tmp_path: Path, workers: int) -> None:
    folder = _folder(tmp_path)
    made = ds.ImageFolderDataset(
        str(folder), decode=True, shuffle=False, num_parallel_workers=workers
    )
    with pytest.raises(RuntimeError, match=r"1\.png may be an image bomb"):
        rows(made)


@pytest.mark.parametrize("processes", [False, True])
def test_maps_that_decode(tmp_path: Path, processes: bool) -> None:
    made = ds.ImageFolderDataset(str(_folder(tmp_path)), shuffle=False)
    made = made.map(
        [lambda x: x, vision.Decode()],
        ["image"],
        num_parallel_workers=2,
        python_multiprocessing=processes,
    )
    with pytest.raises(RuntimeError, match="may be an image bomb"):
        rows(made)


def test_annotated_sources_that_decode(tmp_path: Path) -> None:
    layouts.voc(tmp_path)
    (tmp_path / "JPEGImages/b2.jpg").write_bytes(bombs.IMAGES["jpeg"])
    _refused(
        lambda: rows(ds.VOCDataset(str(tmp_path), decode=True, shuffle=False)),
        "RuntimeError",
        "b2.jpg",
        "bomb",
    )


# -- XML, JSON ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bombs.laughs(), "entity 'a0'"),
        (bombs.outside("/etc/passwd"), "entity 'other'"),
        (bombs.deep(), "nested too deeply"),
        (bombs.laughs().encode("utf-16"), "entity 'a0'"),
    ],
)
def test_xml(tmp_path: Path, text: str | bytes, says: str) -> None:
    layouts.voc(tmp_path)
    path = tmp_path / "Annotations/b2.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    _refused(
        lambda: rows(ds.VOCDataset(str(tmp_path), "Detection", shuffle=False)),
        "RuntimeError",
        "b2.xml",
        says,
    )


@pytest.mark.parametrize(
    ("error", "read"),
    [
        ("RuntimeError", lambda p: ds.CocoDataset(str(p.parent), str(p)).get_dataset_size()),
        ("RuntimeError", lambda p: rows(ds.CLUEDataset(str(p)))),
        ("RuntimeError", lambda p: ds.Schema(str(p))),
        ("RuntimeError", lambda p: ds.deserialize(json_filepath=str(p)).get_dataset_size()),
        ("RuntimeError", lambda p: ds.config.load(str(p))),
        ("ValueError", lambda p: ms.build_searched_strategy(str(p))),
    ],
)
def test_json(tmp_path: Path, error: str, read: Callable[[Path], Any]) -> None:
    path = tmp_path / "deep.json"
    path.write_text(bombs.DEEP_JSON)
    _refused(lambda: read(path), error, "deep.json", "nested too deeply")


# -- declared sizes ----------------------------------------------------------------------------
_BIG = 2**40
_TENSOR = {"dtype": "F32", "shape": [_BIG], "data_offsets": [0, 4 * _BIG]}
_EMPTY = {"dtype": "F32", "shape": [0, 2**62, 4], "data_offsets": [0, 0]}
FILES: dict[str, tuple[bytes, str, Callable[[str], Any]]] = {
    "a.ckpt": (bombs.record(_BIG), "needs", lambda p: ms.load_checkpoint(p)),
    "b.ckpt": (bombs.record(0, 2**62, content=b""), "shape", lambda p: ms.load_checkpoint(p)),
    "c.ckpt": (b"\x0a" + bombs.varint(_BIG) + bytes(20), "cut short", lambda p: ms.load_checkpoint(p)),
    "d.ckpt": (bombs.record(2**63, 2), "shape", lambda p: ms.load_checkpoint(p)),
    "a.safetensors": (bombs.safetensors({"w": _TENSOR}), "safetensors",
        lambda p: ms.load_checkpoint(p, format="safetensors")),
    "b.safetensors": (bombs.safetensors({"w": _EMPTY}), "safetensors",
        lambda p: ms.load_checkpoint(p, format="safetensors")),
    "c.safetensors": (bombs.safetensors({}, _BIG), "safetensors",
        lambda p: ms.load_checkpoint(p, format="safetensors")),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_checkpoints(tmp_path: Path, name: str) -> None:
    raw, says, read = FILES[name]
    (tmp_path / name).write_bytes(raw)
    _refused(lambda: read(str(tmp_path / name)), "ValueError", name, says)


@pytest.mark.parametrize(
    "shape",
    [(2**31, 28, 28), (2**32 - 1, 2**32 - 1, 2**32 - 1), (60000, 28, 28), (1, 2**16, 2**16)],
)
def test_idx(tmp_path: Path, shape: tuple[int, ...]) -> None:
    layouts.kmnist(tmp_path)
    (tmp_path / "train-images-idx3-ubyte").write_bytes(bombs.idx(*shape))
    _refused(
        lambda: rows(ds.MnistDataset(str(tmp_path))), "RuntimeError", "train-images", "should be"
    )


def test_wav(tmp_path: Path) -> None:
    """Sounds are read as far as they go, whatever their head says."""
    (tmp_path / "0_1_0_1_1_0_0_1.wav").write_bytes(bombs.wav(2**32 - 1))
    assert in_little_memory(lambda: rows(ds.YesNoDataset(str(tmp_path))))[0] == "read"


def test_matlab(tmp_path: Path) -> None:
    (tmp_path / "train_32x32.mat").write_bytes(bombs.matlab(bombs.packed_zeros()))
    _refused(
        lambda: rows(ds.SVHNDataset(str(tmp_path), "train")),
        "RuntimeError",
        "train_32x32",
        "more than",
    )


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB"])
def test_packed_records(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a").write_bytes(bombs.packed_zeros(kind))
    _refused(
        lambda: rows(ds.TFRecordDataset(str(tmp_path / "a"), compression_type=kind)),
        "RuntimeError",
        str(tmp_path),
        "more than",
    )


@pytest.mark.parametrize("raw", [bombs.grown(2**32 - 1), bombs.grown(2**20)])
def test_mindrecord_numbers(raw: bytes) -> None:
    _refused(lambda: grow(raw, "int64"), "ValueError", "declared")


@pytest.mark.parametrize(
    "raw", [b"\xdf\xff\xff\xff\xff", b"\x81\xa1a\xdb\xff\xff\xff\xff", b"\x81" * 100_000]
)
def test_mindrecord_scalars(raw: bytes) -> None:
    _refused(lambda: unpack(raw), "ValueError", "not a msgpack map")


# -- texts -------------------------------------------------------------------------------------
def test_one_long_line_among_short_ones(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(bombs.uneven_texts())
    assert in_little_memory(lambda: rows(ds.TextFileDataset(str(tmp_path / "a.txt"))))[0] == "read"
    (tmp_path / "a.csv").write_text("c\n" + bombs.uneven_texts()[:-300_000] + "\n")
    assert in_little_memory(lambda: rows(ds.CSVDataset(str(tmp_path / "a.csv"))))[0] == "read"
    made = ds.TextFileDataset(str(tmp_path / "a.txt"), shuffle=False)
    lengths = [
        len(str(row[0])) for row in made.create_tuple_iterator(num_epochs=1, output_numpy=True)
    ]
    assert sorted(lengths) == [1] * 1000 + [400_000]


def test_a_hole_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "hole.txt"
    with open(path, "wb") as file:
        file.truncate(10 << 30)
    _refused(
        lambda: rows(ds.TextFileDataset(str(path))),
        "RuntimeError",
        "hole.txt",
        "a line has more than",
    )
    _refused(lambda: ds.Schema(str(path)), "RuntimeError", "hole.txt", "a text at most")


def test_lists_of_uneven_lengths(tmp_path: Path) -> None:
    """COCO's rows are as long as the longest."""
    layouts.coco(tmp_path)
    content = json.loads((tmp_path / "all.json").read_text())
    first = content["annotations"][0]
    more = [dict(first, keypoints=[1.0]) for _ in range(3000)]
    content["annotations"] = [dict(first, keypoints=[1.0] * 100_000), *more]
    (tmp_path / "all.json").write_text(json.dumps(content))
    _refused(
        lambda: rows(ds.CocoDataset(f"{tmp_path}/images", f"{tmp_path}/all.json", "Keypoint")),
        "RuntimeError", "all.json", "the longest of",
    )  # fmt: skip
