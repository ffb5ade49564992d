"""Synthetic handwritten digits from stroke skeletons: 28x28 uint8, white on black, as in MNIST.

Each digit has a few variants. A variant is a list of strokes, a stroke a list of control points in a unit
box (x to the right, y down) connected by a Catmull-Rom spline. A sample perturbs the control points, bends,
shears, rotates, scales and shifts the strokes, with random pen width and ink intensity.
"""

from __future__ import annotations

import functools

import numpy as np

SIDE = 28
_PEN_POINTS = 72
_CHUNK = 128

Stroke = list[tuple[float, float]]
_O = [(0.5, 0.0), (0.12, 0.22), (0.1, 0.7), (0.5, 1.0), (0.9, 0.72), (0.88, 0.22), (0.5, 0.0)]
_SEVEN = [(0.08, 0.05), (0.45, 0.06), (0.9, 0.04)]
_FIVE_BOWL = [(0.2, 0.45), (0.55, 0.36), (0.88, 0.66), (0.6, 0.98), (0.1, 0.92)]
_NINE_LOOP = [(0.82, 0.16), (0.45, 0.0), (0.16, 0.27), (0.42, 0.52), (0.8, 0.34), (0.82, 0.16)]

VARIANTS: dict[int, list[list[Stroke]]] = {
    0: [
        [_O],
        [[(0.62, 0.02), (0.2, 0.15), (0.08, 0.6), (0.42, 1.0), (0.86, 0.7), (0.8, 0.2), (0.4, 0.06)]],
    ],
    1: [
        [[(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)]],
        [[(0.3, 0.22), (0.55, 0.0)], [(0.55, 0.0), (0.53, 0.5), (0.52, 1.0)]],
        [[(0.25, 0.2), (0.52, 0.0)], [(0.52, 0.0), (0.5, 1.0)], [(0.25, 1.0), (0.78, 1.0)]],
    ],
    2: [
        [[(0.14, 0.22), (0.5, 0.0), (0.86, 0.26), (0.5, 0.66), (0.1, 1.0)], [(0.1, 1.0), (0.9, 0.97)]],
        [
            [(0.15, 0.2), (0.55, 0.0), (0.85, 0.3), (0.45, 0.75), (0.12, 0.92), (0.2, 0.72),
             (0.5, 0.88), (0.92, 0.95)],
        ],
    ],
    3: [
        [[(0.14, 0.1), (0.55, 0.0), (0.84, 0.22), (0.42, 0.47)],
         [(0.42, 0.47), (0.9, 0.68), (0.6, 1.0), (0.1, 0.9)]],
        [[(0.12, 0.04), (0.85, 0.04)], [(0.85, 0.04), (0.45, 0.42)],
         [(0.45, 0.42), (0.9, 0.66), (0.58, 1.0), (0.1, 0.9)]],
    ],
    4: [
        [[(0.62, 0.0), (0.1, 0.64)], [(0.1, 0.64), (0.95, 0.6)], [(0.68, 0.3), (0.66, 1.0)]],
        [[(0.18, 0.02), (0.14, 0.36), (0.45, 0.5), (0.84, 0.42)], [(0.82, 0.0), (0.78, 0.5), (0.76, 1.0)]],
    ],
    5: [
        [[(0.82, 0.02), (0.24, 0.03)], [(0.24, 0.03), (0.2, 0.45)], _FIVE_BOWL],
        [[(0.9, 0.0), (0.4, 0.04), (0.22, 0.4), (0.6, 0.44), (0.84, 0.7), (0.5, 1.0), (0.1, 0.92)]],
    ],
    6: [
        [[(0.72, 0.0), (0.28, 0.3), (0.1, 0.7), (0.45, 1.0), (0.86, 0.76), (0.55, 0.5), (0.16, 0.7)]],
        [[(0.45, 0.0), (0.16, 0.4), (0.12, 0.8), (0.5, 1.0), (0.8, 0.8), (0.5, 0.58), (0.18, 0.78)]],
    ],
    7: [
        [_SEVEN, [(0.9, 0.04), (0.55, 0.5), (0.36, 1.0)]],
        [_SEVEN, [(0.9, 0.04), (0.6, 0.5), (0.4, 1.0)], [(0.3, 0.5), (0.82, 0.5)]],
        [[(0.1, 0.24), (0.12, 0.04)], _SEVEN, [(0.9, 0.04), (0.7, 0.4), (0.62, 1.0)]],
    ],
    8: [
        [
            [(0.78, 0.12), (0.45, 0.0), (0.2, 0.22), (0.5, 0.46), (0.84, 0.74), (0.5, 1.0),
             (0.14, 0.78), (0.5, 0.46), (0.8, 0.22), (0.72, 0.08)],
        ],
        [[(0.5, 0.0), (0.22, 0.22), (0.5, 0.46), (0.78, 0.22), (0.5, 0.0)],
         [(0.5, 0.46), (0.14, 0.74), (0.5, 1.0), (0.86, 0.74), (0.5, 0.46)]],
    ],
    9: [
        [_NINE_LOOP, [(0.82, 0.16), (0.8, 0.6), (0.66, 1.0)]],
        [_NINE_LOOP, [(0.82, 0.2), (0.84, 0.7), (0.55, 1.0), (0.16, 0.92)]],
    ],
}  # fmt: skip


