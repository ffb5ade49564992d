"""jit_level O2 on CUDA: a step is one CUDA graph, and what would keep it from that is named."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch._inductor import cudagraph_utils, utils

import msacc as ms
from msacc import Tensor, amp, nn, ops
from msacc.common import warn_once
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.graph import cuda_graphs
from msacc.graph.cuda_graphs import copying_results
from msacc.graph.stats import reset, stats
from tests.graph.on_meta import OnMeta, on_meta
from tests.step.test_host_syncs import OPTIMIZERS

SCHEDULE = nn.warmup_lr(0.1, 8, 2, 2)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[OnMeta]:
    reset()
    with on_meta(monkeypatch) as found, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # autograd on "meta" lacks a kernel here and there
        yield found


def _loss_cell() -> nn.Cell:
    net = nn.SequentialCell(
        nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Dropout(p=0.1)
    )
    net.append(nn.Dense(128, 4))
    return nn.WithLossCell(net, nn.CrossEntropyLoss()).set_train()


def _small() -> nn.Cell:
    net = nn.SequentialCell(nn.Flatten(), nn.Dense(64, 3), nn.Dropout(p=0.1), nn.Dense(3, 4))
    return nn.WithLossCell(net, nn.CrossEntropyLoss()).set_train()


def _batch() -> tuple[Tensor, Tensor]:
    return Tensor(np.ones((4, 1, 8, 8), np.float32)), Tensor(np.zeros(4, np.int32))


def _check(seen: OnMeta, graphs: int = 1) -> None:
    """Neither msacc nor inductor finds a reason against recording, and what is written to keeps its place."""
    assert len(seen.graphs) == graphs
    assert set(map(tuple, stats().cuda_graphs.values())) == {()}
    assert not stats().fallbacks
    for graph, still in seen.graphs:
        nodes = graph.graph.find_nodes(op="placeholder")
        copies = graph.graph.find_nodes(op="call_function", target=torch.ops.aten.copy_.default)
        written = {nodes.index(copy.args[0]) for copy in copies}
        names = {nodes[i].name for i in written}
        assert utils.get_first_incompatible_cudagraph_node(graph) is None
        assert not cudagraph_utils.check_for_mutation_ignore_cuda_graph_managed_tensor(
            graph, names, written, still
        )
        kinds = {
            node.meta["val"].device.type
            for node in graph.graph.nodes
            if isinstance(node.meta.get("val"), torch.Tensor) and node.users
        }
        assert kinds <= {"meta"}
        # The batch is copied in; parameters, the state and the sums are not.
        large = [i for i, n in enumerate(nodes) if n.meta["val"].ndim and i not in still]
        assert len(large) <= 2


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_of_optimizers(name: str, seen: OnMeta) -> None:
    net = _small()
    step = nn.TrainOneStepCell(net, OPTIMIZERS[name](net.trainable_params())).set_train()
    step(*_batch())
    _check(seen)


@pytest.mark.parametrize("scale", ["fixed", "dynamic"])
def test_loss_scale(scale: str, seen: OnMeta) -> None:
    net = _small()
    optimizer = nn.Momentum(net.trainable_params(), SCHEDULE, 0.9)
    manager: Any = Tensor(1024.0, ms.float32)
    if scale == "dynamic":
        manager = nn.DynamicLossScaleUpdateCell(2.0**12, 2, 2)
    nn.TrainOneStepWithLossScaleCell(net, optimizer, manager).set_train()(*_batch())
    _check(seen)


def _function(scaler: Any = None) -> Callable[..., Any]:
    net = _small()
    optimizer = nn.AdamWeightDecay(net.trainable_params(), SCHEDULE)
    scaled = net if scaler is None else lambda x, y: scaler.scale(net(x, y))
    grads_of = ms.value_and_grad(scaled, None, optimizer.parameters)

    def step(x: Tensor, y: Tensor) -> Tensor:
        loss, grads = grads_of(x, y)
        if scaler is not None:
            grads = scaler.unscale(grads)
            scaler.adjust(amp.all_finite(grads))
        optimizer(ops.clip_by_global_norm(grads, 1.0))
        return loss

    return step


@pytest.mark.parametrize("scaled", [False, True])
def test_functions_that_clip(scaled: bool, seen: OnMeta) -> None:
    scaler = amp.DynamicLossScaler(1024, 2, 50) if scaled else None
    ms.jit(_function(scaler), jit_level="O2", fullgraph=True)(*_batch())
    _check(seen)


def test_accumulation(seen: OnMeta, monkeypatch: pytest.MonkeyPatch) -> None:
    net = _loss_cell()
    for name in ("judge", "see"):  # which look at the figures of the first steps
        monkeypatch.setattr(f"msacc.step.valid_targets.ValidTargets.{name}", lambda *_: None)
    accumulating = ms.parallel.GradAccumulation(net, 2)
    nn.TrainOneStepCell(accumulating, nn.Adam(net.trainable_params(), SCHEDULE))(*_batch())
    _check(seen, graphs=2)


def test_prediction_copies_no_parameter(seen: OnMeta) -> None:
    net = nn.Dense(3, 2)
    net.set_train(False)(Tensor(np.ones((2, 3), np.float32)))
    _check(seen)
    (_, still), *_ = seen.graphs
    assert len(still) == 2


# -- what is named -----------------------------------------------------------------------------
def _said(caplog: pytest.LogCaptureFixture, fn: Callable[..., Any], *inputs: Any) -> str:
    """The reason: said where the level alone is asked for, raised with fullgraph."""
    logger = logging.getLogger("msacc")
    logger.addHandler(caplog.handler)
    try:
        ms.jit(fn, jit_level="O2")(*inputs)
    finally:
        logger.removeHandler(caplog.handler)
    said = [r.getMessage() for r in caplog.records if "is not one CUDA graph" in r.getMessage()]
    with pytest.raises(RuntimeError, match="is not one CUDA graph") as raised:
        ms.jit(fn, jit_level="O2", fullgraph=True)(*inputs)
    assert len(said) == 1
    assert str(raised.value) in said[0]
    return said[0]


def test_an_input_on_the_host(seen: OnMeta, caplog: pytest.LogCaptureFixture) -> None:
    def scaled(x: Tensor, factor: Tensor) -> Tensor:
        return x * factor

    said = _said(caplog, scaled, Tensor(np.ones(3, np.float32)), wrap(torch.tensor(2.0)))
    assert "scaled is not one CUDA graph: argument 2 lies on the CPU" in said


def test_a_parameter_on_the_host(seen: OnMeta, caplog: pytest.LogCaptureFixture) -> None:
    class Held(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.factor = ms.Parameter(wrap(torch.tensor(2.0)), name="factor")

        def construct(self, x: Tensor) -> Tensor:
            return x * self.factor

    net = Held()
    net(Tensor(np.ones(3, np.float32)))
    assert stats().cuda_graphs["Held"] == [
        "'factor' lies on the CPU; move it to the device with move_to or .cuda()"
    ]


@pytest.mark.skipif(
    torch.Tag.cudagraph_unsafe not in torch.ops.aten._linalg_eigh.default.tags,
    reason="this torch does not say of the op that it cannot be recorded (2.11); CUDA does when it is",
)
def test_an_op_that_asks(seen: OnMeta, caplog: pytest.LogCaptureFixture) -> None:
    def masked(x: Tensor) -> Tensor:
        return wrap(torch.linalg.eigh(x._t)[0])

    said = _said(caplog, masked, Tensor(np.eye(3, dtype=np.float32)))
    assert "_linalg_eigh at " in said
    assert "test_cuda_graphs.py" in said
    assert "torch.linalg.eigh(x._t)[0]" in said


def test_sizes_that_vary(seen: OnMeta, caplog: pytest.LogCaptureFixture) -> None:
    def doubled(x: Tensor) -> Tensor:
        return x * 2

    compiled = ms.jit(doubled, jit_level="O2")
    compiled(Tensor(np.ones((4, 3), np.float32)))
    assert stats().cuda_graphs["doubled"] == []
    compiled(Tensor(np.ones((5, 3), np.float32)))
    (reason,) = stats().cuda_graphs["doubled"]
    assert reason.startswith("argument 1 comes with sizes that vary ('?', 3)")


def test_what_cannot_be_recorded(seen: OnMeta) -> None:
    def doubled(x: Tensor) -> Tensor:
        print(end="")
        return x * 2

    x = Tensor(np.ones(3, np.float32))
    assert ms.jit(doubled, jit_level="O2")(x).shape == (3,)
    assert "calls print()" in stats().not_recorded["doubled"]
    assert (seen.graphs, stats().cuda_graphs) == ([], {})
    with pytest.raises(RuntimeError, match=r"doubled cannot be one graph: it calls print\(\) at "):
        ms.jit(doubled, jit_level="O2", fullgraph=True)(x)


def test_results_outlive_the_next_call() -> None:
    memory, held = torch.zeros(1), torch.zeros(1)

    def built(x: torch.Tensor) -> list[Any]:
        return [memory.copy_(x), x, held, 3]

    run = copying_results(built)
    first = run(torch.ones(1))
    second = run(torch.full((1,), 2.0))
    assert [float(out[0]) for out in (first, second)] == [1.0, 2.0]
    x = torch.ones(1)
    assert run(x)[1] is x
    assert run(x)[3] == 3


@pytest.mark.parametrize(
    ("device", "level", "has_equal_parts", "becomes"),
    [
        ("cuda", "O2", True, True),
        ("cuda", "O1", False, True),
        ("cuda", "", False, True),
        ("cuda", "O1", True, False),
        ("cuda", "O0", False, False),
        ("cpu", "O2", False, False),
        ("cpu", "", False, False),
    ],
)
def test_which_runs_become_cuda_graphs(
    device: str, level: str, has_equal_parts: bool, becomes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "device", torch.device(device))
    assert cuda_graphs.becomes_cuda_graph(level, has_equal_parts) is becomes


def test_a_small_step_at_another_level(seen: OnMeta, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_graphs, "becomes_cuda_graph", lambda level, has_equal_parts: True)
    ms.set_context(jit_level="O1")
    net = _small()
    nn.TrainOneStepCell(net, nn.Adam(net.trainable_params())).set_train()(*_batch())
    _check(seen)


@pytest.mark.parametrize("asked", [True, False])
def test_who_did_not_ask_is_not_told(
    asked: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warn_once.logger, "propagate", True)
    warn_once.forget()
    reset()
    graphs = cuda_graphs.CudaGraphs("step", _small, strict=False, asked=asked)
    graphs.problems = ["'x' lies on the CPU"]
    with caplog.at_level(logging.WARNING):
        graphs.report_problems()
    assert stats().cuda_graphs == {"step": ["'x' lies on the CPU"]}
    assert ("step is not one CUDA graph" in caplog.text) is asked


def test_large_results_are_not_copied_for_who_did_not_ask() -> None:
    def results(size: Any) -> torch.fx.GraphModule:
        graph = torch.fx.Graph()
        node = graph.placeholder("x")
        node.meta["val"] = torch.empty(size, device="meta")
        graph.output([node])
        return torch.fx.GraphModule({}, graph)

    small, large = results(1000), results(1 << 23)
    for asked in (True, False):
        graphs = cuda_graphs.CudaGraphs("step", _small, strict=False, asked=asked)
        assert graphs.pays(small)
        assert graphs.pays(large) is asked
