"""Layers that MindSpore's CPU build has no kernel for: the documented formula stands on its side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

ROWS = rand(5, 4)
IMAGE = rand(2, 4, 6, 5)
WIDE = rand(2, 3, 4, seed=2)
_SIDE = rand(2, 3, 3, seed=1)
POSITIVE = _SIDE @ _SIDE.transpose(0, 2, 1) + np.eye(3, dtype=np.float32)
LIGHT, DARK = (rand(2, 3, 30, 24, seed=i, low=0.2, high=1) for i in (3, 4))


def with_diagonals(x: np.ndarray, diagonals: np.ndarray) -> np.ndarray:
    result, at = x.copy(), np.arange(min(x.shape[-2:]))
    result[..., at, at] = diagonals
    return result


def ratio(one: np.ndarray, two: np.ndarray, peak: float) -> np.ndarray:
    """The peak signal to noise ratio in decibel, of each image."""
    return 10 * np.log10(peak**2 / ((one - two) ** 2).mean((1, 2, 3)))


def smoothed(x: np.ndarray, size: int, sigma: float) -> np.ndarray:
    """Means over whole Gaussian windows."""
    distance = np.arange(size) - (size - 1) / 2
    weights = np.exp(-(distance**2) / (2 * sigma**2))
    weights /= weights.sum()
    rows = sum(w * x[:, :, i : x.shape[2] - size + 1 + i] for i, w in enumerate(weights))
    return sum(w * rows[..., i : x.shape[3] - size + 1 + i] for i, w in enumerate(weights))


def halved(x: np.ndarray) -> np.ndarray:
    n, c, h, w = x.shape
    return x.reshape(n, c, h // 2, 2, w // 2, 2).mean((3, 5))


def similarity(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Multiscale similarity: contrasts of all scales but the last, whole similarity of the last."""
    size, sigma, c1, c2 = 5, 1.0, (0.02 * 2) ** 2, (0.05 * 2) ** 2
    result = 1.0
    for scale, power in enumerate((0.4, 0.7)):
        mean1, mean2 = smoothed(one, size, sigma), smoothed(two, size, sigma)
        light = (2 * mean1 * mean2 + c1) / (mean1**2 + mean2**2 + c1)
        both = smoothed(one * two, size, sigma) - mean1 * mean2
        squares = smoothed(one**2 + two**2, size, sigma) - mean1**2 - mean2**2
        contrast = (2 * both + c2) / (squares + c2)
        part = contrast if scale == 0 else contrast * light
        result = result * np.maximum(part.mean((2, 3)), 0) ** power
        if scale == 0:
            one, two = halved(one), halved(two)
    return result.mean(-1)


