"""What an op costs in PyNative mode on top of the bare torch op, through each of its doors, and one compiled
call on top of torch.compile's, in microseconds.

    OMP_NUM_THREADS=1 python benchmarks/op_overhead.py

A row is an op on small matrices: torch's own time, then for the function in `ops`, the Tensor's method or
operator, the Primitive, the layer and `mint` the difference to torch and, in brackets, the ratio. All of
a row run in one process in turn, many short rounds of CPU time of this thread; the median of the quieter
half of the rounds counts, and of the differences within a round likewise.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch
import torch.nn.functional as F

import msacc as ms
from msacc import Tensor, mint, nn, ops

ROUNDS, NUMBER = 300, 100
DOORS = ("ops", "method", "Primitive", "nn", "mint")
Call = Callable[[], object]

t, u = torch.rand(4, 4), torch.rand(4, 4)
x, y = Tensor(t), Tensor(u)
image, kernel = torch.rand(1, 2, 4, 4), torch.rand(2, 2, 3, 3)
picture, filters = Tensor(image), Tensor(kernel)
dense, conv, norm = nn.Dense(4, 4), nn.Conv2d(2, 2, 3, pad_mode="valid"), nn.LayerNorm((4,))
weight, bias = dense.weight.to_torch().detach(), dense.bias.to_torch().detach()
gamma, beta = norm.gamma.to_torch().detach(), norm.beta.to_torch().detach()
for cell in (dense, conv, norm):
    for parameter in cell.get_parameters():
        parameter.to_torch().requires_grad_(False)

p_add, p_sub, p_mul, p_div, p_equal = ops.Add(), ops.Sub(), ops.Mul(), ops.Div(), ops.Equal()
p_matmul, p_exp, p_sqrt, p_abs, p_relu = ops.MatMul(), ops.Exp(), ops.Sqrt(), ops.Abs(), ops.ReLU()
p_sigmoid, p_tanh, p_gelu, p_softmax = ops.Sigmoid(), ops.Tanh(), ops.GeLU(), ops.Softmax(-1)
p_sum, p_mean, p_argmax = ops.ReduceSum(), ops.ReduceMean(), ops.Argmax(-1, ms.int64)
p_reshape, p_transpose, p_concat, p_cast = ops.Reshape(), ops.Transpose(), ops.Concat(0), ops.Cast()
n_relu, n_sigmoid, n_tanh, n_gelu = nn.ReLU(), nn.Sigmoid(), nn.Tanh(), nn.GELU()
n_softmax = nn.Softmax(-1)

# name: (torch, ops, method, Primitive, layer, mint); None where there is no such door.
TABLE: dict[str, tuple[Call | None, ...]] = {
    "add": (lambda: torch.add(t, u), lambda: ops.add(x, y), lambda: x + y, lambda: p_add(x, y), None,
        lambda: mint.add(x, y)),
    "add 1.0": (lambda: torch.add(t, 1.0), lambda: ops.add(x, 1.0), lambda: x + 1.0, lambda: p_add(x, 1.0),
        None, lambda: mint.add(x, 1.0)),
    "1.0 - x": (lambda: torch.rsub(t, 1.0), lambda: ops.sub(1.0, x), lambda: 1.0 - x, lambda: p_sub(1.0, x),
        None, lambda: mint.sub(1.0, x)),
    "mul": (lambda: torch.mul(t, u), lambda: ops.mul(x, y), lambda: x * y, lambda: p_mul(x, y), None,
        lambda: mint.mul(x, y)),
    "div": (lambda: torch.div(t, u), lambda: ops.div(x, y), lambda: x / y, lambda: p_div(x, y), None,
        lambda: mint.div(x, y)),
    "equal": (lambda: torch.eq(t, u), lambda: ops.equal(x, y), lambda: x == y, lambda: p_equal(x, y), None,
        lambda: mint.eq(x, y)),
    "matmul": (lambda: torch.matmul(t, u), lambda: ops.matmul(x, y), lambda: x @ y, lambda: p_matmul(x, y),
        None, lambda: mint.matmul(x, y)),
    "exp": (lambda: torch.exp(t), lambda: ops.exp(x), lambda: x.exp(), lambda: p_exp(x), None, lambda: mint.exp(x)),
    "sqrt": (lambda: torch.sqrt(t), lambda: ops.sqrt(x), lambda: x.sqrt(), lambda: p_sqrt(x), None,
        lambda: mint.sqrt(x)),
    "abs": (lambda: torch.abs(t), lambda: ops.abs(x), lambda: x.abs(), lambda: p_abs(x), None, lambda: mint.abs(x)),
    "relu": (lambda: torch.relu(t), lambda: ops.relu(x), lambda: x.relu(), lambda: p_relu(x), lambda: n_relu(x),
        lambda: mint.nn.functional.relu(x)),
    "sigmoid": (lambda: torch.sigmoid(t), lambda: ops.sigmoid(x), lambda: x.sigmoid(), lambda: p_sigmoid(x),
        lambda: n_sigmoid(x), lambda: mint.sigmoid(x)),
    "tanh": (lambda: torch.tanh(t), lambda: ops.tanh(x), lambda: x.tanh(), lambda: p_tanh(x), lambda: n_tanh(x),
        lambda: mint.tanh(x)),
    "gelu": (lambda: F.gelu(t, approximate="tanh"), lambda: ops.gelu(x, "tanh"), lambda: x.gelu("tanh"),
        lambda: p_gelu(x), lambda: n_gelu(x), lambda: mint.nn.functional.gelu(x, approximate="tanh")),
    "softmax": (lambda: torch.softmax(t, -1), lambda: ops.softmax(x), lambda: x.softmax(-1),
        lambda: p_softmax(x), lambda: n_softmax(x), lambda: mint.softmax(x, -1)),
    "sum": (lambda: torch.sum(t, 1), lambda: ops.sum(x, 1), lambda: x.sum(1), lambda: p_sum(x, 1), None,
        lambda: mint.sum(x, 1)),
    "mean": (lambda: torch.mean(t, 1), lambda: ops.mean(x, 1), lambda: x.mean(1), lambda: p_mean(x, 1), None,
        lambda: mint.mean(x, 1)),
    "argmax": (lambda: torch.argmax(t, -1), lambda: ops.argmax(x, -1), lambda: x.argmax(-1),
        lambda: p_argmax(x), None, lambda: mint.argmax(x, -1)),
    "reshape": (lambda: torch.reshape(t, (2, 8)), lambda: ops.reshape(x, (2, 8)), lambda: x.reshape(2, 8),
        lambda: p_reshape(x, (2, 8)), None, lambda: mint.reshape(x, (2, 8))),
    "transpose": (lambda: torch.permute(t, (1, 0)), lambda: ops.transpose(x, (1, 0)), lambda: x.transpose(1, 0),
        lambda: p_transpose(x, (1, 0)), None, lambda: mint.permute(x, (1, 0))),
    "concat": (lambda: torch.cat((t, u)), lambda: ops.cat((x, y)), None, lambda: p_concat((x, y)), None,
        lambda: mint.cat((x, y))),
    "cast": (lambda: t.to(torch.float16), lambda: ops.cast(x, ms.float16), lambda: x.astype(ms.float16),
        lambda: p_cast(x, ms.float16), None, None),
    "x[0]": (lambda: t[0], None, lambda: x[0], None, None, None),
    "x.shape": (lambda: t.shape, None, lambda: x.shape, None, None, None),
    "dense": (lambda: F.linear(t, weight, bias), lambda: ops.dense(x, dense.weight, dense.bias), None, None,
        lambda: dense(x), lambda: mint.nn.functional.linear(x, dense.weight, dense.bias)),
    "conv2d": (lambda: F.conv2d(image, kernel), lambda: ops.conv2d(picture, filters), None, None,
        lambda: conv(picture), lambda: mint.nn.functional.conv2d(picture, filters)),
    "layer_norm": (lambda: F.layer_norm(t, (4,), gamma, beta), None, None, None, lambda: norm(x),
        lambda: mint.nn.functional.layer_norm(x, (4,), norm.gamma, norm.beta)),
}  # fmt: skip


def compiled_pair() -> tuple[Call, Call]:
    """The same two lines compiled by torch.compile and by ms.jit."""

    @ms.jit
    def wrapped(a: Tensor) -> Tensor:
        return ops.relu(a) + 1.0

    @torch.compile
    def bare(a: torch.Tensor) -> torch.Tensor:
        return torch.relu(a) + 1.0

    wrapped(x), bare(t)
    return lambda: bare(t), lambda: wrapped(x)


def spent(call: Call) -> float:
    """Microseconds of this thread's CPU time per call in one round."""
    start = time.thread_time_ns()
    for _ in range(NUMBER):
        call()
    return (time.thread_time_ns() - start) / NUMBER / 1000


def measure(calls: list[Call]) -> tuple[float, list[float]]:
    """The first call's time, and what the others take longer."""
    for call in calls:
        spent(call)
    rounds = [[spent(call) for call in calls] for _ in range(ROUNDS)]
    quiet = sorted(rounds, key=sum)[: ROUNDS // 2]
    base = statistics.median(row[0] for row in quiet)
    more = [statistics.median(row[i] - row[0] for row in quiet) for i in range(1, len(calls))]
    return base, more


def main() -> None:
    """Print the table."""
    print(f"{'op':12}{'torch µs':>9}" + "".join(f"{door:>15}" for door in DOORS))
    for name, (bare, *doors) in TABLE.items():
        assert bare is not None
        base, more = measure([bare, *(door for door in doors if door is not None)])
        found = iter(more)
        cells = ["" if door is None else _cell(base, next(found)) for door in doors]
        print(f"{name:12}{base:9.2f}" + "".join(f"{cell:>15}" for cell in cells), flush=True)
    base, (more_,) = measure(list(compiled_pair()))
    print(f"one compiled call: torch.compile {base:.2f}, msacc {_cell(base, more_)}")


def _cell(base: float, more: float) -> str:
    return f"+{more:.2f} ({(base + more) / base:.2f}x)"


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
