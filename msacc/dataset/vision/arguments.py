"""Checks of the image transforms' arguments: TypeError or ValueError with MindSpore's messages.

Where MindSpore's message lacks the argument's name, the name is appended.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.vision.utils import Inter

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats, Ints

# MindSpore's limit for floats and numbers of pixels.
LARGEST = 16777216
INT_FIRST = (int, float)
FLOAT_FIRST = (float, int)


def check_bounds(name: str, value: Any, low: float, high: float, left: str = "[") -> Any:
    """Checks that a value lies between two bounds; "(" as `left` excludes the lower one."""
    if not (value > low if left == "(" else value >= low) or not value <= high:
        raise check.error_with_note(
            ValueError,
            f"Input is not within the required interval of {left}{low}, {high}].",
            f"Got {name}: {value!r}.",
        )
    return value


def factor(name: str, value: object, named: bool = True) -> float:
    """Checks and returns a number >= 0."""
    check.instance(None, name, value, FLOAT_FIRST)
    within = (
        check.between(None, name, value, 0, LARGEST)
        if named
        else check_bounds(name, value, 0, LARGEST)
    )
    return float(within)


def check_positive(name: str, value: Any) -> Any:
    """Checks and returns a number > 0."""
    if not value > 0:
        raise check.error_with_note(
            ValueError, f"Input {name} must be greater than 0.", f"Got {value!r}."
        )
    return value


def check_items(name: str, values: Any, kinds: tuple[type, ...]) -> Any:
    """Checks and returns a list or tuple of `kinds`."""
    check.instance(None, name, values, (list, tuple))
    for i, value in enumerate(values):
        check.instance(None, f"{name}[{i}]", value, kinds)
    return values


def check_min_max(name: str, pair: Sequence[Any]) -> None:
    """Raises ValueError unless the second number is at least the first."""
    if pair[0] > pair[1]:
        raise check.error_with_note(
            ValueError, f"{name} should be in (min,max) format. Got (max,min).", f"Got {pair!r}."
        )


def size_pair(size: Ints, name: str = "size") -> tuple[int, int]:
    """Returns (height, width) from an int (square) or a pair."""
    check.instance(None, name, size, (int, list, tuple))
    if isinstance(size, int):
        check_bounds(name, size, 1, LARGEST)
        return size, size
    _check_pair(size)
    for i, value in enumerate(size):
        check.instance(None, f"{name}[{i}]", value, int)
        check_bounds(f"{name}[{i}]", value, 1, LARGEST)
    return size[0], size[1]


def _check_pair(size: object) -> None:
    if not isinstance(size, (list, tuple)) or len(size) != 2:
        raise check.error_with_note(
            TypeError,
            "Size should be a single integer or a list/tuple (h, w) of length 2.",
            f"Got {size!r}.",
        )


def target_size(size: Ints) -> int | tuple[int, int]:
    """Returns the shorter edge as an int, or (height, width)."""
    if isinstance(size, int):
        return int(check_bounds("size", size, 1, LARGEST))
    _check_pair(size)
    for i, value in enumerate(size):
        check.integer(None, f"size at dim {i}", value, 1, check.INT32_MAX)
    return size[0], size[1]


def canvas_size(size: Ints) -> tuple[int, int]:
    """Returns (height, width) of the padded image, from an int (square) or a pair."""
    check.instance(None, "size", size, (int, list, tuple))
    if isinstance(size, int):
        check.integer(None, "size", size, 1, check.INT32_MAX)
        return size, size
    if len(size) != 2:
        raise check.error_with_note(
            ValueError, "The size must be a sequence of length 2.", f"Got {size!r}."
        )
    for i, value in enumerate(size):
        check.integer(None, f"size{i}", value, 1, check.INT32_MAX)
    return size[0], size[1]


def offset_pair(offset: Ints | None) -> tuple[int, int] | None:
    """Returns (top, left) from an int or a pair; None from None or an empty sequence."""
    if offset is None:
        return None
    check.instance(None, "offset", offset, (int, list, tuple))
    if isinstance(offset, int):
        check.integer(None, "offset", offset, 0, check.INT32_MAX)
        return offset, offset
    if len(offset) not in (0, 2):
        raise check.error_with_note(
            ValueError, "The offset must be empty or a sequence of length 2.", f"Got {offset!r}."
        )
    for i, value in enumerate(offset):
        check.integer(None, f"offset{i}", value, 0, check.INT32_MAX)
    return (offset[0], offset[1]) if offset else None


def padding_sides(padding: Any) -> tuple[int, int, int, int]:
    """Returns (left, top, right, bottom) from an int, (left and right, top and bottom) or all four."""
    if not isinstance(padding, bool):
        check.instance(None, "padding", padding, (tuple, list, numbers.Number))
    if isinstance(padding, numbers.Number):
        check.integer(None, "padding", padding, 0, check.INT32_MAX)
        return (int(padding),) * 4  # type: ignore[call-overload]
    if len(padding) not in (2, 4):
        raise check.error_with_note(
            ValueError,
            "The size of the padding list or tuple should be 2 or 4.",
            f"Got {padding!r}.",
        )
    for i, value in enumerate(padding):
        check.instance(None, f"padding[{i}]", value, int)
        check.within(None, "pad_value", value, 0, check.INT32_MAX)
    left, top = padding[:2]
    right, bottom = padding[2:] or padding
    return left, top, right, bottom


def fill_tuple(fill_value: Ints) -> tuple[int, ...]:
    """Returns a gray level, or (r, g, b), as a tuple of values in 0 .. 255."""
    if isinstance(fill_value, int):
        return (check.integer(None, "fill_value", fill_value, 0, 255),)
    if not isinstance(fill_value, tuple) or len(fill_value) != 3:
        raise check.error_with_note(
            TypeError, "fill_value should be a single integer or a 3-tuple.", f"Got {fill_value!r}."
        )
    for i, value in enumerate(fill_value):
        check.integer(None, f"fill_value[{i}]", value, 0, 255)
    return fill_value


def area_range(scale: Sequence[float] | None, default: tuple[float, float]) -> tuple[float, float]:
    """Returns (least, largest) fraction of an image's area; the default for None."""
    if scale is None:
        return default
    check.instance(None, "scale", scale, (tuple, list))
    if len(scale) != 2:
        raise check.error_with_note(
            TypeError, "scale should be a list/tuple of length 2.", f"Got {scale!r}."
        )
    check_items("scale", scale, FLOAT_FIRST)
    check_min_max("scale", scale)
    for value in scale:
        check_bounds("scale", value, 0, LARGEST)
    check_positive("scale[1]", scale[1])
    return float(scale[0]), float(scale[1])


