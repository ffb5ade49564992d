"""Small files in the layouts of public image sets."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image


def pattern(*shape: int, seed: int = 0) -> np.ndarray:
    """Bytes that differ along every axis and pack well."""
    return ((np.arange(np.prod(shape)) * 7 + 13 * seed) % 251).astype(np.uint8).reshape(shape)


def idx(path: Path, values: np.ndarray, magic: int) -> None:
    """An idx file."""
    head = struct.pack(">" + "I" * (1 + values.ndim), magic, *values.shape)
    path.write_bytes(head + values.tobytes())


def picture(path: Path, height: int, width: int = 5, seed: int = 0) -> None:
    """A PNG file, whatever its name says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pattern(height, width, 3, seed=seed)).save(path, format="PNG")


def kmnist(folder: Path) -> None:
    for part, count in (("train", 6), ("t10k", 3)):
        idx(folder / f"{part}-images-idx3-ubyte", pattern(count, 28, 28, seed=count), 2051)
        idx(folder / f"{part}-labels-idx1-ubyte", pattern(count, seed=count) % 47, 2049)


def emnist(folder: Path) -> None:
    for name in ("letters", "mnist"):
        for part, count in (("train", 4), ("test", 3)):
            path = f"emnist-{name}-{part}"
            idx(folder / f"{path}-images-idx3-ubyte", pattern(count, 28, 28, seed=len(path)), 2051)
            idx(folder / f"{path}-labels-idx1-ubyte", pattern(count, seed=len(path)) % 47, 2049)


def qmnist(folder: Path) -> None:
    for path, count in (("qmnist-train", 5), ("qmnist-test", 4), ("xnist", 3)):
        idx(folder / f"{path}-images-idx3-ubyte", pattern(count, 28, 28, seed=count), 2051)
        numbers = (pattern(count, 8, seed=count).astype(np.int64) * 1000).astype(">i4")
        idx(folder / f"{path}-labels-idx2-int", numbers, 3074)


def stl10(folder: Path) -> None:
    for part, count in (("train", 3), ("test", 2), ("unlabeled", 2)):
        pixels = pattern(count, 3, 96, 96, seed=count + len(part))
        (folder / f"{part}_X.bin").write_bytes(pixels.tobytes())
        if part != "unlabeled":
            (folder / f"{part}_y.bin").write_bytes(bytes(range(1, count + 1)))


def svhn(folder: Path) -> None:
    from scipy.io import savemat

    for part, count in (("train", 3), ("test", 2), ("extra", 4)):
        pixels = pattern(32, 32, 3, count, seed=count)
        savemat(folder / f"{part}_32x32.mat", {"X": pixels, "y": np.arange(8, 8 + count)[:, None]})


def _object(name: str, box: tuple[float, ...], difficult: Any = "", truncated: Any = "") -> str:
    tags = zip(("xmin", "ymin", "xmax", "ymax"), box, strict=True)
    edges = "".join(f"<{tag}>{value}</{tag}>" for tag, value in tags)
    flags = f"<difficult>{difficult}</difficult>" if difficult != "" else ""
    flags += f"<truncated>{truncated}</truncated>" if truncated != "" else ""
    return f"<object><name>{name}</name><pose>x</pose>{flags}<bndbox>{edges}</bndbox></object>"


def voc(folder: Path) -> None:
    for i, name in enumerate(("b2", "a1", "c3", "d4")):
        picture(folder / f"JPEGImages/{name}.jpg", 6 + i, seed=i)
        picture(folder / f"SegmentationClass/{name}.png", 6 + i, seed=i + 9)
    objects = {
        "b2": _object("dog", (1, 2, 4, 5), 0, 1) + _object("cat", (2, 2, 3, 6), 1, 0),
        "a1": _object("bird", (1, 1, 2, 2), 0, 0),
        "c3": _object("cat", (1.0, 1, 5, 6)) + _object("zebra", (1, 1, 2, 3), 1, 1),
        "d4": "",
    }
    lists = {
        "Main": {"train": "b2\na1\nc3\n", "val": "a1", "none": "d4\n", "gone": "zz\n"},
        "Segmentation": {"train": "c3\nb2\n", "val": "a1"},
    }
    (folder / "Annotations").mkdir()
    for name, text in objects.items():
        path = folder / f"Annotations/{name}.xml"
        path.write_text(f"<annotation><filename>x</filename>{text}</annotation>")
    for kind, files in lists.items():
        (folder / "ImageSets" / kind).mkdir(parents=True)
        for name, text in files.items():
            (folder / "ImageSets" / kind / f"{name}.txt").write_text(text)


