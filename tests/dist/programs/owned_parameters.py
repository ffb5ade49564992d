"""Rules that take whole parameters, each process updating its own: against one process with the whole batch.

`owned_parameters.py CASE...`; after STEPS steps parameters and all state must agree, and each process must have had about
its share of the state. MODE=0 runs in graph mode.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, full_value
from msacc.step.bucket import ShardedPlaceholder
from msacc.train import DynamicLossScaleManager

STEPS, PER_RANK, WIDTH = 6, 8, 64


class Own(nn.Optimizer):
    """A user's rule: the step has the length of the learning rate."""

    parameterwise = True

    def __init__(self, params: Any):
        super().__init__(0.1, params)
        self.moments = self.parameters.clone(prefix="moments", init="zeros")

    def construct(self, gradients: Any) -> Any:
        for p, g, m in zip(self.parameters, gradients, self.moments, strict=True):
            ops.assign(m, 0.9 * m + g / (0.1 + ops.square(g).sum().sqrt()))
            ops.assign(p, p - self.learning_rate * m)
        return True


class Undeclared(Own):
    """The same, which does not say so: it might look at all gradients."""


class Scaled(Own):
    """One whose factors might be a setting, or belong to the parameters."""

    parameterwise = True

    def __init__(self, params: Any):
        super().__init__(params)
        self.factors = [1.0] * len(self.parameters)


def lamb(params: Any) -> Any:
    return nn.Lamb(params, nn.CosineDecayLR(0.01, 0.05, STEPS), eps=1e-2, weight_decay=0.01)


def grouped(params: Any) -> Any:
    weights = [p for p in params if p.name.endswith("weight")]
    others = [p for p in params if not p.name.endswith("weight")]
    rates = [0.05 - 0.004 * i for i in range(STEPS)]
    groups = [{"params": weights, "weight_decay": 0.05, "lr": rates}, {"params": others}, {"order_params": params}]
    return nn.Lamb(groups, 0.02, eps=1e-2)


def momentum(params: Any) -> Any:
    return nn.Momentum(params, [0.1 - 0.01 * i for i in range(STEPS)], 0.9, weight_decay=0.01)


RULES: dict[str, Callable[[Any], Any]] = {
    "lamb": lamb,
    "lars": lambda p: nn.LARS(momentum(p), epsilon=1e-2, use_clip=True),
    "adafactor": lambda p: nn.AdaFactor(p, 0.01, scale_parameter=False, relative_step=False),
    "own": Own,
    "centralized": lambda p: nn.Momentum([{"params": p, "grad_centralization": True}], 0.1, 0.9),
    "grouped": grouped,
    "undeclared": Undeclared,
    "factors": Scaled,
}
# The way to train; what is missing is level1 over all processes, with two micro-batches, every parameter shared out.
WAYS: dict[str, dict[str, Any]] = {
    "level2": {"optimizer_level": "level2"},
    "level3": {"optimizer_level": "level3"},
    "half": {"shard_size": 2},
    "threshold": {"threshold": 1},
    "clip": {"clip": 0.05},
    "overflow": {"overflow": True},
    "few": {},
}


class Net(nn.Cell):
    def __init__(self, depth: int):
        super().__init__()
        self.layers = nn.SequentialCell([nn.Dense(WIDTH, WIDTH, activation="tanh") for _ in range(depth)])
        self.last = nn.Dense(WIDTH, 5)

    def construct(self, x: Any) -> Any:
        return self.last(self.layers(x) if len(self.layers) else x)


def data(world: int, overflow: bool) -> list[tuple[np.ndarray, np.ndarray]]:
    rng, rows = np.random.RandomState(5), PER_RANK * world
    batches = [(rng.randn(rows, WIDTH).astype(np.float32), rng.randint(0, 5, rows).astype(np.int32)) for _ in range(STEPS)]
    if overflow:
        batches[2][0][0] *= 1e30  # in the rows of the first process alone
    return batches


def build(name: str, alone: bool) -> tuple[Any, Any, Any]:
    """(network, optimizer, step) of a case, "rule" or "rule_way"."""
    rule, _, way = name.partition("_")
    options = dict(WAYS.get(way, {}))
    clip, overflow = options.pop("clip", None), options.pop("overflow", False)
    ms.set_seed(4)
    net = Net(0 if way == "few" else 7)
    optimizer = RULES[rule](net.trainable_params())
    loss: Any = GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), 1 if alone else 2, clip_norm=clip)
    if not alone:
        loss = AutoParallel(loss)
        loss.hsdp(**{"threshold": 0, **options})
    manager = DynamicLossScaleManager(2.0**20, 2, 3) if overflow else None
    model = ms.Model(loss, optimizer=optimizer, loss_scale_manager=manager)
    return net, optimizer, model.train_network.set_train()


