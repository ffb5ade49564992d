"""Candidate sampling for losses over a subset of classes, and CTC decoding."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.random import generator_for

# Classes are drawn on the CPU, whatever device the true ones lie on: one draw depends on those before.
_HOST = torch.device("cpu")


def _check_true_classes(name: str, true_classes: torch.Tensor, num_true: int) -> None:
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError(
            f"For '{name}', 'true_classes' should be (N, num_true) with num_true = {num_true}, but got shape "
            f"{tuple(true_classes.shape)}."
        )


def _draw_classes(
    shares: torch.Tensor, count: int, unique: bool, rng: torch.Generator | None
) -> tuple[torch.Tensor, int]:
    """(classes drawn by their shares, how many draws that took)."""
    if not unique:
        return torch.multinomial(shares, count, True, generator=rng), count
    samples: dict[int, None] = {}
    tries = 0
    while len(samples) < count:
        for one in torch.multinomial(shares, 4 * count, True, generator=rng).tolist():
            tries += 1
            samples.setdefault(one)
            if len(samples) == count:
                break
    return torch.tensor([*samples], device=shares.device), tries


def _expected_count(share: torch.Tensor, count: int, unique: bool, tries: int) -> torch.Tensor:
    """How often a class is expected among those drawn."""
    return -torch.expm1(tries * torch.log1p(-share)) if unique else share * count


def _sample(
    true_classes: torch.Tensor,
    shares: torch.Tensor,
    count: int,
    unique: bool,
    rng: torch.Generator | None,
) -> Any:
    classes, tries = _draw_classes(shares, count, unique, rng)
    device, size = true_classes.device, shares.shape[0]
    expected = _expected_count(shares, count, unique, tries).float().to(device)
    classes = classes.to(device)
    of_true = expected[true_classes.long().clamp(0, size - 1)]
    return classes.to(true_classes.dtype), of_true, expected[classes]


@bindings(
    PrimitiveClass(
        "UniformCandidateSampler",
        settings={
            "num_true": Setting(check=checks.positive_int),
            "num_sampled": Setting(check=checks.positive_int),
            "unique": Setting(check=checks.boolean),
            "range_max": Setting(check=checks.positive_int),
            "seed": Setting(0, checks.seed),
            "remove_accidental_hits": Setting(False, checks.boolean),
        },
    )
)
@op
def uniform_candidate_sampler(
    true_classes: torch.Tensor,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    remove_accidental_hits: bool = False,
) -> Any:
    """Classes drawn with equal shares, and how often each is expected.

    `true_classes` (N, num_true) Int32 or Int64.
    `num_sampled` classes are drawn from [0, range_max), each once if `unique`; `remove_accidental_hits`
      leaves the true classes out.
    `seed`: an int, 0 for none.

    The result is (classes (num_sampled,), expectations of the true classes (N, num_true), expectations of
    those drawn), Float32.

    Raises ValueError for sizes that do not fit. Other numbers are drawn than MindSpore's. The classes have
    the dtype of `true_classes`.
    """
    _check_true_classes("UniformCandidateSampler", true_classes, num_true)
    _check_range("UniformCandidateSampler", num_true, num_sampled, unique, range_max)
    rng = generator_for("UniformCandidateSampler", seed, _HOST)
    shares = torch.full((range_max,), 1 / range_max, dtype=torch.float64)
    classes, tries = (
        _draw_classes(shares, num_sampled, unique, rng)
        if not remove_accidental_hits
        else (_others(true_classes, shares, num_sampled, unique, rng))
    )
    each = _expected_count(shares[:1], num_sampled, unique, tries).float().to(true_classes.device)
    return (
        classes.to(true_classes.device, true_classes.dtype),
        each.expand(true_classes.shape).clone(),
        each.expand(num_sampled).clone(),
    )


def _others(
    true_classes: torch.Tensor, shares: torch.Tensor, count: int, unique: bool, rng: Any
) -> tuple[torch.Tensor, int]:
    left = shares.index_fill(0, true_classes.long().reshape(-1).cpu(), 0.0)
    if int((left > 0).sum()) < (count if unique else 1):
        raise ValueError(
            f"For 'UniformCandidateSampler', {count} classes cannot be drawn beside the true ones."
        )
    return _draw_classes(left, count, unique, rng)


def _check_range(name: str, num_true: int, num_sampled: int, unique: bool, range_max: int) -> None:
    for argument, value in (("num_true", num_true), ("num_sampled", num_sampled)):
        if value < 1:
            raise ValueError(f"For '{name}', '{argument}' should be above 0, but got {value}.")
    if range_max < 1 or (unique and num_sampled > range_max):
        raise ValueError(
            f"For '{name}', 'num_sampled' should be at most 'range_max' ({range_max}), but got {num_sampled}."
        )


@bindings(
    PrimitiveClass(
        "LogUniformCandidateSampler",
        settings={
            "num_true": Setting(1, checks.positive_int),
            "num_sampled": Setting(5, checks.positive_int),
            "unique": Setting(True, checks.boolean),
            "range_max": Setting(5, checks.positive_int),
            "seed": Setting(0, checks.seed),
        },
    )
)
@op
def log_uniform_candidate_sampler(
    true_classes: torch.Tensor,
    num_true: int = 1,
    num_sampled: int = 5,
    unique: bool = True,
    range_max: int = 5,
    seed: int = 0,
) -> Any:
    """Classes drawn with shares that fall as of words by rank, and how often each is expected.

    `true_classes` (N, num_true) Int64.
    `num_sampled` classes c are drawn from [0, range_max) with the shares log((c + 2) / (c + 1)) /
      log(range_max + 1), each once if `unique`.
    `seed`: an int, 0 for none.

    The result is (classes (num_sampled,), expectations of the true classes (N, num_true), expectations of
    those drawn), Float32.

    Raises ValueError for sizes that do not fit. Other numbers are drawn than MindSpore's. The classes are
    Int64.
    """
    _check_true_classes("LogUniformCandidateSampler", true_classes, num_true)
    _check_range("LogUniformCandidateSampler", num_true, num_sampled, unique, range_max)
    rng = generator_for("LogUniformCandidateSampler", seed, _HOST)
    ranks = torch.arange(range_max, dtype=torch.float64)
    shares = torch.log1p(1 / (ranks + 1)) / torch.log(torch.tensor(range_max + 1.0).double())
    return _sample(true_classes, shares, num_sampled, unique, rng)


@bindings(
    PrimitiveClass("ComputeAccidentalHits", settings={"num_true": Setting(1, checks.positive_int)})
)
@op
def compute_accidental_hits(
    true_classes: torch.Tensor, sampled_candidates: torch.Tensor, num_true: int = 1
) -> Any:
    """(rows, positions among the samples, weights) of samples that are true classes of a row: vectors.

    `true_classes`: (N, num_true), `sampled_candidates`: (num_sampled,), Int64 both (TypeError otherwise). Rows
    are Int32, positions Int64; the weights are the least Float32, to be added to the samples' scores.
    """
    for name, t in (("true_classes", true_classes), ("sampled_candidates", sampled_candidates)):
        if t.dtype != torch.int64:
            raise TypeError(
                f"For 'ComputeAccidentalHits', '{name}' should be Int64, but got {t.dtype}."
            )
    _check_true_classes("ComputeAccidentalHits", true_classes, num_true)
    met = (true_classes[:, :, None] == sampled_candidates).nonzero()
    least = torch.finfo(torch.float32).min
    weights = torch.full((met.shape[0],), least, dtype=torch.float32, device=true_classes.device)
    return met[:, 0].to(torch.int32), met[:, 2], weights


@bindings(
    PrimitiveClass("CTCGreedyDecoder", settings={"merge_repeated": Setting(True, checks.boolean)})
)
@op
def ctc_greedy_decoder(
    inputs: torch.Tensor, sequence_length: torch.Tensor, merge_repeated: bool = True
) -> Any:
    """The best class of each step of scores, blanks left out.

    `inputs` (T, N, C) are scores, the last class blank; `sequence_length` (N,) Int32, at most T.
    `merge_repeated` takes a class that comes again at once as one.
    `inputs` are floats, whose dtype the sums have.

    The result is (indices (n, 2), values (n,), shape (2,)) of a sparse matrix, Int64, and minus the sums of
    the best scores (N, 1).

    Raises ValueError for other ranks and RuntimeError for lengths above T.

    As in MindSpore.
    """
    if inputs.ndim != 3 or tuple(sequence_length.shape) != (inputs.shape[1],):
        raise ValueError(
            f"For 'CTCGreedyDecoder', 'inputs' should be (T, N, C) and 'sequence_length' (N,), but got "
            f"{tuple(inputs.shape)} and {tuple(sequence_length.shape)}."
        )
    if bool((sequence_length > inputs.shape[0]).any()):
        raise RuntimeError(
            f"For 'CTCGreedyDecoder', 'sequence_length' should be at most {inputs.shape[0]}, but got "
            f"{sequence_length.tolist()}."
        )
    best, classes = inputs.max(2)
    steps = torch.arange(inputs.shape[0], device=inputs.device)[:, None]
    within = steps < sequence_length
    mask = within & (classes != inputs.shape[2] - 1)
    if merge_repeated:
        mask[1:] &= classes[1:] != classes[:-1]
    rows, times = mask.T.nonzero(as_tuple=True)
    positions = (mask.T.cumsum(1) - 1)[rows, times]
    longest = mask.sum(0).max()
    shape = torch.stack((torch.tensor(inputs.shape[1], device=inputs.device), longest))
    scores = -torch.where(within, best, 0).sum(0).unsqueeze(1)
    return torch.stack((rows, positions), 1), classes[times, rows], shape, scores


@bindings(PrimitiveClass("NoRepeatNGram", settings={"ngram_size": Setting(1, checks.positive_int)}))
@op
def no_repeat_ngram(
    state_seq: torch.Tensor, log_probs: torch.Tensor, ngram_size: int = 1
) -> torch.Tensor:
    """`log_probs` (N, B, V) with the least number at words that would repeat a run of `state_seq` (N, B, M)."""
    length = state_seq.shape[2]
    if ngram_size > length + 1:
        raise ValueError(
            f"For 'NoRepeatNGram', 'ngram_size' should be at most {length + 1}, but got {ngram_size}."
        )
    out = log_probs.clone()
    if ngram_size > length:
        return out
    runs = state_seq.unfold(2, ngram_size, 1)
    last = state_seq[:, :, length - ngram_size + 1 :].unsqueeze(2)
    same = (runs[..., :-1] == last).all(-1)
    n, b, w = same.nonzero(as_tuple=True)
    out[n, b, runs[n, b, w, -1].long()] = torch.finfo(log_probs.dtype).min
    return out


__all__ = exported_ops(globals(), "compute_accidental_hits", "no_repeat_ngram")
