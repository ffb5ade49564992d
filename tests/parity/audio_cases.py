"""Signals and spectra for the audio chapters, and cases from tables of transforms."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

Build = Callable[[Any], Any]

_RANDOM = np.random.RandomState(0)
# Two channels of noise; a spectrogram, and one of complex numbers, of 33 frequencies.
WAVE = _RANDOM.uniform(-1, 1, (2, 300))
SPECTRUM = _RANDOM.uniform(0, 1, (2, 33, 9))
COMPLEX = _RANDOM.uniform(-1, 1, (2, 33, 9, 2))
# A tone that rises.
TONE = np.sin(np.cumsum(np.linspace(0.05, 0.4, 1200)))[None] * 0.8
SINGLE = np.float32


def arrays(result: Any) -> Arrays:
    parts = result if isinstance(result, tuple) else (result,)
    return {str(i): np.asarray(part) for i, part in enumerate(parts)}


def audio(ms: Any) -> Any:
    """`mindspore.dataset.audio` of either side."""
    return importlib.import_module(f"{ms.__name__}.dataset.audio")


def call_cases(
    chapter: str,
    table: dict[str, tuple[Build, np.ndarray]],
    kinds: tuple[Any, ...] = (np.float64, np.float32),
    **options: Any,
) -> None:
    """Cases that call a transform of the audio module on an array, in several types."""
    for name, (build, x) in table.items():

        def body(ms: Any, run: Any, build: Build = build, x: np.ndarray = x) -> Arrays:
            result = {}
            for kind in kinds:
                for key, value in arrays(build(audio(ms))(x.astype(kind))).items():
                    result[f"{np.dtype(kind)}.{key}"] = value
            return result

        body.__module__ = chapter
        case(name=name, jit=False, **options)(body)


def refusal_cases(chapter: str, table: dict[str, Build]) -> None:
    """Cases of what must fail: functions of the audio module."""
    for name, build in table.items():

        def body(ms: Any, run: Any, build: Build = build) -> Arrays:
            return run.raises(lambda: build(audio(ms)))

        body.__module__ = chapter
        case(name=name, jit=False)(body)