def mine(batch: tuple[np.ndarray, ...], alone: bool) -> list[Tensor]:
    rows = slice(None) if alone else slice(get_rank() * PER_RANK, (get_rank() + 1) * PER_RANK)
    return [Tensor(array[rows].copy()) for array in batch]


def train(name: str, alone: bool) -> tuple[list[np.ndarray], int]:
    """Parameters and states, and the state's bytes here."""
    net, optimizer, step = build(name, alone)
    for batch in data(get_group_size(), name.endswith("overflow")):
        step(*mine(batch, alone))
    nbytes = bytes_of_state(net, optimizer)
    return values(net, optimizer), nbytes


def values(net: Any, optimizer: Any) -> list[np.ndarray]:
    return [full_value(p).asnumpy() for p in (*net.trainable_params(), *own_state(net, optimizer))]


def own_state(net: Any, optimizer: Any) -> list[Any]:
    weights = {id(p) for p in net.get_parameters()}
    return [p for p in optimizer.get_parameters() if id(p) not in weights]


def bytes_of_state(net: Any, optimizer: Any) -> int:
    """What is allocated for it on this process."""
    held: dict[int, int] = {}
    for p in own_state(net, optimizer):
        t = p._msacc_init.shard if isinstance(p._msacc_init, ShardedPlaceholder) else p._t
        storage = t.untyped_storage()
        held[storage.data_ptr()] = storage.nbytes()
    return sum(held.values())


def check(name: str) -> None:
    ms.reset_auto_parallel_context()
    found, here = train(name, alone=False)
    wanted, whole = train(name, alone=True)
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=2e-6, err_msg=f"{name}, value {i}")
    everywhere: list[Any] = [None] * get_group_size()
    dist.all_gather_object(everywhere, here / whole)
    if get_rank() == 0:
        shares = " ".join(f"{share:.3f}" for share in everywhere)
        print(f"{name}: equal, state {shares}", flush=True)


# -- checkpoints -------------------------------------------------------------------------------
def saved() -> None:
    """Saved whole after half of the steps, in slices too, and gone on with from either."""
    batches, size = data(get_group_size(), False), get_group_size()
    wanted, _ = train("lamb", alone=True)
    net, optimizer, step = build("lamb", alone=False)
    for batch in batches[: STEPS // 2]:
        step(*mine(batch, False))
    ms.save_checkpoint(step, f"whole_{get_rank()}.ckpt", integrated_save=True)
    ms.save_checkpoint(step, f"slice_{get_rank()}.ckpt", integrated_save=False)
    ops.Barrier()()
    for way in ("whole", "slices", "alone"):
        net, optimizer, step = build("lamb", way == "alone")
        if way == "slices":
            ms.load_distributed_checkpoint(step, [f"slice_{rank}.ckpt" for rank in range(size)])
        else:
            missing, unused = ms.load_param_into_net(step, ms.load_checkpoint("whole_0.ckpt"))
            assert not unused and all(name.startswith("accu_grads") for name in missing), (missing, unused)
        for batch in batches[STEPS // 2 :]:
            step(*mine(batch, way == "alone"))
        for i, (a, b) in enumerate(zip(values(net, optimizer), wanted, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=2e-6, err_msg=f"{way}, value {i}")
    if get_rank() == 0:
        print("saved: equal", flush=True)


def taken_over() -> None:
    """Another optimizer takes the parameters over: they and the state of the first one are whole again."""
    net, first, step = build("lamb", alone=False)
    batch = mine(data(get_group_size(), False)[0], False)
    step(*batch)
    wanted = [full_value(p).asnumpy() for p in first.moments1]
    loss = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
    loss.hsdp(threshold=0)
    ms.Model(loss, optimizer=Own(net.trainable_params())).train_network.set_train()(*batch)
    for p, value in zip(first.moments1, wanted, strict=True):
        np.testing.assert_array_equal(p.asnumpy(), value)
    if get_rank() == 0:
        print("taken_over: equal", flush=True)


def main(names: list[str]) -> None:
    init()
    ms.set_context(mode=int(os.environ.get("MODE", "1")))
    for name in names:
        globals()[name]() if name in ("saved", "taken_over") else check(name)


if __name__ == "__main__":
    main(sys.argv[1:])
