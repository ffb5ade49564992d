"""Attention whose sequence is cut over processes, against one process: functions of this file by name.

`layouts`, `ring`, `ulysses`: 20 steps; `memory`: bytes kept for the gradient; `messages`: bytes sent.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, plan
from tests.dist.programs import operators as base
from tests.dist.programs.cut_counted import GRAPHS, note

HEADS, WIDTH, LENGTH, WORDS, ROWS = 4, 4, 32, 16, 2
TRIANGLE = np.triu(np.ones((LENGTH, LENGTH), np.uint8), 1)
RNG = np.random.default_rng(4)
HIDDEN = RNG.random((ROWS, 1, LENGTH, LENGTH)) < 0.4
HIDDEN[:, :, 5] = True  # a query that sees nothing
# By name: settings of the primitive, its mask, and the strategy of the mask for n processes.
MASKS: dict[str, Any] = {
    "none": ({}, None, ()),
    "causal": ({"sparse_mode": 2}, TRIANGLE, ((1, 1),)),
    "window": ({"sparse_mode": 4, "pre_tokens": 7, "next_tokens": 0}, TRIANGLE, ((1, 1),)),
    "dense": ({"sparse_mode": 1}, HIDDEN, ((1, 1, "n", 1),)),
}
AXES = {"BSH": "bsn", "SBH": "sbn", "BNSD": "bnsd", "BSND": "bsnd", "TND": "snd"}


class Attention(nn.Cell):
    """A residual attention of FlashAttentionScore between a table of words and logits.

    `cut`: pieces of (samples, positions, heads). `groups`: heads of the keys. `ring`: MindSpore's attribute.
    """

    def __init__(
        self, cut: tuple[int, int, int] | None, layout: str, mask: str, groups: int = HEADS, ring: bool = False
    ):
        super().__init__()
        rng = np.random.default_rng(5)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.5 * rng.standard_normal(shape)).astype(np.float32)
        )
        size = HEADS * WIDTH
        self.table, self.q, self.out = make(WORDS, size), make(size, size), make(size, WORDS)
        self.k, self.v = make(size, groups * WIDTH), make(size, groups * WIDTH)
        settings, hidden, strategy = MASKS[mask]
        self.layout, self.hidden = layout, None if hidden is None else Tensor(hidden)
        self.gather = ops.Gather()
        self.attend = ops.FlashAttentionScore(
            HEADS, scale_value=WIDTH**-0.5, input_layout=layout, **settings
        )
        if cut:
            samples, n, heads = cut
            pieces = {"b": samples, "s": n, "n": heads, "d": 1}
            query = tuple(pieces[axis] for axis in AXES[layout])
            keys = tuple(pieces[axis] if axis != "s" or ring else 1 for axis in AXES[layout])
            of_mask = tuple(tuple(n if i == "n" else i for i in each) for each in strategy)
            self.gather.shard(((1, 1), (samples, n)))
            of_ends = ((1,), (1,)) if layout == "TND" else ()
            self.attend.shard((query, keys, keys, *of_mask, *of_ends))
        if ring:
            self.attend.add_prim_attr("enable_ring_attention", True)
        self.ends = Tensor(np.array([12, LENGTH], np.int64))

    def lay(self, x: Any) -> Any:
        """(B, S, H) in the layout."""
        rows, length, size = x.shape
        if self.layout == "TND":
            return x.reshape(length, size // WIDTH, WIDTH)
        if "N" in self.layout:
            x = x.reshape(rows, length, size // WIDTH, WIDTH)
            return x.transpose(0, 2, 1, 3) if self.layout == "BNSD" else x
        return x.transpose(1, 0, 2) if self.layout == "SBH" else x

    def back(self, x: Any, rows: int) -> Any:
        if self.layout == "BNSD":
            x = x.transpose(0, 2, 1, 3)
        x = x.transpose(1, 0, 2) if self.layout == "SBH" else x
        return x.reshape(rows, -1, HEADS * WIDTH)

    def construct(self, words: Any) -> Any:
        x = self.mix(self.gather(self.table, words, 0))
        return ops.matmul(x, self.out).reshape(-1, WORDS)

    def mix(self, x: Any) -> Any:
        q, k, v = (self.lay(ops.matmul(x, w)) for w in (self.q, self.k, self.v))
        ends = (self.ends, self.ends) if self.layout == "TND" else (None, None)
        mixed = self.attend(q, k, v, None, None, None, self.hidden, None, *ends)[3]
        return x + self.back(mixed, x.shape[0])


def words(rows: int = ROWS, count: int = base.STEPS) -> list[tuple[np.ndarray, ...]]:
    make = lambda: RNG.integers(0, WORDS, (rows, LENGTH)).astype(np.int32)  # noqa: E731
    return base.batches(count, make, make)


def compared(name: str, cut: tuple[int, int, int], layout: str, mask: str, **how: Any) -> None:
    base.compare(
        name,
        lambda on: Attention(cut if on else None, layout, mask, **how),
        words(1 if layout == "TND" else ROWS),
        base.WordLoss(),
        feed=lambda batch: tuple(map(Tensor, batch)),
        wrap=full_batch,
    )


def full_batch(step: Any) -> Any:
    step = AutoParallel(step)
    step.dataset_strategy("full_batch")
    return step


def quick() -> None:
    """By heads, and by a ring where there is a mask."""
    n = get_group_size()
    compared("BSH causal", (1, n, 1), "BSH", "causal")
    compared("BNSD window", (1, n, 1), "BNSD", "window")


def layouts() -> None:
    """Every layout with every mask, but that a dense one of TND, which holds one sample, is no other."""
    n = get_group_size()
    for layout in AXES:
        for mask in MASKS:
            if layout != "TND" or mask != "dense":
                compared(f"{layout} {mask}", (1, n, 1), layout, mask)


def ring() -> None:
    """By MindSpore's attribute, and with keys of fewer heads than processes."""
    n = get_group_size()
    for mask in ("causal", "window", "dense"):
        compared(f"ring {mask}", (1, n, 1), "SBH", mask, ring=True)
    for mask in ("none", "causal"):
        compared(f"one head {mask}", (1, n, 1), "BNSD", mask, groups=1)


