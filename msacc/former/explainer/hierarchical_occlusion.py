"""Hierarchical occlusion: the smallest boxes of an image that a label needs, found layer by layer (Searcher)."""

from __future__ import annotations

import copy
import dataclasses
import math
from typing import Any

import numpy as np

from msacc import Tensor, nn
from msacc._checkparam import check_value_type
from msacc.former.explainer.edit_steps import EditStep as EditStep
from msacc.former.explainer.edit_steps import auto_str_mask as auto_str_mask
from msacc.former.explainer.edit_steps import check_elements
from msacc.former.explainer.edit_steps import compile_mask as compile_mask
from msacc.former.explainer.edit_steps import compile_str_mask as compile_str_mask
from msacc.former.explainer.edit_steps import is_valid_str_mask as is_valid_str_mask

AUTO_LAYER_MAX = 3
AUTO_WIN_SIZE_MIN = 28
AUTO_WIN_SIZE_DIV = 2
AUTO_STRIDE_DIV = 5
DEFAULT_THRESHOLD = 0.5
DEFAULT_BATCH_SIZE = 64
AUTO_IMAGE_SHORT_SIDE_MIN = AUTO_WIN_SIZE_MIN * AUTO_WIN_SIZE_DIV


class NoValidResultError(RuntimeError):
    """No boxes were found that bring the label's result to the threshold."""


class OriginalOutputError(RuntimeError):
    """The label's result for the image itself is not above the threshold."""


@dataclasses.dataclass
class _Job:
    """The search for boxes of one layer inside a box of the layer above."""

    layer: int
    parent: EditStep
    before: list[EditStep]  # boxes of the layer above that were found earlier
    corners: list[tuple[int, int]]  # of windows that are not taken yet
    workpiece: np.ndarray | None = None


