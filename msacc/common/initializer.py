"""Initializers: rules that fill a tensor of a given shape with values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common import tensor as tensor_module
from msacc.common.seed import generator, next_stream
from msacc.common.settings import settings
from msacc.common.tensor import Tensor


class Initializer:
    """Base class. A subclass draws into a float tensor in `_fill`, or a numpy array in
    `_initialize` (the hook MindSpore's own subclasses override)."""

    def __init__(self, **kwargs: Any):
        self._kwargs = kwargs

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        array = out.numpy()
        self._initialize(array)

    def _initialize(self, arr: np.ndarray) -> None:
        raise NotImplementedError(f"{type(self).__name__} must implement _initialize(arr).")

    def __call__(self, arr: np.ndarray) -> np.ndarray:
        """Fill the numpy array `arr` in place and return it."""
        out = torch.empty(arr.shape, dtype=torch.float32)
        self._fill(out, generator(next_stream()))
        arr[...] = out.numpy()
        return arr


class Zero(Initializer):
    """All zeros."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.zero_()


class One(Initializer):
    """All ones."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.fill_(1)


class Constant(Initializer):
    """Every element is `value` (a number, or an array that broadcasts)."""

    def __init__(self, value: Any):
        super().__init__(value=value)
        self.value = value

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.copy_(torch.as_tensor(np.asarray(self.value)))


class Normal(Initializer):
    """Normal distribution with standard deviation `sigma` and `mean`."""

    def __init__(self, sigma: float = 0.01, mean: float = 0.0):
        super().__init__(sigma=sigma, mean=mean)
        self.sigma, self.mean = sigma, mean

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.normal_(self.mean, self.sigma, generator=rng)


class TruncatedNormal(Initializer):
    """Normal distribution kept within the absolute bounds `a` and `b`."""

    def __init__(self, sigma: float = 0.01, mean: float = 0.0, a: float = -2.0, b: float = 2.0):
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma, self.mean, self.a, self.b = sigma, mean, a, b

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        torch.nn.init.trunc_normal_(out, self.mean, self.sigma, self.a, self.b, generator=rng)


class Uniform(Initializer):
    """Uniform distribution in [-scale, scale)."""

    def __init__(self, scale: float = 0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.uniform_(-self.scale, self.scale, generator=rng)


def _calculate_fan_in_and_fan_out(shape: Any) -> tuple[int, int]:
    """Inputs and outputs each element of a weight of `shape` connects."""
    if len(shape) < 2:
        raise ValueError(
            f"For 'fan_in and fan_out', the shape must have two dimensions or more, but got {shape}."
        )
    receptive = math.prod(shape[2:])
    return shape[1] * receptive, shape[0] * receptive


def _gain(nonlinearity: str, slope: float | None) -> float:
    fixed = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0)}
    linear = ("linear", "sigmoid", *(f"conv{n}d" for n in (1, 2, 3)))
    linear += tuple(f"conv_transpose{n}d" for n in (1, 2, 3))
    if nonlinearity in linear:
        return 1.0
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if slope is None else slope) ** 2))
    if nonlinearity in fixed:
        return fixed[nonlinearity]
    raise ValueError(
        f"For 'HeUniform' and 'HeNormal', 'nonlinearity' should be one of "
        f"{sorted({*linear, *fixed, 'leaky_relu'})}, but got '{nonlinearity}'."
    )


class _He(Initializer):
    def __init__(
        self, negative_slope: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"
    ):
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        if mode not in ("fan_in", "fan_out"):
            raise ValueError(f"'mode' should be 'fan_in' or 'fan_out', but got '{mode}'.")
        self.negative_slope, self.mode, self.nonlinearity = negative_slope, mode, nonlinearity

    def _std(self, out: torch.Tensor) -> float:
        fans = _calculate_fan_in_and_fan_out(tuple(out.shape))
        return _gain(self.nonlinearity, self.negative_slope) / math.sqrt(
            fans[self.mode == "fan_out"]
        )


class HeUniform(_He):
    """Uniform in +-gain * sqrt(3 / fan)."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        bound = math.sqrt(3.0) * self._std(out)
        out.uniform_(-bound, bound, generator=rng)


class HeNormal(_He):
    """Normal with standard deviation gain / sqrt(fan)."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        out.normal_(0.0, self._std(out), generator=rng)


class XavierUniform(Initializer):
    """Uniform in +-gain * sqrt(6 / (fan_in + fan_out))."""

    def __init__(self, gain: float = 1):
        super().__init__(gain=gain)
        self.gain = gain

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        bound = self.gain * math.sqrt(6.0 / sum(_calculate_fan_in_and_fan_out(tuple(out.shape))))
        out.uniform_(-bound, bound, generator=rng)


