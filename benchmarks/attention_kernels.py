"""Attention on a CPU: torch's fused kernel beside products and softmax, compiled. Forward and backward, by size.

    python benchmarks/attention_kernels.py [--sizes BxHxNxD ...] [--types float32 bfloat16 float16]

One thread. Milliseconds, the least of five rounds in turns, and the ratio, below 1 where the fused kernel is faster.
Softmax of half precision is computed in float32. Graph mode keeps what is written where the ratio is above 1
(`LONG_ON_CPU` in msacc/graph/recording/attention.py).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import torch
import torch.nn.functional as F

SIZES = ("4x4x32x16", "8x8x128x32", "2x12x197x64", "1x12x512x64", "1x8x1024x64", "1x4x2048x64")
Attention = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def written(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Products and softmax."""
    scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
    return torch.softmax(scores.float(), -1).to(q.dtype) @ v


def milliseconds(attention: Attention, inputs: list[torch.Tensor]) -> float:
    """Of a forward and a backward pass."""
    start, count = time.perf_counter(), 0
    while count < 3 or time.perf_counter() - start < 0.2:
        out = attention(*inputs)
        torch.autograd.grad(out, inputs, torch.ones_like(out))
        count += 1
    return (time.perf_counter() - start) / count * 1000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--types", nargs="+", default=["float32", "bfloat16", "float16"])
    args = parser.parse_args()
    torch.set_num_threads(1)
    compiled = torch.compile(written, dynamic=False)
    print(
        "| batch x heads x length x width | type | written, ms | fused, ms | ratio |\n|---|---|---|---|---|"
    )
    for size in args.sizes:
        shape = tuple(map(int, size.split("x")))
        for name in args.types:
            kind = getattr(torch, name)
            inputs = [torch.randn(shape, dtype=kind, requires_grad=True) for _ in range(3)]
            sides: list[Attention] = [compiled, F.scaled_dot_product_attention]
            rounds = [[milliseconds(side, inputs) for side in sides] for _ in range(6)][1:]
            plain, fused = map(min, zip(*rounds, strict=True))
            print(
                f"| {size} | {name} | {plain:.3f} | {fused:.3f} | {fused / plain:.2f} |", flush=True
            )


if __name__ == "__main__":
    main()
