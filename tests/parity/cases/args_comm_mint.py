"""Arguments of mint.distributed in a job of one process, where every collective gives back what it got.

MindSpore's CPU build does not communicate: what it documents stands on its side. What takes two processes to
matter is in tests/dist/programs/arguments.py.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from socket import socket
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, is_mindspore, rand
from tests.parity.single_process_job import world_of_one

X = rand(4, 3)
EVERY: dict[str, Any] = {"group": "one", "async_op": True}


def alone(expected: Callable[[], Arrays]) -> Callable[[Callable[[Any, Any], Arrays]], Any]:
    """A case whose body runs in a job of one with a group "one"; `expected` is MindSpore's side."""

    def register(actual: Callable[[Any, Any], Arrays]) -> Any:
        def body(ms: Any, run: Any) -> Arrays:
            if is_mindspore(ms):
                return expected()
            with world_of_one() as communication:
                communication.create_group("one", [0])
                return actual(ms, ms.mint.distributed)

        body.__module__ = actual.__module__
        case(name=actual.__name__, jit=False)(body)
        return body

    return register


def finished(handle: Any, *outs: Any) -> list[np.ndarray]:
    """What an asynchronous call leaves in the tensors given."""
    handle.wait()
    return [as_array(out) for out in outs]


def arrays(found: dict[str, list[np.ndarray]]) -> Arrays:
    return {f"{name}{i}": value for name, each in found.items() for i, value in enumerate(each)}


NAMES = ("all_reduce", "reduce", "broadcast", "gather_rows", "gather_uneven", "gather_each", "gather",
         "scatter", "scatter_sum", "scatter_uneven", "scatter_rows", "swap_rows")  # fmt: skip


@alone(lambda: {**{f"{n}0": X for n in NAMES}, "swap0": X, "swap1": 2 * X[:2]})
def collectives(ms: Any, d: Any) -> Arrays:
    def new(value: np.ndarray = 0 * X) -> Any:
        return ms.Tensor(value)

    x, outs = new(X), {n: new() for n in NAMES}
    for name in NAMES[:3]:
        outs[name] = new(X)
    result = {
        "all_reduce": d.all_reduce(tensor=outs["all_reduce"], op="max", **EVERY),
        "reduce": d.reduce(tensor=outs["reduce"], dst=0, op="prod", **EVERY),
        "broadcast": d.broadcast(tensor=outs["broadcast"], src=0, **EVERY),
        "gather_rows": d.all_gather_into_tensor(
            output_tensor=outs["gather_rows"], input_tensor=x, **EVERY
        ),
        "gather_uneven": d.all_gather_into_tensor_uneven(
            output=outs["gather_uneven"], input=x, output_split_sizes=[4], **EVERY
        ),
        "gather_each": d.all_gather(tensor_list=[outs["gather_each"]], tensor=x, **EVERY),
        "gather": d.gather(tensor=x, gather_list=[outs["gather"]], **EVERY),
        "scatter": d.scatter(tensor=outs["scatter"], scatter_list=[x], **EVERY),
        "scatter_sum": d.reduce_scatter(
            output=outs["scatter_sum"], input_list=[x], op="avg", **EVERY
        ),
        "scatter_uneven": d.reduce_scatter_tensor_uneven(
            output=outs["scatter_uneven"], input=x, input_split_sizes=[4], op="min", **EVERY
        ),
        "scatter_rows": d.reduce_scatter_tensor(
            output=outs["scatter_rows"], input=x, op="max", **EVERY
        ),
        "swap_rows": d.all_to_all_single(
            output=outs["swap_rows"],
            input=x,
            output_split_sizes=[4],
            input_split_sizes=[4],
            **EVERY,
        ),
    }
    pair = [new(), new(0 * X[:2])]
    swaps = [
        d.all_to_all(output_tensor_list=[out], input_tensor_list=[part], **EVERY)
        for out, part in zip(pair, (x, new(2 * X[:2])), strict=True)
    ]
    results = {name: finished(handle, outs[name]) for name, handle in result.items()}
    swapped = [finished(handle, out)[0] for handle, out in zip(swaps, pair, strict=True)]
    finished(d.barrier(**EVERY))
    return arrays({**results, "swap": swapped})  # fmt: skip


@alone(lambda: {"text": np.array("[{'a': 1}] ['b'] ['c'] ['d', 2]")})
def objects(ms: Any, d: Any) -> Arrays:
    gathered, scattered, held = [None], [None], ["d", 2]
    every: list[Any] = [None]
    d.all_gather_object(object_list=every, obj={"a": 1}, group="one")
    d.scatter_object_list(
        scatter_object_output_list=scattered, scatter_object_input_list=["b"], group="one"
    )
    d.gather_object(obj="c", object_gather_list=gathered, group="one")
    d.broadcast_object_list(object_list=held, src=0, group="one")
    return {"text": np.array(f"{every} {scattered} {gathered} {held}")}


def documented_name(backend: str, ranks: str) -> str:
    import hashlib

    return f"{backend}_{len(ranks)}_{hashlib.sha1('_'.join(ranks).encode()).hexdigest()}"


@alone(
    lambda: {
        "name": np.array(documented_name("mccl", "0")),
        "facts": np.array("0 1 mccl 0 0 [0]"),
        "others": np.array("-1 -1"),
        "gone": np.array("-1"),
    }
)
def groups(ms: Any, d: Any) -> Arrays:
    name = d.new_group(ranks=[0], backend="mccl")
    facts = (
        d.get_rank(group=name),
        d.get_world_size(group=name),
        d.get_backend(group=name),
        d.get_global_rank(group=name, group_rank=0),
        d.get_group_rank(group=name, global_rank=0),
        d.get_process_group_ranks(group=name),
    )
    others = d.get_rank(group="absent"), d.get_world_size(group="absent")
    d.destroy_process_group(group=name)
    return {
        "name": np.array(name),
        "facts": np.array(" ".join(map(str, facts))),
        "others": np.array(" ".join(map(str, others))),
        "gone": np.array(str(d.get_rank(name))),
    }


@case(jit=False)
def moves(ms: Any, run: Any) -> Arrays:
    """An operation for `batch_isend_irecv` holds what it was given; a process cannot write to itself."""
    d = ms.mint.distributed
    move = d.P2POp(op="irecv", tensor=ms.Tensor(X), peer=1, group="hccl_world_group")
    return {
        "tensor": as_array(move.tensor),
        "rest": np.array(f"{move.peer} {move.group}"),
    }


@case(jit=False)
def meeting_at_a_url(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):
        return {"facts": np.array("True 0 1"), "after": np.array(False)}
    d = ms.mint.distributed
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with world_of_one(join=False):
        d.init_process_group(
            init_method=f"tcp://127.0.0.1:{port}",
            timeout=timedelta(seconds=30),
            world_size=1,
            rank=0,
        )
        facts = f"{d.is_initialized()} {d.get_rank()} {d.get_world_size()}"
    return {"facts": np.array(facts), "after": np.array(d.is_initialized())}
