"""How far two calls of a Cell are apart, and how far rounding alone may take them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from msacc.comparison.record import scale
from msacc.comparison.recording import Call

# Rounding of one Cell seen through the perturbations of `record`: they are samples, not bounds.
_MARGIN = 8.0
# A Cell that calls others rounds inside too, where what it was measured with does not reach.
_MARGIN_OF_CONTAINERS = 32.0
_FLOAT32 = 2.0**-23


@dataclass(frozen=True)
class Difference:
    """`largest`: the largest difference of two elements; `allowed`: what rounding explains; `size`: of the largest one.

    `parts`: whether more elements than rounding explains differ by more. `note`: what else keeps them apart.
    """

    largest: float
    allowed: float
    size: float
    parts: bool
    note: str = ""

    @property
    def relative(self) -> float:
        return self.largest / self.size if self.size else float(self.largest > 0)


def output_difference(first: Call, second: Call, inside: float) -> Difference:
    """Of the outputs. `inside`: the `own_rounding` of the Cells that it calls, -1 without any."""
    eps = max(first.eps, second.eps) or _FLOAT32
    moved = max(eps, relative_distance(first.inputs, second.inputs))
    return _difference(
        first.outputs, second.outputs, _larger(first.gain, second.gain), eps, moved, inside, spare=0
    )


def gradient_difference(first: Call, second: Call, inside: float) -> Difference | None:
    """Of the gradients of the inputs; None where they are not known on both sides."""
    shared = sorted(first.back.keys() & second.back.keys())
    arrived_at = sorted(first.gradients.keys() & second.gradients.keys())
    if not shared or not arrived_at:
        return None
    eps = max(first.eps, second.eps) or _FLOAT32
    arrived = relative_distance(
        [first.gradients[i] for i in arrived_at], [second.gradients[i] for i in arrived_at]
    )
    moved = max(eps, arrived, relative_distance(first.inputs, second.inputs))
    gain = _larger(first.back_gain, second.back_gain)
    pair = [first.back[i] for i in shared], [second.back[i] for i in shared]
    return _difference(*pair, gain, eps, moved, inside, spare=1)


def own_rounding(call: Call, gain: float | None) -> float:
    """The rounding of one call, in units of what it rounds with: for `eps` times this, relative to its size."""
    size = max(_sizes(call.outputs), default=0.0)
    return 1.0 + (gain / size if gain is not None and size else 1.0)


def relative_distance(first: list[np.ndarray], second: list[np.ndarray]) -> float:
    """The largest difference of two lists of arrays, each measured by its `scale`."""
    if len(first) != len(second):
        return float("inf")
    return max((_distance(a, b) for a, b in zip(first, second, strict=True)), default=0.0)


def _distance(a: np.ndarray, b: np.ndarray) -> float:
    if a.shape != b.shape:
        return float("inf")
    if a.dtype.kind != "f":
        return 0.0 if np.array_equal(a, b) else float("inf")
    far = apart(a, b)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = far / scale(a)
    return float(relative[far > 0].max(initial=0.0))


def apart(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """|a - b|; infinity where one alone is NaN or infinite, 0 where both are so alike."""
    with np.errstate(invalid="ignore"):
        found = np.abs(a.astype(np.float64) - b.astype(np.float64))
    alike = (a == b) | (np.isnan(a) & np.isnan(b)) if a.dtype.kind == "f" else a == b
    return np.where(alike, 0.0, np.where(np.isnan(found), np.inf, found))


def _difference(
    first: list[np.ndarray],
    second: list[np.ndarray],
    gain: float | None,
    eps: float,
    moved: float,
    inside: float,
    *,
    spare: int,
) -> Difference:
    """`spare`: elements of a large array that may differ anyway, such as a gradient where ReLU has its kink."""
    size = max(_sizes(first), default=0.0)
    shapes = [a.shape for a in first], [b.shape for b in second]
    if shapes[0] != shapes[1]:
        note = f"shapes {_shown(shapes[0])} and {_shown(shapes[1])}"
        return Difference(float("inf"), 0.0, size, not np.isinf(moved), note)
    margin = _MARGIN_OF_CONTAINERS if inside >= 0 else _MARGIN
    per_move = size if gain is None else gain
    allowed = margin * (per_move * moved + eps * max(1.0, inside) * size)
    far = [apart(a, b) for a, b in zip(first, second, strict=True)]
    count = sum(int((d > allowed).sum()) for d in far)
    elements = sum(d.size for d in far)
    explained = 8 * min(moved, 0.01) * elements + (spare if elements > 16 else 0)
    largest = max((float(d.max(initial=0.0)) for d in far), default=0.0)
    return Difference(largest, allowed, size, count > explained)


def _shown(shapes: Iterable[tuple[int, ...]]) -> str:
    return ", ".join(map(str, shapes))


def _sizes(arrays: list[np.ndarray]) -> Iterable[float]:
    for array in arrays:
        finite = np.abs(array[np.isfinite(array)].astype(np.float64))
        yield float(finite.max(initial=0.0))


def _larger(first: float | None, second: float | None) -> float | None:
    known = [gain for gain in (first, second) if gain is not None]
    return max(known) if known else None
