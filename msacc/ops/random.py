"""Random tensors, drawn from torch's global generator, which `set_seed` seeds.

MindSpore's own streams differ: the same seed gives other numbers here.
`seed` arguments draw that one tensor from a generator of its own.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.generator import torch_generator
from msacc.common.settings import settings
from msacc.ops.core.args import dims, torch_dtype
from msacc.ops.core.op import exported, op


def _rng(seed: Any, device: torch.device | None = None) -> torch.Generator | None:
    if not seed:
        return None
    return torch.Generator(device or settings.device).manual_seed(int(seed))


def _tensor(value: Any, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    if isinstance(value, torch.Tensor):
        return value
    return torch.full((), value, dtype=dtype, device=settings.device)


def _wide(shape: Any, *parameters: torch.Tensor) -> tuple[int, ...]:
    """The shape asked for, broadcast with the parameters of the distribution."""
    return tuple(torch.broadcast_shapes(dims(shape), *[p.shape for p in parameters]))


def _floats(name: str, dtype: Any) -> torch.dtype:
    to = torch_dtype(dtype, torch.float32)
    if not to.is_floating_point:  # type: ignore[union-attr]
        raise ValueError(f"For '{name}', the 'dtype' must be a float type, but got {dtype}.")
    return to  # type: ignore[return-value]


def _integers(name: str, dtype: Any, default: torch.dtype) -> torch.dtype:
    to: Any = torch_dtype(dtype, default)
    if to.is_floating_point or to is torch.bool:  # type: ignore[union-attr]
        raise ValueError(
            f"For '{name}', the 'dtype' must be an int type, but got {mstype.from_torch(to)}."
        )  # type: ignore[arg-type]
    return to  # type: ignore[return-value]


def _sizes(size: tuple[Any, ...]) -> tuple[int, ...]:
    if len(size) == 1 and not isinstance(size[0], int):
        return dims(size[0])
    return size if size else (1,)


# -- uniform and integers ----------------------------------------------------------------------


@op
def uniform(
    shape: Any, minval: Any, maxval: Any, seed: Any = None, dtype: Any = mstype.float32
) -> torch.Tensor:
    """Uniform in [minval, maxval): Float32, or integers for `dtype` int32."""
    low, high = _tensor(minval), _tensor(maxval)
    size = _wide(shape, low, high)
    drawn = torch.rand(size, generator=_rng(seed), device=settings.device)
    if torch_dtype(dtype) is torch.int32:
        return (low + torch.floor(drawn * (high - low))).to(torch.int32)
    return low + drawn * (high - low)


@op
def uniform_real(shape: Any, seed: int = 0, seed2: int = 0) -> torch.Tensor:
    """Float32, uniform in [0, 1)."""
    return torch.rand(dims(shape), generator=_rng(seed or seed2), device=settings.device)


@op
def uniform_int(
    shape: Any, minval: Any, maxval: Any, seed: int = 0, seed2: int = 0
) -> torch.Tensor:
    """Int32, uniform in [minval, maxval)."""
    rng = _rng(seed or seed2)
    return torch.randint(
        int(minval),
        int(maxval),
        dims(shape),
        generator=rng,
        device=settings.device,
        dtype=torch.int32,
    )


@op
def rand(*size: Any, dtype: Any = None, seed: Any = None) -> torch.Tensor:
    """Uniform in [0, 1)."""
    return torch.rand(
        _sizes(size), generator=_rng(seed), dtype=_floats("rand", dtype), device=settings.device
    )


@op
def rand_like(input: torch.Tensor, seed: Any = None, *, dtype: Any = None) -> torch.Tensor:
    """Uniform in [0, 1), in the shape of `input`."""
    to = torch_dtype(dtype, input.dtype)
    return torch.rand(input.shape, generator=_rng(seed), dtype=to, device=input.device)


@op
def randint(low: int, high: int, size: Any, seed: Any = None, *, dtype: Any = None) -> torch.Tensor:
    """Integers, uniform in [low, high): Int64 unless `dtype` is given."""
    to = _integers("randint", dtype, torch.int64)
    return torch.randint(
        low, high, dims(size), generator=_rng(seed), dtype=to, device=settings.device
    )


@op
def randint_like(
    input: torch.Tensor, low: int, high: int, seed: Any = None, *, dtype: Any = None
) -> torch.Tensor:
    """Integers, uniform in [low, high), in the shape of `input`."""
    to = _integers("randint_like", dtype, input.dtype)
    return torch.randint(
        low, high, input.shape, generator=_rng(seed), dtype=to, device=input.device
    )


@op
def randperm(n: int, seed: int = 0, offset: int = 0, dtype: Any = mstype.int64) -> torch.Tensor:
    """0 … n - 1 in random order."""
    return torch.randperm(
        int(n), generator=_rng(seed), dtype=torch_dtype(dtype), device=settings.device
    )


@op
def shuffle(x: torch.Tensor, seed: Any = None) -> torch.Tensor:
    """Slices along the first dimension in random order."""
    return (
        x[torch.randperm(x.shape[0], generator=_rng(seed, x.device), device=x.device)]
        if x.ndim
        else x
    )


# -- normal and friends ------------------------------------------------------------------------


@op
def normal(shape: Any, mean: Any, stddev: Any, seed: Any = None) -> torch.Tensor:
    """Normal, Float32."""
    centre, spread = _tensor(mean), _tensor(stddev)
    size = _wide(shape, centre, spread)
    return centre + spread * torch.randn(size, generator=_rng(seed), device=settings.device)


@op
def standard_normal(shape: Any, seed: Any = None) -> torch.Tensor:
    """Normal of mean 0 and deviation 1, Float32."""
    return torch.randn(dims(shape), generator=_rng(seed), device=settings.device)


@op
def standard_normal_of(shape: Any, seed: int = 0, seed2: int = 0) -> torch.Tensor:
    """Normal of mean 0 and deviation 1, Float32."""
    return torch.randn(dims(shape), generator=_rng(seed or seed2), device=settings.device)


@op
def randn(*size: Any, dtype: Any = None, seed: Any = None) -> torch.Tensor:
    """Normal of mean 0 and deviation 1."""
    return torch.randn(
        _sizes(size), generator=_rng(seed), dtype=_floats("randn", dtype), device=settings.device
    )


@op
def randn_like(input: torch.Tensor, seed: Any = None, *, dtype: Any = None) -> torch.Tensor:
    """Normal of mean 0 and deviation 1, in the shape of `input`."""
    to = torch_dtype(dtype, input.dtype)
    return torch.randn(input.shape, generator=_rng(seed), dtype=to, device=input.device)


@op
def truncated_normal(
    shape: Any, dtype: Any = mstype.float32, seed: int = 0, seed2: int = 0
) -> torch.Tensor:
    """Standard normal, redrawn beyond two deviations."""
    out = torch.empty(dims(shape), device=settings.device)
    torch.nn.init.trunc_normal_(out, generator=_rng(seed or seed2))
    return out.to(torch_dtype(dtype))


@op
def laplace(shape: Any, mean: Any, lambda_param: Any, seed: Any = None) -> torch.Tensor:
    """Laplace distribution, Float32."""
    centre, scale = _tensor(mean), _tensor(lambda_param)
    drawn = (
        torch.rand(_wide(shape, centre, scale), generator=_rng(seed), device=settings.device) - 0.5
    )
    return centre - scale * torch.sign(drawn) * torch.log1p(-2 * torch.abs(drawn))


@op
def standard_laplace(shape: Any, seed: Any = None) -> torch.Tensor:
    """Laplace distribution of mean 0 and scale 1, Float32."""
    return laplace.raw(shape, 0.0, 1.0, seed)


@op
def gamma(shape: Any, alpha: Any, beta: Any, seed: Any = None) -> torch.Tensor:
    """Gamma distribution of shape `alpha` and rate `beta`, Float32."""
    form, rate = _tensor(alpha).float(), _tensor(beta).float()
    size = dims(shape) + tuple(torch.broadcast_shapes(form.shape, rate.shape))
    return torch._standard_gamma(form.expand(size).contiguous(), generator=_rng(seed)) / rate


@op
def random_gamma(shape: Any, alpha: Any, seed: Any = None) -> torch.Tensor:
    """Gamma distribution of rate 1: `shape` samples for each element of `alpha`."""
    form = _tensor(alpha)
    size = dims(shape) + tuple(form.shape)
    return torch._standard_gamma(form.expand(size).contiguous(), generator=_rng(seed))


@op
def poisson(shape: Any, mean: Any, seed: Any = None) -> torch.Tensor:
    """Poisson distribution, Int32."""
    rate = _tensor(mean).float()
    return torch.poisson(rate.expand(_wide(shape, rate)), generator=_rng(seed)).to(torch.int32)


@op
def random_poisson(
    shape: Any, rate: Any, seed: Any = None, dtype: Any = mstype.float32
) -> torch.Tensor:
    """Poisson distribution: `shape` samples for each element of `rate`."""
    mean = _tensor(rate)
    size = dims(shape) + tuple(mean.shape)
    return torch.poisson(mean.expand(size), generator=_rng(seed)).to(torch_dtype(dtype))


# -- choices -----------------------------------------------------------------------------------


@op
def bernoulli(input: torch.Tensor, p: Any = 0.5, seed: Any = None) -> torch.Tensor:
    """1 with probability `p`, else 0, in the shape and dtype of `input`."""
    chance = torch.as_tensor(p, dtype=torch.float32, device=input.device)
    if not bool(((chance >= 0) & (chance <= 1)).all()):
        raise ValueError(f"For 'bernoulli', 'p' should lie in [0, 1], but got {p!r}.")
    drawn = torch.rand(input.shape, generator=_rng(seed, input.device), device=input.device)
    return (drawn < chance).to(input.dtype)


@op
def multinomial(
    input: torch.Tensor, num_samples: int, replacement: bool = True, seed: Any = None
) -> torch.Tensor:
    """Int32 classes drawn in proportion to `input`, for a vector or each row."""
    return torch.multinomial(
        input, num_samples, replacement, generator=_rng(seed, input.device)
    ).to(torch.int32)


@op
def multinomial_of(
    x: torch.Tensor, num_samples: Any, seed: int = 0, seed2: int = 0, dtype: Any = mstype.int32
) -> torch.Tensor:
    """Classes drawn with replacement in proportion to `x`."""
    drawn = torch.multinomial(x, int(num_samples), True, generator=_rng(seed or seed2, x.device))
    return drawn.to(torch_dtype(dtype))


@op
def multinomial_with_replacement(
    x: torch.Tensor, seed: Any, offset: Any, numsamples: int, replacement: bool = False
) -> torch.Tensor:
    """Int64 classes drawn in proportion to `x`."""
    return torch.multinomial(x, numsamples, replacement, generator=_rng(seed, x.device))


@op
def random_categorical(
    logits: torch.Tensor, num_sample: int, seed: int = 0, dtype: Any = mstype.int64
) -> torch.Tensor:
    """Classes drawn from the softmax of each row of `logits`."""
    chances = torch.softmax(logits.float(), -1)
    return torch.multinomial(chances, num_sample, True, generator=_rng(seed, logits.device)).to(
        torch_dtype(dtype)
    )


@op
def random_choice_with_mask(
    input_x: torch.Tensor, count: int = 256, seed: int = 0, seed2: int = 0
) -> Any:
    """(coordinates of `count` random true elements, which of them are real); filled up with zeros.

    Coordinates are Int32 of shape (count, rank), the mask is Bool.
    """
    flat = input_x.reshape(-1)
    order = torch.rand(flat.shape, generator=_rng(seed or seed2, flat.device), device=flat.device)
    ranked = torch.argsort(torch.where(flat, order, order + 1))
    if count > flat.numel():
        ranked = torch.cat((ranked, ranked.new_zeros(count - flat.numel())))
    chosen = ranked[:count]
    real = torch.arange(count, device=flat.device) < flat.sum()
    chosen = torch.where(real, chosen, 0)
    places = torch.stack(torch.unravel_index(chosen, input_x.shape), dim=1)
    return places.to(torch.int32), real


def choice_with_mask(input_x: Any, count: int = 256, seed: Any = None) -> Any:
    """(coordinates of `count` random true elements, which of them are real)."""
    return random_choice_with_mask(input_x, count, seed or 0)


# -- what the primitives call: two seeds, either of which counts -------------------------------


def _two_seeds(fn: Any, name: str) -> Any:
    def body(*args: Any, seed: int = 0, seed2: int = 0) -> Any:
        return fn(*args, seed=seed or seed2)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = fn.__doc__
    return body


standard_laplace_of = _two_seeds(standard_laplace, "standard_laplace_of")
shuffle_of = _two_seeds(shuffle, "shuffle_of")
gamma_of = _two_seeds(gamma, "gamma_of")
poisson_of = _two_seeds(poisson, "poisson_of")


def bernoulli_of(x: Any, p: Any, seed: int = -1, offset: int = 0) -> Any:
    """`bernoulli` as the Primitive calls it: a seed of -1 draws from the global generator."""
    return bernoulli(x, p, None if seed == -1 else seed + offset)


def random_gamma_of(shape: Any, alpha: Any, seed: int = 0, seed2: int = 0) -> Any:
    """`random_gamma` with two seeds."""
    return random_gamma(shape, alpha, seed or seed2)


def random_poisson_of(shape: Any, rate: Any, seed: int, seed2: int, dtype: Any) -> Any:
    """`random_poisson` with two seeds."""
    return random_poisson(shape, rate, seed or seed2, dtype)


@op
def randperm_padded(
    n: Any, max_length: int = 1, pad: int = -1, dtype: Any = mstype.int32
) -> torch.Tensor:
    """0 … n - 1 in random order, filled up with `pad` to `max_length`."""
    count = int(n)
    if count > max_length:
        raise ValueError(
            f"For 'Randperm', 'n' should be at most max_length = {max_length}, but got {count}."
        )
    out = torch.full((max_length,), pad, dtype=torch_dtype(dtype), device=settings.device)
    out[:count] = torch.randperm(count, device=settings.device)
    return out


# -- in the shape and dtype of a Tensor, as its methods draw ------------------------------------


def _filled(name: str) -> Any:
    draw = name + "_"

    def body(x: torch.Tensor, *numbers: Any, generator: Any = None) -> torch.Tensor:
        rng = torch_generator(name, generator)
        limits = [n.item() if isinstance(n, torch.Tensor) else n for n in numbers]
        return getattr(torch.empty_like(x), draw)(*limits, generator=rng)

    body.__name__ = body.__qualname__ = f"{name}_as"
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
def bernoulli_by(x: torch.Tensor, generator: Any = None) -> torch.Tensor:
    """1 with each element's own probability, else 0."""
    return torch.bernoulli(x, generator=torch_generator("bernoulli", generator))


_LIKE = (
    *("uniform_as", "normal_as", "random_as", "exponential_as", "bernoulli_as", "cauchy_as"),
    *("log_normal_as", "bernoulli_by"),
)

# -- dropout with a mask of its own ------------------------------------------------------------


@op
def dropout_gen_mask(shape: Any, keep_prob: Any, Seed0: int = 0, Seed1: int = 0) -> torch.Tensor:
    """A mask for `dropout_do_mask`: UInt8, 1 where an element is kept.

    Differs from MindSpore (Ascend only), which packs eight elements into a byte.
    """
    drawn = torch.rand(dims(shape), generator=_rng(Seed0 or Seed1), device=settings.device)
    return (drawn < float(keep_prob)).to(torch.uint8)


@op
def dropout_do_mask(input_x: torch.Tensor, mask: torch.Tensor, keep_prob: Any) -> torch.Tensor:
    """`input_x` where the mask holds, divided by `keep_prob`; zeros elsewhere."""
    return input_x * mask.to(input_x.dtype) / float(keep_prob)


__all__ = exported(globals(), *_LIKE, "bernoulli_of", "random_gamma_of", "random_poisson_of")
