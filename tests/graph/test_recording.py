"""Graph mode by recording: one run on tensors without values stands for later calls, in parts, on several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.common.torch_private import is_view_call
from msacc.graph.recording import program as recorded_program
from msacc.graph.recording import replay

X = np.random.RandomState(0).randn(8, 4).astype(np.float32)
Y = np.random.RandomState(1).randn(8, 1).astype(np.float32)


@pytest.fixture(autouse=True)
def _graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "jit_level", "O0")
    monkeypatch.setattr(settings, "o0_captures", True)
    ms.graph.reset()


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The recorded programs, in the order in which they were made."""
    made: list[Any] = []

    class Noted(recorded_program.Program):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(replay, "Program", Noted)
    return made


def network(seed: int = 0) -> Any:
    rng = np.random.RandomState(seed)
    net = nn.SequentialCell(nn.Dense(4, 16), nn.Tanh(), nn.Dense(16, 1))
    for p in net.get_parameters():
        p.set_data(Tensor((rng.randn(*p.shape) * 0.2).astype(np.float32)))
    return nn.WithLossCell(net, nn.MSELoss())


def both(make: Any, calls: int = 5) -> tuple[list[Any], list[Any]]:
    """What the steps of `make()` give op by op and as graphs."""
    found = []
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        settings.mode = mode
        step = make()
        found.append([_numbers(step(Tensor(X), Tensor(Y))) for _ in range(calls)])
    return found[0], found[1]


