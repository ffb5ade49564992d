"""The rules behind initializers: each fills a tensor of a given shape with values. They know no Tensor."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsFloat

import numpy as np
import torch

from msacc.common import philox
from msacc.common.initializer_parts import _assignment as _assignment
from msacc.common.initializer_parts import _calculate_correct_fan as _calculate_correct_fan
from msacc.common.initializer_parts import _calculate_fan_in_and_fan_out
from msacc.common.initializer_parts import _calculate_gain as _calculate_gain
from msacc.common.initializer_parts import _calculate_in_and_out as _calculate_in_and_out
from msacc.common.initializer_parts import _init_random_normal as _init_random_normal
from msacc.common.initializer_parts import _init_random_uniform as _init_random_uniform
from msacc.common.initializer_parts import _init_truncated_normal as _init_truncated_normal
from msacc.common.seed import _get_graph_seed, draw_key, get_seed
from msacc.common.short_repr import ReprByAttributes

if TYPE_CHECKING:
    pass

# Fills a tensor: (out, key, start=...).
Draw = Callable[..., Any]


class Initializer(ReprByAttributes):
    """Base class. A subclass of the user's fills a numpy array in `_initialize`, as in MindSpore; one of
    msacc's fills a float tensor in `_msacc_fill`, from a key."""

    # Where values come from: "numpy" (its global generator), "key" (philox, from one draw of it), "fixed".
    _msacc_source = "numpy"

    def __init__(self, **kwargs: Any):
        self._kwargs = kwargs

    @property
    def seed(self) -> tuple[int, int]:
        """Two seeds for one more fill, which an `_initialize` of the user's may draw from.

        (0, 0) where `set_seed` was not called; (seed + 1, 0) after `initializer.seed = seed`.
        """
        own = vars(self).get("_msacc_seed")
        return _get_graph_seed(get_seed(), "init") if own is None else (own + 1, 0)

    @seed.setter
    def seed(self, value: int) -> None:
        self._msacc_seed = value

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        raise NotImplementedError(f"{type(self).__name__} must implement _initialize(arr).")

    def _initialize(self, arr: np.ndarray) -> None:
        direct = arr.dtype == np.float32 and arr.flags.c_contiguous
        out = torch.from_numpy(arr) if direct else torch.empty(arr.shape, dtype=torch.float32)
        self._msacc_fill(out, draw_key() if self._msacc_source == "key" else 0)
        if not direct:
            arr[...] = out.numpy()

    @property
    def _msacc_is_users(self) -> bool:
        return type(self)._initialize is not Initializer._initialize

    def _msacc_apply(self, out: torch.Tensor, key: int | None) -> None:
        if key is None or self._msacc_is_users:
            self._initialize(out.numpy())
        else:
            self._msacc_fill(out, key)

    def __call__(self, arr: np.ndarray) -> np.ndarray:
        """Fill the numpy array `arr` in place and return it."""
        self._initialize(arr)
        return arr


class Elementwise(Initializer):
    """An initializer whose values can be drawn part by part."""

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        """The function that fills a part, given its key and where in a tensor of `shape` it starts."""
        raise NotImplementedError

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        self._msacc_draw(tuple(out.shape))(out, key, start=0)


def _constant(value: float) -> Draw:
    return lambda out, key, start: out.fill_(value)


def _uniform(bound: float) -> Draw:
    return functools.partial(philox.uniform, low=-bound, high=bound)


def _normal(sigma: float, mean: float = 0.0) -> Draw:
    return functools.partial(philox.normal, mean=mean, sigma=sigma)


class Zero(Elementwise):
    """Fills a tensor with zeros: `initializer(Zero(), shape)`, or by its name 'zeros'.

    Any shape, any dtype. No error of its own; as in MindSpore.
    """

    _msacc_source = "fixed"

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _constant(0.0)


class One(Elementwise):
    """Fills a tensor with ones: `initializer(One(), shape)`, or by its name 'ones'.

    Any shape, any dtype. No error of its own; as in MindSpore.
    """

    _msacc_source = "fixed"

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _constant(1.0)


class Constant(Initializer):
    """Fills a tensor with `value`, a number or an array that broadcasts to its shape.

    Raises RuntimeError, when the tensor is filled, for an array that does not broadcast, TypeError
    for what is no number. Differs from MindSpore: that takes numbers alone.
    """

    _msacc_source = "fixed"

    def __init__(self, value: SupportsFloat | np.ndarray | list[Any] | tuple[Any, ...]):
        super().__init__(value=value)
        self.value = value

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        out.copy_(torch.as_tensor(np.asarray(self.value)))


