"""Files that MindSpore exported run as they do there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from tests.mindir import functions
from tests.mindir.recorded import recorded

NETS = [key.removesuffix(".mindir") for key in recorded("nets") if key.endswith(".mindir")]


def graph_cell(content: np.ndarray, folder: Path, **options: Any) -> nn.GraphCell:
    """The GraphCell of a recorded file."""
    path = folder / "net.mindir"
    path.write_bytes(content.tobytes())
    return nn.GraphCell(ms.load(str(path)), **options)


def of_net(name: str, part: str) -> list[np.ndarray]:
    """The recorded inputs ('in') or results ('out') of a net."""
    found = recorded("nets")
    keys = [f"{name}.{part}{i}" for i in range(len(found))]
    return [found[key] for key in keys if key in found]


def flat(value: Any) -> list[Any]:
    """The leaves of nested results, as numpy arrays or numbers."""
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flat(item)]
    return [value.asnumpy() if isinstance(value, ms.Tensor) else value]


def assert_same(found: list[Any], wanted: list[Any]) -> None:
    """Equal types, shapes and, up to rounding, values."""
    assert len(found) == len(wanted)
    for mine, theirs in zip(found, wanted, strict=True):
        mine, theirs = np.asarray(mine), np.asarray(theirs)
        assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype)
        loose = (
            {"rtol": 2e-3, "atol": 1e-3}
            if mine.dtype == np.float16
            else {"rtol": 1e-4, "atol": 1e-5}
        )
        np.testing.assert_allclose(mine, theirs, **loose)


@pytest.mark.parametrize("name", NETS)
def test_results_are_mindspores(name: str, tmp_path: Path) -> None:
    net = graph_cell(recorded("nets")[f"{name}.mindir"], tmp_path)
    assert_same(flat(net(*map(ms.Tensor, of_net(name, "in")))), of_net(name, "out"))


@pytest.mark.parametrize("name", ["lenet", "state"])
def test_graph_mode_is_one_graph(name: str, tmp_path: Path) -> None:
    ms.graph.reset()
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
    net = graph_cell(recorded("nets")[f"{name}.mindir"], tmp_path)
    inputs = list(map(ms.Tensor, of_net(name, "in")))
    assert_same(flat(net(*inputs)), of_net(name, "out"))
    assert not ms.graph.stats().not_recorded


@pytest.mark.parametrize("function", functions.CASES, ids=lambda f: f.__name__)
def test_graphs_of_functions_give_what_the_functions_give(function: Any, tmp_path: Path) -> None:
    net = graph_cell(recorded("functions")[function.__name__], tmp_path)
    inputs = functions.CASES[function]
    wanted = flat(function(*map(ms.Tensor, inputs)))
    assert_same(flat(net(*map(ms.Tensor, inputs))), wanted)