def grids() -> None:
    """Heads or samples are cut beside the sequence."""
    compared("heads too", (1, 2, 2), "BSH", "causal")
    compared("ring, heads too", (1, 2, 2), "BNSD", "causal", ring=True)
    compared("samples too", (2, 2, 1), "SBH", "dense")


def no_mask() -> None:
    """A ring without a mask hides later keys, as MindSpore's does: one process gets the mask."""
    n = get_group_size()
    base.compare(
        "no mask",
        lambda on: Attention((1, n, 1) if on else None, "BSH", "none" if on else "causal", ring=on),
        words(),
        base.WordLoss(),
        feed=lambda batch: tuple(map(Tensor, batch)),
        wrap=full_batch,
    )


class Written(nn.Cell):
    """A step as scripts write it: the network is called, then differentiated."""

    def __init__(self, network: nn.Cell, optimizer: nn.Optimizer):
        super().__init__()
        self.network, self.optimizer = network.set_grad(), optimizer
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.optimizer.parameters)(*inputs, ops.ones_like(loss))
        self.optimizer(grads)
        return loss


def written() -> None:
    """The network's own call is cut as well: a ring without a mask hides later keys in it."""
    n, found, data = get_group_size(), [], words()
    for on in (False, True):
        parallel = "semi_auto_parallel" if on else "stand_alone"
        ms.set_auto_parallel_context(parallel_mode=parallel, full_batch=on)
        net = Attention((1, n, 1) if on else None, "BSH", "none" if on else "causal", ring=on)
        optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
        step = Written(nn.WithLossCell(net, base.WordLoss()), optimizer).set_train()
        losses = [step(*map(Tensor, batch)).asnumpy() for batch in data]
        found.append([*losses, *map(base.whole, net.get_parameters())])
    base.check("written", found[1], found[0])
    ms.reset_auto_parallel_context()


def statistics() -> None:
    """The statistics of the softmax, which are computed when they are read."""
    n, (q, k, v) = get_group_size(), (floats() for _ in range(3))
    attend = ops.FlashAttentionScore(HEADS, sparse_mode=2)
    wanted = attend(q, k, v, None, None, None, Tensor(TRIANGLE))[:2]
    attend.shard(((1, n, 1), (1, 1, 1), (1, 1, 1), (1, 1)))
    found = full_batch(lambda *x: attend(*x, None, None, None, Tensor(TRIANGLE))[:2])(q, k, v)
    base.check("statistics", [t.asnumpy() for t in found], [t.asnumpy() for t in wanted])


