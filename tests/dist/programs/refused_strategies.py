"""Strategies that do not fit, by every door: the operator, the shape, the strategy and the axis are named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, shard


def tensor(*shape: int) -> Tensor:
    return Tensor(np.ones(shape, np.float32))


class Product(nn.Cell):
    def __init__(self, inside: Any, outside: Any = None):
        super().__init__()
        self.matmul = ops.MatMul().shard(inside, outside)
        self.weight = Parameter(np.ones((12, 17), np.float32))

    def construct(self, x: Any) -> Any:
        return self.matmul(x, self.weight)


class Around(nn.Cell):
    """A function of a layer or an op."""

    def __init__(self, fn: Callable[..., Any], held: nn.Cell | None = None):
        super().__init__()
        self.held, self.fn = held, fn

    def construct(self, x: Any) -> Any:
        return self.fn(x)


def layered(width: int, out: int, **given: Any) -> nn.Cell:
    layer = nn.Dense(width, out)
    return Around(layer.shard(**given), layer)


def main() -> None:
    init()
    world = get_group_size()
    layout = ms.Layout((1, world), ("dp", "mp"))
    # A network, the width of its input, and what its error says.
    doors: list[tuple[str, Callable[[], nn.Cell], int, tuple[str, ...]]] = [
        ("Primitive.shard", lambda: Product(((1, 1), (1, world))), 12,
         ("'MatMul'", "axis 1 of the input 1 of shape (12, 17)", f"(1, {world})")),
        ("Primitive.shard, output", lambda: Product(((1, 1), (1, 1)), ((1, world),)), 12,
         ("'MatMul'", f"axis 1 of the output 0 of shape ({2 * world}, 17)", f"(1, {world})")),
        ("Layout", lambda: Product((layout("None", "None"), layout("None", "mp"))), 12,
         ("'MatMul'", "axis 1 of the input 1 of shape (12, 17)", f"(1, {world}), by Layout((1, {world}))")),
        ("number of axes", lambda: Product(((1, 1, 1), (1, 1))), 12,
         ("'MatMul'", f"input 0 has shape ({2 * world}, 12)", "(1, 1, 1) has 3 axes")),
        ("summed axis", lambda: Product(((1, world), (1, 1))), 12,
         ("'MatMul'", "summed over", f"((1, {world}), (1, 1))")),
        ("processes", lambda: Product(((1, 3 * world), (3 * world, 1))), 12,
         ("'MatMul'", f"((1, {3 * world}), ({3 * world}, 1))", f"{world} processes")),
        ("Cell.shard", lambda: layered(13, 4, in_strategy=((1, world),)), 13,
         ("'Dense'", f"axis 1 of the input 0 of shape ({2 * world}, 13)", f"(1, {world})")),
        ("ms.shard", lambda: Around(shard(ops.relu, ((1, world),))), 13,
         ("'relu'", f"axis 1 of the input 0 of shape ({2 * world}, 13)", f"(1, {world})")),
        ("parameter_plan", lambda: layered(12, 17, in_strategy=((1, 1),), parameter_plan={"weight": (world, 1)}), 12,
         ("parameter_plan['weight']", "axis 0 of the parameter of shape (17, 12)", f"({world}, 1)")),
    ]  # fmt: skip
    for door, make, width, texts in doors:
        net = make()
        for call in (AutoParallel(net), ms.grad(AutoParallel(net))):
            _refused(door, call, tensor(2, width), texts)
        del net, call
    _batches(world)
    if get_rank() == 0:
        print("refused: all", flush=True)


def _refused(door: str, call: Any, x: Tensor, texts: tuple[str, ...]) -> None:
    try:
        call(x)
    except ValueError as error:
        missing = [text for text in texts if text not in str(error)]
        assert not missing, f"{door}: {missing} in: {error}"
    else:
        raise AssertionError(f"{door}: nothing was refused")


def _batches(world: int) -> None:
    """dataset_strategy: a batch is cut before it comes, so that only numbers can be wrong."""
    net = Product(((world, 1), (1, 1)))
    for config, texts in (
        (((3 * world, 1),), ("dataset_strategy", f"(({3 * world}, 1),)", f"{world} processes")),
        (((world, 1, 1),), ("dataset_strategy", "shape (2, 12)", "3 axes")),
        (((world, 1), (world, 1)), ("dataset_strategy", "2 inputs", "with 1")),
    ):
        call = AutoParallel(net)
        call.dataset_strategy(config)
        _refused(f"dataset_strategy {config}", call, tensor(2, 12), texts)


if __name__ == "__main__":
    main()
