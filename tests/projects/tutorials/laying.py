"""Small data where the tutorials look for what they download."""

from __future__ import annotations

import io
import json
import struct
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from laid import pictures
from PIL import Image

_WORDS = [
    "the",
    "film",
    "is",
    "terrible",
    "great",
    "good",
    "bad",
    "plot",
    "actor",
    "scene",
    "story",
    "long",
    "short",
    "very",
    "not",
]


def digits(folder: Path, train: int = 64, test: int = 16, prefix: str = "") -> None:
    """MNIST's four files below folder/train and folder/test: blobs whose place tells the class."""
    draws = np.random.RandomState(0)
    for part, name, count in (("train", "train", train), ("test", "t10k", test)):
        place = folder / part if not prefix else folder
        place.mkdir(parents=True, exist_ok=True)
        labels = draws.randint(0, 10, count).astype(np.uint8)
        images = draws.randint(0, 60, (count, 28, 28)).astype(np.uint8)
        for image, label in zip(images, labels, strict=True):
            row, column = divmod(int(label), 4)
            image[row * 9 : row * 9 + 8, column * 7 : column * 7 + 7] = 220
        head = struct.pack(">IIII", 2051, count, 28, 28)
        (place / f"{name}-images-idx3-ubyte").write_bytes(head + images.tobytes())
        head = struct.pack(">II", 2049, count)
        (place / f"{name}-labels-idx1-ubyte").write_bytes(head + labels.tobytes())


def quick_start(place: Path) -> None:
    """MNIST."""
    digits(place / "MNIST_Data", 256, 64)


def gan(place: Path) -> None:
    """MNIST."""
    digits(place / "MNIST_Data", 64, 16)


def dcgan(place: Path) -> None:
    """A folder of faces."""
    pictures(place / "faces", 1, 8, 64)


def diffusion(place: Path) -> None:
    """One picture, and FashionMNIST's four files in one folder."""
    pictures(place / "drawn", 1, 1, 160, suffix="jpg")
    (place / "image_cat/jpg").mkdir(parents=True)
    (place / "drawn/class_0/0.jpg").rename(place / "image_cat/jpg/000000039769.jpg")
    digits(place / "dataset", 16, 4, prefix="flat")


def cifar(place: Path) -> None:
    """CIFAR-10's binary files; MindSpore reads no file of fewer than ten thousand rows."""
    folder = place / "datasets-cifar10-bin/cifar-10-batches-bin"
    folder.mkdir(parents=True)
    draws = np.random.RandomState(0)
    for name in [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]:
        rows = draws.randint(0, 256, (100, 3073)).astype(np.uint8)
        rows[:, 0] %= 10
        (folder / f"{name}.bin").write_bytes(rows.tobytes() * 100)
    (folder / "batches.meta.txt").write_text("".join(f"kind{i}\n" for i in range(10)))


def wolves(place: Path) -> None:
    """Pictures of dogs and wolves."""
    for part, each in (("train", 2), ("val", 2)):
        folder = pictures(place / "datasets-Canidae/data/Canidae" / part, 2, each, 64, suffix="jpg")
        (folder / "class_0").rename(folder / "dogs")
        (folder / "class_1").rename(folder / "wolves")


def imagenet(place: Path) -> None:
    """train, val and infer of a few classes."""
    for part, each in (("train", 4), ("val", 4), ("infer", 1)):
        pictures(place / "dataset" / part, 2, each, 64, suffix="jpg")
    (place / "ckpt").mkdir()


