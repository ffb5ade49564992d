"""Networks on grids of two and three axes: CASES are functions of this file, compared with one process.

Arguments: the grid's sizes joined by x, then cases. 2 x 2 x 2 is (data, sequence or sum, model).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, nn, ops
from msacc.communication import get_rank, init
from msacc.sharding import layouts
from tests.dist.programs import operators as base

GRID: tuple[int, ...] = ()
RNG = np.random.default_rng(7)


def pair() -> tuple[int, int]:
    """The grid as data and model."""
    return GRID[0], int(np.prod(GRID[1:]))


def cuts(net: nn.Cell) -> dict[str, tuple[int, ...]]:
    return {name: layout.cuts() for name, layout in layouts(net).items()}


def drawn(seed: int, *shape: int, at: float = 0.0) -> np.ndarray:
    return (at + 0.3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def both(name: str, make: Callable[[bool], nn.Cell], data: Any, loss: Any) -> nn.Cell:
    """By TrainOneStepCell, and for a step of one's own."""
    base.compare(name, make, data, loss)
    return base.trained(name, make, data, loss, lambda p: nn.Adam(p, 0.003))


# -- products ----------------------------------------------------------------------------------
def mlp() -> None:
    """Weights cut by columns, then by rows; on three axes by both, with a sum over the second."""
    if len(GRID) == 3:
        grid = ms.Layout(GRID, ("dp", "kp", "mp"))
        strategies: dict[str, Any] = {
            "matmul1": ((grid("dp", "kp"), grid("kp", "mp")),),
            "add": ((grid("dp", "mp"), grid("mp")),),
            "matmul2": ((grid("dp", "mp"), grid("mp", "kp")),),
            "matmul3": ((grid("dp", "kp"), grid("kp", "None")),),
        }
        wanted = {"w1": (2, 2), "b1": (2,), "w2": (2, 2), "w3": (2, 1)}
    else:
        dp, mp = GRID
        strategies = {
            "matmul1": (((dp, 1), (1, mp)),),
            "add": (((dp, mp), (mp,)),),
            "matmul2": (((dp, mp), (mp, 1)),),
            "relu": (((dp, 1),),),
        }
        wanted = {"w1": (1, mp), "b1": (mp,), "w2": (mp, 1), "w3": (1, 1)}
    make = lambda on: base.Mlp(base.MLP, strategies if on else None)  # noqa: E731
    assert cuts(both("mlp", make, base.mlp_data(), nn.CrossEntropyLoss())) == wanted


# -- convolutions ------------------------------------------------------------------------------
class Conv(base.Conv):
    """On three axes the second convolution is cut by samples, input and output channels at once."""

    def __init__(self, on: bool):
        super().__init__(pair() if on and len(GRID) == 2 else None)
        if on and len(GRID) == 3:
            self.conv1.shard(((2, 1, 1, 1), (2, 1, 1, 1)))
            self.conv2.shard(((2, 2, 1, 1), (2, 2, 1, 1)))
            self.norm.shard(((2, 2, 1, 1), (2,), (2,), (2,), (2,)))
            self.relu.shard(((4, 2, 1, 1),))
            self.matmul.shard(((2, 4), (4, 1)))


def conv() -> None:
    data = base.batches(
        base.STEPS, lambda: base.rand(16, 2, 6, 6), lambda: RNG.integers(0, 4, 16).astype(np.int32)
    )
    found = cuts(both("conv", Conv, data, nn.CrossEntropyLoss()))
    assert found["w2"] == ((2, 2, 1, 1) if len(GRID) == 3 else (1, GRID[1], 1, 1)), found
    assert found["gamma"] == ((2,) if len(GRID) == 3 else (1,)), found


# -- transformers ------------------------------------------------------------------------------
class Block(base.Block):
    """`how`: "heads" cuts the attention by heads alone, "megatron" the two products after it as well.

    On three axes the norms and what is added lie in pieces of the sequence.
    """

    def __init__(self, on: bool, how: str):
        super().__init__(None, heads=8 if GRID[-1] > 4 else 4)
        if not on:
            return
        if len(GRID) == 3:
            self.lay()
            return
        dp, mp = GRID
        self.project.shard(((dp, 1), (1, mp)))
        for op in (self.score, self.weigh):
            op.shard(((dp, mp, 1, 1), (dp, mp, 1, 1)))
        self.softmax.shard(((dp, mp, 1, 1),))
        self.merge.shard(((dp, mp), (mp, 1)))
        if how == "megatron":
            self.norm.shard(((dp, 1, 1), (1,), (1,)))
            self.mul_up.shard(((dp, 1), (1, mp)))
            self.bias_up.shard(((dp, mp), (mp,)))
            self.gelu.shard(((dp, mp),))
            self.mul_down.shard(((dp, mp), (mp, 1)))
            self.bias_down.shard(((dp, 1), (1,)))

    def lay(self) -> None:
        grid = ms.Layout(GRID, ("dp", "sp", "mp"))
        rows = grid("dp", "sp", "None")
        self.gather.shard((grid("mp", "None"), grid("dp", "sp")), out_strategy=(rows,))
        self.norm.shard((rows, grid("None"), grid("None")))
        self.project.shard((grid(("dp", "sp"), "None"), grid("None", "mp")))
        heads = grid("dp", "mp", "None", "None")
        self.score.shard((grid("dp", "mp", "sp", "None"), heads))
        self.softmax.shard((grid("dp", "mp", "sp", "None"),))
        self.weigh.shard((grid("dp", "mp", "sp", "None"), heads))
        self.merge.shard((grid(("dp", "sp"), "mp"), grid("mp", "None")))
        self.mul_up.shard((grid(("dp", "sp"), "None"), grid("None", "mp")))
        self.bias_up.shard((grid(("dp", "sp"), "mp"), grid("mp")))
        self.mul_down.shard((grid(("dp", "sp"), "mp"), grid("mp", "None")))
        self.add.shard((rows, rows))