class Normal(Elementwise):
    """Fills a tensor from a normal distribution: `initializer(Normal(0.02), shape)`, or by its name 'normal'.

    `sigma`: the standard deviation.
    `mean`: the mean.

    A seed gives MindSpore's numbers, bit for bit.

    Raises, when the tensor is filled, ValueError for a negative `sigma`, TypeError for what is no number.

    As in MindSpore.
    """

    _msacc_source = "key"

    def __init__(self, sigma: float = 0.01, mean: float = 0.0):
        super().__init__(sigma=sigma, mean=mean)
        self.sigma, self.mean = sigma, mean

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        for name, value in (("sigma", self.sigma), ("mean", self.mean)):
            if not isinstance(value, (int, float, np.number)):
                raise TypeError(f"For 'Normal', '{name}' should be a number, but got {value!r}.")
        if self.sigma < 0:
            raise ValueError(f"For 'Normal', 'sigma' should not be negative, but got {self.sigma}.")
        return _normal(self.sigma, self.mean)


class TruncatedNormal(Elementwise):
    """Fills a tensor from a normal distribution that is cut off on both sides.

    `sigma` and `mean` are those of the distribution before it is cut.
    `a` and `b` are the least and the largest value themselves, not multiples of `sigma`.

    A seed gives MindSpore's numbers, bit for bit.

    Raises TypeError or ValueError, when the tensor is filled, for what is no number.

    As in MindSpore.
    """

    _msacc_source = "key"

    def __init__(self, sigma: float = 0.01, mean: float = 0.0, a: float = -2.0, b: float = 2.0):
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma, self.mean, self.a, self.b = sigma, mean, a, b

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return functools.partial(
            philox.truncated_normal, mean=self.mean, sigma=self.sigma, low=self.a, high=self.b
        )


class Uniform(Elementwise):
    """Fills a tensor from the uniform distribution in [-scale, scale); its name is 'uniform'.

    `scale`: a number. A seed gives MindSpore's numbers, bit for bit.

    Raises TypeError, when the tensor is filled, for a `scale` that is no number. As in MindSpore.
    """

    _msacc_source = "key"

    def __init__(self, scale: float = 0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _uniform(self.scale)


class NumpyUniform(Initializer):
    """Uniform, from numpy's generator: MindSpore's recurrent layers draw their parameters so."""

    def __init__(self, scale: float):
        super().__init__(scale=scale)
        self.scale = scale

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        samples = np.random.uniform(-self.scale, self.scale, tuple(out.shape))
        out.copy_(torch.from_numpy(samples))


class _He(Elementwise):
    _msacc_source = "key"

    def __init__(
        self, negative_slope: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"
    ):
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        if mode not in ("fan_in", "fan_out"):
            raise ValueError(f"'mode' should be 'fan_in' or 'fan_out', but got '{mode}'.")
        self.negative_slope, self.mode, self.nonlinearity = negative_slope, mode, nonlinearity

    def _msacc_std(self, shape: tuple[int, ...]) -> float:
        fans = _calculate_fan_in_and_fan_out(shape)
        return _calculate_gain(self.nonlinearity, self.negative_slope) / math.sqrt(
            fans[self.mode == "fan_out"]
        )


class HeUniform(_He):
    """Fills a weight uniformly in +-gain * sqrt(3 / fan), after He et al.; its name is
    'he_uniform'.

    `mode`: fan is the number of inputs ('fan_in') or outputs ('fan_out') of a weight with two
    dimensions or more. `nonlinearity`: what follows the layer, which fixes the gain ('relu':
    sqrt(2)); `negative_slope`: that of a 'leaky_relu'. A seed gives MindSpore's numbers, bit for
    bit.

    Raises ValueError for another `mode` at once, and when the tensor is filled for an unknown
    `nonlinearity`, a slope that is no number or fewer than two dimensions. Differs from MindSpore:
    that looks at `mode` only when it fills.
    """

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _uniform(math.sqrt(3.0) * self._msacc_std(shape))


class HeNormal(_He):
    """Fills a weight from a normal distribution of deviation gain / sqrt(fan), after He et al.

    Its name is 'he_normal'. `mode`: fan is the number of inputs ('fan_in') or outputs ('fan_out')
    of a weight with two dimensions or more. `nonlinearity`: what follows the layer, which fixes the
    gain ('relu': sqrt(2)); `negative_slope`: that of a 'leaky_relu'. A seed gives MindSpore's
    numbers, bit for bit.

    Raises ValueError as `HeUniform` does, with the same difference to MindSpore.
    """

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _normal(self._msacc_std(shape))


class XavierUniform(Elementwise):
    """Fills a weight uniformly in +-gain * sqrt(6 / (fan_in + fan_out)), after Glorot and Bengio.

    Its name is 'xavier_uniform'. `gain`: a factor. A seed gives MindSpore's numbers, bit for bit.

    Raises, when the tensor is filled, ValueError for fewer than two dimensions, TypeError for a
    `gain` that is no number. As in MindSpore.
    """

    _msacc_source = "key"

    def __init__(self, gain: float = 1):
        super().__init__(gain=gain)
        self.gain = gain

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _uniform(self.gain * math.sqrt(6.0 / sum(_calculate_fan_in_and_fan_out(shape))))


class XavierNormal(XavierUniform):
    """Normal with standard deviation gain * sqrt(2 / (fan_in + fan_out))."""

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        return _normal(self.gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(shape))))