def aspect_range(
    ratio: Sequence[float] | None, default: tuple[float, float]
) -> tuple[float, float]:
    """Returns (least, largest) ratio of width to height; the default for None."""
    if ratio is None:
        return default
    check.instance(None, "ratio", ratio, (tuple, list))
    if len(ratio) != 2:
        raise check.error_with_note(
            TypeError, "ratio should be a list/tuple of length 2.", f"Got {ratio!r}."
        )
    for i, value in enumerate(ratio):
        check.instance(None, f"ratio[{i}]", value, FLOAT_FIRST)
        check.between(None, f"ratio[{i}]", value, 0, LARGEST, "r")
    check_min_max("ratio", ratio)
    return float(ratio[0]), float(ratio[1])


def factor_range(
    degrees: Sequence[float] | None, default: tuple[float, float]
) -> tuple[float, float]:
    """Returns (least, largest) factor; the default for None."""
    if degrees is None:
        return default
    if not isinstance(degrees, (list, tuple)):
        raise check.error_with_note(
            TypeError, "degrees must be either a tuple or a list.", f"Got {degrees!r}."
        )
    check_items("degrees", degrees, INT_FIRST)
    if len(degrees) != 2:
        raise check.error_with_note(
            ValueError, "degrees must be a sequence with length 2.", f"Got {degrees!r}."
        )
    for degree in degrees:
        check_bounds("degrees", degree, 0, LARGEST)
    check_min_max("degrees", degrees)
    return float(degrees[0]), float(degrees[1])


def angle_range(degrees: Floats) -> tuple[float, float]:
    """Returns (least, largest) angle from a number (+-) or a pair."""
    check.instance(None, "degrees", degrees, (int, float, list, tuple))
    if isinstance(degrees, (int, float)):
        single = factor("degrees", degrees)
        return -single, single
    if len(degrees) != 2:
        raise check.error_with_note(
            TypeError, "If degrees is a sequence, the length must be 2.", f"Got {degrees!r}."
        )
    check_items("degrees", degrees, INT_FIRST)
    for value in degrees:
        check.within(None, "degrees", value, -LARGEST, LARGEST)
    check_min_max("degrees", degrees)
    return float(degrees[0]), float(degrees[1])


def probability(value: float, name: str = "prob") -> float:
    """Checks and returns a number in [0, 1]."""
    check.number(None, name, value, 0.0, 1.0)
    return float(value)


def check_interpolation(value: Inter, name: str = "interpolation") -> Inter:
    """Checks and returns an Inter; TypeError for others."""
    check.instance(None, name, value, Inter)
    return value


def floats(
    values: Sequence[float], name: str, low: float, high: float, closed: str = "lr"
) -> np.ndarray:
    """Returns a list of numbers between two bounds as float32; `closed` has the included ends."""
    for i, value in enumerate(values):
        check.instance(None, f"{name}[{i}]", value, INT_FIRST)
        check.between(None, f"{name}[{i}]", value, low, high, closed)
    return np.array(values, dtype=np.float32)


def mean_and_std(mean: Sequence[float], std: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Checks and returns two lists of one length, in [0, 255] and (0, 255]."""
    check.instance(None, "mean", mean, (list, tuple))
    check.instance(None, "std", std, (list, tuple))
    if len(mean) != len(std):
        raise check.error_with_note(
            ValueError, "Length of mean and std must be equal.", f"Got {len(mean)} and {len(std)}."
        )
    return floats(mean, "mean", 0, 255), floats(std, "std", 0, 255, "r")
