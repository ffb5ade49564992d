"""Ops on tensors that are cut by rows or by columns: the same values, and which torch functions are computed whole.

The first process prints `whole: NAMES`, and fails where an op gives other values than uncut.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.warn_once import logger
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, shard

SHAPE = (8, 4)
# Not ops of tensors alone: they draw, write, print, talk, or take functions.
APART = ("print", "dump", "save", "summary", "grad", "vmap", "jet", "derivative", "shard", "hook", "rand", "dropout",
         "shuffle", "multinomial", "laplace", "gamma", "poisson", "normal", "assign", "scatter", "recompute", "jvp",
         "vjp", "linearize", "custom", "bernoulli", "exponential", "uniform", "empty", "morph", "depend", "stop", "constexpr",
         "multitype", "type", "func", "rrelu", "hash", "reshard", "all_", "send", "recv", "barrier", "parameter",
         "gumbel", "rrelu")  # fmt: skip


class Heard(logging.Handler):
    """The functions that were said to be computed whole."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if "computed whole on" in text:
            self.names.add(text.partition("no rule for ")[2].partition(" on ")[0])


class Around(nn.Cell):
    """An op whose inputs are cut, told by the first; in training mode nothing is kept for a gradient."""

    def __init__(self, fn: Callable[..., Any], inside: Any):
        super().__init__()
        self.fn = shard(fn, inside)
        self.set_grad(False)

    def construct(self, *inputs: Any) -> Any:
        return self.fn(*inputs)


def inputs(count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [rng.uniform(0.1, 0.9, SHAPE).astype(np.float32) for _ in range(count)]


def arrays(out: Any) -> list[np.ndarray]:
    if isinstance(out, Tensor):
        return [out.asnumpy()]
    return [a for item in out for a in arrays(item)] if isinstance(out, (list, tuple)) else []


def candidates() -> Iterator[tuple[str, Callable[..., Any], int, list[np.ndarray]]]:
    """Functions of one or two such tensors: name, function, number of inputs, what comes out uncut."""
    for name in sorted(dir(ops)):
        fn = getattr(ops, name)
        if name.startswith("_") or any(word in name for word in APART) or name != name.lower():
            continue
        if not callable(fn) or inspect.isclass(fn) or inspect.ismodule(fn):
            continue
        for count in (1, 2):
            try:
                wanted = arrays(fn(*map(Tensor, inputs(count))))
            except Exception:
                continue
            if wanted and all(a.dtype != object for a in wanted):
                yield name, fn, count, wanted
                break


def same(found: list[np.ndarray], wanted: list[np.ndarray]) -> bool:
    return len(found) == len(wanted) and all(
        a.shape == b.shape and np.allclose(a, b, atol=1e-5, rtol=1e-5, equal_nan=True) for a, b in zip(found, wanted)
    )


def main() -> None:
    init()
    world = get_group_size()
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
    heard, wrong, tried = Heard(), [], 0
    logger.addHandler(heard)
    for name, fn, count, wanted in list(candidates()):
        for cut in ((world, 1), (1, world)):
            net = AutoParallel(Around(fn, (cut,) * count))
            net.dataset_strategy("full_batch")
            tried += 1
            try:
                out = net(*map(Tensor, inputs(count)))
            except Exception as error:
                if "processes cannot be divided" in str(error):
                    continue  # two inputs whose axes have nothing in common
                wrong.append(f"{name} {cut}: {type(error).__name__} {str(error)[:150]}")
                continue
            found = arrays(out)
            rows = get_rank() * SHAPE[0] // world, (get_rank() + 1) * SHAPE[0] // world
            own = [b if a.shape == b.shape else b[rows[0] : rows[1]] for a, b in zip(found, wanted)]
            if not same(found, own):
                wrong.append(f"{name} {cut}: other values")
    assert tried > 600, tried
    assert not wrong, "\n  ".join(wrong)
    if get_rank() == 0:
        print("whole:", " ".join(sorted(heard.names)), flush=True)


if __name__ == "__main__":
    main()
