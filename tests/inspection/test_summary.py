"""summary: its numbers against those counted by hand, and what it leaves alone."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import msacc as ms
from msacc import Tensor, nn
from msacc.nn.utils import no_init_parameters


class Two(nn.Cell):
    """A convolution and a product; one ReLU twice."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, pad_mode="valid", has_bias=True)
        self.norm = nn.BatchNorm2d(4)
        self.relu = nn.ReLU()
        self.dense = nn.Dense(4 * 6 * 6, 10)

    def construct(self, x: Tensor) -> Any:
        x = self.relu(self.norm(self.conv(x)))
        logits = self.relu(self.dense(x.reshape(x.shape[0], -1)))
        return logits, logits.astype(ms.float16)


class Tied(nn.Cell):
    """Two Cells with one parameter, and one Cell under two names."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(50, 8)
        self.first = nn.Dense(8, 8)
        self.again = self.first
        self.head = nn.Dense(8, 50, has_bias=False)
        self.head.weight = self.embedding.embedding_table
        self.first.weight.requires_grad = False

    def construct(self, ids: Tensor) -> Tensor:
        return self.head(self.again(self.first(self.embedding(ids))))


class Moody(nn.Cell):
    """Asks for a value, keeps its input, writes into a Tensor of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.count = Tensor(np.zeros(2, np.float32))
        self.last: Any = None

    def construct(self, x: Tensor, scale: float = 1.0) -> Tensor:
        self.last = x
        self.count[0] = self.count[0] + 1
        return self.dense(x) * scale if float(x.sum()) > 0 else self.dense(x)


def rows(of: Any) -> dict[str, Any]:
    """The rows by path."""
    return {row.path: row for row in of.rows}


def test_shapes_parameters_and_operations() -> None:
    found = ms.summary(Two(), (2, 1, 8, 8))
    at = rows(found)
    assert at[""].outputs == (((2, 10), "Float32"), ((2, 10), "Float16"))
    assert [row.outputs[0][0] for row in found.rows[1:]] == [
        (2, 4, 6, 6), (2, 4, 6, 6), (2, 4, 6, 6), (2, 10),
    ]  # fmt: skip
    assert (at["conv"].parameters, at["norm"].parameters, at["dense"].parameters) == (40, 16, 1450)
    assert (found.parameters, found.trainable, found.frozen) == (1506, 1498, 8)
    assert found.nbytes == 4 * 1506
    assert at["conv"].multiply_adds == 2 * 4 * 6 * 6 * 9
    assert at["dense"].multiply_adds == 2 * 144 * 10
    assert found.multiply_adds == at[""].multiply_adds == 2 * 4 * 6 * 6 * 9 + 2 * 144 * 10
    assert (at["relu"].calls, at["norm"].frozen) == (2, 8)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_what_is_shared_counts_once(mode: int) -> None:
    ms.set_context(mode=mode)
    found = ms.summary(Tied(), ((3, 5), ms.int32))
    at = rows(found)
    assert found.parameters == 50 * 8 + 8 * 8 + 8
    assert found.frozen == 64
    assert at["head"].shared == at["head"].parameters == 400
    assert (at["again"].same_as, at["first"].same_as, at["first"].calls) == ("first", None, 2)
    assert at["first"].multiply_adds == 2 * 15 * 64
    lines = {line.split()[0]: line for line in str(found).splitlines() if line.strip()}
    assert lines["head"].endswith("shared")
    assert lines["again"].endswith("the same as first")
    assert lines["first"].endswith("64 frozen, 2 calls")
    assert "472 (408 trainable, 64 frozen), 1.9 KB" in str(found)


def test_depth_hides_rows_and_keeps_numbers() -> None:
    net = nn.SequentialCell(nn.SequentialCell(nn.Dense(3, 4), nn.Dense(4, 5)), nn.ReLU())
    whole, top = ms.summary(net, (2, 3), depth=None), ms.summary(net, (2, 3), depth=1)
    assert [row.path for row in whole.rows] == ["", "0", "0.0", "0.1", "1"]
    assert [row.path for row in top.rows] == ["", "0", "1"]
    assert rows(top)["0"] == rows(whole)["0"]
    assert [row.path for row in ms.summary(net, depth=0).rows] == [""]


def test_a_parameter_shared_below_the_depth() -> None:
    net = nn.SequentialCell(nn.SequentialCell(nn.Dense(3, 3)), nn.Dense(3, 3))
    net[1].weight = net[0][0].weight
    assert rows(ms.summary(net, depth=1))["1"].shared == 9


def test_without_inputs_there_are_no_outputs() -> None:
    found = ms.summary(Two())
    assert found.multiply_adds is None
    assert "output" in str(found).splitlines()[0]
    assert "multiply" not in str(found)
    assert found.parameters == 1506


def test_unfilled_parameters_stay_unfilled() -> None:
    with no_init_parameters():
        net = nn.SequentialCell(nn.Dense(100_000, 100_000), nn.Dense(100_000, 2))
    found = ms.summary(net, (8, 100_000))
    assert found.rows[0].outputs == (((8, 2), "Float32"),)
    assert found.parameters == 100_000 * 100_003 + 2
    assert all(p.has_init for p in net.get_parameters())
    assert not net[0]._msacc_hooks.get("post")
    assert net[0]._msacc_unfilled


