"""What one op costs in PyNative mode on top of the bare torch op, and one compiled call on top of
torch.compile's, in microseconds.

    OMP_NUM_THREADS=1 python benchmarks/op_overhead.py

Both sides run in one process, alternating; the least of several rounds counts.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable

import torch

import msacc
from msacc import Tensor, ops

ROUNDS, NUMBER = 15, 4000


def pairs() -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Each op as (through msacc, bare torch) on one small matrix."""
    t = torch.rand(4, 4)
    x = Tensor(t)
    return {
        "x + x": (lambda: x + x, lambda: t + t),
        "x + 1.0": (lambda: x + 1.0, lambda: t + 1.0),
        "x * x": (lambda: x * x, lambda: t * t),
        "x @ x": (lambda: x @ x, lambda: t @ t),
        "x[0]": (lambda: x[0], lambda: t[0]),
        "ops.add": (lambda: ops.add(x, x), lambda: torch.add(t, t)),
        "ops.matmul": (lambda: ops.matmul(x, x), lambda: torch.matmul(t, t)),
        "ops.relu": (lambda: ops.relu(x), lambda: torch.relu(t)),
        "ops.exp": (lambda: ops.exp(x), lambda: torch.exp(t)),
        "ops.sum": (lambda: ops.sum(x), lambda: torch.sum(t)),
        "ops.mean(x, 1)": (lambda: ops.mean(x, 1), lambda: torch.mean(t, 1)),
        "ops.reshape": (lambda: ops.reshape(x, (2, 8)), lambda: torch.reshape(t, (2, 8))),
        "x.reshape(2, 8)": (lambda: x.reshape(2, 8), lambda: t.reshape(2, 8)),
        "ops.Cast()": (lambda: cast(x, msacc.dtype.float16), lambda: t.to(torch.float16)),
    }


cast = ops.Cast()


def compiled_pair() -> tuple[Callable[[], object], Callable[[], object]]:
    """The same two lines compiled by ms.jit and by torch.compile."""
    t = torch.rand(4, 4)
    x = Tensor(t)

    @msacc.jit
    def wrapped(a: Tensor) -> Tensor:
        return ops.relu(a) + 1.0

    @torch.compile
    def bare(a: torch.Tensor) -> torch.Tensor:
        return torch.relu(a) + 1.0

    wrapped(x), bare(t)
    return lambda: wrapped(x), lambda: bare(t)


def least(call: Callable[[], object]) -> float:
    """Microseconds per call in one round."""
    return timeit.timeit(call, number=NUMBER) / NUMBER * 1e6


def main() -> None:
    """Print bare, wrapped and the difference for each op."""
    print(f"{'op':18} {'torch':>8} {'msacc':>8} {'overhead':>9}  µs per call")
    for name, (wrapped, bare) in {**pairs(), "one compiled call": compiled_pair()}.items():
        both = [(least(bare), least(wrapped)) for _ in range(ROUNDS)]
        torch_us, msacc_us = (min(column) for column in zip(*both))
        print(f"{name:18} {torch_us:8.2f} {msacc_us:8.2f} {msacc_us - torch_us:9.2f}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
