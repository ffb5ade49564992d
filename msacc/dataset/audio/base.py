"""The base of the audio transforms, and how they read their input."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from msacc.dataset.cpp_random import Mt19937
from msacc.dataset.pipeline.operation import Operation
from msacc.dataset.transform_random import Streams, Turns, draws_of
from msacc.dataset.transforms.transforms import TensorOperation


class AudioTensorOperation(TensorOperation):
    """Base of transforms of arrays (..., time), or of the form that a subclass names.

    A subclass gives `compute(xs)` for arrays with any leading dimensions. Called at once it takes
    numpy arrays alone (TypeError).
    """

    steady = True
    # The form of the input, as errors tell it, and the dimensions it needs.
    form, rank = "<..., time>", 1
    # Whether the last axis holds real and imaginary parts.
    of_complex = False
    # Whether integers are refused.
    floats_only = False
    # Whether a direct call refuses what is no numpy array.
    arrays_only = True

    def __call__(self, *input_tensor_list: Any) -> Any:
        for item in input_tensor_list:
            if self.arrays_only and not isinstance(item, np.ndarray):
                raise TypeError(f"Input should be NumPy audio, got {type(item)}.")
        return super().__call__(*input_tensor_list)

    def sample(self, x: np.ndarray) -> Any:
        self.check(x.shape, x.dtype)
        return self.compute(x)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs.shape[1:], xs.dtype)
        return self.compute(xs)

    def compute(self, xs: np.ndarray) -> Any:
        """The transform on arrays whose last axes are those of a sample."""
        raise NotImplementedError

    def seeded(self, turns: Turns, inner: bool = False) -> Operation:
        # All arguments of a pipeline are looked at before its first row.
        self.verify()
        return super().seeded(turns, inner)

    def verify(self) -> None:
        """RuntimeError for arguments that MindSpore refuses only when it computes."""

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        """RuntimeError for arguments, shapes and types that the transform does not take."""
        self.verify()
        name = type(self).__name__
        if len(shape) < self.rank or (self.of_complex and shape[-1] != 2):
            raise RuntimeError(
                f"{name}: the shape of input tensor does not match the requirement of operator. "
                f"Expecting tensor in shape of {self.form}. But got tensor with dimension "
                f"{len(shape)} and shape {shape}."
            )
        if 0 in shape:
            raise RuntimeError(f"{name}: Input Tensor has no data, its shape is {shape}.")
        if kind.kind not in ("f" if self.floats_only else "fiub"):
            wanted = "[float, double]" if self.floats_only else "[int, float, double]"
            raise RuntimeError(
                f"{name}: the data type of input tensor does not match the requirement of "
                f"operator. Expecting tensor in type of {wanted}. But got type {kind}."
            )


class RandomAudio(AudioTensorOperation):
    """Base of audio transforms with draws; a subclass gives `drawn_audio(x, random)`.

    The draws are MindSpore's: a direct call begins with the seed, and so does a pipeline, in which
    they go on from row to row.
    """

    streams: Streams | None = None

    def seeded(self, turns: Turns, inner: bool = False) -> Operation:
        self.verify()
        fresh = copy.copy(self)
        fresh.streams = Streams(turns, inner)
        return fresh

    def takes(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return self.drawn_audio(xs, draws_of(self.streams))

    def drawn_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        """The transform on one sample with draws from `random`."""
        raise NotImplementedError


def real(x: np.ndarray) -> np.ndarray:
    """float64 as it is, all else as float32."""
    return x if x.dtype == np.float64 else x.astype(np.float32)


def single(value: float) -> float:
    """A number rounded to float32, in which MindSpore keeps its arguments."""
    return float(np.float32(value))


def rounded(x: np.ndarray) -> np.ndarray:
    """The nearest whole numbers; halves go away from zero."""
    return np.trunc(x + np.copysign(0.5, x)).astype(x.dtype)
