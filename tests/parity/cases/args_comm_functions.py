"""Arguments of communication and of its functions in a job of one process.

MindSpore's CPU build does not communicate: what it documents stands on its side. What takes two processes to
matter is in tests/dist/programs/arguments.py.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.cases.args_comm_mint import EVERY, X, alone
from tests.parity.harness import Arrays, as_array, case

PLAIN = ("reduce", "broadcast", "scatter", "gather")
LATER = ("all_reduce", "gather_rows", "scatter_rows", "swap_rows")


@alone(lambda: {**dict.fromkeys(PLAIN + LATER, X), "swap": 2 * X[:, :2], "flat": X.reshape(-1)})
def collectives(ms: Any, d: Any) -> Arrays:
    cf, x = ms.communication.comm_func, ms.Tensor(X)
    result = {
        "reduce": cf.reduce(tensor=x, dst=0, op="max", group="one"),
        "broadcast": cf.broadcast(tensor=x, src=0, group="one"),
        "scatter": cf.scatter_tensor(tensor=x, src=0, group="one"),
        "gather": cf.gather_into_tensor(tensor=x, dst=0, group="one"),
    }
    later = {
        "all_reduce": cf.all_reduce(tensor=x, op="min", **EVERY),
        "gather_rows": cf.all_gather_into_tensor(tensor=x, **EVERY),
        "scatter_rows": cf.reduce_scatter_tensor(tensor=x, op="max", **EVERY),
        "swap_rows": cf.all_to_all_single_with_output_shape(
            output_shape=(4, 3),
            tensor=x,
            output_split_sizes=[4],
            input_split_sizes=[4],
            **EVERY,
        ),
    }
    (swap,), handle = cf.all_to_all_with_output_shape(
        output_shape_list=[(4, 2)], input_tensor_list=[ms.Tensor(2 * X[:, :2])], **EVERY
    )
    handle.wait()
    (flat,), _ = cf.all_to_all_with_output_shape([(12,)], [x])
    for name, (value, handle) in later.items():
        handle.wait()
        result[name] = value
    cf.barrier(group="one")
    return {name: as_array(value) for name, value in {**result, "swap": swap, "flat": flat}.items()}


@alone(
    lambda: {
        "facts": np.array("0 1 0 0 [0] True"),
        "gone": np.array("RuntimeError"),
    }
)
def groups(ms: Any, d: Any) -> Arrays:
    c = ms.communication
    facts = (
        c.get_local_rank(group="one"),
        c.get_local_rank_size(group="one"),
        c.get_world_rank_from_group_rank(group="one", group_rank_id=0),
        c.get_group_rank_from_world_rank(world_rank_id=0, group="one"),
        c.get_process_group_ranks(group="one"),
        c.get_comm_name(group="one") != c.get_comm_name(),
    )
    c.destroy_group(group="one")
    try:
        gone = f"still {c.get_local_rank('one')}"
    except RuntimeError:
        gone = "RuntimeError"
    return {"facts": np.array(" ".join(map(str, facts))), "gone": np.array(gone)}


@case(jit=False)
def moves(ms: Any, run: Any) -> Arrays:
    """An operation for `batch_isend_irecv` holds what it was given; a process cannot write to itself."""
    cf = importlib.import_module(f"{ms.__name__}.communication.comm_func")
    move = cf.P2POp(
        op="irecv", tensor=(2, 3), peer=1, group="hccl_world_group", recv_dtype=ms.float16
    )
    facts = f"{move.tensor} {move.peer} {move.group} {move.tag} {move.recv_dtype}"
    return {"facts": np.array(facts)}
