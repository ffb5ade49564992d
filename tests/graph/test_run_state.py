"""Where execution stands: nested, after errors, and in two threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.torch_private import TracingOptions, dynamo
from msacc.graph import forward_cache, reset, stats
from msacc.graph.execution_state import execution, gradient_entered, graph_entered, pynative


@pytest.mark.parametrize("outer", [graph_entered, pynative])
@pytest.mark.parametrize("inner", [graph_entered, pynative])
def test_nested_states_put_back_what_was(outer: Any, inner: Any) -> None:
    assert not execution.now.graph
    with outer():
        with inner():
            assert execution.now.graph
        assert execution.now.graph
        with pytest.raises(KeyError), inner():
            raise KeyError
        assert execution.now.graph
    assert not execution.now.graph
    with pytest.raises(KeyError), outer():
        raise KeyError
    assert not execution.now.graph


def test_a_cell_called_in_pynative_stays_op_by_op() -> None:
    class Outer(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.ReLU()

        def construct(self, x: Tensor) -> Tensor:
            return self.inner(x)

    net, before, mode = Outer(), stats().compiles, ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
    try:
        with pynative():
            with graph_entered():
                net(Tensor([1.0]))
            net(Tensor([1.0]))
        assert stats().compiles == before
        net(Tensor([1.0]))
        assert stats().compiles == before + 1
    finally:
        ms.set_context(mode=mode, jit_config={"jit_level": "O1"})


def test_a_failing_graph_leaves_no_state() -> None:
    @ms.jit(jit_level="O0")
    def fails(x: Tensor) -> Tensor:
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        fails(Tensor([1.0]))
    with pytest.raises(ValueError, match="mine"):
        ms.grad(fails)(Tensor([1.0]))
    assert (execution.now.graph, execution.now.gradient) == (0, None)


def together(*bodies: Callable[[threading.Barrier], None]) -> None:
    """Run the bodies in threads of their own; a barrier lets them meet. Errors come out."""
    meeting, errors = threading.Barrier(len(bodies), timeout=60), []

    def guarded(body: Callable[[threading.Barrier], None]) -> None:
        try:
            body(meeting)
        except BaseException as error:
            meeting.abort()
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_each_thread_has_its_own_state() -> None:
    seen: list[Any] = []

    def one(meeting: threading.Barrier) -> None:
        with graph_entered(), gradient_entered():
            meeting.wait()
            meeting.wait()

    def other(meeting: threading.Barrier) -> None:
        meeting.wait()
        seen.append((execution.now.graph, execution.now.gradient))
        meeting.wait()

    together(one, other)
    assert seen == [(0, None)]


def test_a_gradient_in_one_thread_and_a_graph_in_the_other() -> None:
    """A Cell compiles in a thread while another is in the middle of a gradient."""
    net = nn.ReLU()
    net.set_jit_config(ms.JitConfig(jit_level="O0"))
    before, found, mode = stats().by_name.get("ReLU", 0), [], ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)

    def one(meeting: threading.Barrier) -> None:
        def waits(x: Tensor) -> Tensor:
            meeting.wait()
            meeting.wait()
            return x * x

        with pynative():
            found.append(ms.grad(waits)(Tensor([3.0])).asnumpy().tolist())

    def other(meeting: threading.Barrier) -> None:
        meeting.wait()
        found.append(net(Tensor([-1.0, 2.0])).asnumpy().tolist())
        meeting.wait()

    try:
        together(one, other)
    finally:
        ms.set_context(mode=mode)
    assert sorted(found) == [[0.0, 2.0], [6.0]]
    assert stats().by_name["ReLU"] == before + 1


def test_one_compiled_function_in_two_threads() -> None:
    @ms.jit(jit_level="O0")
    def slope(x: Tensor, k: float) -> Tensor:
        return ms.grad(lambda v: (v * v * k).sum())(x)

    def calls(k: float) -> Callable[[threading.Barrier], None]:
        def body(meeting: threading.Barrier) -> None:
            for n in range(1, 6):
                meeting.wait()
                x = np.arange(n, dtype=np.float32)
                np.testing.assert_allclose(slope(Tensor(x), k).asnumpy(), 2 * k * x, rtol=1e-6)

        return body

    reset()
    together(calls(2.0), calls(3.0))
    assert (stats().not_recorded, stats().fallbacks) == ({}, [])


def test_settings_of_dynamo_are_put_back_by_two_threads() -> None:
    options, config = TracingOptions(64), dynamo().config
    before = config.trace_autograd_ops, config.recompile_limit
    seen: list[Any] = []

    def first(meeting: threading.Barrier) -> None:
        leave = options.enter()
        meeting.wait()  # the other has entered
        meeting.wait()
        leave()
        meeting.wait()

    def second(meeting: threading.Barrier) -> None:
        leave = options.enter()
        meeting.wait()
        meeting.wait()
        meeting.wait()  # the first has left
        seen.append((config.trace_autograd_ops, config.recompile_limit))
        leave()
        seen.append((config.trace_autograd_ops, config.recompile_limit))

    together(first, second)
    assert seen == [(True, 64), before]
    assert (config.trace_autograd_ops, config.recompile_limit) == before


def test_kept_forward_passes_belong_to_their_thread() -> None:
    net = nn.Dense(2, 1, "ones", "zeros").set_train()
    net.set_grad()
    weights = ms.ParameterTuple(net.trainable_params())
    x = Tensor([[1.0, 2.0]])
    found: list[Any] = []

    def one(meeting: threading.Barrier) -> None:
        net(x)
        meeting.wait()
        meeting.wait()
        found.append(forward_cache.take(net, (x,), weights) is not None)

    def other(meeting: threading.Barrier) -> None:
        meeting.wait()
        found.append(forward_cache.take(net, (x,), weights) is not None)
        meeting.wait()

    together(one, other)
    assert found == [False, True]


def test_the_forward_pass_runs_once_with_many_parameters_in_any_order() -> None:
    """As a train step asks: forward, then the gradient by list of the weights in another order."""

    class Many(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.calls = 0
            each = (ms.Parameter(Tensor([float(i)]), name=f"p{i}") for i in range(6))
            self.each = ms.ParameterTuple(each)

        def construct(self, x: Tensor) -> Tensor:
            self.calls += 1
            for i, p in enumerate(self.each):
                x = x + p * i
            return x.sum()

    net = Many().set_train()
    net.set_grad()
    order = [4, 0, 5, 1, 3]
    weights = ms.ParameterTuple([net.each[i] for i in order])
    x = Tensor([1.0])
    net(x)
    grads = ops.GradOperation(get_by_list=True)(net, weights)(x)
    assert net.calls == 1
    assert [float(g.asnumpy()[0]) for g in grads] == [float(i) for i in order]
