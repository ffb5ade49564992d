"""compare on networks of other kinds: the fault's Cell each time, and no alarm where there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from tests.comparison.networks import (
    Detector,
    Transformer,
    Words,
    drawn,
    floats,
    ids,
    residuals,
)

IMAGES = (4, 3, 12, 12)


def _images() -> Tensor:
    return floats(*IMAGES)


class Frozen(nn.BatchNorm2d):
    """With its running statistics in training too."""

    def __init__(self, channels: int):
        super().__init__(channels, use_batch_statistics=False)


class Doubled(nn.Cell):
    """GELU with a gradient that is twice what it should be."""

    def construct(self, x: Tensor) -> Tensor:
        y = ops.gelu(x, approximate="none")
        return 2 * y - ops.stop_gradient(y)


def _vit(**second: Any) -> Any:
    return drawn(Transformer(**second))


def _words(**options: Any) -> Any:
    return drawn(Words(**options), 0.5)


def _detector(**options: Any) -> Any:
    return drawn(Detector(**options), 0.4)


def _changed(net: Any, name: str, change: Callable[[np.ndarray], np.ndarray]) -> Any:
    parameter = next(p for p in net.get_parameters() if p.name == name)
    parameter.set_data(Tensor(change(parameter.asnumpy()).astype(np.float32)))
    return net


def _without_row(table: np.ndarray) -> np.ndarray:
    table[0] = 0
    return table


# What the fault is: the Cell, both sides, the batch.
FAULTS: dict[str, tuple[str, Callable[[], tuple[Any, Any]], Callable[[], Tensor]]] = {
    "attention is scaled by the width": ("blocks.1.attn", lambda: (_vit(), _vit(scale=0.25)), _images),
    "heads are split the other way": ("blocks.1.attn", lambda: (_vit(), _vit(interleaved=True)), _images),
    "norms behind the additions": ("blocks.1", lambda: (_vit(), _vit(post=True)), _images),
    "an activation before the addition": ("4", lambda: (residuals(), residuals(early=True)), _images),
    "a batch norm with running statistics": ("4.bn2", lambda: (residuals(), residuals(norm=Frozen)), _images),
    "positions begin with one": ("", lambda: (_words(), _words(first=1)), ids),
    "the padding word is not zero": (
        "table",
        lambda: (_changed(_words(), "table.embedding_table", _without_row), _words()),
        ids,
    ),
    "gates in another order": (
        "lstm",
        lambda: (
            _words(),
            _changed(_words(), "lstm.weight_hh_l1", lambda w: np.roll(w, 6, 0)),
        ),
        ids,
    ),
    "directions of an LSTM swapped": ("", lambda: (_words(), _words(swapped=True)), ids),
    "sizes of boxes are clipped elsewhere": ("decode", lambda: (_detector(), _detector(most=3.0)), _images),
    "levels of features in another order": ("", lambda: (_detector(), _detector(swapped=True)), _images),
}  # fmt: skip


class Masked(nn.Cell):
    """Attention to what was before, by what a mask of `most` leaves."""

    def __init__(self, most: float, axis: int = -1):
        super().__init__()
        self.query, self.softmax, self.most = nn.Dense(8, 8), nn.Softmax(axis), most

    def construct(self, x: Tensor) -> Tensor:
        scores = ops.matmul(self.query(x), x.swapaxes(1, 2))
        return ops.matmul(self.softmax(scores + ops.triu(ops.ones_like(scores), 1) * self.most), x)


class Gate(nn.Cell):
    """`x` times a sigmoid; `stopped`: without the sigmoid's gradient."""

    def __init__(self, stopped: bool = False):
        super().__init__()
        self.stopped = stopped

    def construct(
        self, x: Tensor, mask: Tensor | None = None, *, scale: Tensor | float = 1.0
    ) -> Any:
        gate = ops.sigmoid(x * scale)
        gate = ops.stop_gradient(gate) if self.stopped else gate
        return (x * gate, x * 2) if mask is None else x * gate * mask


class Gated(nn.Cell):
    """Gates with None, with a keyword and with two outputs."""

    def __init__(self, **first: Any):
        super().__init__()
        self.one, self.two, self.head = Gate(**first), Gate(), nn.Dense(8, 3)

    def construct(self, x: Tensor) -> Tensor:
        y, _ = self.one(x, None)
        return self.head(self.two(y, mask=x, scale=y + 20))


def test_what_a_mask_adds_hides_no_fault() -> None:
    for most in (-1e4, -1e9, float(np.finfo(np.float32).min)):
        found = ms.compare(drawn(Masked(most)), drawn(Masked(most, axis=-2)), floats(3, 6, 8))
        assert found.output is not None, found
        assert found.output.name == "softmax"
        assert ms.compare(drawn(Masked(most)), drawn(Masked(most)), floats(3, 6, 8)).same
    assert ms.compare(drawn(Masked(-1e4)), "float16", floats(3, 6, 8)).same


def test_gradients_of_cells_with_other_arguments_and_outputs() -> None:
    """None, keywords, several outputs."""
    found = ms.compare(drawn(Gated()), drawn(Gated(stopped=True)), floats(5, 8))
    assert found.output is None, found
    assert found.gradient is not None, found
    assert found.gradient.name == "one"
    assert all(row.gradient for row in found.rows)
    assert ms.compare(drawn(Gated()), "bfloat16", floats(64, 8)).same


def test_no_gradient_is_judged_around_an_output_that_parts() -> None:
    found = ms.compare(_vit(), _vit(scale=0.25), floats(*IMAGES))
    assert found.output is not None
    assert found.gradient is None or found.gradient.name == "blocks.1.attn", found


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_found_at_its_cell(fault: str) -> None:
    name, sides, batch = FAULTS[fault]
    found = ms.compare(*sides(), batch(), same_weights=False)
    assert found.output is not None, found
    assert found.output.name.partition("#")[0] == name, found


def test_a_gradient_that_is_doubled_is_found() -> None:
    faulty = _vit(act=Doubled())
    found = ms.compare(_vit(act=nn.GELU(approximate=False)), faulty, floats(*IMAGES))
    assert found.output is None, found
    assert found.gradient is not None, found
    assert found.gradient.name == "blocks.1.mlp.1"


CLEAN: dict[str, Callable[[], tuple[Any, Any, Tensor]]] = {
    "a transformer in float16": lambda: (_vit(), "float16", floats(*IMAGES)),
    "a transformer in bfloat16": lambda: (_vit(), "bfloat16", floats(*IMAGES)),
    "keys are scaled, not queries": lambda: (_vit(scale=0.3), _vit(scale=0.3, fused=True), floats(*IMAGES)),
    "twelve blocks in float16": lambda: (_vit(depth=12), "float16", floats(*IMAGES)),
    "an LSTM in bfloat16": lambda: (_words(), "bfloat16", ids()),
    "residual blocks in bfloat16": lambda: (residuals(), "bfloat16", floats(*IMAGES)),
    "residual blocks on bright images": lambda: (residuals(), "float16", floats(*IMAGES) * 50 + 100),
    "a detector in float16": lambda: (_detector(), "float16", floats(*IMAGES)),
    "a detector in evaluation": lambda: (
        _detector().set_train(False), _detector().set_train(False), floats(*IMAGES)
    ),
    "a mean far from zero": lambda: (_vit(), "float16", floats(*IMAGES) + 30),
}  # fmt: skip


@pytest.mark.parametrize("pair", CLEAN)
def test_no_alarm_without_a_fault(pair: str) -> None:
    first, second, batch = CLEAN[pair]()
    found = ms.compare(first, second, batch)
    assert found.same, found