def several_margins(x: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Each class that is no target against each target, over the number of classes; summed."""
    result = 0.0
    for row, given in zip(x, target, strict=True):
        hit = list(given[: list(given).index(-1)]) if -1 in given else list(given)
        rest = [c for c in range(len(row)) if c not in hit]
        result += sum(max(0, 1 - (row[h] - row[r])) for h in hit for r in rest) / len(row)
    return np.array(result)


def triplets(x: Any, near: Any, far: Any, p: int, eps: float, margin: float) -> np.ndarray:
    """With `swap`: the negative's distance is the smaller one of those to the other two."""

    def distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (np.abs(a - b + eps) ** p).sum(-1) ** (1 / p)

    other = np.minimum(distance(x, far), distance(near, far))
    return np.maximum(distance(x, near) - other + margin, 0)


SEVERAL = np.array([[1, 0, -1, 2], [3, -1, 0, 0], [2, 1, 0, -1]], np.int32)
TRIPLE = rand(3, 4), rand(3, 4, seed=1), rand(3, 4, seed=2)


def swapped(nn: Any, way: str, **options: Any) -> Any:
    return nn.TripletMarginLoss(swap=True, reduction=way, **options)


Call = Callable[..., Any]

# Name -> (the layer, the formula, its inputs).
LAYERS: dict[str, tuple[Call, Call, tuple[np.ndarray, ...]]] = {
    "roll": (
        lambda nn, x: nn.Roll(shift=(1, -2), axis=(0, 2))(input_x=x),
        lambda x: np.roll(x, (1, -2), (0, 2)),
        (IMAGE,),
    ),
    "elu": (  # a kernel for alpha 1 alone
        lambda nn, x: nn.ELU(alpha=0.4)(x),
        lambda x: np.where(x > 0, x, 0.4 * np.expm1(x)),
        (ROWS,),
    ),
    "inverse": (lambda nn, x: nn.MatInverse()(a=x), np.linalg.inv, (POSITIVE,)),
    "determinant": (lambda nn, x: nn.MatDet()(a=x), np.linalg.det, (POSITIVE,)),
    "diagonals": (
        lambda nn, x: nn.MatrixDiag()(input_x=x),
        lambda x: x[..., None] * np.eye(4, dtype=np.float32),
        (ROWS,),
    ),
    "diagonal_part": (
        lambda nn, x: nn.MatrixDiagPart()(input_x=x),
        lambda x: np.diagonal(x, axis1=-2, axis2=-1),
        (WIDE,),
    ),
    "set_diagonal": (
        lambda nn, x, d: nn.MatrixSetDiag()(input_x=x, diagonal=d),
        with_diagonals,
        (WIDE, rand(2, 3, seed=5)),
    ),
    "multi_label_margin": (
        lambda nn, x, t: nn.MultilabelMarginLoss(reduction="sum")(x=x, target=t),
        several_margins,
        (rand(3, 4), SEVERAL),
    ),
    "triplet": (
        lambda nn, x, y, z: swapped(nn, "sum", p=1, eps=0.1, margin=0.7)(
            x=x, positive=y, negative=z
        ),
        lambda x, y, z: triplets(x, y, z, 1, 0.1, 0.7).sum(),
        TRIPLE,
    ),
    "triplet_called": (
        lambda nn, x, y, z: swapped(nn, "none")(x, y, z, margin=3.0),
        lambda x, y, z: triplets(x, y, z, 2, 1e-6, 3.0),
        TRIPLE,
    ),
    "triplet_both": (  # the constructor's margin goes before that of the call
        lambda nn, x, y, z: swapped(nn, "none", margin=0.7)(x, y, z, margin=3.0),
        lambda x, y, z: triplets(x, y, z, 2, 1e-6, 0.7),
        TRIPLE,
    ),
    "psnr": (
        lambda nn, x, y: nn.PSNR(max_val=2.0)(img1=x, img2=y),
        lambda x, y: ratio(x, y, 2.0),
        (LIGHT, DARK),
    ),
    "ms_ssim": (
        lambda nn, x, y: nn.MSSSIM(
            max_val=2.0, power_factors=(0.4, 0.7), filter_size=5, filter_sigma=1.0, k1=0.02, k2=0.05
        )(img1=x, img2=y),
        similarity,
        (LIGHT, (LIGHT + DARK) / 2),
    ),
}


def by_formula(name: str) -> Callable[[Any, Any], Arrays]:
    layer, formula, inputs = LAYERS[name]

    def body(ms: Any, run: Any) -> Arrays:
        if is_mindspore(ms):
            return {"out": formula(*inputs).astype(np.float32)}
        return {"out": layer(ms.nn, *map(ms.Tensor, inputs)).asnumpy()}

    body.__module__ = __name__
    return body


for _name in LAYERS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-4)(by_formula(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def fields(ms: Any, run: Any) -> Arrays:
    """Rows by field; with `max_norm` longer ones are scaled down first, as MindSpore's CPU build does not."""
    table = rand(5, 3)
    ids = np.array([[0, 4, 2], [1, 1, 3]], np.int32)
    shares = np.array([[0.5, 1.0, 2.0], [1.0, 1.5, 0.0]], np.float32)
    places = np.array([[0, 1, 1], [1, 1, 0]], np.int32)
    layer = ms.nn.MultiFieldEmbeddingLookup(
        5, 3, 2, ms.Tensor(table), target="DEVICE", sparse=False, max_norm=1.5, dtype=ms.float32
    )
    if is_mindspore(ms):
        length = np.sqrt((table**2).sum(1, keepdims=True))
        rows = (table * np.minimum(1, 1.5 / length))[ids] * shares[..., None]
        result = np.zeros((2, 2, 3), np.float32)
        for sample in range(2):
            np.add.at(result[sample], places[sample], rows[sample])
        return {"out": result}
    return {"out": layer(*map(ms.Tensor, (ids, shares, places))).asnumpy()}