def _numbers(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.asnumpy().tolist()
    return [_numbers(item) for item in value] if isinstance(value, (tuple, list)) else value


_add = ops.MultitypeFuncGraph("add")
_clear = ops.MultitypeFuncGraph("clear")


@_add.register("Tensor", "Tensor")
def _add_tensors(total: Any, grad: Any) -> Any:
    return ops.assign_add(total, grad / 2)


@_clear.register("Tensor")
def _clear_tensor(total: Any) -> Any:
    return ops.assign(total, ops.zeros_like(total))


class Accumulate(nn.Cell):
    """Updates after every second batch, which a counter decides."""

    def __init__(self) -> None:
        super().__init__(auto_prefix=False)
        self.net = network()
        self.optimizer = nn.Adam(self.net.trainable_params(), 0.05)
        self.weights = self.optimizer.parameters
        self.sums = self.weights.clone(prefix="sums", init="zeros")
        self.count = Parameter(Tensor(0, ms.int32), name="count", requires_grad=False)
        self.grad = ops.value_and_grad(self.net, None, self.weights)
        self.map = ops.HyperMap()

    def construct(self, x: Any, y: Any) -> Any:
        loss, grads = self.grad(x, y)
        self.count += 1
        loss = ops.depend(loss, self.map(ops.partial(_add), self.sums, grads))
        if self.count % 2 == 0:
            loss = ops.depend(loss, self.optimizer(ops.clip_by_global_norm(self.sums, 0.5)))
            loss = ops.depend(loss, self.map(ops.partial(_clear), self.sums))
        return loss


def test_a_decision_leads_two_ways(programs: list[Any]) -> None:
    wanted, found = both(Accumulate, 6)
    assert found == pytest.approx(wanted, rel=1e-6)
    assert found[0] == found[1] != found[2] == found[3]
    (program,) = programs
    assert sorted(program._ends) == [(False,), (True,)]
    assert sorted(program._segments) == [(), (False,), (True,)]


def test_a_decision_waits_for_one_value(
    programs: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Accumulate()
    step(Tensor(X), Tensor(Y))
    asked: list[Any] = []
    plain = torch.Tensor.__bool__
    monkeypatch.setattr(torch.Tensor, "__bool__", lambda t: asked.append(t) or plain(t))
    for _ in range(4):
        step(Tensor(X), Tensor(Y))
    assert len(asked) == 4
    assert len(programs) == 1


def test_decisions_within_decisions(programs: list[Any]) -> None:
    @ms.jit
    def fn(x: Any) -> Any:
        if x.sum() > 0:
            return x * 2 if x.max() > 3 else x + 1
        return -x

    for values, wanted in (([1, 2], [2, 3]), ([1, 4], [2, 8]), ([-1, -2], [1, 2])):
        assert fn(Tensor(np.array(values, np.float32))).asnumpy().tolist() == wanted
    (program,) = programs
    assert sorted(program._ends) == [(False,), (True, False), (True, True)]


def test_a_loop_over_values_runs_op_by_op(programs: list[Any]) -> None:
    @ms.jit
    def fn(x: Any) -> Any:
        while x.sum() < 100:
            x = x * 2
        return x

    assert fn(Tensor(np.ones(2, np.float32))).asnumpy().tolist() == [64, 64]
    assert fn(Tensor(np.full(2, 3, np.float32))).asnumpy().tolist() == [96, 96]
    assert programs == []


def test_an_outcome_that_raises_leaves_the_program_op_by_op(programs: list[Any]) -> None:
    @ms.jit
    def fn(x: Any) -> Any:
        if x.sum() > 0:
            return x * 2
        raise ValueError("negative")

    assert fn(Tensor(np.ones(2, np.float32))).asnumpy().tolist() == [2, 2]
    with pytest.raises(ValueError, match="negative"):
        fn(Tensor(-np.ones(2, np.float32)))
    assert programs == []


def _step(optimizer: Any, **settings: Any) -> Any:
    net = network()
    return nn.TrainOneStepCell(net, optimizer(net.trainable_params(), **settings)).set_train()


OPTIMIZERS: dict[str, Any] = {
    "Adam": lambda: _step(nn.Adam, learning_rate=0.01),
    "AdamWeightDecay": lambda: _step(nn.AdamWeightDecay, learning_rate=0.01, weight_decay=0.1),
    "Momentum": lambda: _step(nn.Momentum, learning_rate=0.01, momentum=0.9),
    "SGD": lambda: _step(nn.SGD, learning_rate=0.01),
    "a schedule": lambda: _step(nn.Adam, learning_rate=nn.ExponentialDecayLR(0.1, 0.5, 2)),
    "rates by step": lambda: _step(
        nn.Momentum, learning_rate=[0.1, 0.05, 0.01, 0.02, 0.03], momentum=0.9
    ),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_step_updates_as_op_by_op(name: str, programs: list[Any]) -> None:
    wanted, found = both(OPTIMIZERS[name])
    assert found == pytest.approx(wanted, rel=1e-6)
    assert len(programs) == 1


def test_a_coefficient_that_is_set_between_steps_holds(programs: list[Any]) -> None:
    def make() -> Any:
        step = OPTIMIZERS["Momentum"]()
        momenta = iter([0.9, 0.9, 0.1, 0.1, 0.5])

        def call(x: Any, y: Any) -> Any:
            step.optimizer.momentum.set_data(Tensor(next(momenta), ms.float32))
            return step(x, y)

        return call

    wanted, found = both(make)
    assert found == pytest.approx(wanted, rel=1e-6)


def test_a_coefficient_that_the_step_writes_to_is_no_constant(programs: list[Any]) -> None:
    class Warms(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.step = OPTIMIZERS["Momentum"]()
            self.momentum = self.step.optimizer.momentum

        def construct(self, x: Any, y: Any) -> Any:
            loss = self.step(x, y)
            return ops.depend(loss, ops.assign(self.momentum, self.momentum * 0.5))

    wanted, found = both(Warms)
    assert found == pytest.approx(wanted, rel=1e-6)
    assert programs == []


def test_an_update_is_torchs_kernel(programs: list[Any]) -> None:
    OPTIMIZERS["Adam"]()(Tensor(X), Tensor(Y))
    (program,) = programs
    updates = [u for s in program._segments.values() for u in s.units if u.part.is_update]
    targets = {str(node.target) for unit in updates for node in unit.nodes}
    assert any("_fused_adam_" in target for target in targets)


class Block(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm((4,)), nn.Dense(4, 8), nn.Dense(8, 4)

    def construct(self, x: Any) -> Any:
        return x + self.outer(ops.gelu(self.inner(self.norm(x))))


def test_equal_cells_are_compiled_once(
    programs: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "regions", "all")
    monkeypatch.setattr(settings, "jit_level", "O1")
    compiled: list[Any] = []

    def make(*_: Any, **__: Any) -> Any:
        def build(graph: Any, inputs: Any) -> Any:
            compiled.append(graph)
            return graph.forward

        return build

    monkeypatch.setattr("msacc.graph.backend.make", make)
    counts = []
    for layers in (4, 8):
        compiled.clear()
        rng = np.random.RandomState(0)

        def step(layers: int = layers, rng: Any = rng) -> Any:
            net = nn.SequentialCell(*[Block() for _ in range(layers)], nn.Dense(4, 1))
            for p in net.get_parameters():
                p.set_data(Tensor((rng.randn(*p.shape) * 0.2).astype(np.float32)))
            loss = nn.WithLossCell(net, nn.MSELoss())
            return nn.TrainOneStepCell(loss, nn.Momentum(net.trainable_params(), 0.01, 0.9))

        wanted, found = both(lambda: step(rng=np.random.RandomState(0)), 3)
        assert found == pytest.approx(wanted, rel=1e-5)
        counts.append(len(compiled))
    assert counts[0] == counts[1]
    assert len(programs) == 2


def test_dropout_rates_share_code(programs: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "regions", "all")
    monkeypatch.setattr(settings, "jit_level", "O1")

    class Dropped(nn.Cell):
        def __init__(self, rate: float) -> None:
            super().__init__()
            self.dense, self.drop = nn.Dense(64, 64, has_bias=False), nn.Dropout(p=rate)
            self.dense.weight.set_data(Tensor(np.eye(64, dtype=np.float32)))

        def construct(self, x: Any) -> Any:
            return self.drop(self.dense(ops.abs(ops.abs(x) * 1.0)))

    class Both(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.few, self.half, self.most = Dropped(0.1), Dropped(0.5), Dropped(0.75)

        def construct(self, x: Any) -> Any:
            return self.few(x), self.half(x), self.most(x)

    net, ones = Both().set_train(), Tensor(np.ones((512, 64), np.float32))
    outs = [[out.asnumpy() for out in net(ones)] for _ in range(2)]
    (program,) = programs
    assert len(program._compiler._codes) == 1
    for out, rate in zip(outs[0], (0.1, 0.5, 0.75), strict=True):
        assert abs((out == 0).mean() - rate) < 0.02
        np.testing.assert_allclose(out[out != 0], 1 / (1 - rate), rtol=1e-6)
    assert (outs[0][1] != outs[1][1]).any()


def test_views_do_not_cross_parts(programs: list[Any]) -> None:
    OPTIMIZERS["Adam"]()(Tensor(X), Tensor(Y))
    chunks = ms.jit(ms.grad(lambda x: ops.mul(*ops.chunk(ops.exp(x), 2, 1)).sum()))
    settings.mode = ms.PYNATIVE_MODE
    through = ms.jit(lambda x: ops.mul(*ops.chunk(ops.exp(x), 2, 1)).sum())
    np.testing.assert_allclose(
        ms.grad(through)(Tensor(X)).asnumpy(), chunks(Tensor(X)).asnumpy(), rtol=1e-6
    )
    for program in programs:
        results = {value for end in program._ends.values() for value in end.values}
        units = [unit for segment in program._segments.values() for unit in segment.units]
        crossing = [
            node for unit in units for value, node in unit.outputs.items() if value not in results
        ]
        assert crossing or len(units) == 1
        assert not any(map(is_view_call, crossing))
    assert len(programs) == 3


def test_code_gives_the_strides_that_what_follows_counts_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A compiler gives a dense result where an op that writes into a view gives the view."""

    def make(*_: Any, **__: Any) -> Any:
        return lambda graph, inputs: lambda *given: [t.contiguous() for t in graph(*given)]

    monkeypatch.setattr("msacc.graph.backend.make", make)
    monkeypatch.setattr(settings, "mode", ms.PYNATIVE_MODE)
    seen: list[tuple[int, ...]] = []
    plain = recorded_program._run_unit

    def run(unit: Any, values: list[Any]) -> None:
        seen.extend(t.stride() for t in (values[i] for i in unit.takes) if t.shape == (8, 2))
        plain(unit, values)

    monkeypatch.setattr(recorded_program, "_run_unit", run)
    fn = ms.jit(lambda x: (wrap((x._t * 2)[:, ::2].tanh_()) * x[:, :2]).sum())
    ms.grad(fn)(Tensor(X))
    assert (4, 2) in seen


def test_ten_sizes_are_two_graphs() -> None:
    step = OPTIMIZERS["Adam"]()
    for rows in range(3, 13):
        step(Tensor(np.ones((rows, 4), np.float32)), Tensor(np.ones((rows, 1), np.float32)))
    assert ms.graph.stats().compiles == 2


def test_nothing_is_written_while_a_run_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    step = OPTIMIZERS["Adam"]()
    before = [p.asnumpy().copy() for p in step.get_parameters()]

    def stop(*_: Any) -> Iterator[Any]:
        raise KeyboardInterrupt

    monkeypatch.setattr(replay, "Program", stop)
    with pytest.raises(KeyboardInterrupt):
        step(Tensor(X), Tensor(Y))
    for p, values in zip(step.get_parameters(), before, strict=True):
        np.testing.assert_array_equal(p.asnumpy(), values)


def test_a_gradient_through_a_compiled_function_is_kept(programs: list[Any]) -> None:
    settings.mode = ms.PYNATIVE_MODE
    weight = Parameter(Tensor([2.0, 3.0]), name="weight")

    @ms.jit
    def fn(x: Any) -> Any:
        return (x * weight).sum()

    assert float(fn(Tensor([1.0, 1.0]))) == 5.0
    grad = ms.grad(fn, None, [weight])(Tensor([4.0, 5.0]))
    assert _numbers(grad) == [[4.0, 5.0]]
    assert float(fn(Tensor([1.0, 1.0]))) == 5.0


def test_a_replay_is_seen_by_no_mode_of_functions() -> None:
    """What such a mode does to a call, as amp level "auto" does, is in the recorded run."""
    seen: list[str] = []

    class Halves(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen.append(func.__name__)
            out = func(*args, **(kwargs or {}))
            return out / 2 if func.__name__.startswith(("matmul", "mm")) else out

    run = ms.jit(lambda x: ops.matmul(x, x) + 1, jit_level="O1")
    x = Tensor(np.eye(3, dtype=np.float32))
    with Halves():
        first = run(x).asnumpy()
        assert any(name.startswith(("matmul", "mm")) for name in seen)
        seen.clear()
        again = run(x).asnumpy()
    np.testing.assert_array_equal(first, np.eye(3) / 2 + 1)
    np.testing.assert_array_equal(again, first)
    assert not any(name.startswith(("matmul", "mm")) for name in seen)
