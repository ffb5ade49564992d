"""Pictures with boxes, laid down as MindYOLO reads COCO: lists, labels and annotations."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

COLOURS = ((220, 40, 40), (40, 220, 40), (40, 40, 220))


Sides = tuple[float, float]  # the least and the greatest side of a box, as a share of the picture's


def lay(root: Path, sides: Sides, count: int = 16, size: int = 64) -> Path:
    """`root` with train2017 and val2017: the same `count` pictures of one to three coloured boxes."""
    draws = np.random.RandomState(0)
    boxes = [_boxes(draws, sides, size) for _ in range(count)]
    for part in ("train2017", "val2017"):
        (root / "images" / part).mkdir(parents=True)
        (root / "labels" / part).mkdir(parents=True)
        for number, of_one in enumerate(boxes):
            _picture(draws, of_one, size).save(root / "images" / part / f"{number:06d}.png")
            lines = (f"{k} {x / size} {y / size} {w / size} {h / size}" for k, x, y, w, h in of_one)
            (root / "labels" / part / f"{number:06d}.txt").write_text("\n".join(lines))
        names = (f"./images/{part}/{number:06d}.png" for number in range(count))
        (root / f"{part}.txt").write_text("\n".join(names))
    (root / "annotations").mkdir()
    (root / "annotations" / "instances_val2017.json").write_text(
        json.dumps(_annotations(boxes, size))
    )
    return root


def _boxes(
    draws: np.random.RandomState, sides: Sides, size: int
) -> list[tuple[int, float, float, float, float]]:
    """(class, centre x, centre y, width, height) in pixels."""
    found = []
    for _ in range(draws.randint(1, 4)):
        w, h = draws.uniform(*sides, 2) * size
        x, y = draws.uniform(w / 2, size - w / 2), draws.uniform(h / 2, size - h / 2)
        found.append((int(draws.randint(3)), x, y, w, h))
    return found


def _picture(draws: np.random.RandomState, boxes: list, size: int) -> Image.Image:
    picture = Image.fromarray(draws.randint(90, 130, (size, size, 3)).astype(np.uint8))
    for kind, x, y, w, h in boxes:
        corners = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        ImageDraw.Draw(picture).rectangle(corners, fill=COLOURS[kind])
    return picture


def _annotations(boxes: list, size: int) -> dict:
    images = [
        {"id": n, "width": size, "height": size, "file_name": f"{n:06d}.png"}
        for n in range(len(boxes))
    ]
    every = [
        {
            "image_id": n,
            "category_id": k,
            "bbox": [x - w / 2, y - h / 2, w, h],
            "area": w * h,
            "iscrowd": 0,
        }
        for n, of_one in enumerate(boxes)
        for k, x, y, w, h in of_one
    ]
    for number, one in enumerate(every):
        one["id"] = number + 1
    return {
        "images": images,
        "annotations": every,
        "categories": [{"id": k, "name": str(k)} for k in range(3)],
    }
