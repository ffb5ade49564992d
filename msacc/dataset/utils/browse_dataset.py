"""Boxes, labels and masks drawn on an image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Colour = tuple[int, int, int]
_MASK_SHARE = 0.5


def imshow_det_bbox(
    image: np.ndarray,
    bboxes: np.ndarray | None,
    labels: np.ndarray | None,
    segm: np.ndarray | None = None,
    class_names: Sequence[str] | Mapping[int, str] | None = None,
    score_threshold: float = 0,
    bbox_color: Colour = (0, 255, 0),
    text_color: Colour = (203, 192, 255),
    mask_color: Colour = (128, 0, 128),
    thickness: int = 2,
    font_size: float = 0.8,
    show: bool = True,
    win_name: str = "win",
    wait_time: int = 2000,
    out_file: str | None = None,
) -> np.ndarray:
    """Draw boxes (N, 4) or (N, 5), (x, y, width, height[, score]), with their labels (N, 1).

    `image`: uint8 RGB, (H, W, 3) or (3, H, W); `segm`: masks (M, H, W), drawn half through. The
    result is BGR, as the colours are; it is shown in a window unless `show` is False, and written to
    `out_file`. A window needs the package opencv-python. AssertionError for other arguments.
    """
    import cv2

    _require(
        isinstance(image, np.ndarray) and image.ndim == 3 and 3 in (image.shape[0], image.shape[2]),
        "image must be a ndarray in (H, W, C) or (C, H, W) format.",
    )
    _check_boxes(bboxes, labels)
    has_names = isinstance(class_names, (tuple, list, dict))
    _require(has_names, "class_names must be a list, tuple or dict.")
    _check_colours(bbox_color=bbox_color, text_color=text_color, mask_color=mask_color)
    pixels = image.transpose(1, 2, 0) if image.shape[0] == 3 else image
    if segm is not None:
        _require(
            isinstance(segm, np.ndarray) and segm.shape[1:] == pixels.shape[:2],
            "segm must be a ndarray in (M, H, W) format, of the same height and width as image.",
        )
    canvas = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2BGR)
    for i, box in enumerate(bboxes if bboxes is not None else ()):
        if score_threshold > 0 and box[4] < score_threshold:
            continue
        if segm is not None:
            _tint(canvas, segm[i] != 0, mask_color)
        x, y, width, height = (int(v) for v in box[:4])
        cv2.rectangle(canvas, (x, y), (x + width, y + height), bbox_color, thickness)
        text = _text(class_names, int(labels[i][0]), box)  # type: ignore[index]
        cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_COMPLEX, font_size, text_color)
    if show:
        cv2.imshow(win_name, canvas)
        cv2.waitKey(wait_time)
    else:
        _require(out_file is not None, "out_file must be given if show is False.")
    if out_file is not None:
        cv2.imwrite(out_file, canvas)
    return canvas


def _require(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def _check_colours(**colours: object) -> None:
    for name, colour in colours.items():
        is_triple = isinstance(colour, tuple) and len(colour) == 3
        _require(is_triple, f"{name} must be a three tuple, formatted (B, G, R).")


def _check_boxes(bboxes: Any, labels: Any) -> None:
    if bboxes is None:
        return
    boxed = isinstance(bboxes, np.ndarray) and bboxes.ndim == 2 and bboxes.shape[1] in (4, 5)
    _require(boxed, "bboxes must be a ndarray in (N, 4) or (N, 5) format.")
    labelled = isinstance(labels, np.ndarray) and labels.shape == (len(bboxes), 1)
    _require(labelled, "labels must be a ndarray in (N, 1) format and has same N with bboxes.")


def _tint(canvas: np.ndarray, mask: np.ndarray, colour: Colour) -> None:
    mixed = canvas[mask] * (1 - _MASK_SHARE) + np.array(colour) * _MASK_SHARE
    canvas[mask] = mixed.astype(np.uint8)


def _text(names: Any, label: int, box: np.ndarray) -> str:
    has_name = label in names if isinstance(names, dict) else label < len(names)
    text = str(names[label]) if has_name else f"class {label}"
    return f"{text}|{box[4]:.2f}" if len(box) == 5 else text