def whole() -> None:
    """A causal ring of an odd number of positions a process cannot be balanced, nor weights be dropped: right as well, and
    said. Heads are axes of a transposed product, whose gradient no reshape may find laid out otherwise."""
    n, rng = get_group_size(), np.random.default_rng(6)
    x = Tensor(rng.standard_normal((1, 3 * n, 4 * n)).astype(np.float32))
    weight = Tensor(rng.standard_normal((4 * n, 4 * n)).astype(np.float32))
    results: list[list[Tensor]] = []
    for cut in (False, True):
        for keep in (1.0, 0.5):
            attend = ops.FlashAttentionScore(n, input_layout="BNSD", sparse_mode=2, keep_prob=keep)
            if cut:
                attend.add_prim_attr("enable_ring_attention", True)
                attend.shard(((1, 1, n, 1), (1, 1, n, 1), (1, 1, n, 1), (1, 1)))

            def mixed(x: Tensor, weight: Tensor, attend: Any = attend) -> Tensor:
                heads = ops.matmul(x, weight).reshape(1, 3 * n, n, 4).transpose(0, 2, 1, 3)
                out = attend(heads, heads, heads, None, None, None, Tensor(TRIANGLE))[3]
                return (out.transpose(0, 2, 1, 3).reshape(1, 3 * n, 4 * n) * x).sum()

            grad = ms.value_and_grad(mixed, (0, 1))
            ms.set_seed(5)
            value, grads = (full_batch(grad) if cut else grad)(x, weight)
            results.append([value, *grads])
    found, wanted = ([base.whole(t) for r in part for t in r] for part in (results[2:], results[:2]))
    base.check("whole", found, wanted)


