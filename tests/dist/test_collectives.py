"""The collectives on real processes; the programs assert for themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops
from msacc import communication as c
from msacc.communication import comm_func
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAMS = Path(__file__).parent / "programs"


def _run(zygote: Zygote, folder: Path, name: str, workers: int = 2) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAMS / name, cwd=folder)
    assert run.wait(300) == 0, run.text()
    return run.text()


@pytest.mark.dist
def test_collectives_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    assert _run(zygote, tmp_path, "collectives.py").count("all good") == 2


@pytest.mark.dist
def test_collectives_in_a_compiled_graph(zygote: Zygote, tmp_path: Path) -> None:
    assert _run(zygote, tmp_path, "compiled.py").count("compiled") >= 2


X = Tensor(np.arange(4, dtype=np.float32).reshape(2, 2))


@pytest.mark.parametrize(
    "collective",
    [
        ops.AllReduce(),
        ops.AllReduce("max"),
        ops.AllGather(),
        ops.ReduceScatter(),
        ops.AlltoAll(1, 0, 1),
    ],
    ids=lambda collective: collective.name,
)
def test_alone_without_init_they_are_the_identity(collective: ops.AllReduce) -> None:
    np.testing.assert_array_equal(collective(X).asnumpy(), X.asnumpy())
    ones = ms.grad(lambda x: collective(x).sum())(X)
    np.testing.assert_array_equal(ones.asnumpy(), np.ones((2, 2)))


def test_broadcast_and_barrier_alone() -> None:
    (out,) = ops.Broadcast(0)((X,))
    np.testing.assert_array_equal(out.asnumpy(), X.asnumpy())
    ops.Barrier()()
    value, handle = comm_func.all_reduce(X, async_op=True)
    assert handle is not None
    handle.wait()
    np.testing.assert_array_equal(value.asnumpy(), X.asnumpy())


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: ops.AllReduce(3), TypeError, "'op' must be str"),
        (lambda: ops.AllReduce("mean"), ValueError, "one of ('sum', 'max', 'min', 'prod')"),
        (lambda: ops.AllReduce(group=3), TypeError, "'group' must be str"),
        (lambda: ops.AllReduce()([1.0]), TypeError, "input must be a Tensor"),
        (lambda: ops.AllReduce(group="mine")(X), RuntimeError, "'mine' does not exist"),
        (lambda: ops.Broadcast("0"), TypeError, "'root_rank' should be 'int'"),
        (lambda: ops.Broadcast(0)(X), TypeError, "should be a Tuple"),
        (lambda: ops.Broadcast(1)((X,)), ValueError, "0 to 0"),
        (lambda: ops.AllGather()(Tensor(1.0)), ValueError, "at least one dimension"),
        (lambda: ops.AlltoAll(2, 0, 1)(X), ValueError, "'split_count' must be the group's size 1"),
        (lambda: ops.Send(0, 1)(X), RuntimeError, "call init()"),
        (lambda: comm_func.all_reduce(1.0), TypeError, "input tensor must be tensor"),
        (lambda: comm_func.broadcast(X, 4), ValueError, "no member"),
        (lambda: comm_func.P2POp("push", X, 1), ValueError, "isend"),
    ],
)
def test_refusals(call: object, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=r".*") as caught:
        call()  # type: ignore[operator]
    assert text in str(caught.value)


def test_before_init_ranks_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (c.get_rank(), c.get_group_size(), c.get_local_rank(), c.get_local_rank_size()) == (
        0,
        1,
        0,
        1,
    )
    monkeypatch.setenv("RANK_ID", "3")
    monkeypatch.setenv("RANK_SIZE", "8")
    assert (c.get_rank(), c.get_group_size()) == (3, 8)
    with pytest.raises(TypeError, match="'group' must be type of string"):
        c.get_rank(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: c.create_group("a", [0]),
        lambda: c.destroy_group("a"),
        lambda: c.get_process_group_ranks(),
        lambda: c.get_world_rank_from_group_rank("a", 0),
        lambda: c.get_group_rank_from_world_rank(0, "a"),
        lambda: c.get_comm_name(),
    ],
)
def test_before_init_the_rest_refuses(call: object) -> None:
    with pytest.raises(RuntimeError, match="Please call `init\\(\\)` method first"):
        call()  # type: ignore[operator]


def test_wrong_backends() -> None:
    with pytest.raises(TypeError, match="must be a string"):
        c.init(3)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="one of 'hccl', 'nccl' and 'mccl'"):
        c.init("gloo")