def write_records(path: Path, schema: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """A MindRecord file."""
    from mindspore.mindrecord import FileWriter

    path.parent.mkdir(parents=True, exist_ok=True)
    writer = FileWriter(str(path), shard_num=1, overwrite=True)
    writer.add_schema(schema, "rows")
    writer.write_raw_data(rows)
    writer.commit()


def _arrays(count: int, *names: str, shape: tuple[int, ...]) -> tuple[dict[str, Any], list[Any]]:
    draws = np.random.RandomState(0)
    small = (*shape[:-2], 4, 4)
    times = shape[-1] // 4

    def smooth() -> np.ndarray:
        raw = draws.uniform(-1, 1, small).astype(np.float32)
        return np.kron(raw, np.ones((times, times), np.float32)).reshape(shape)

    schema = {name: {"type": "float32", "shape": list(shape)} for name in names}
    return schema, [{name: smooth() for name in names} for _ in range(count)]


def pix2pix(place: Path) -> None:
    """Pairs of pictures as records."""
    schema, rows = _arrays(3, "input_images", "target_images", shape=(1, 3, 256, 256))
    write_records(place / "dataset/dataset_pix2pix/train.mindrecord", schema, rows)


def cyclegan(place: Path) -> None:
    """Pairs of pictures as records, and a few to predict."""
    folder = place / "CycleGAN_apple2orange"
    schema, rows = _arrays(2, "image_A", "image_B", shape=(3, 64, 64))
    write_records(folder / "apple2orange_train.mindrecord", schema, rows)
    for name in ("apple", "orange"):
        pictures(folder / "predict", 1, 2, 64, suffix="jpg")
        (folder / "predict/class_0").rename(folder / "predict" / name)


def _encoded(image: np.ndarray, kind: str = "PNG") -> bytes:

    stream = io.BytesIO()
    Image.fromarray(image).save(stream, kind)
    return stream.getvalue()


def segmentation(place: Path) -> None:
    """Pictures with masks as records."""
    draws = np.random.RandomState(0)
    rows = []
    for _ in range(8):
        mask = np.kron(draws.randint(0, 21, (4, 4)), np.ones((20, 20), int)).astype(np.uint8)
        image = np.stack([mask * 12, 255 - mask * 9, mask * 5], -1).astype(np.uint8)
        rows.append({"data": _encoded(image), "label": _encoded(mask)})
    schema = {"data": {"type": "bytes"}, "label": {"type": "bytes"}}
    write_records(place / "dataset/dataset_fcn8s/mindname.mindrecord", schema, rows)


def boxes(place: Path) -> None:
    """Pictures with boxes as records, and COCO's file of annotations for them."""
    draws = np.random.RandomState(0)
    rows, images, found = [], [], []
    for number in range(4):
        image = draws.randint(0, 90, (120, 160, 3)).astype(np.uint8)
        lines = []
        for kind in (1, 3):
            x, y, w, h = (int(v) for v in draws.randint((5, 5, 40, 40), (60, 50, 90, 60)))
            image[y : y + h, x : x + w] = 80 * kind
            lines.append([y, x, y + h, x + w, kind])
            box = {"id": len(found) + 1, "image_id": number, "category_id": kind, "iscrowd": 0}
            found.append({**box, "bbox": [x, y, w, h], "area": w * h})
        images.append({"id": number, "width": 160, "height": 120, "file_name": f"{number}.jpg"})
        row = {"img_id": np.array([number], np.int32), "image": _encoded(image)}
        rows.append({**row, "annotation": np.array(lines, np.int32)})
    schema = {
        "img_id": {"type": "int32", "shape": [1]},
        "image": {"type": "bytes"},
        "annotation": {"type": "int32", "shape": [-1, 5]},
    }
    folder = place / "datasets"
    write_records(folder / "MindRecord_COCO/ssd.mindrecord0", schema, rows)
    write_records(folder / "MindRecord_COCO/ssd_eval.mindrecord0", schema, rows)
    kinds = [{"id": 1, "name": "person"}, {"id": 3, "name": "car"}]
    (folder / "annotations").mkdir()
    (folder / "annotations/instances_val2017.json").write_text(
        json.dumps({"images": images, "annotations": found, "categories": kinds})
    )


def reviews(place: Path) -> None:
    """IMDb's archive and GloVe's vectors in the cache of the home folder."""
    draws = np.random.RandomState(0)
    cache = place / ".mindspore_examples"
    cache.mkdir()
    with tarfile.open(cache / "aclImdb_v1.tar.gz", "w:gz") as archive:
        for part, count in (("train", 10), ("test", 4)):
            for kind, word in (("pos", "great"), ("neg", "terrible")):
                for number in range(count):
                    text = " ".join([*draws.choice(_WORDS, 12), word]).encode()
                    info = tarfile.TarInfo(f"aclImdb/{part}/{kind}/{number}_1.txt")
                    info.size = len(text)
                    archive.addfile(info, io.BytesIO(text))
    vectors = "".join(
        f"{word} {' '.join(f'{v:.4f}' for v in draws.randn(100))}\n" for word in _WORDS
    )
    with zipfile.ZipFile(cache / "glove.6B.zip", "w") as archive:
        archive.writestr("glove.6B.100d.txt", vectors)


def nothing(place: Path) -> None:
    """The tutorial brings its data along."""


def cells(place: Path) -> None:
    """Grey cells on a dark ground and where they are, as volumes and as single pictures."""
    draws = np.random.RandomState(0)
    rows, columns = np.mgrid[:48, :48]
    images, masks = [], []
    for number in range(6):
        x, y, radius = draws.randint(14, 34), draws.randint(14, 34), draws.randint(6, 14)
        inside = (rows - x) ** 2 + (columns - y) ** 2 < radius**2
        grey = (inside * 120 + draws.randint(0, 90, inside.shape)).astype(np.uint8)
        images.append(Image.fromarray(grey))
        masks.append(Image.fromarray((inside * 255).astype(np.uint8)))
        part = place / "src/datasets/ISBI" / ("train" if number < 4 else "val")
        for kind, picture in (("image", images[-1]), ("mask", masks[-1])):
            (part / kind).mkdir(parents=True, exist_ok=True)
            picture.save(part / kind / f"{number}.png")
    (place / "data").mkdir()
    for name, pages in (("volume", images), ("labels", masks)):
        first, *others = [picture.copy() for picture in pages]  # saving as PNG left its settings
        first.save(place / f"data/train-{name}.tif", save_all=True, append_images=others)


def styles(place: Path) -> None:
    """Pictures of content, and of style."""
    pictures(place / "content", 1, 2, 260, suffix="jpg")
    pictures(place / "style", 1, 2, 260, seed=1, suffix="jpg")
