"""The probability packages give what MindSpore's gave (recorded.json.gz, which record.py writes)."""

from __future__ import annotations

import gzip
import importlib
import json
from typing import Any

import numpy as np
import pytest

import msacc as ms
from tests.former.probability.cases import CASES
from tests.former.probability.record import FILE, MODULES, as_tensor

RECORDED: dict[str, list[Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
# Those that train; test_draws.py calls the layers in graph mode.
IN_GRAPH_MODE = (
    *("bayesian_loss", "transformed_model", "bayesian_networks", "aleatoric_model"),
    "aleatoric_uncertainty_after_training",
)


def probability() -> Any:
    """`nn.probability`, with its modules imported as scripts import them."""
    for name in MODULES:
        importlib.import_module(f"msacc.nn.probability.{name}")
    return ms.nn.probability


def _same(found: Any, recorded: Any, where: str) -> None:
    if isinstance(recorded, float):
        assert found == pytest.approx(recorded, rel=1e-5), where
        return
    if not isinstance(recorded, dict):
        assert found == recorded, where
        return
    array = found.asnumpy()
    assert (str(array.dtype), list(array.shape)) == (recorded["dtype"], recorded["shape"]), where
    expected = np.reshape(recorded["values"], array.shape)
    bound = 1e-5 * max(1.0, float(np.abs(expected).max()))
    np.testing.assert_allclose(array, expected, rtol=1e-5, atol=bound, err_msg=where)


def _compare(name: str) -> None:
    found = CASES[name](ms, probability())
    assert len(found) == len(RECORDED[name])
    for i, (one, recorded) in enumerate(zip(found, RECORDED[name], strict=True)):
        _same(as_tensor(ms, one), recorded, f"{name}[{i}]")


def test_recorded_are_all_cases() -> None:
    assert list(RECORDED) == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_as_in_mindspore(name: str) -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    _compare(name)


@pytest.mark.parametrize("name", IN_GRAPH_MODE)
def test_in_graph_mode(name: str) -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
    _compare(name)
