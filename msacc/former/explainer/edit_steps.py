"""Boxes of an image that hierarchical occlusion hides or shows (EditStep), and what hides (masks)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from msacc._checkparam import check_value_type

AUTO_MASK_GAUSSIAN_RADIUS_DIV = 25
MASK_GAUSSIAN_RE = r"^gaussian:(\d+)$"


def is_valid_str_mask(mask: str) -> bool:
    """Whether a str is 'gaussian:' and a radius > 0; TypeError for what is no str."""
    check_value_type("mask", mask, str)
    match = re.match(MASK_GAUSSIAN_RE, mask)
    return match is not None and int(match.group(1)) > 0


def auto_str_mask(image: np.ndarray) -> str:
    """'gaussian:' and a 25th of the image's short side; ValueError if that is 0."""
    check_value_type("image", image, np.ndarray)
    short_side = min(image.shape[-2:])
    radius = round(short_side / AUTO_MASK_GAUSSIAN_RADIUS_DIV)
    if radius == 0:
        raise ValueError(
            f"'image' must be at least {AUTO_MASK_GAUSSIAN_RADIUS_DIV} pixels high and wide, but its short side is "
            f"{short_side}. Give a mask."
        )
    return f"gaussian:{radius}"


def compile_str_mask(mask: str, image: np.ndarray) -> np.ndarray:
    """The image, blurred with the radius that the str says; ValueError for another str."""
    check_value_type("image", image, np.ndarray)
    if not is_valid_str_mask(mask):
        raise ValueError(f"'mask' must be 'gaussian:' and a radius, but got {mask!r}.")
    from scipy.ndimage import gaussian_filter  # slow to import

    radius = int(mask.partition(":")[2])
    sigma = [0] * (image.ndim - 2) + [radius] * 2
    return gaussian_filter(image, sigma=sigma, mode="nearest")


def compile_mask(mask: Any, image: np.ndarray) -> Any:
    """What hides: an array of the image's dimensions, a float, or a tuple of three floats, one a channel.

    `mask`: one of these, or 'gaussian:RADIUS'; None blurs with a 25th of the short side. TypeError for other types,
    ValueError for other shapes.
    """
    if mask is None:
        return compile_str_mask(auto_str_mask(image), image)
    check_mask(mask)
    if isinstance(mask, str):
        return compile_str_mask(mask, image)
    if not isinstance(mask, np.ndarray):
        return mask
    if mask.ndim == image.ndim - 1 == 3:
        mask = mask[None]
    elif mask.ndim - 1 == image.ndim == 3 and len(mask) == 1:
        mask = mask[0]
    if mask.shape != image.shape:
        raise ValueError(
            f"'mask' must have the image's shape {image.shape}, but its shape is {mask.shape}."
        )
    return mask


def check_mask(mask: Any) -> None:
    """TypeError for what is no mask."""
    check_value_type("mask", mask, (str, tuple, float, np.ndarray))
    if isinstance(mask, tuple):
        check_elements("mask", mask, tuple, float)


def check_elements(name: str, value: Any, container: Any, kind: type) -> None:
    """TypeError unless the value is of a type, and all in it of another."""
    check_value_type(name, value, container)
    for element in value:
        check_value_type(f"{name} element", element, kind)