IMAGES = [{"id": 10 * i, "file_name": f"{i}.jpg"} for i in (2, 0, 1, 3)]
CATEGORIES = [{"id": 7, "name": "person", "isthing": 1}, {"id": 3, "name": "sky", "isthing": 0}]
_NUMBERS: list[tuple[int, int, list[float], int, Any, list[int]]] = [
    (0, 7, [1, 2, 3.5, 4], 0, [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6, 7, 7]], [1, 2, 2]),
    (20, 3, [0, 0, 1, 1], 1, {"counts": [2, 3, 4], "size": [4, 5]}, [0, 0, 0]),
    (0, 3, [5, 6, 7, 8], 0, [[1.5, 2, 3]], [3, 4, 1]),
    (10, 7, [9, 9, 9, 9], 0, [[1, 2, 3, 4]], [3, 4, 2]),
]
ANNOTATIONS = [
    {
        "id": number,
        "image_id": image,
        "category_id": category,
        "bbox": box,
        "iscrowd": crowd,
        "area": 5 * image,
        "segmentation": marks,
        "keypoints": points * 2,
        "num_keypoints": points[2],
    }
    for number, (image, category, box, crowd, marks, points) in enumerate(_NUMBERS)
]


def coco(folder: Path) -> None:
    for i in range(4):
        picture(folder / f"images/{i}.jpg", 4 + i, seed=i)
    segments = [
        {"image_id": 0, "file_name": "0.png", "segments_info": ANNOTATIONS[:2]},
        {"image_id": 20, "file_name": "2.png", "segments_info": ANNOTATIONS[2:3]},
    ]
    captions = [(0, "a dog"), (20, "two cats é"), (0, "x")]
    told = [{"id": k, "image_id": i, "caption": text} for k, (i, text) in enumerate(captions)]
    first = ANNOTATIONS[0]

    def without(name: str) -> list[Any]:
        return [{key: value for key, value in first.items() if key != name}]

    contents: dict[str, Any] = {
        "all": {"annotations": ANNOTATIONS},
        "panoptic": {"annotations": segments},
        "captions": {"annotations": told},
        "unknown": {"annotations": [dict(first, category_id=99)]},
        "no_box": {"annotations": without("bbox")},
        "no_crowd": {"annotations": without("iscrowd")},
        "no_image": {"annotations": [dict(first, image_id=999)]},
        "no_annotation": {"annotations": []},
        "no_images": {"annotations": ANNOTATIONS, "images": []},
    }
    for name, content in contents.items():
        whole = {"images": IMAGES, "categories": CATEGORIES, **content}
        (folder / f"{name}.json").write_text(json.dumps(whole))
    (folder / "no_category.json").write_text(
        json.dumps({"images": IMAGES, "annotations": ANNOTATIONS})
    )
    (folder / "bad.json").write_text("{x")


def manifest(folder: Path) -> None:
    entries = [("3", "train", "dog"), ("0", "TRAIN", "cat"), ("1", "eval", "cat")]
    entries += [("2", "train", "bird,dog"), ("4", "inference", "cat")]
    for i in range(5):
        picture(folder / f"{i}.jpg", 4, 3 + i, seed=i)

    def line(stem: str, usage: str, labels: str) -> str:
        named = [{"name": label, "type": "image"} for label in labels.split(",")]
        return json.dumps({"source": f"{folder}/{stem}.jpg", "usage": usage, "annotation": named})

    (folder / "good").write_text("".join(f"{line(*entry)}\n" for entry in entries))
    (folder / "gone").write_text(line("nope", "train", "dog"))
    (folder / "bad").write_text("{x")
    (folder / "bare").write_text(json.dumps({"source": f"{folder}/1.jpg", "usage": "train"}))


