"""Synthetic color images of ten classes: 3x32x32 uint8, in place of CIFAR-10.

Each class is a shape with a texture; colors, position, size, rotation and the textured background are random, so
that the class cannot be predicted from colors or single pixels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

SIDE = 32
Grid = np.ndarray


def _disk(x: Grid, y: Grid) -> Grid:
    return np.hypot(x, y)


def _box(x: Grid, y: Grid) -> Grid:
    return np.maximum(abs(x), abs(y)) * 1.15


def _diamond(x: Grid, y: Grid) -> Grid:
    return (abs(x) + abs(y)) * 0.8


def _triangle(x: Grid, y: Grid) -> Grid:
    return np.maximum(abs(x) * 1.5 + y, -y) * 1.1 + 0.15


def _cross(x: Grid, y: Grid) -> Grid:
    return np.minimum(np.maximum(abs(x) * 3, abs(y)), np.maximum(abs(y) * 3, abs(x)))  # two bars


def _ring(x: Grid, y: Grid) -> Grid:
    return abs(np.hypot(x, y) - 0.7) * 3.4


def _star(x: Grid, y: Grid) -> Grid:
    return np.hypot(x, y) * (1.25 + 0.45 * np.cos(5 * np.arctan2(y, x)))


def _bar(x: Grid, y: Grid) -> Grid:
    return np.maximum(abs(x) * 3.2, abs(y) * 0.85)


def _heart(x: Grid, y: Grid) -> Grid:
    return np.hypot(x * 1.1, y + 0.25 - 0.75 * np.sqrt(abs(x))) * 1.15


def _moon(x: Grid, y: Grid) -> Grid:
    return np.maximum(np.hypot(x, y), 1.75 - np.hypot(x - 0.55, y) * 1.15)


SHAPES: tuple[Callable[[Grid, Grid], Grid], ...] = (
    _disk, _box, _diamond, _triangle, _cross, _ring, _star, _bar, _heart, _moon,
)  # fmt: skip
# The texture of each class: (frequency, whether in both directions).
_TEXTURES = ((0, 0), (9, 0), (5, 1), (0, 0), (5, 0), (9, 1), (5, 0), (0, 0), (5, 1), (9, 0))


def draw(labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns one image for each label: uint8 of shape (N, 3, 32, 32)."""
    n = len(labels)
    line = np.linspace(-1, 1, SIDE, dtype=np.float32)
    x, y = np.meshgrid(line, line)
    angle, size = rng.normal(0, 0.25, (n, 1, 1)), rng.uniform(0.5, 0.8, (n, 1, 1))
    center = rng.uniform(-0.25, 0.25, (2, n, 1, 1))
    u, v = (x - center[0]) / size, (y - center[1]) / size
    u, v = np.cos(angle) * u - np.sin(angle) * v, np.sin(angle) * u + np.cos(angle) * v
    coverage, texture = np.empty((2, n, SIDE, SIDE))
    for label, shape in enumerate(SHAPES):
        mask = labels == label
        coverage[mask] = np.clip((1 - shape(u[mask], v[mask])) * 6 + 0.5, 0, 1)
        frequency, both = _TEXTURES[label]
        waves = np.sin(frequency * u[mask]) * (np.sin(frequency * v[mask]) if both else 1)
        texture[mask] = 1 + 0.35 * np.sign(waves)
    return _colorize(coverage, texture, x, y, rng)


def _colorize(
    coverage: Grid, texture: Grid, x: Grid, y: Grid, rng: np.random.Generator
) -> np.ndarray:
    n = len(coverage)
    front, back = rng.uniform(0.1, 0.9, (2, n, 3, 1, 1))
    # Ensure a minimum contrast.
    front = np.clip(front + 0.3 * np.sign(front - back), 0, 1)
    wave = rng.uniform(-6, 6, (2, n, 1, 1))
    background = 1 + 0.25 * np.sin(wave[0] * x + wave[1] * y)
    mask = coverage[:, None]
    image = mask * front * texture[:, None] + (1 - mask) * back * background[:, None]
    noisy = image + rng.normal(0, 0.08, image.shape)
    return (255 * np.clip(noisy, 0, 1)).astype(np.uint8)