class EditStep:
    """A box of an image, and boxes inside it: a tree.

    `layer`: how deep it is, an int; -1 is the root, the whole image.
    `box`: a tuple of x, y, width and height in pixels.
    """

    def __init__(self, layer: int, box: tuple[int, int, int, int]) -> None:
        self.layer = layer
        self.box = box
        self.network_output: float = 0
        self.step_change: float = 0
        self.children: list[EditStep] | None = None

    @property
    def x(self) -> int:
        """The left column."""
        return self.box[0]

    @property
    def y(self) -> int:
        """The top row."""
        return self.box[1]

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.box[2]

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.box[3]

    @property
    def is_leaf(self) -> bool:
        """Whether there are no boxes inside."""
        return not self.children

    @property
    def leaf_steps(self) -> list[EditStep]:
        """All boxes without boxes inside."""
        return [step for step in self._msacc_walk() if step.is_leaf]

    @property
    def max_layer(self) -> int:
        """The deepest layer."""
        return max(step.layer for step in self._msacc_walk())

    def add_child(self, child: EditStep) -> None:
        """Add a box inside."""
        self.children = [*(self.children or []), child]

    def remove_all_children(self) -> None:
        """Forget the boxes inside."""
        self.children = None

    def get_layer_or_leaf_steps(self, layer: int) -> list[EditStep]:
        """The boxes of a layer, and those above it without boxes inside."""
        walk = self._msacc_walk()
        return [s for s in walk if s.layer == layer or (s.layer < layer and s.is_leaf)]

    def get_layer_steps(self, layer: int) -> list[EditStep]:
        """The boxes of a layer."""
        return [step for step in self._msacc_walk() if step.layer == layer]

    def _msacc_walk(self) -> Iterator[EditStep]:
        yield self
        for child in self.children or ():
            yield from child._msacc_walk()

    @classmethod
    def apply(
        cls,
        image: np.ndarray,
        mask: Any,
        edit_steps: Sequence[EditStep] | None,
        by_masking: bool = False,
        inplace: bool = False,
    ) -> np.ndarray:
        """The image with the boxes hidden (`by_masking`), or with all but the boxes hidden.

        `image`: an array (C, H, W) or (1, C, H, W).
        `mask`: what hides, as in `compile_mask`.
        `edit_steps`: a list of boxes, or None.
        `inplace`: whether the image, or without `by_masking` the mask, is changed and returned.

        Raises TypeError for other types, ValueError for other shapes.
        """
        method = cls.apply_masking if by_masking else cls.apply_unmasking
        return method(image, mask, edit_steps, inplace)

    @classmethod
    def apply_masking(
        cls,
        image: np.ndarray,
        mask: Any,
        edit_steps: Sequence[EditStep] | None,
        inplace: bool = False,
    ) -> np.ndarray:
        """As `apply` with `by_masking`."""
        cls._apply_check_args(image, mask, edit_steps)
        hidden = _picture(compile_mask(mask, image), image)
        return _copy_boxes(hidden, image if inplace else image.copy(), edit_steps)

    @classmethod
    def apply_unmasking(
        cls,
        image: np.ndarray,
        mask: Any,
        edit_steps: Sequence[EditStep] | None,
        inplace: bool = False,
    ) -> np.ndarray:
        """As `apply` without `by_masking`; ValueError for `inplace` with a mask that is no array."""
        cls._apply_check_args(image, mask, edit_steps)
        compiled = compile_mask(mask, image)
        if inplace and not isinstance(compiled, np.ndarray):
            raise ValueError(
                f"'inplace' needs a mask that is an array, but got {type(mask).__name__}."
            )
        hidden = _picture(compiled, image)
        return _copy_boxes(image, hidden if inplace else hidden.copy(), edit_steps)

    @staticmethod
    def _apply_check_args(image: Any, mask: Any, edit_steps: Any) -> None:
        check_value_type("image", image, np.ndarray)
        check_mask(mask)
        if edit_steps is not None:
            check_elements("edit_steps", edit_steps, (tuple, list), EditStep)


def _picture(mask: Any, image: np.ndarray) -> np.ndarray:
    """A mask as an array of the image's shape."""
    if isinstance(mask, np.ndarray):
        return mask
    return np.broadcast_to(np.reshape(mask, (-1, 1, 1)), image.shape).astype(image.dtype)


def _copy_boxes(
    source: np.ndarray, target: np.ndarray, steps: Sequence[EditStep] | None
) -> np.ndarray:
    for step in steps or ():
        box = (..., slice(step.y, step.y + step.height), slice(step.x, step.x + step.width))
        target[box] = source[box]
    return target