class Orthogonal(Initializer):
    """A (semi-)orthogonal matrix over the flattened trailing dimensions, times `gain`."""

    _msacc_source = "key"

    def __init__(self, gain: float = 1.0):
        super().__init__(gain=gain)
        if not isinstance(gain, (int, float)) or isinstance(gain, bool):
            raise TypeError(f"For 'Orthogonal', 'gain' should be a float, but got {gain!r}.")
        self.gain = gain

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        if out.ndim < 2:
            raise ValueError(
                f"Orthogonal needs two dimensions or more, but got shape {tuple(out.shape)}."
            )
        flat = out.new_empty(out.shape[0], out[0].numel())
        philox.normal(flat, key, 0.0, 1.0)
        wide = flat.shape[0] < flat.shape[1]
        q, r = torch.linalg.qr(flat.T if wide else flat)
        # The signs of r's diagonal make the decomposition unique.
        q = q * r.diagonal().sign()
        out.copy_((q.T if wide else q).reshape(out.shape) * self.gain)


class Identity(Initializer):
    """The identity matrix; needs exactly two dimensions."""

    _msacc_source = "fixed"

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        if out.ndim != 2:
            raise ValueError(
                f"For 'Identity', the shape must have 2 dimensions, but got {tuple(out.shape)}."
            )
        torch.nn.init.eye_(out)


class Dirac(Initializer):
    """Keeps channels through a convolution, `groups` at a time."""

    _msacc_source = "fixed"

    def __init__(self, groups: int = 1):
        super().__init__(groups=groups)
        self.groups = groups

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        torch.nn.init.dirac_(out, self.groups)


class Sparse(Initializer):
    """Normal values of deviation `sigma`, with the share `sparsity` of each column set to zero.

    Both are numbers. ValueError for a shape that has not two dimensions.
    """

    _msacc_source = "key"

    def __init__(self, sparsity: float, sigma: float = 0.01):
        super().__init__(sparsity=sparsity, sigma=sigma)
        self.sparsity, self.sigma = sparsity, sigma

    def _msacc_fill(self, out: torch.Tensor, key: int) -> None:
        if out.ndim != 2:
            raise ValueError(
                f"For 'Sparse', the shape must have 2 dimensions, but got {tuple(out.shape)}."
            )
        philox.normal(out, key, 0.0, self.sigma)
        rows, columns = out.shape
        for column in range(columns):
            out[np.random.permutation(rows)[: math.ceil(self.sparsity * rows)], column] = 0.0


class VarianceScaling(Elementwise):
    """Values with variance `scale` / fan, from one of three distributions.

    `scale`: a number above 0.
    `mode`: whose fan, 'fan_in', 'fan_out' or their mean ('fan_avg').
    `distribution`: 'uniform', 'truncated_normal' or 'untruncated_normal'.

    Raises ValueError for others.
    """

    _msacc_source = "key"

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

    def _msacc_draw(self, shape: tuple[int, ...]) -> Draw:
        fan_in, fan_out = _calculate_fan_in_and_fan_out(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            return _uniform(math.sqrt(3 * variance))
        if self.distribution == "untruncated_normal":
            return _normal(math.sqrt(variance))
        # Cutting at two sigma shrinks a unit normal's deviation to this number.
        std = math.sqrt(variance) / 0.87962566103423978
        return functools.partial(
            philox.truncated_normal, mean=0.0, sigma=std, low=-2 * std, high=2 * std
        )


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


def _register(*aliases: str) -> Callable[[type[Initializer]], type[Initializer]]:
    """Let `initializer` know a class by its name in lower case and by `aliases`; names taken stay taken."""

    def register(cls: type[Initializer]) -> type[Initializer]:
        for name in (cls.__name__.lower(), *aliases):
            _ALIASES.setdefault(name, cls)
        return cls

    return register