@functools.cache
def _variant(digit: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns control points (K, 2), and the matrix (P, K) from them to points along the pen's path."""
    strokes = VARIANTS[digit][number]
    control = np.concatenate([np.asarray(s, np.float64) for s in strokes])
    lengths = [np.linalg.norm(np.diff(np.asarray(s), axis=0), axis=1).sum() for s in strokes]
    shares = np.maximum(4, np.round(_PEN_POINTS * np.array(lengths) / sum(lengths))).astype(int)
    shares[-1] += _PEN_POINTS - shares.sum()
    matrix = np.zeros((_PEN_POINTS, len(control)))
    row = column = 0
    for stroke, share in zip(strokes, shares, strict=True):
        matrix[row : row + share, column : column + len(stroke)] = _spline(len(stroke), share)
        row, column = row + share, column + len(stroke)
    return control, matrix


def _spline(knots: int, points: int) -> np.ndarray:
    """Returns a Catmull-Rom spline of `knots` control points as a (points, knots) matrix; a line for two."""
    matrix = np.zeros((points, knots))
    for i, position in enumerate(np.linspace(0, knots - 1, points)):
        k = min(int(position), knots - 2)
        t = position - k
        weights = (
            (-t + 2 * t**2 - t**3) / 2,
            (2 - 5 * t**2 + 3 * t**3) / 2,
            (t + 4 * t**2 - 3 * t**3) / 2,
            (t**3 - t**2) / 2,
        )
        for shift, weight in zip((-1, 0, 1, 2), weights, strict=True):
            matrix[i, min(max(k + shift, 0), knots - 1)] += weight
    return matrix


def draw(labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns one image for each label: uint8 of shape (N, 28, 28)."""
    paths = np.empty((len(labels), _PEN_POINTS, 2), np.float32)
    for digit, variants in VARIANTS.items():
        rows = np.flatnonzero(labels == digit)
        choice = rng.integers(len(variants), size=len(rows))
        for number in range(len(variants)):
            paths[rows[choice == number]] = _perturbed_paths(
                digit, number, int((choice == number).sum()), rng
            )
    paths = _place_in_image(paths, rng)
    chunks = [_render(paths[i : i + _CHUNK], rng) for i in range(0, len(paths), _CHUNK)]
    return np.concatenate(chunks) if chunks else np.zeros((0, SIDE, SIDE), np.uint8)


def _perturbed_paths(digit: int, number: int, count: int, rng: np.random.Generator) -> np.ndarray:
    control, matrix = _variant(digit, number)
    perturbed = control + rng.normal(0, 0.025, (count, *control.shape))
    path = np.einsum("pk,nkd->npd", matrix, perturbed)
    # Bends of the whole digit: one low-frequency wave in each direction.
    size, phase = rng.normal(0, 0.02, (2, count, 1)), rng.uniform(0, 2 * np.pi, (2, count, 1))
    x, y = path[..., 0], path[..., 1]
    return np.stack(
        [x + size[0] * np.sin(5 * y + phase[0]), y + size[1] * np.sin(5 * x + phase[1])], -1
    )


def _place_in_image(paths: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Shears, rotates and scales around the center, and converts to pixel coordinates."""
    n = len(paths)
    angle, shear = rng.normal(0, 0.1, n), rng.normal(0.1, 0.22, n)
    width, height = rng.uniform(11, 17, n), rng.uniform(17, 20, n)
    x, y = (paths[..., 0] - 0.5) * width[:, None], (paths[..., 1] - 0.5) * height[:, None]
    x = x - shear[:, None] * y
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    rotated = np.stack([cos * x - sin * y, sin * x + cos * y], -1)
    center = (rotated.max(1) + rotated.min(1)) / 2
    shift = rng.normal(0, 1.3, (n, 2)) + (SIDE - 1) / 2 - center
    return (rotated + shift[:, None]).astype(np.float32)


def _render(paths: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Renders images by the pixels' distance to the pen's path, with random pen width, gaps, and noise."""
    n = len(paths)
    grid = np.arange(SIDE, dtype=np.float32)
    start, length = rng.integers(_PEN_POINTS, size=n), rng.integers(0, 9, n) * (rng.random(n) < 0.1)
    position = np.arange(_PEN_POINTS)
    gap = (position >= start[:, None]) & (position < (start + length)[:, None])
    x = np.where(gap, 99, paths[..., 0])[..., None] - grid
    y = np.where(gap, 99, paths[..., 1])[..., None] - grid
    # (N, P, 28, 28): rows are y, columns x.
    squared = ((y * y)[..., :, None] + (x * x)[..., None, :]).min(1)
    pen_width = rng.gamma(12, 0.1, (n, 1, 1)).astype(np.float32).clip(0.55, 2.4)
    coverage = np.clip((pen_width + 0.55 - np.sqrt(squared)) / 1.1, 0, 1)
    ink = rng.uniform(0.75, 1.0, (n, 1, 1)) + rng.normal(0, 0.07, (n, SIDE, SIDE))
    return (255 * np.clip(coverage * ink, 0, 1)).astype(np.uint8)
