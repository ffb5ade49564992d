"""OcclusionSensitivity."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.metrics.metric import Metric, rearrange_inputs


class OcclusionSensitivity(Metric):
    """How much a classifier's score falls when the surroundings of each element are painted over.

    `pad_val`: with what.
    `margin`: how far around.
    `n_batch`: images a call.
    `b_box`: [min, max] of each dimension but the batch, to look at a part only.
    """

    def __init__(
        self,
        pad_val: float = 0.0,
        margin: int = 2,
        n_batch: int = 128,
        b_box: list[int] | None = None,
    ):
        super().__init__()
        where = "OcclusionSensitivity"
        self.pad_val = check.floating(where, "pad_val", pad_val)
        self.margin = check.instance(where, "margin", margin, (int, list))
        self.n_batch = check.integer(where, "n_batch", n_batch)
        self.b_box = b_box if b_box is None else check.instance(where, "b_box", b_box, list)
        self.clear()

    def clear(self) -> None:
        """Forget the image."""
        self._baseline = 0.0
        self._msacc_scores = np.zeros(0)
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in `inputs`: the classifier Cell, one image [1, ...], its label."""
        if len(inputs) != 3:
            raise ValueError(
                "For 'OcclusionSensitivity.update', it needs 3 inputs (classification model, image, label), "
                f"but got {len(inputs)}."
            )
        model = check.instance("OcclusionSensitivity", "model", inputs[0], Cell)
        image, label = (self._convert_data(a) for a in inputs[1:])
        if image.shape[0] != 1 or label.size != 1:
            raise RuntimeError(
                "For 'OcclusionSensitivity.update', one image and one label are needed, but got "
                f"{image.shape} and {label.shape}."
            )
        number = int(label.item())
        self._baseline = model(Tensor(image)).asnumpy()[0, number].item()
        low, high = self._msacc_box(np.array(image.shape[1:]))
        positions = [low + np.array(i) for i in np.ndindex(*(high - low + 1))]
        scores = []
        for start in range(0, len(positions), self.n_batch):
            batch = [
                self._msacc_painted(image, position)
                for position in positions[start : start + self.n_batch]
            ]
            scores.append(model(Tensor(np.concatenate(batch))).asnumpy()[:, number])
        self._msacc_scores = np.concatenate(scores).reshape(tuple(high - low + 1))
        self._is_update = True

    def _msacc_painted(self, image: np.ndarray, position: np.ndarray) -> np.ndarray:
        copy = image.copy()
        sides = np.broadcast_to(np.asarray(self.margin), position.shape)
        around = [
            slice(max(0, p - m), min(n, p + m))
            for p, m, n in zip(position, sides, image.shape[1:], strict=False)
        ]
        copy[(slice(None), *around)] = self.pad_val
        return copy

    def _msacc_box(self, shape: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self.b_box is None:
            return np.zeros_like(shape), shape - 1
        if len(self.b_box) != 2 * len(shape):
            raise ValueError(
                "For 'OcclusionSensitivity', 'b_box' must hold two numbers for each dimension but the batch, "
                f"but got {self.b_box} for {tuple(shape)}."
            )
        low, high = np.array(self.b_box[::2]), np.array(self.b_box[1::2])
        low, high = np.maximum(low, 0), np.where(high < 0, shape - 1, high)
        if np.any(high >= shape) or np.any(low > high):
            raise ValueError(
                f"For 'OcclusionSensitivity', 'b_box' {self.b_box} must lie within {tuple(shape)}, lower ends "
                "first."
            )
        return low, high

    def eval(self) -> np.ndarray:
        """Baseline score minus the score with each place painted over; RuntimeError before `update`."""
        self._msacc_require_samples(self._is_update)
        return self._baseline - np.squeeze(self._msacc_scores)
