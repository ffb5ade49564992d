"""The automatic jit_level: op by op at first, compiled at a call that follows from counts."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn, ops
from msacc.common.settings import settings
from msacc.graph import automatic_level, compile_once_per_job
from msacc.graph.automatic_level import call_counts, first_compiled_call, restore_call_counts
from msacc.graph.op_counts import OpCounts

X = np.random.RandomState(0).randn(6, 5).astype(np.float32)
Y = np.array([0, 1, 2, 2, 1, 0], np.int32)


@pytest.fixture(autouse=True)
def automatic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "jit_level", "")
    monkeypatch.setattr(settings, "o0_captures", False)
    ms.graph.reset()


class Network(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Dense(5, 7), nn.Dense(7, 3)

    def construct(self, x: Any) -> Any:
        return self.last(ops.tanh(self.first(x)))


def train_step(level: str = "") -> tuple[nn.Cell, nn.Cell]:
    ms.set_seed(1)
    network = Network()
    optimizer = nn.Adam(network.trainable_params(), 0.05)
    step = nn.TrainOneStepCell(nn.WithLossCell(network, nn.CrossEntropyLoss()), optimizer)
    if level:
        step.set_jit_config(ms.JitConfig(jit_level=level))
    return network, step.set_train()


def losses(step: nn.Cell, count: int) -> list[float]:
    return [float(step(ms.Tensor(X), ms.Tensor(Y)).asnumpy()) for _ in range(count)]


def compile_at_call(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(automatic_level, "first_compiled_call", lambda counts, seconds: number)


def test_a_short_run_compiles_nothing() -> None:
    _, step = train_step()
    automatic_losses = losses(step, 8)
    progress = ms.graph.stats().automatic["TrainOneStepCell"]
    assert ms.graph.stats().compiles == 0
    assert progress.calls == 8
    assert progress.compile_at > 100
    _, never = train_step("O0")
    assert automatic_losses == losses(never, 8)


@pytest.mark.skipif(
    settings.device.type != "cpu", reason="on CUDA O2 captures CUDA graphs at the first call"
)
def test_o2_waits_on_the_cpu_unless_the_environment_sets_a_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert automatic_level.runs_op_by_op_first("O2") is False  # the suite's conftest sets O1
    monkeypatch.delenv("MSACC_JIT_LEVEL")
    assert not automatic_level.runs_op_by_op_first("O1")
    compile_at_call(monkeypatch, 3)
    _, step = train_step("O2")
    losses(step, 2)
    assert ms.graph.stats().compiles == 0
    losses(step, 1)
    assert ms.graph.stats().compiles == 1
    assert not ms.graph.stats().regions


def test_the_switch_changes_no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    network, never = train_step("O0")
    expected = losses(never, 7)
    weights = [p.asnumpy() for p in network.get_parameters()]
    compile_at_call(monkeypatch, 4)
    network, step = train_step()
    before = losses(step, 3)
    assert ms.graph.stats().compiles == 0
    after = losses(step, 4)
    assert ms.graph.stats().by_name == {"TrainOneStepCell": 1}
    np.testing.assert_allclose(before + after, expected, rtol=2e-6)
    for parameter, weight in zip(network.get_parameters(), weights, strict=True):
        np.testing.assert_allclose(parameter.asnumpy(), weight, rtol=1e-4, atol=1e-6)


def test_each_signature_is_counted_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_at_call(monkeypatch, 3)
    double = ms.jit(lambda x: x * 2 + 1)
    long, short = ms.Tensor(X), ms.Tensor(X[:2])
    for _ in range(2):
        double(long)
        double(short)
    assert ms.graph.stats().compiles == 0
    np.testing.assert_allclose(double(long).asnumpy(), X * 2 + 1, rtol=1e-6)
    assert ms.graph.stats().compiles == 1


def test_the_call_follows_from_operations_and_sizes() -> None:
    def counted(rows: int) -> OpCounts:
        with OpCounts() as counts:
            ops.matmul(ops.ones((rows, 8)), ops.ones((8, 4))).sum()
        return counts

    small, large = counted(2), counted(20000)
    assert small.calls == large.calls
    assert small.flops == 2 * 2 * 8 * 4
    assert large.flops == 10000 * small.flops
    assert first_compiled_call(small, 5.0) == first_compiled_call(counted(2), 5.0)
    assert first_compiled_call(large, 5.0) < first_compiled_call(small, 5.0)
    assert first_compiled_call(small, 5.0) < first_compiled_call(small, 10.0)
    assert first_compiled_call(small, math.inf) == automatic_level.NEVER


def test_processes_that_hold_other_parts_of_a_batch_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    dist = compile_once_per_job.dist
    monkeypatch.setattr(dist, "is_initialized", lambda: True)
    monkeypatch.setattr(dist, "get_world_size", lambda: 2)
    with OpCounts() as small:
        ops.ones((2, 8)).sum()
    with OpCounts() as large:
        ops.ones((20000, 8)).sum()
    assert first_compiled_call(small, 5.0) == first_compiled_call(large, 5.0)


def test_a_resumed_run_compiles_at_the_same_step(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_at_call(monkeypatch, 4)
    automatic_level._levels.clear()
    automatic_level._created.clear()
    _, step = train_step()
    losses(step, 2)
    counts = call_counts()
    assert [list(calls.values()) for calls in counts.values()] == [[[2, 4]]]
    # Another process creates its first graph of that name as this one did.
    automatic_level._created.clear()
    _, resumed = train_step()
    restore_call_counts(counts)
    losses(resumed, 1)
    assert ms.graph.stats().compiles == 0
    losses(resumed, 1)
    assert ms.graph.stats().compiles == 1


def test_compile_does_not_wait() -> None:
    network = Network()
    network.compile(ms.Tensor(X))
    assert ms.graph.stats().by_name == {"Network": 1}


def test_what_has_to_be_one_graph_is_captured_at_once() -> None:
    def broken(x: Any) -> Any:
        print("a value:", x.asnumpy().sum())
        return x + 1

    with pytest.raises(RuntimeError, match="cannot be one graph"):
        ms.jit(broken, fullgraph=True)(ms.Tensor(X))


PROGRAM = """
import sys
import msacc as ms
ms.set_context(mode=ms.GRAPH_MODE)
print(float(ms.jit(lambda x: x * 2)(ms.Tensor(3.0))), "torch._dynamo" in sys.modules)
"""


@pytest.mark.parametrize("level", ["", "O0"])
def test_the_compiler_is_not_even_loaded(level: str) -> None:
    environment = {**os.environ, "MSACC_JIT_LEVEL": level}
    environment.pop("MSACC_O0_CAPTURES", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["6.0", "False"]


def test_another_level_in_the_environment_is_an_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import msacc"],
        env={**os.environ, "MSACC_JIT_LEVEL": "O7"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    assert "MSACC_JIT_LEVEL should be O0, O1 or O2, but is 'O7'" in done.stderr


def test_on_a_gpu_small_steps_do_not_wait_for_thousands(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = OpCounts()
    counts.calls = 100
    assert first_compiled_call(counts, 8.0) > 1000
    monkeypatch.setattr(settings, "device", torch.device("cuda"))
    assert first_compiled_call(counts, 8.0) == 51
    assert first_compiled_call(counts, math.inf) == automatic_level.NEVER