def block() -> None:
    for how in ("heads", "megatron") if len(GRID) == 2 else ("megatron",):
        make = lambda on, how=how: Block(on, how)  # noqa: E731
        found = cuts(both(f"block {how}", make, base.words(), base.WordLoss()))
        mp = GRID[-1]
        assert found["q"] == (1, mp) and found["o"] == (mp, 1), found
        assert found["up"] == ((1, mp) if how == "megatron" else (1, 1)), found


# -- a vocabulary in pieces --------------------------------------------------------------------
class Words(nn.Cell):
    """Embedding and product with the vocabulary in pieces."""

    def __init__(self, on: bool):
        super().__init__()
        self.table, self.out = Parameter(drawn(1, 32, 8)), Parameter(drawn(2, 8, 32))
        self.gather, self.matmul, self.tanh = ops.Gather(), ops.MatMul(), ops.Tanh()
        if on:
            dp, mp = pair()
            self.gather.shard(((mp, 1), (dp, 1)))
            self.tanh.shard(((dp, 1, 1),))
            self.matmul.shard(((dp, 1), (1, mp)))

    def construct(self, words: Any) -> Any:
        x = self.tanh(self.gather(self.table, words, 0)).reshape(-1, 8)
        return self.matmul(x, self.out)


class Entropy(nn.Cell):
    """Cross entropy over logits and labels that lie in pieces of the vocabulary."""

    def __init__(self) -> None:
        super().__init__()
        cut = pair()
        self.one_hot = ops.OneHot().shard((cut, (), ()))
        self.loss = ops.SoftmaxCrossEntropyWithLogits().shard((cut, cut))

    def construct(self, logits: Any, labels: Any) -> Any:
        labels = self.one_hot(labels.reshape(-1), 32, ms.Tensor(1.0), ms.Tensor(0.0))
        return self.loss(logits, labels)[0].mean()


def words() -> None:
    found = cuts(both("words", Words, base.words(), Entropy()))
    assert found == {"table": (pair()[1], 1), "out": (1, pair()[1])}, found


# -- norms over a dimension in pieces ----------------------------------------------------------
class Norms(nn.Cell):
    """Layer norms whose own dimensions are cut: the last one, the last two, and without weights of its own."""

    def __init__(self, on: bool):
        super().__init__()
        ms.set_seed(3)
        self.dense = nn.Dense(12, 16)
        self.gamma, self.beta = (Parameter(drawn(i, 16, at=1 - i)) for i in range(2))
        self.scale2, self.shift2 = (Parameter(drawn(i, 2, 8, at=1 - i)) for i in range(2))
        self.norm = ops.LayerNorm(begin_norm_axis=1, begin_params_axis=1)
        self.norm2 = ops.LayerNorm(begin_norm_axis=1, begin_params_axis=1)
        self.layer = nn.LayerNorm((8,))
        self.matmul, self.w = ops.MatMul(), Parameter(drawn(4, 16, 4))
        if on:
            dp, mp = pair()
            self.norm.shard(((dp, mp), (mp,), (mp,)))
            self.norm2.shard(((dp, 1, mp), (1, mp), (1, mp)))
            self.layer.layer_norm.shard(((dp, 1, mp), (mp,), (mp,)))
            self.matmul.shard(((dp, mp), (mp, 1)))

    def construct(self, x: Any) -> Any:
        x, mean, variance = self.norm(self.dense(x), self.gamma, self.beta)
        x = x + mean * variance
        x = self.norm2(ops.tanh(x).reshape(-1, 2, 8), self.scale2, self.shift2)[0]
        return self.matmul(self.layer(ops.tanh(x)).reshape(-1, 16), self.w)


def norms() -> None:
    found = cuts(both("norms", Norms, base.mlp_data(), nn.CrossEntropyLoss()))
    mp = pair()[1]
    assert found["gamma"] == (mp,) and found["scale2"] == (1, mp), found
    assert found["layer.gamma"] == (mp,), found


def main(grid: str, names: list[str]) -> None:
    global GRID
    GRID = tuple(int(n) for n in grid.split("x"))
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