class XavierNormal(XavierUniform):
    """Normal with standard deviation gain * sqrt(2 / (fan_in + fan_out))."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        std = self.gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tuple(out.shape))))
        out.normal_(0.0, std, generator=rng)


class Orthogonal(Initializer):
    """A (semi-)orthogonal matrix over the flattened trailing dimensions, times `gain`."""

    def __init__(self, gain: float = 1.0):
        super().__init__(gain=gain)
        if not isinstance(gain, (int, float)) or isinstance(gain, bool):
            raise TypeError(f"For 'Orthogonal', 'gain' should be a float, but got {gain!r}.")
        self.gain = gain

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        if out.ndim < 2:
            raise ValueError(
                f"Orthogonal needs two dimensions or more, but got shape {tuple(out.shape)}."
            )
        torch.nn.init.orthogonal_(out, self.gain, generator=rng)


class Identity(Initializer):
    """The identity matrix; needs exactly two dimensions."""

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        if out.ndim != 2:
            raise ValueError(
                f"For 'Identity', the shape must have 2 dimensions, but got {tuple(out.shape)}."
            )
        torch.nn.init.eye_(out)


class Dirac(Initializer):
    """Keeps channels through a convolution, `groups` at a time."""

    def __init__(self, groups: int = 1):
        super().__init__(groups=groups)
        self.groups = groups

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        torch.nn.init.dirac_(out, self.groups)


class Sparse(Initializer):
    """Normal values, with the share `sparsity` of each column set to zero."""

    def __init__(self, sparsity: float, sigma: float = 0.01):
        super().__init__(sparsity=sparsity, sigma=sigma)
        self.sparsity, self.sigma = sparsity, sigma

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        torch.nn.init.sparse_(out, self.sparsity, self.sigma, generator=rng)


class VarianceScaling(Initializer):
    """Values with variance `scale` / fan, from one of three distributions."""

    def __init__(
        self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal"
    ):
        super().__init__(scale=scale, mode=mode, distribution=distribution)
        if scale <= 0:
            raise ValueError(
                f"For 'VarianceScaling', 'scale' must be greater than 0, but got {scale}."
            )
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"'mode' should be fan_in, fan_out or fan_avg, but got '{mode}'.")
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(
                "'distribution' should be uniform, truncated_normal or untruncated_normal, "
                f"but got '{distribution}'."
            )
        self.scale, self.mode, self.distribution = scale, mode, distribution

    def _fill(self, out: torch.Tensor, rng: torch.Generator) -> None:
        fan_in, fan_out = _calculate_fan_in_and_fan_out(tuple(out.shape))
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            bound = math.sqrt(3 * variance)
            out.uniform_(-bound, bound, generator=rng)
        elif self.distribution == "untruncated_normal":
            out.normal_(0.0, math.sqrt(variance), generator=rng)
        else:
            # Cutting at two sigma shrinks a unit normal's deviation to this number.
            std = math.sqrt(variance) / 0.87962566103423978
            torch.nn.init.trunc_normal_(out, 0.0, std, -2 * std, 2 * std, generator=rng)


_ALIASES: dict[str, type[Initializer]] = {
    "zeros": Zero,
    "ones": One,
    "he_uniform": HeUniform,
    "he_normal": HeNormal,
    "xavier_uniform": XavierUniform,
    "xavier_normal": XavierNormal,
    "truncatednormal": TruncatedNormal,
    "truncated_normal": TruncatedNormal,
    "varianceScaling": VarianceScaling,
}
_class: type[Initializer]
for _class in (Zero, One, HeUniform, HeNormal, XavierUniform, XavierNormal, Normal, Uniform):
    _ALIASES[_class.__name__.lower()] = _class
for _class in (TruncatedNormal, Orthogonal, Identity, Dirac, Sparse, VarianceScaling, Constant):
    _ALIASES[_class.__name__.lower()] = _class


class Pending:
    """A tensor's shape, dtype and initializer, before its values exist."""

    __slots__ = ("dtype", "initializer", "key", "shape")
    # Sharded parameters carry a placeholder of another class, whose values lie on other processes too.
    elsewhere = False

    def __init__(self, initializer: Initializer, shape: tuple[int, ...], dtype: mstype.Type):
        self.initializer, self.shape, self.dtype = initializer, shape, dtype
        self.key = next_stream()

    def fill(self) -> torch.Tensor:
        """Draw the values: always on the CPU in float32, so that every device gets the same."""
        out = torch.empty(self.shape, dtype=torch.float32)
        self.initializer._fill(out, generator(self.key))
        return out.to(device=settings.device, dtype=mstype.to_torch(self.dtype))


def _resolve(init: Any) -> Initializer:
    if isinstance(init, Initializer):
        return init
    if isinstance(init, (int, float)):
        return Constant(init)
    if isinstance(init, str):
        found = _ALIASES.get(init.lower())
        if found is None:
            raise ValueError(
                f"For 'initializer', the class corresponding to '{init}' was not found; "
                f"known names: {', '.join(sorted(_ALIASES))}."
            )
        return found()
    raise TypeError(
        "For 'initializer', 'init' should be a Tensor, a str, a number or an Initializer, "
        f"but got {init!r}."
    )


def _pending(init: Any, shape: tuple[int, ...], dtype: Any) -> Pending:
    return Pending(_resolve(init), shape, mstype.from_torch(mstype.to_torch(dtype)))


tensor_module._pending = _pending


def initializer(init: Any, shape: Any = None, dtype: Any = mstype.float32) -> Tensor:
    """A tensor of `shape` and `dtype` that `init` fills when it is first read.

    `init`: a Tensor (returned as it is), a name such as 'normal', a number, or an Initializer.
    Raises ValueError for an unknown name or a shape that does not fit, TypeError for other input.
    """
    dims = _check_shape(init, shape)
    if isinstance(init, Tensor):
        return init
    lazy = object.__new__(Tensor)
    lazy._init = _pending(init, dims, dtype)
    return lazy


def _check_shape(init: Any, shape: Any) -> tuple[int, ...]:
    if isinstance(shape, Tensor):
        shape = shape.tolist()
    dims = (shape,) if isinstance(shape, int) else tuple(shape if shape is not None else ())
    if isinstance(init, Tensor) and shape is not None and tuple(init.shape) != dims:
        raise ValueError(
            "For 'initializer', the shape of the 'init' argument should be same as the argument "
            f"'shape', but got the 'init' shape {list(init.shape)} and the 'shape' {list(dims)}."
        )
    for value in dims:
        if not isinstance(value, (int, np.integer)) or value <= 0:
            raise ValueError(
                "For 'initializer', the argument 'shape' is invalid, the value of 'shape' must be "
                f"positive integer, but got {dims}"
            )
    return dims


__all__ = [
    "Constant",
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]