def others() -> None:
    """Shifts of the scores, a mask of one column, kept weights by bits, and weights dropped at random; with gradients."""
    n, (q, k, v, weigh) = get_group_size(), (floats() for _ in range(4))
    shift = Tensor(RNG.standard_normal((ROWS, HEADS, LENGTH, LENGTH)).astype(np.float32))
    bits = Tensor(RNG.integers(0, 256, (ROWS, HEADS, LENGTH, LENGTH // 8)).astype(np.uint8))
    rows, keys = ((1, 1, n, 1),), ((1, n, 1), (1, 1, 1), (1, 1, 1))
    results: list[list[np.ndarray]] = []
    for cut in (False, True):  # one process first: before operators are cut, processes draw apart
        for keep, beside, strategy in (
            (1.0, (shift,), rows),
            (1.0, (None, None, None, Tensor(HIDDEN[..., :1])), rows),
            (0.5, (None, bits), rows),
            (0.5, (), ()),
        ):
            attend = ops.FlashAttentionScore(HEADS, keep_prob=keep, scale_value=0.5)
            grad = ms.value_and_grad(lambda *x: (attend(*x, *beside)[3] * weigh).sum(), (0, 1, 2))  # noqa: B023
            if cut:
                attend.shard((*keys, *strategy))
            ms.set_seed(5)
            value, grads = (full_batch(grad) if cut else grad)(q, k, v)
            results.append([base.whole(t) for t in (value, *grads)])
    base.check("others", sum(results[4:], []), sum(results[:4], []))


def follows() -> None:
    """A function has no strategy: it computes in pieces of the sequence, where these come."""
    n, inputs = get_group_size(), [floats() for _ in range(3)]
    cut = ops.Identity().shard(((1, n, 1),))

    def attend(*x: Any) -> Any:
        return ops.flash_attention_score(
            *map(cut, x), HEADS, attn_mask=Tensor(TRIANGLE), sparse_mode=2
        )

    wanted, run = attend(*inputs).asnumpy(), full_batch(attend)
    base.check("follows", [run(*inputs).asnumpy()], [wanted])
    assert plan(nn.Cell(), run, *inputs).messages["all_to_all"] == (4, 4 * inputs[0].nbytes // n)


def one_graph() -> None:
    """A step of each way is one graph, whose messages are those that are counted op by op."""
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O1"})
    n, data = get_group_size(), words(count=3)
    for count, how in ((8, {}), (8 + 3 * n - 2, {"ring": True})):
        found, wanted = (
            trained(lambda: Attention((1, n, 1) if on else None, "BSH", "causal", **how), data, on)  # noqa: B023
            for on in (True, False)
        )
        base.check("one graph", found, wanted)
        stats = ms.graph.stats()
        assert (stats.not_recorded, stats.fallbacks) == ({}, []), stats
        assert GRAPHS.pop()["all_to_all_single"] == count, (how, GRAPHS)


def trained(make: Any, data: Any, on: bool) -> list[np.ndarray]:
    """Losses and parameters."""
    torch._inductor.config.post_grad_custom_post_pass = note if on else None
    net = make()
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = base.functional(net, base.WordLoss(), optimizer, full_batch if on else lambda fn: fn)
    losses = [step(*map(Tensor, batch)).asnumpy() for batch in data]
    return [*losses, *map(base.whole, net.get_parameters())]


class Ulysses(Attention):
    """As MindFormers writes `ulysses_cp` and `hybrid_cp`: transposes whose strategies move the cut to the heads.

    `cut`: (pieces of the sequence that stay, pieces that become heads).
    """

    def __init__(self, cut: tuple[int, int] | None, mask: str):
        super().__init__(None, "BSH", mask)
        self.split, self.move = ops.Transpose(), ops.Transpose()
        self.move_back, self.merge = ops.Transpose(), ops.Transpose()
        self.pieces = cut[1] if cut else 1
        if cut:
            kept, moved = cut
            strategy = MASKS[mask][2]
            of_mask = tuple(tuple(kept if i == "n" else i for i in each) for each in strategy)
            self.gather.shard(((1, 1), (1, kept * moved)))
            self.split.shard(((1, kept * moved, 1, 1, 1, 1),))
            self.move.shard(((1, kept, moved, 1, 1, 1),))
            self.attend.shard(((1, kept, moved), (1, 1, moved), (1, 1, moved), *of_mask))
            self.move_back.shard(((1, kept, moved, 1, 1, 1),))
            self.merge.shard(((1, kept * moved, 1, 1, 1, 1),))

    def lay(self, x: Any) -> Any:
        rows, length, size = x.shape
        x = x.reshape(rows, length, 1, self.pieces, -1, WIDTH)
        x = self.move(self.split(x, (0, 1, 3, 2, 4, 5)), (0, 1, 2, 3, 4, 5))
        return x.reshape(rows, length, size)

    def back(self, x: Any, rows: int) -> Any:
        x = x.reshape(rows, LENGTH, self.pieces, 1, -1, WIDTH)
        x = self.merge(self.move_back(x, (0, 1, 2, 3, 4, 5)), (0, 1, 3, 2, 4, 5))
        return x.reshape(rows, LENGTH, HEADS * WIDTH)


def ulysses() -> None:
    n = get_group_size()
    for cut in ((1, n), (2, n // 2)) if n > 2 else ((1, n),):
        for mask in ("causal", "dense"):
            base.compare(
                f"ulysses {cut} {mask}",
                lambda on: Ulysses(cut if on else None, mask),  # noqa: B023
                words(),
                base.WordLoss(),
                feed=lambda batch: tuple(map(Tensor, batch)),
                wrap=full_batch,
            )


def saved_bytes(fn: Any, parameters: Any) -> int:
    """Bytes that this process keeps for the gradient while `fn` runs, apart from parameters."""
    kept: dict[int, int] = {}
    own = {local(p._t).untyped_storage().data_ptr() for p in parameters}

    def pack(t: torch.Tensor) -> torch.Tensor:
        storage = local(t).untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage.nbytes()
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        fn()
    return sum(kept.values())


def local(t: Any) -> torch.Tensor:
    return t.to_local() if hasattr(t, "to_local") else t


class Layers(nn.Cell):
    """Two residual attentions over floats whose sequence comes cut."""

    def __init__(self, cut: tuple[int, int, int] | None, mask: str, **how: Any):
        super().__init__()
        self.layers = nn.CellList([Attention(cut, "BSH", mask, **how) for _ in range(2)])
        self.cut = ops.Identity()
        if cut:
            self.cut.shard(((1, cut[1], 1),))

    def construct(self, x: Any) -> Any:
        x = self.cut(x)
        for layer in self.layers:
            x = layer.mix(x)
        return (x * x).sum()


def floats() -> Tensor:
    return Tensor(RNG.standard_normal((ROWS, LENGTH, HEADS * WIDTH)).astype(np.float32))


def messages() -> None:
    """What `plan` tells of a layer's messages: all of them are all-to-all.

    Four exchanges by heads, or into zig-zag order and out of it, and as many back, are of a shard each: a process's part
    of the queries. In the ring keys and values pass n - 1 times in each direction, and their gradients n times.
    """
    n, x = get_group_size(), floats()
    shard = x.nbytes // n
    for how, number, size in (
        ({}, 8, 8 * shard),
        ({"ring": True}, 8 + 3 * n - 2, (8 + 2 * (3 * n - 2)) * shard),
    ):
        net = Layers((1, n, 1), "causal", **how)
        run = full_batch(ms.value_and_grad(net, None, net.trainable_params()))
        run(x)
        told = plan(net, run, x)
        assert told.messages.pop("all_to_all") == (2 * number, 2 * size), (how, told)
        assert set(told.messages) <= {"all_reduce"}, told
        assert "all_to_all" in str(plan(net, run, x))


def memory() -> None:
    """A process keeps about 1 / n of the bytes that one process keeps for the gradient."""
    n, x = get_group_size(), floats()
    for mask, how in (("none", {}), ("causal", {}), ("causal", {"ring": True}), ("dense", {})):
        found = []
        for on in (False, True):
            net = Layers((1, n, 1) if on else None, mask, **how)
            grad = ms.value_and_grad(net, None, net.trainable_params())
            run = full_batch(grad) if on else grad
            run(x)
            found.append(saved_bytes(lambda: run(x), net.trainable_params()))  # noqa: B023
        assert found[1] < 1.15 * found[0] / n, (mask, how, found)


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
