"""What a dataset gives to ImageClassificationRunner: images, labels and boxes, checked and in one form."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc import Tensor, float32, int32, log


@dataclasses.dataclass
class Batch:
    """Images (N, C, H, W), and of each its labels, and by label where the object is, (1, 1, H, W)."""

    images: Tensor
    labels: list[list[int]]
    masks: list[dict[int, np.ndarray]]


def unpack(columns: Sequence[Any], num_labels: int) -> Batch:
    """One element of a dataset; an image alone is a batch of one. Labels not below `num_labels` are left out."""
    arrays = [column.asnumpy() for column in columns]
    images = arrays[0] if arrays[0].ndim == 4 else arrays[0][None]
    count = len(images)
    given = (
        arrays[1].reshape(count, -1).astype(int) if len(arrays) > 1 else np.empty((count, 0), int)
    )
    boxes = arrays[2].reshape(count, -1, 4).astype(int) if len(arrays) > 2 else None
    known = (given >= 0) & (given < num_labels)
    labels = [
        sorted({int(one) for one in row[keep]}) for row, keep in zip(given, known, strict=True)
    ]
    masks: list[dict[int, np.ndarray]] = [{} for _ in labels]
    if boxes is not None:
        for i, j in zip(*known.nonzero(), strict=True):
            _add_box(masks[i], int(given[i, j]), boxes[i, j], images.shape[-2:])
    return Batch(Tensor(images, float32), labels, masks)


def _add_box(
    masks: dict[int, np.ndarray], label: int, box: np.ndarray, size: tuple[int, ...]
) -> None:
    """x and its length are those of the first axis of the picture, as in MindSpore."""
    x, y, x_length, y_length = box
    mask = masks.setdefault(label, np.zeros((1, 1, *size)))
    mask[:, :, x : x + x_length, y : y + y_length] = 1


def padded(labels: list[list[int]]) -> Tensor:
    """The labels of each sample as rows of one length, filled up with 0: an Int32 Tensor."""
    rows = np.zeros((len(labels), max(map(len, labels))))
    for row, given in zip(rows, labels, strict=True):
        row[: len(given)] = given
    return Tensor(rows, int32)


def check_columns(sample: Sequence[Any], needs_boxes: bool) -> None:
    """ValueError unless an element of a dataset is images, images and labels, or these and boxes."""
    if len(sample) not in (1, 2, 3):
        raise ValueError(
            f"The dataset must have one to three columns, images, labels and boxes, but it has {len(sample)}."
        )
    if needs_boxes and len(sample) < 3:
        raise ValueError("'Localization' needs a third column of the dataset, the boxes.")
    shape = sample[0].shape
    if len(shape) not in (3, 4) or shape[-3] not in (1, 3, 4):
        raise ValueError(
            f"Images must have the shape (C, H, W) or (N, C, H, W) with 1, 3 or 4 channels, but it is {shape}."
        )
    if len(shape) == 3:
        log.warning("Images have the shape %s; each is taken as a batch of one.", shape)
    if len(sample) == 3 and sample[2].shape[-1:] != (4,):
        raise ValueError(f"Boxes must have the shape (N, objects, 4), but it is {sample[2].shape}.")
    _check_label_shape(sample)


def _check_label_shape(sample: Sequence[Any]) -> None:
    if len(sample) > 1 and sum(size > 1 for size in sample[1].shape[1:]) > 1:
        raise ValueError(
            f"Labels must have the shape (N,) or (N, labels), but it is {sample[1].shape}."
        )


def check_image_size(shape: tuple[int, ...], least: int) -> None:
    """ValueError unless images have 3 channels and `least` pixels each way, which hierarchical occlusion needs."""
    if shape[-3] != 3:
        raise ValueError(
            f"Hierarchical occlusion needs images with 3 channels, but the shape is {shape}."
        )
    if min(shape[-2:]) < least:
        raise ValueError(
            f"Hierarchical occlusion needs images of {least} pixels or more each way, but the shape is {shape}."
        )


def check_labels(labels: Sequence[str]) -> None:
    """ValueError for no labels, for one that is blank, and for one that is there twice."""
    if not labels:
        raise ValueError("The list of labels is empty.")
    blank = [i for i, label in enumerate(labels) if not label.strip()]
    if blank:
        raise ValueError(f"Label {blank[0]} is blank.")
    twice = [label for i, label in enumerate(labels) if label in labels[:i]]
    if twice:
        raise ValueError(f"Label {twice[0]!r} is there twice.")