class Searcher:
    """Looks for the boxes of an image that suffice for a label, or with `by_masking` for those that it needs.

    `network`: a classifier that gives probabilities, a Cell; TypeError else. A copy of it is kept.
    `win_sizes`, `strides`: lists of ints > 0, each smaller than the one before: how large the windows of each layer are
      and how far apart; given both or neither, which is chosen by the image's size. TypeError or ValueError else.
    `threshold`: the probability to reach, a float, 0.5 by default.
    `by_masking`: whether boxes are hidden until the probability is at the threshold or below, a bool; else all is
      hidden but the boxes, until the probability is at the threshold or above.
    """

    def __init__(
        self,
        network: nn.Cell,
        win_sizes: list[int] | None = None,
        strides: list[int] | None = None,
        threshold: float = DEFAULT_THRESHOLD,
        by_masking: bool = False,
    ) -> None:
        check_value_type("network", network, nn.Cell, "Searcher")
        _check_layers(win_sizes, strides)
        self._network = copy.deepcopy(network)
        self._compiled_mask: Any = None
        self._threshold = threshold
        self._win_sizes = copy.copy(win_sizes)
        self._strides = copy.copy(strides)
        self._by_masking = by_masking

    @property
    def network(self) -> nn.Cell:
        """The classifier."""
        return self._network

    @property
    def by_masking(self) -> bool:
        """Whether boxes are hidden."""
        return self._by_masking

    @property
    def threshold(self) -> float:
        """The probability to reach."""
        return self._threshold

    @property
    def win_sizes(self) -> list[int] | None:
        """How large the windows of each layer are."""
        return self._win_sizes

    @property
    def strides(self) -> list[int] | None:
        """How far apart the windows of each layer are."""
        return self._strides

    @property
    def compiled_mask(self) -> Any:
        """What hid in the last search."""
        return self._compiled_mask

    def search(
        self, image: Tensor | np.ndarray, class_idx: int, mask: Any = None
    ) -> tuple[EditStep, list[float]]:
        """The root of the boxes, and the label's result with those of each layer.

        `image`: a Tensor or an array, (C, H, W) or (1, C, H, W).
        `class_idx`: the label, an int >= 0.
        `mask`: what hides: 'gaussian:RADIUS', a float, a tuple of three floats, one a channel, or an array; by default
          the image blurred with a 25th of its short side.

        Raises TypeError for other types, ValueError for other shapes and values and images that are too small,
        OriginalOutputError and NoValidResultError.
        """
        picture = _checked_image(image)
        check_value_type("class_idx", class_idx, int, "Searcher")
        if class_idx < 0:
            raise ValueError(
                f"For 'Searcher', 'class_idx' must not be below 0, but got {class_idx}."
            )
        self._compiled_mask = compile_mask(mask, picture)
        sizes = self._msacc_sizes(min(picture.shape[-2:]))
        self._network.set_train(False)
        search = _Search(self, picture, class_idx, self._compiled_mask, *sizes)
        return search.run()

    def _msacc_sizes(self, short_side: int) -> tuple[list[int], list[int]]:
        """The windows and strides for an image."""
        if self._win_sizes is None or self._strides is None:
            sizes, strides = self._auto_win_sizes_strides(short_side)
        else:
            sizes, strides = self._win_sizes, self._strides
        if short_side <= sizes[0]:
            raise ValueError(
                f"For 'Searcher', 'image' must be larger than the first window {sizes[0]}, but its short side is "
                f"{short_side}."
            )
        return sizes, strides

    @classmethod
    def _auto_win_sizes_strides(cls, short_side: int) -> tuple[list[int], list[int]]:
        """Half the short side and halves of that down to 28 pixels, three at most; strides are fifths."""
        sizes: list[int] = []
        size = short_side // AUTO_WIN_SIZE_DIV
        while len(sizes) < AUTO_LAYER_MAX and size >= AUTO_WIN_SIZE_MIN:
            sizes.append(size)
            size //= AUTO_WIN_SIZE_DIV
        if not sizes:
            raise ValueError(
                f"For 'Searcher', 'image' must be at least {AUTO_IMAGE_SHORT_SIDE_MIN} pixels high and wide, but its "
                f"short side is {short_side}. Give 'win_sizes' and 'strides'."
            )
        return sizes, [size // AUTO_STRIDE_DIV for size in sizes]


def _checked_image(image: Any) -> np.ndarray:
    check_value_type("image", image, (Tensor, np.ndarray), "Searcher")
    array = image.asnumpy() if isinstance(image, Tensor) else image
    if array.ndim == 3:
        array = array[None]
    if array.ndim != 4 or len(array) != 1:
        raise ValueError(
            f"For 'Searcher', 'image' must have the shape (C, H, W) or (1, C, H, W), but its shape is {image.shape}."
        )
    return array


def _check_layers(win_sizes: Any, strides: Any) -> None:
    if (win_sizes is None) != (strides is None):
        raise ValueError(
            "For 'Searcher', 'win_sizes' and 'strides' must both be given, or neither."
        )
    for name, values in (("win_sizes", win_sizes), ("strides", strides)):
        if values is None:
            continue
        check_elements(name, values, list, int)
        descends = all(a > b for a, b in zip(values, values[1:], strict=False))
        if not values or not descends or values[-1] <= 0:
            raise ValueError(
                f"For 'Searcher', '{name}' must be ints above 0, each smaller than the one before, but got {values}."
            )
    if win_sizes is not None and len(win_sizes) != len(strides):
        raise ValueError(
            f"For 'Searcher', 'win_sizes' and 'strides' must have one length, but got {win_sizes} and {strides}."
        )


class _Search:
    """One search. Results count with the sign that makes the larger one better."""

    def __init__(
        self,
        searcher: Searcher,
        image: np.ndarray,
        label: int,
        mask: Any,
        sizes: list[int],
        strides: list[int],
    ) -> None:
        self.network, self.hides = searcher.network, searcher.by_masking
        self.threshold = searcher.threshold
        self.image, self.label, self.mask = image, label, mask
        self.sizes, self.strides = sizes, strides
        self.sign = -1 if self.hides else 1

    def run(self) -> tuple[EditStep, list[float]]:
        """The root of the boxes found, and the label's result with those of each layer."""
        original = self._outputs(self.image)[0]
        if original <= self.threshold:
            raise OriginalOutputError(
                f"The result of label {self.label} for the image is {original}, not above the threshold "
                f"{self.threshold}."
            )
        root = EditStep(-1, (0, 0, self.image.shape[-1], self.image.shape[-2]))
        jobs = [self._job(0, root, [])]
        while jobs:
            steps, deeper, reached = self._process(jobs[0])
            if reached:
                for step in steps:
                    jobs[0].parent.add_child(step)
                jobs.extend(deeper)
            jobs.pop(0)
        return root, self._cut(root)

    def _cut(self, root: EditStep) -> list[float]:
        """The results of the layers down to the deepest that reaches the threshold; those below are cut off."""
        outputs = []
        for layer in range(root.max_layer + 1):
            boxes = root.get_layer_or_leaf_steps(layer)
            outputs.append(self._outputs(self._applied(boxes))[0])
        reached = [layer for layer, output in enumerate(outputs) if self._is_enough(output)]
        if not reached:
            raise NoValidResultError(
                f"No boxes bring the result of label {self.label} to the threshold {self.threshold}."
            )
        for step in root.get_layer_steps(reached[-1]):
            step.remove_all_children()
        return outputs[: reached[-1] + 1]

    def _job(self, layer: int, parent: EditStep, before: list[EditStep]) -> _Job:
        x, y, width, height = parent.box
        size, stride = self.sizes[layer], self.strides[layer]
        columns, rows = _places(x, width, size, stride), _places(y, height, size, stride)
        return _Job(layer, parent, before, [(left, top) for left in columns for top in rows])

    def _process(self, job: _Job) -> tuple[list[EditStep], list[_Job], bool]:
        """The boxes taken, the jobs inside them, and whether they are enough: for the threshold or for the parent."""
        leaves = [leaf for step in job.before for leaf in step.leaf_steps]
        job.workpiece = self._applied(leaves)
        start = last = self._outputs(job.workpiece)[0]
        steps: list[EditStep] = []
        deeper: list[_Job] = []
        while not self._is_enough(last):
            if not job.corners:
                return steps, deeper, False
            step = self._take_best(job)
            step.step_change = step.network_output - last
            if job.layer < len(self.sizes) - 1 and self.sign * step.step_change > 0:
                deeper.append(self._job(job.layer + 1, step, [*job.before, *steps]))
            steps.append(step)
            change = self.sign * (step.network_output - start)
            if job.layer > 0 and change >= self.sign * job.parent.step_change:
                break
            last = step.network_output
        return steps, deeper, True

    def _take_best(self, job: _Job) -> EditStep:
        """The window with the best result; it stays in the workpiece. Of equal ones the first is taken."""
        assert job.workpiece is not None
        size = self.sizes[job.layer]
        steps = [EditStep(job.layer, (x, y, size, size)) for x, y in job.corners]
        outputs: list[float] = []
        for i in range(0, len(steps), DEFAULT_BATCH_SIZE):
            batch = [self._edited(job.workpiece, s) for s in steps[i : i + DEFAULT_BATCH_SIZE]]
            outputs.extend(self._outputs(np.concatenate(batch)))
        best = int(np.argmax(self.sign * np.array(outputs)))
        steps[best].network_output = outputs[best]
        job.workpiece = self._edited(job.workpiece, steps[best])
        del job.corners[best]
        return steps[best]

    def _edited(self, workpiece: np.ndarray, step: EditStep) -> np.ndarray:
        if self.hides:
            return EditStep.apply(workpiece, self.mask, [step], by_masking=True)
        return EditStep.apply(self.image, workpiece, [step])

    def _applied(self, steps: list[EditStep]) -> np.ndarray:
        return EditStep.apply(self.image, self.mask, steps, self.hides)

    def _outputs(self, images: np.ndarray) -> list[float]:
        found = self.network(Tensor(images))[:, self.label].asnumpy()
        return [float(one) for one in found.reshape(len(images), -1)[:, 0]]

    def _is_enough(self, output: float) -> bool:
        return self.sign * output >= self.sign * self.threshold


def _places(begin: int, length: int, size: int, stride: int) -> list[int]:
    """Where windows begin; the last one ends with the length. ValueError if none fits."""
    if length <= size or size < stride or stride <= 0:
        raise ValueError(
            f"For 'Searcher', a window must be smaller than the box around it {length}, and not smaller than its "
            f"stride {stride}, but it is {size}."
        )
    count = math.ceil((length - size) / stride)
    if (count - 1) * stride + size < length:
        count += 1
    return [begin + i * stride for i in range(count - 1)] + [begin + length - size]
