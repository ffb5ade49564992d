"""Random tensors from torch's global generator, which `set_seed` seeds.

MindSpore's own streams differ: the same seed gives other numbers here. A `seed` argument starts a stream of
its own: calls with it draw one part of that stream after the other, and `set_seed` starts it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.generator import torch_generator
from msacc.common.seed import _get_graph_seed
from msacc.common.settings import settings
from msacc.common.torch_private import standard_gamma
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims, torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op
from msacc.ops.core.random_stream import RandomPrimitive, Stream, combined_seed, process_seed

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Dims, DTypeLike, Ints
    from msacc.common.generator import Generator
    from msacc.common.tensor import Tensor


def generator_for(
    name: str, seed: int | Stream | None, device: torch.device | None = None
) -> torch.Generator | None:
    """The generator for one call of `name`: the global one without a seed, else the next of the seed's stream.

    As in MindSpore, calls with the same seed draw different numbers one after the other, and `set_seed` starts
    them again. Raises TypeError for a seed that is no int, ValueError for a negative one.
    """
    where = device or settings.device
    if isinstance(seed, Stream):
        return seed.on(where)
    if seed is None or check.non_negative_int(name, "seed", seed) == 0:
        return None
    return torch.Generator(where).manual_seed(process_seed(*_get_graph_seed(seed, name)))


def _seeded_generator(
    name: str, seed: int | torch.Tensor | None, device: torch.device | None = None
) -> torch.Generator | None:
    """The generator of an op whose calls repeat for one seed; the global one for None and negative seeds."""
    if isinstance(seed, torch.Tensor):
        seed = int(seed)
    if seed is None or check.instance(name, "seed", seed, int) < 0:
        return None
    return torch.Generator(device or settings.device).manual_seed(int(seed))


def _tensor(value: Any, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    if isinstance(value, torch.Tensor):
        return value
    return torch.full((), value, dtype=dtype, device=settings.device)


def _wide(shape: Dims, *parameters: torch.Tensor) -> tuple[int, ...]:
    """The requested shape, broadcast with the parameters of the distribution."""
    return tuple(torch.broadcast_shapes(dims(shape), *[p.shape for p in parameters]))


def _floats(name: str, dtype: DTypeLike | None) -> torch.dtype:
    target_dtype = torch_dtype(dtype, torch.float32)
    if not target_dtype.is_floating_point:  # type: ignore[union-attr]
        raise ValueError(f"For '{name}', the 'dtype' must be a float type, but got {dtype}.")
    return target_dtype  # type: ignore[return-value]


def _integers(name: str, dtype: DTypeLike | None, default: torch.dtype) -> torch.dtype:
    target_dtype: Any = torch_dtype(dtype, default)
    if target_dtype.is_floating_point or target_dtype is torch.bool:  # type: ignore[union-attr]
        raise ValueError(
            f"For '{name}', the 'dtype' must be an int type, but got {mstype.from_torch(target_dtype)}."
        )  # type: ignore[arg-type]
    return target_dtype  # type: ignore[return-value]


def _sizes(size: tuple[Any, ...]) -> tuple[int, ...]:
    if len(size) == 1 and not isinstance(size[0], int):
        return dims(size[0])
    return size if size else (1,)


# -- uniform and integers ----------------------------------------------------------------------


@op
def uniform(
    shape: Dims,
    minval: torch.Tensor | complex | np.number,
    maxval: torch.Tensor | complex | np.number,
    seed: int | Stream | None = None,
    dtype: DTypeLike | None = mstype.float32,
) -> torch.Tensor:
    """Uniform in [minval, maxval): Float32, or integers for `dtype` int32.

    `shape`: a tuple of ints, the shape of the result.
    `seed`: an int from 0.

    Raises TypeError for another dtype, and for limits that are Tensors of another dtype than that.

    Differs from MindSpore: the limits may be numbers.
    """
    target_dtype = torch_dtype(dtype) if dtype is not None else None
    if target_dtype not in (torch.int32, torch.float32):
        raise TypeError(
            f"For 'uniform', 'dtype' should be mindspore.int32 or mindspore.float32, but got {dtype}."
        )
    for name, value in (("minval", minval), ("maxval", maxval)):
        if isinstance(value, torch.Tensor) and value.dtype is not target_dtype:
            raise TypeError(
                f"For 'uniform', '{name}' should be of dtype {dtype}, but is {value.dtype}."
            )
    low, high = _tensor(minval), _tensor(maxval)
    size = _wide(shape, low, high)
    samples = torch.rand(size, generator=generator_for("uniform", seed), device=settings.device)
    if target_dtype is torch.int32:
        return (low + torch.floor(samples * (high - low))).to(torch.int32)
    return low + samples * (high - low)


@bindings(RandomPrimitive("UniformReal", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def uniform_real(shape: Dims, seed: int | Stream | None = None) -> torch.Tensor:
    """Random Float32 numbers, uniform in [0, 1).

    `shape` is a tuple of int; the result has it. `seed` starts a stream of its own, and so does
    `seed2` of the Primitive; both 0 follow `mindspore.set_seed`. Raises TypeError for lengths that
    are no int, RuntimeError for a negative one, ValueError for a negative seed. Differs from
    MindSpore: the numbers drawn are torch's.
    """
    return torch.rand(
        dims(shape), generator=generator_for("uniform_real", seed), device=settings.device
    )


@bindings(RandomPrimitive("UniformInt", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def uniform_int(
    shape: Dims, minval: Any, maxval: Any, seed: int | Stream | None = None
) -> torch.Tensor:
    """Integers drawn uniformly from `minval` up to `maxval`, exclusive, Int32 scalars both.

    The result is an Int32 Tensor of `shape`, a tuple of ints.
    """
    rng = generator_for("uniform_int", seed)
    return torch.randint(
        int(minval),
        int(maxval),
        dims(shape),
        generator=rng,
        device=settings.device,
        dtype=torch.int32,
    )


@op
def rand(
    *size: object, dtype: DTypeLike | None = None, seed: int | Stream | None = None
) -> torch.Tensor:
    """Uniform in [0, 1).

    `size`: ints, or a tuple of them: the shape of the result.
    `dtype`: a float dtype, Float32 by default.
    `seed`: an int from 0.
    """
    return torch.rand(
        _sizes(size),
        generator=generator_for("rand", seed),
        dtype=_floats("rand", dtype),
        device=settings.device,
    )


@op
def rand_like(
    input: torch.Tensor, seed: int | Stream | None = None, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """Uniform in [0, 1), in the shape of `input`, and in its dtype unless another is given.

    `input` is a Tensor of any dtype.
    `dtype` is that of the result, `seed` an int.
    """
    target_dtype: Any = input.dtype if dtype is None else torch_dtype(dtype)
    _floats("rand_like", mstype.from_torch(target_dtype))
    return torch.rand(
        input.shape,
        generator=generator_for("rand_like", seed),
        dtype=target_dtype,
        device=input.device,
    )


@op
def randint(
    low: int,
    high: int,
    size: Dims,
    seed: int | Stream | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """Integers, uniform in [low, high): Int64 unless `dtype` is given.

    `low`, `high`: ints.
    `size`: a tuple of ints, the shape of the result.
    `seed`: an int.
    """
    target_dtype = _integers("randint", dtype, torch.int64)
    return torch.randint(
        low,
        high,
        dims(size),
        generator=generator_for("randint", seed),
        dtype=target_dtype,
        device=settings.device,
    )


@op
def randint_like(
    input: torch.Tensor,
    low: int,
    high: int,
    seed: int | Stream | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """Integers, uniform in [low, high), in the shape of `input`.

    `input` is a Tensor of any dtype; `dtype`, that of the result, is an integer one, by default that of
      `input`.
    `seed`: an int.
    """
    target_dtype = _integers("randint_like", dtype, input.dtype)
    return torch.randint(
        low,
        high,
        input.shape,
        generator=generator_for("randint_like", seed),
        dtype=target_dtype,
        device=input.device,
    )


@bindings(
    PrimitiveClass(
        "RandpermV2",
        inputs=("n",),
        settings={
            "seed": Setting(0, checks.none_or(int, bool)),
            "offset": Setting(0, checks.none_or(int, bool)),
            "dtype": Setting(mstype.int64),
        },
    )
)
@op
def randperm(
    n: int | torch.Tensor, seed: int | None = 0, offset: int = 0, dtype: DTypeLike = mstype.int64
) -> torch.Tensor:
    """0 … n - 1 in random order: a vector (n,) of `dtype`.

    `n`: an int or a Tensor of one. Calls with the same `seed` and `offset` give the same order, as in
    MindSpore; an `offset` other than 0 counts in place of the seed. With the seed -1 every call draws anew.
    Raises ValueError for an `n` below 1 or a negative offset, TypeError for a seed or offset that is no int.
    """
    count, start = (int(v) if isinstance(v, torch.Tensor) else v for v in (n, offset))
    check.positive_int("randperm", "n", count)
    check.non_negative_int("randperm", "offset", start)
    rng = _seeded_generator("randperm", seed if seed is None or start == 0 else start)
    return torch.randperm(count, generator=rng, device=settings.device).to(torch_dtype(dtype))


@bindings(RandomPrimitive("RandomShuffle", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def shuffle(x: torch.Tensor, seed: int | Stream | None = None) -> torch.Tensor:
    """Slices along the first dimension in random order.

    `x` is a Tensor of any dtype; the result has its shape and dtype.
    `seed`: an int; calls with one draw the same.
    """
    check.tensor("shuffle", "x", x)
    return (
        x[
            torch.randperm(
                x.shape[0], generator=generator_for("shuffle", seed, x.device), device=x.device
            )
        ]
        if x.ndim
        else x
    )


# -- normal and friends ------------------------------------------------------------------------


@op
def normal(
    shape: Dims,
    mean: torch.Tensor | float | np.number,
    stddev: torch.Tensor | float | np.number,
    seed: int | Stream | None = None,
) -> torch.Tensor:
    """Numbers of a normal distribution, as Float32.

    Numbers drawn around `mean` with the deviation `stddev`, both numbers or Tensors, which
    broadcast with `shape`, a tuple of ints: that is the shape of the result. `seed`: an int from 0.
    """
    centre, deviation = _tensor(mean), _tensor(stddev)
    size = _wide(shape, centre, deviation)
    return centre + deviation * torch.randn(
        size, generator=generator_for("normal", seed), device=settings.device
    )


@bindings(RandomPrimitive("StandardNormal", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def standard_normal(shape: Dims, seed: int | Stream | None = None) -> torch.Tensor:
    """Numbers of the normal distribution of mean 0 and deviation 1.

    `seed`: an int; calls with one draw the same.

    The result is a Float32 Tensor of `shape`, a tuple of ints.
    """
    return torch.randn(
        dims(shape), generator=generator_for("standard_normal", seed), device=settings.device
    )


@op
def randn(
    *size: object, dtype: DTypeLike | None = None, seed: int | Stream | None = None
) -> torch.Tensor:
    """Normal of mean 0 and deviation 1.

    `size`: ints, or a tuple of them: the shape of the result.
    `dtype`: a float dtype, Float32 by default.
    `seed`: an int from 0.
    """
    return torch.randn(
        _sizes(size),
        generator=generator_for("randn", seed),
        dtype=_floats("randn", dtype),
        device=settings.device,
    )


@op
def randn_like(
    input: torch.Tensor, seed: int | Stream | None = None, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """Normal of mean 0 and deviation 1, in the shape of `input`: Float32 unless `dtype` is given.

    `input` is a Tensor of any dtype.
    `dtype` is that of the result, `seed` an int.
    """
    target_dtype = _floats("randn_like", dtype)
    return torch.randn(
        input.shape,
        generator=generator_for("randn_like", seed),
        dtype=target_dtype,
        device=input.device,
    )


@bindings(
    RandomPrimitive(
        "TruncatedNormal",
        settings={
            "dtype": Setting(mstype.float32, checks.dtype(*checks.FLOAT_DTYPES)),
            "seed": Setting(0),
            "seed2": Setting(0),
        },
    )
)
@op
def truncated_normal(
    shape: Dims, dtype: DTypeLike = mstype.float32, seed: int | Stream | None = None
) -> torch.Tensor:
    """Standard normal, redrawn beyond two deviations."""
    out = torch.empty(dims(shape), device=settings.device)
    torch.nn.init.trunc_normal_(out, generator=generator_for("truncated_normal", seed))
    return out.to(torch_dtype(dtype))


@op
def laplace(
    shape: Dims,
    mean: torch.Tensor | float | np.number,
    lambda_param: torch.Tensor | float | np.number,
    seed: int | Stream | None = None,
) -> torch.Tensor:
    """Laplace distribution of the mean `mean` and the scale `lambda_param`, Float32.

    `shape`: a tuple of ints, with which the parameters, numbers or Tensors, broadcast to the shape of the
      result.
    `seed`: an int.
    """
    centre, scale = _tensor(mean), _tensor(lambda_param)
    samples = (
        torch.rand(
            _wide(shape, centre, scale),
            generator=generator_for("laplace", seed),
            device=settings.device,
        )
        - 0.5
    )
    return centre - scale * torch.sign(samples) * torch.log1p(-2 * torch.abs(samples))


@bindings(RandomPrimitive("StandardLaplace", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def standard_laplace(shape: Ints, seed: int | Stream | None = None) -> torch.Tensor:
    """Laplace distribution of mean 0 and scale 1: a Tensor of `shape`, a tuple of ints, and dtype Float32.

    `seed`: an int; calls with one draw the same.
    """
    return laplace.raw(shape, 0.0, 1.0, seed)


@bindings(RandomPrimitive("Gamma", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def gamma(
    shape: Dims,
    alpha: torch.Tensor | complex | np.number,
    beta: torch.Tensor | complex | np.number,
    seed: int | Stream | None = None,
) -> torch.Tensor:
    """Gamma distribution of shape `alpha` and rate `beta`, Float32, in `shape` broadcast with both.

    `shape`: a tuple of ints, with which the parameters, numbers or Tensors, broadcast to the shape of the
      result.
    `seed`: an int.
    """
    form, rate = _tensor(alpha).float(), _tensor(beta).float()
    size = _wide(shape, form, rate)
    return (
        standard_gamma(form.expand(size).contiguous(), generator=generator_for("gamma", seed))
        / rate
    )


@bindings(RandomPrimitive("RandomGamma", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def random_gamma(
    shape: Dims, alpha: torch.Tensor | complex | np.number, seed: int | Stream | None = None
) -> torch.Tensor:
    """Gamma distribution of rate 1: `shape` samples for each element of `alpha`.

    `shape`: a tuple of ints.
    `alpha`: a float Tensor, or a number, whose dtype the result has, of the shape `shape + alpha.shape`.
    `seed`: an int; calls with one draw the same.
    """
    form = _tensor(alpha)
    size = dims(shape) + tuple(form.shape)
    return standard_gamma(
        form.expand(size).contiguous(), generator=generator_for("random_gamma", seed)
    )


@bindings(RandomPrimitive("Poisson", settings={"seed": Setting(0), "seed2": Setting(0)}))
@op
def poisson(
    shape: Dims, mean: torch.Tensor | float | np.number, seed: int | Stream | None = None
) -> torch.Tensor:
    """Poisson distribution of the mean `mean`, Int32.

    `shape`: a tuple of ints, with which the parameters, numbers or Tensors, broadcast to the shape of the
      result.
    `seed`: an int.
    """
    rate = _tensor(mean).float()
    return torch.poisson(
        rate.expand(_wide(shape, rate)), generator=generator_for("poisson", seed)
    ).to(torch.int32)


@bindings(
    RandomPrimitive(
        "RandomPoisson",
        settings={
            "seed": Setting(0),
            "seed2": Setting(0),
            "dtype": Setting(
                mstype.int64, checks.dtype(*checks.INDEX_DTYPES, *checks.FLOAT_DTYPES)
            ),
        },
    )
)
@op
def random_poisson(
    shape: Dims,
    rate: torch.Tensor | complex | np.number,
    seed: int | Stream | None = None,
    dtype: DTypeLike = mstype.float32,
) -> torch.Tensor:
    """Poisson distribution: `shape` samples for each element of `rate`.

    `shape`: a tuple of ints.
    `rate`: a Tensor of numbers, or a number; the result has the shape `shape + rate.shape` and `dtype`.
    `seed`: an int; calls with one draw the same.
    """
    mean = _floating(_tensor(rate))
    size = dims(shape) + tuple(mean.shape)
    return torch.poisson(mean.expand(size), generator=generator_for("random_poisson", seed)).to(
        torch_dtype(dtype)
    )


def _floating(t: torch.Tensor) -> torch.Tensor:
    """The numbers as floats, which torch draws by."""
    return t if t.dtype.is_floating_point else t.float()


# -- choices -----------------------------------------------------------------------------------


@op
def bernoulli(
    input: torch.Tensor, p: torch.Tensor | float | np.number = 0.5, seed: int | None = None
) -> torch.Tensor:
    """1 with probability `p`, else 0, in the shape and dtype of `input`.

    `input` is a Tensor of any shape.
    `p` is a number in [0, 1], or a Tensor of numbers whose shape broadcasts to it.
    `seed`: an int.
    """
    chance = torch.as_tensor(p, dtype=torch.float32, device=input.device)
    if not bool(((chance >= 0) & (chance <= 1)).all()):
        raise ValueError(f"For 'bernoulli', 'p' should lie in [0, 1], but got {p!r}.")
    samples = torch.rand(
        input.shape,
        generator=_seeded_generator("bernoulli", seed, input.device),
        device=input.device,
    )
    return (samples < chance).to(input.dtype)


@bindings(TensorMethod("multinomial"))
@op
def multinomial(
    input: torch.Tensor,
    num_samples: int,
    replacement: bool = True,
    seed: int | Stream | None = None,
) -> torch.Tensor:
    """Int32 classes drawn in proportion to `input`, for a vector or each row.

    `input` is a float Tensor (K,) or (N, K), not negative; the result is (num_samples,) or (N, num_samples).
    `replacement`: a class may come again.
    `seed`: an int.
    """
    return torch.multinomial(
        _floating(input),
        num_samples,
        replacement,
        generator=generator_for("multinomial", seed, input.device),
    ).to(torch.int32)


@bindings(
    RandomPrimitive(
        "Multinomial",
        settings={
            "seed": Setting(0),
            "seed2": Setting(0),
            "dtype": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES)),
        },
    )
)
@op
def multinomial_of(
    x: torch.Tensor,
    num_samples: int,
    seed: int | Stream | None = None,
    dtype: DTypeLike = mstype.int32,
) -> torch.Tensor:
    """Classes drawn with replacement in proportion to `x`.

    `x`: a Tensor (C,) or (N, C) of numbers; `num_samples`: an int or a Tensor of one, the last dimension of the
    result; `dtype`: its dtype, Int32 or Int64.
    """
    classes = torch.multinomial(
        _floating(x),
        int(num_samples),
        True,
        generator=generator_for("multinomial_of", seed, x.device),
    )
    return classes.to(torch_dtype(dtype))


@bindings(
    PrimitiveClass(
        "MultinomialWithReplacement",
        settings={
            "numsamples": Setting(check=checks.non_negative_int),
            "replacement": Setting(False, checks.boolean),
        },
    )
)
@op
def multinomial_with_replacement(
    x: torch.Tensor, seed: int, offset: int, numsamples: int, replacement: bool = False
) -> torch.Tensor:
    """Int64 classes drawn in proportion to `x`; calls with the same `seed` and `offset` draw the same.

    `x`: a float Tensor (C,) or (N, C).
    `seed`, `offset`: ints or Tensors of one.
    `numsamples`: how many, the last dimension of the result.
    `replacement`: a class may come again.

    Raises ValueError for more samples than classes without it.
    """
    if not replacement and numsamples > x.shape[-1]:
        raise ValueError(
            f"For 'multinomial_with_replacement', 'numsamples' should be at most {x.shape[-1]} without "
            f"replacement, but got {numsamples}."
        )
    rng = _seeded_generator(
        "multinomial_with_replacement", combined_seed(int(seed), int(offset)) or None, x.device
    )
    return torch.multinomial(x, numsamples, replacement, generator=rng)


@bindings(TensorMethod("random_categorical"))
@op
def random_categorical(
    logits: torch.Tensor, num_sample: int, seed: int | Stream = 0, dtype: DTypeLike = mstype.int64
) -> torch.Tensor:
    """Classes drawn from the softmax of each row of `logits`: the same for the same seed, unless that is 0.

    `logits`: a Tensor (N, C) of numbers.
    `num_sample`: an int, how many of each row; the result is (N, num_sample) of `dtype`.

    Raises TypeError for a `seed` that is no int.
    """
    chances = torch.softmax(logits.float(), -1)
    return torch.multinomial(
        chances,
        num_sample,
        True,
        generator=(
            seed.on(logits.device)
            if isinstance(seed, Stream)
            else Stream(check.instance("random_categorical", "seed", seed, int)).on(logits.device)
        ),
    ).to(torch_dtype(dtype))


@bindings(
    RandomPrimitive(
        "RandomChoiceWithMask",
        settings={
            "count": Setting(256, checks.positive_int),
            "seed": Setting(0),
            "seed2": Setting(0),
        },
    )
)
@op
def random_choice_with_mask(
    input_x: torch.Tensor, count: int = 256, seed: int | Stream | None = None
) -> Any:
    """The coordinates of `count` random true elements, filled up with zeros if there are fewer.

    `input_x` is a Bool Tensor, `count` an int.
    `seed` starts a stream of its own, and so does `seed2` of the Primitive.

    The result is a pair: Int32 coordinates of shape (count, rank), and a Bool mask (count,) of
    those that are real.

    Raises RuntimeError for another dtype, ValueError for a negative seed or a count below 1.

    Differs from MindSpore: the numbers drawn are torch's, it takes ranks 1 to 5 only, and raises
    TypeError for the dtype.
    """
    check.positive_int("random_choice_with_mask", "count", count)
    flat = input_x.reshape(-1)
    order = torch.rand(
        flat.shape,
        generator=generator_for("random_choice_with_mask", seed, flat.device),
        device=flat.device,
    )
    ranked = torch.argsort(torch.where(flat, order, order + 1))
    if count > flat.numel():
        ranked = torch.cat((ranked, ranked.new_zeros(count - flat.numel())))
    positions = ranked[:count]
    real = torch.arange(count, device=flat.device) < flat.sum()
    positions = torch.where(real, positions, 0)
    coordinates = torch.stack(torch.unravel_index(positions, input_x.shape), dim=1)
    return coordinates.to(torch.int32), real


def choice_with_mask(input_x: Tensor, count: int = 256, seed: int | None = None) -> Any:
    """(coordinates of `count` random true elements, which of them are real): Int32 (count, rank), Bool (count,).

    `input_x`: a Bool Tensor of any shape; `seed`: an int; calls with one draw the same. Errors are those of
    `random_choice_with_mask`.
    """
    return random_choice_with_mask(input_x, count, seed)


# -- what the primitives call ------------------------------------------------------------------


@bindings(
    PrimitiveClass(
        "Bernoulli", settings={"seed": Setting(-1, checks.integer), "offset": Setting(0)}
    )
)
def bernoulli_of(x: Tensor, p: Tensor, seed: int = -1, offset: int = 0) -> Any:
    """1 with probability `p`, else 0, in the shape of `x`: `bernoulli` as the Primitive calls it.

    `x` gives the shape and dtype, `p`: a number, or a Tensor of them. A `seed` of -1 draws from the global
    generator; another, with the `offset` added, draws the same in each call.
    """
    return bernoulli(
        x, p, None if check.instance("Bernoulli", "seed", seed, int) < 0 else seed + offset
    )


@bindings(
    PrimitiveClass(
        "Randperm",
        settings={
            "max_length": Setting(1, checks.positive_int),
            "pad": Setting(-1, checks.integer),
            "dtype": Setting(mstype.int32, checks.dtype(*checks.NUMBER_DTYPES)),
        },
    )
)
@op
def randperm_padded(
    n: torch.Tensor | int, max_length: int = 1, pad: int = -1, dtype: DTypeLike = mstype.int32
) -> torch.Tensor:
    """0 … n - 1 in random order, filled up with `pad` to `max_length`.

    `n` is a Tensor of one integer; returns a vector of `dtype`.
    """
    count = int(n)
    if count > max_length:
        raise ValueError(
            f"For 'Randperm', 'n' should be at most max_length = {max_length}, but got {count}."
        )
    out = torch.full((max_length,), pad, dtype=torch_dtype(dtype), device=settings.device)
    out[:count] = torch.randperm(count, device=settings.device)
    return out


# -- in the shape and dtype of a Tensor, as its methods draw ------------------------------------


def _number(name: str, value: Any) -> Any:
    """A limit that may be a Tensor of one element; bernoulli's may be one for each element."""
    if not isinstance(value, torch.Tensor) or name == "bernoulli":
        return value
    if value.numel() != 1:
        raise ValueError(
            f"For '{name}', a limit should be a number or a Tensor of one element, but got the shape "
            f"{tuple(value.shape)}."
        )
    return value.item()


def _filled(name: str) -> Any:
    draw = name + "_"

    def body(x: torch.Tensor, *numbers: object, generator: Generator | None = None) -> torch.Tensor:
        rng = torch_generator(name, generator)
        limits = [_number(name, n) for n in numbers]
        return getattr(torch.empty_like(x), draw)(*limits, generator=rng)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"Numbers of the {name.replace('_', ' ')} distribution, in the shape and dtype of `x`."
    )
    return op(body)


uniform_as, normal_as, random_as, exponential_as, bernoulli_as, cauchy_as, log_normal_as = (
    _filled(name)
    for name in (
        *("uniform", "normal", "random", "exponential", "bernoulli", "cauchy", "log_normal"),
    )
)


@op
def bernoulli_by(x: torch.Tensor, generator: Generator | None = None) -> torch.Tensor:
    """1 with each element's own probability, else 0."""
    return torch.bernoulli(x, generator=torch_generator("bernoulli", generator))


_LIKE = (
    *("uniform_as", "normal_as", "random_as", "exponential_as", "bernoulli_as", "cauchy_as"),
    *("log_normal_as", "bernoulli_by"),
)


__all__ = exported_names(globals(), *_LIKE, "Stream", "bernoulli_of", "generator_for")