def test_inputs_of_every_kind() -> None:
    class Takes(nn.Cell):
        def construct(self, x: Any, pair: Any, named: Any, factor: Any) -> Any:
            return x + pair[0] + pair[1] + named["y"] * factor

    values = Tensor(np.ones((2, 3), np.float32))
    pair = [(2, 3), np.ones(3, np.float32)]
    found = ms.summary(Takes(), values, pair, {"y": ((), ms.float32)}, 2.0)
    assert found.rows[0].outputs == (((2, 3), "Float32"),)
    assert not found.with_values


def test_code_that_asks_for_values_gets_some() -> None:
    net = Moody().set_train()
    before, weight = dict(net.__dict__), net.dense.weight.asnumpy().copy()
    state = ms.get_rng_state().asnumpy().copy()
    found = ms.summary(net, Tensor(np.ones((2, 4), np.float32)))
    assert found.with_values
    assert "asks for values" in str(found)
    assert rows(found)["dense"].multiply_adds == 2 * 16
    assert net.__dict__ == before
    assert net.count.asnumpy().tolist() == [0.0, 0.0]
    assert (net.dense.weight.asnumpy() == weight).all()
    assert (ms.get_rng_state().asnumpy() == state).all()


def test_a_training_step_does_not_train() -> None:
    net = nn.Dense(4, 2)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer).set_train()
    weight = net.weight.asnumpy().copy()
    assert ms.summary(step, (3, 4), (3, 2)).rows[0].outputs == (((), "Float32"),)
    assert (net.weight.asnumpy() == weight).all()
    assert not optimizer.moments[0].asnumpy().any()
    step(Tensor(np.ones((3, 4), np.float32)), Tensor(np.ones((3, 2), np.float32)))
    assert not (net.weight.asnumpy() == weight).all()


def test_an_error_names_the_cell() -> None:
    with pytest.raises(ValueError, match=r"^Cell dense \(Dense\): in_channels is") as found:
        ms.summary(Two(), (2, 1, 9, 9))
    assert not getattr(found.value, "__notes__", [])
    with no_init_parameters():
        net = Two()
    with pytest.raises(ValueError, match=r"^Cell dense \(Dense\): in_channels is"):
        ms.summary(net, (2, 1, 9, 9))
    assert net.dense.weight.has_init


def test_a_note_at_another_error_names_the_cell() -> None:
    class Looking(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return {}[x.shape]  # type: ignore[no-any-return]

    with pytest.raises(KeyError) as found:
        ms.summary(nn.SequentialCell(nn.ReLU(), Looking()), (2, 3))
    notes = getattr(found.value, "__notes__", ["In the Cell '1'."])
    assert notes == ["In the Cell '1'."]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="'net'"):
        ms.summary("net")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'depth'"):
        ms.summary(Two(), depth="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'depth'"):
        ms.summary(Two(), depth=-1)
    with pytest.raises(ValueError, match="unknown dimensions"):
        ms.summary(Two(), (-1, 1, 8, 8))
    with pytest.raises(ValueError, match="unknown dimensions"):
        ms.summary(Two(), Tensor(shape=(None, 1, 8, 8), dtype=ms.float32))
    with pytest.raises(TypeError, match=r"a pair \(shape, dtype\)"):
        ms.summary(Two(), ("2x1", ms.float32))
    with pytest.raises(TypeError, match="an input should be"):
        ms.summary(Two(), object())


def test_terminals_and_notebooks_show_it() -> None:
    class Odd(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.Dense(2, 2)

        def construct(self, x: Tensor) -> Tensor:
            return self.inner(x)

    Odd.__name__ = "Odd<b>[red]"
    found = ms.summary(Odd(), (1, 2))
    html = found._repr_html_()
    assert "Odd&lt;b&gt;[red]" in html
    assert html.count("<tr>") == 3
    assert "Parameters: 6 (6 trainable), 24 B" in html
    out = io.StringIO()
    Console(file=out, width=60, color_system=None).print(found)
    assert "Odd<b>[red]" in out.getvalue()
    assert "Parameters: 6 (6 trainable), 24 B" in out.getvalue()
    assert repr(found) == str(found)
    assert not str(found).startswith("\n")


@pytest.mark.parametrize("bidirectional", [False, True])
def test_operations_of_recurrent_layers(bidirectional: bool) -> None:
    net = nn.LSTM(8, 16, num_layers=2, batch_first=True, bidirectional=bidirectional)
    ways = 1 + bidirectional
    matrices = ways * 4 * 16 * (8 + 16) + ways * 4 * 16 * (ways * 16 + 16)
    assert ms.summary(net, (2, 5, 8)).multiply_adds == 2 * 5 * matrices


def test_operations_of_the_layers_of_cudnn() -> None:
    from msacc.inspection.operation_counter import _all_layers

    assert _all_layers((5, 2, 8), [(64, 8), (64, 16), (64,), (64,)]) == 2 * 10 * 64 * 24
