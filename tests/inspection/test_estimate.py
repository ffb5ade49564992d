"""estimate: against what a real step of the same network keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, alias, nn, ops
from msacc.__main__ import main
from msacc.common.parameter import Parameter
from msacc.inspection import StepMemory, estimate
from msacc.inspection.command import load, sample
from msacc.nn.utils import no_init_parameters
from msacc.parallel import GradAccumulation


@pytest.fixture(autouse=True)
def no_alias_left() -> Iterator[None]:
    """The command makes `import mindspore` mean msacc in its process."""
    yield
    alias.uninstall()


_SAMPLES = Path(__file__).parents[2] / "sample_code"


class Convolutional(nn.Cell):
    """Convolutions, statistics, a pool, dropout."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)
        self.pool, self.drop = nn.MaxPool2d(2, 2), nn.Dropout(p=0.5)
        self.dense = nn.Dense(8 * 8 * 8, 10)

    def construct(self, x: Tensor) -> Tensor:
        x = self.pool(ops.relu(self.norm(self.conv(x))))
        return self.dense(self.drop(x.reshape(x.shape[0], -1)))


class Attending(nn.Cell):
    """A block of a transformer with a tied embedding and a frozen norm."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(50, 32)
        self.norm = nn.LayerNorm((32,))
        self.norm.gamma.requires_grad = False
        self.mixed, self.up, self.down = nn.Dense(32, 96), nn.Dense(32, 64), nn.Dense(64, 32)
        self.head = nn.Dense(32, 50, has_bias=False)
        self.head.weight = self.embedding.embedding_table

    def construct(self, ids: Tensor) -> Tensor:
        x = self.embedding(ids)
        q, k, v = ops.split(self.mixed(self.norm(x)), 32, axis=-1)
        x = x + ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(-1, -2))), v)
        x = x + self.down(ops.gelu(self.up(x)))
        return self.head(x).reshape(-1, 50)


CASES = {
    "convolutional": (Convolutional, ((16, 3, 16, 16), ms.float32), ((16,), ms.int32)),
    "attending": (Attending, ((4, 12), ms.int32), ((48,), ms.int32)),
}


def measured(net: nn.Cell, x: Tensor, label: Tensor) -> int:
    """Bytes of what autograd saves in a real forward pass, without parameters and inputs."""
    loss = nn.WithLossCell(net, nn.CrossEntropyLoss()).set_train()
    own = {p._t.untyped_storage().data_ptr() for p in net.get_parameters()}
    own |= {t._t.untyped_storage().data_ptr() for t in (x, label)}
    saved: dict[int, torch.UntypedStorage] = {}

    def pack(t: torch.Tensor) -> torch.Tensor:
        saved[t.untyped_storage().data_ptr()] = t.untyped_storage()
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        ms.value_and_grad(loss, None, net.trainable_params())(x, label)
    return sum(s.nbytes() for key, s in saved.items() if key not in own)


def values(shape: tuple[int, ...], dtype: Any) -> Tensor:
    """Small ints, or floats."""
    numbers = np.random.default_rng(1).integers(0, 10, shape)
    return Tensor(numbers.astype(np.int32 if dtype is ms.int32 else np.float32))


def one(*arguments: Any, **options: Any) -> StepMemory:
    """The only level."""
    (found,) = estimate(*arguments, **options).levels
    return found


@pytest.mark.parametrize("name", CASES)
def test_activations_are_those_of_a_real_pass(name: str) -> None:
    build, x, label = CASES[name]
    net = build()
    found = one(net, x, label, loss_fn="CrossEntropyLoss")
    real = measured(net, values(*x), values(*label))
    assert abs(found.activations - real) < 0.1 * real, (found.activations, real)


@pytest.mark.parametrize("name", ["Momentum", "Adam", "SGD", "AdamWeightDecay", "RMSProp", "Lamb"])
def test_parameters_and_state_are_exact(name: str) -> None:
    net = Convolutional()
    arguments = {"momentum": 0.9} if name == "Momentum" else {}
    optimizer = getattr(nn, name)(net.trainable_params(), learning_rate=0.1, **arguments)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), optimizer).set_train()
    step(values((4, 3, 16, 16), ms.float32), values((4,), ms.int32))
    own = {id(p) for p in net.get_parameters()}
    state = sum(p._t.nbytes for p in optimizer.get_parameters() if id(p) not in own)
    _, x, label = CASES["convolutional"]
    found = one(Convolutional(), x, label, loss_fn=nn.CrossEntropyLoss(), optimizer=name)
    assert found.parameters == sum(p._t.nbytes for p in net.get_parameters())
    assert found.optimizer_state == state
    assert found.gradients == sum(p._t.nbytes for p in net.trainable_params())
    assert found.gradient_sums == found.gathered == 0
    again = one(Convolutional(), x, label, loss_fn=nn.CrossEntropyLoss(), optimizer=optimizer)
    assert again.optimizer_state == state


def test_offloaded_state_is_beside_the_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msacc.nn.optim.adam.is_elsewhere", lambda where: True)  # as on a GPU
    build, x, label = CASES["convolutional"]
    net = build()
    moments = 2 * sum(p.nbytes for p in net.trainable_params())
    for processes, parts in ((1, 1), (4, 4)):
        common = {"loss_fn": "CrossEntropyLoss", "processes": processes, "threshold": 0}
        plain = estimate(net, x, label, optimizer=nn.Adam(net.trainable_params()), **common)
        optimizer = nn.Adam(net.trainable_params(), use_offload=True)
        found = estimate(net, x, label, optimizer=optimizer, **common)
        for ours, whole in zip(found.levels, plain.levels, strict=True):
            assert ours.state_on_cpu == whole.total - ours.total
            assert ours.optimizer_state < 64  # the learning rate, counters
            shared = parts if ours.level else 1
            assert moments / shared <= ours.state_on_cpu < 1.1 * moments / shared + 64
        assert "state on CPU" in str(found)
        assert "state on CPU" not in str(plain)


def test_micro_batches_divide_activations_and_keep_sums() -> None:
    build, x, label = CASES["convolutional"]
    whole = one(build(), x, label, loss_fn="CrossEntropyLoss")
    part = one(build(), x, label, loss_fn="CrossEntropyLoss", micro_size=4)
    assert abs(part.activations * 4 - whole.activations) < 0.02 * whole.activations
    net = build()
    accumulated = GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    step = nn.TrainOneStepCell(accumulated, optimizer).set_train()
    step(values(*x), values(*label))
    sums = step._msacc_step_of_plan().step_runtime().accumulator
    assert part.gradient_sums == sum(t.nbytes for t in sums.reduced)
    with pytest.raises(ValueError, match="micro size"):
        estimate(build(), x, label, loss_fn="CrossEntropyLoss", micro_size=3)


def test_recomputed_cells_keep_less() -> None:
    net = nn.SequentialCell([nn.Dense(64, 64, activation="gelu") for _ in range(6)])
    plain = one(net, (32, 64)).activations
    for cell in net:
        cell.recompute()
    assert one(net, (32, 64)).activations < 0.7 * plain


def test_a_large_network_takes_no_memory_and_stays_unfilled() -> None:
    with no_init_parameters():
        net = nn.SequentialCell(nn.Dense(50_000, 50_000), nn.Dense(50_000, 10))
    names, flags = [p.name for p in net.get_parameters()], [c.training for c in net.cells()]
    found = estimate(net, (8, 50_000), optimizer="Adam", processes=8)
    assert [level.level for level in found.levels] == [None, "level1", "level2", "level3"]
    assert found.levels[0].parameters > 10**10
    assert all(p.has_init for p in net.get_parameters())
    assert [p.name for p in net.get_parameters()] == names
    assert [c.training for c in net.cells()] == flags
    text = str(found).splitlines()
    assert text[0] == "Memory of a training step with Adam, on each of 8 processes"
    assert text[-1].split()[0] == "level3"
    assert "gathered" in found._repr_html_()


def test_levels_hold_less_and_less() -> None:
    net = nn.SequentialCell([nn.Dense(256, 256) for _ in range(8)])
    none, first, second, third = estimate(net, (4, 256), processes=4, optimizer="Adam").levels
    whole = sum(p.nbytes for p in net.get_parameters())
    assert (
        none.parameters == first.parameters == second.parameters == whole
    )  # 64 elements divide all
    assert whole / 4 <= third.parameters < whole / 3.9
    for level in (first, second, third):
        assert none.optimizer_state / 4 <= level.optimizer_state < none.optimizer_state / 3.9
    assert none.gradient_sums == whole < first.gradient_sums
    assert second.gradient_sums == third.gradient_sums < whole / 3.9
    assert third.gathered == 256 * 256 * 4
    assert none.total > first.total > second.total > third.total
    pairs = estimate(net, (4, 256), processes=4, shard_size=2, level="level3").levels[0]
    assert whole / 2 <= pairs.parameters < whole / 1.9
    lamb = estimate(net, (4, 256), processes=4, optimizer="Lamb", level="level3").levels[0]
    assert (lamb.parameters, lamb.gathered) == (whole, 0)  # its rule needs whole parameters
    assert none.optimizer_state / 4 <= lamb.optimizer_state < none.optimizer_state / 3.9


def test_wrong_arguments_are_refused() -> None:
    net = nn.Dense(4, 4)
    for wrong, text in [
        ({"level": "level4"}, "'level'"),
        ({"level": "level1"}, "there is one"),
        ({"processes": 4, "shard_size": 3}, "divide"),
        ({"processes": 4, "shard_size": 0}, "divide"),
        ({"processes": 0}, "'processes'"),
        ({"optimizer": "Dense"}, "'optimizer'"),
        ({"loss_fn": "Momentum2"}, "'loss_fn'"),
        ({"micro_size": 0}, "'micro_size'"),
    ]:
        with pytest.raises(ValueError, match=text):
            estimate(net, (4, 4), (4, 4), **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'net'"):
        estimate(4, (4, 4))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'optimizer'"):
        estimate(net, (4, 4), optimizer=0.1)
    with pytest.raises(ValueError, match="'inputs'"):
        estimate(net)


def test_a_step_is_no_network() -> None:
    net = nn.Dense(4, 4)

    class Step(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def construct(self, x: Tensor) -> Any:
            return ms.grad(self.net, None, self.net.trainable_params())(x)

    with pytest.raises(NotImplementedError, match="takes gradients itself"):
        estimate(Step(), (4, 4))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    script = str(_SAMPLES / "lenet_gradient_accumulation" / "lenet.py")
    arguments = [
        "--input",
        "1,32,32",
        "--loss",
        "CrossEntropyLoss",
        "--batch",
        "32",
        "--processes",
        "4",
    ]
    assert main(["estimate", f"{script}:LeNet5", *arguments]) == 0
    shown = capsys.readouterr().out
    found = estimate(
        load(f"{script}:LeNet5()"),
        (32, 1, 32, 32),
        ((32,), ms.int32),
        loss_fn="CrossEntropyLoss",
        processes=4,
    )
    assert shown == f"{found}\n"
    assert main(["estimate", f"{script}:LeNet5", "--input", "1,9,9"]) == 1
    assert "Kernel size" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("network", "text"),
    [
        ("lenet.py", "should be SCRIPT_OR_MODULE:NETWORK"),
        ("no_such_file.py:Net", "there is no file"),
        ("no_such_module:Net", "No module named"),
        ("math:pi", "is no Cell"),
        ("math:Net", "Net"),
        ("math:floor(2.5)", "is no Cell and gives none, but 2"),
    ],
)
def test_what_the_command_does_not_find(
    network: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["estimate", network, "--input", "2"]) == 1
    shown = capsys.readouterr().err
    assert text in shown
    assert "Traceback" not in shown


def test_samples_of_the_command_line() -> None:
    assert sample("1,32,32") == ((1, 32, 32), ms.float32)
    assert sample("128:int32") == ((128,), ms.int32)
    assert sample("int32") == ((), ms.int32)
    for wrong in ("1,x", "2:int33", "nothing"):
        with pytest.raises(Exception, match=r"SHAPE\[:DTYPE\]"):
            sample(wrong)


def test_parameters_are_counted_once() -> None:
    net = Attending()
    each: dict[int, Parameter] = {id(p): p for p in net.get_parameters()}
    found = one(net, ((4, 12), ms.int32), ((48,), ms.int32), loss_fn="CrossEntropyLoss")
    assert found.parameters == sum(p.nbytes for p in each.values())
    assert found.gradients == found.parameters - net.norm.gamma.nbytes