def celeba(folder: Path) -> None:
    for i in range(1, 5):
        picture(folder / f"{i:06}.jpg", 3 + i, seed=i)
    marks = ("-1  1 -1", " 1  1 -1", "-1 -1 -1", " 1  1  1")
    rows = "".join(f"{i:06}.jpg {mark}\n" for i, mark in enumerate(marks, 1))
    (folder / "list_attr_celeba.txt").write_text(f"4\nA B C\n{rows}")
    parts = "".join(f"{i:06}.jpg {part}\n" for i, part in enumerate((0, 1, 2, 0), 1))
    (folder / "list_eval_partition.txt").write_text(parts)


def food(folder: Path) -> None:
    for name in ("pie", "apple", "zoo"):
        for i in range(3):
            picture(folder / f"images/{name}/{i}.jpg", 3 + i, seed=i + len(name))
    (folder / "meta").mkdir()
    (folder / "meta/train.txt").write_text("pie/0\npie/2\napple/1\nzoo/0\n")
    (folder / "meta/test.txt").write_text("pie/1\napple/0\n")


def imdb(folder: Path) -> None:
    for part in ("train", "test"):
        for kind in ("pos", "neg"):
            (folder / part / kind).mkdir(parents=True)
            for i in (2, 0, 10):
                (folder / part / kind / f"{i}_9.txt").write_text(f"{part} {kind} {i} é")


def flowers(folder: Path) -> None:
    from scipy.io import savemat

    for i in range(1, 7):
        picture(folder / f"jpg/image_{i:05}.jpg", 3 + i, seed=i)
        picture(folder / f"segmim/segmim_{i:05}.jpg", 3 + i, seed=i + 9)
    parts = {"trnid": [2, 4], "tstid": [6, 1, 3], "valid": [5]}
    savemat(folder / "imagelabels.mat", {"labels": np.array([[3, 1, 102, 4, 5, 2]], np.uint8)})
    savemat(folder / "setid.mat", {k: np.array([v], np.uint16) for k, v in parts.items()})


def caltech(folder: Path) -> None:
    from scipy.io import savemat

    outlines = {"Faces": "Faces_2", "airplanes": "Airplanes_Side_2", "ant": "ant"}
    for k, name in enumerate((*outlines, "BACKGROUND_Google")):
        for i in (1, 2):
            path = folder / f"101_ObjectCategories/{name}/image_{i:04}.jpg"
            picture(path, 3 + i, seed=i + k)
    for k, name in enumerate(outlines.values()):
        (folder / "Annotations" / name).mkdir(parents=True)
        for i in (1, 2):
            outline = np.arange(2.0 * (3 + i)).reshape(2, -1) + k
            path = folder / f"Annotations/{name}/annotation_{i:04}.mat"
            savemat(path, {"obj_contour": outline})


def _news(folder: Path, fields: int) -> None:
    for part, count in (("train", 5), ("test", 3)):
        rows = [
            [i % 4 + 1, *[f'{part} ""q"", {i} {k}' for k in range(1, fields)]] for i in range(count)
        ]
        text = "".join(",".join(f'"{value}"' for value in row) + "\n" for row in rows)
        (folder / f"{part}.csv").write_text(text)


def news2(folder: Path) -> None:
    _news(folder, 2)


def news3(folder: Path) -> None:
    _news(folder, 3)


def news4(folder: Path) -> None:
    _news(folder, 4)


def lines(folder: Path) -> None:
    """Penn Treebank's and WikiText's files."""
    for part, count in (("train", 5), ("test", 3), ("valid", 1)):
        text = "".join(f" {part} {i} <unk> \n" for i in range(count))
        (folder / f"ptb.{part}.txt").write_text(text + "\n")
        (folder / f"wiki.{part}.tokens").write_text(f" \n = Head = \n \n{text}")


def usps(folder: Path) -> None:
    for name, seed, count in (("usps", 0, 3), ("usps.t", 1, 2)):
        values = np.random.RandomState(seed).uniform(-1, 1, (count, 256))
        rows = [" ".join(f"{i}:{v:.6f}" for i, v in enumerate(row, 1)) for row in values]
        text = "".join(f"{label} {row} \n" for label, row in zip((7, 10, 1), rows, strict=False))
        (folder / name).write_text(text)
