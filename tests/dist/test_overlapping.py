"""Reductions run while the backward pass goes on: the order of the program, as programs/overlapped.py saw it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

pytestmark = pytest.mark.dist

_PROGRAM = Path(__file__).parent / "programs" / "overlapped.py"
_MODES = [1, pytest.param(0, marks=pytest.mark.dist)]
# The layers of a chain from last to first, and the buckets that they lie in.
_CHAIN = [("32x5", 256), ("24x32", 768), ("40x24", 1024), ("12x40", 512)]


def _words(zygote: Zygote, folder: Path, *arguments: object) -> tuple[list[str], list[int]]:
    """What happened on rank 0 of two, and the sizes of the buckets."""
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, *map(str, arguments), cwd=folder)
    assert run.wait(300) == 0, run.text()
    found = re.search(r"words (\[.*\]) buckets (\[.*\])", run.text())
    assert found, run.text()
    return ast.literal_eval(found[1]), ast.literal_eval(found[2])


@pytest.mark.parametrize("mode", _MODES, ids=["pynative", "graph"])
def test_level3_waits_for_a_reduction_after_the_backward_of_the_layer_before(
    zygote: Zygote, tmp_path: Path, mode: int
) -> None:
    expected: list[str] = []
    under_way = 0
    for layer, bucket in _CHAIN:
        expected += [f"gradient {layer}", *([f"wait {under_way}"] if under_way else [])]
        expected.append(f"start {bucket}")
        under_way = bucket
    expected.append(f"wait {under_way}")
    words, buckets = _words(zygote, tmp_path, "level3", "chain", 2, mode)
    assert sorted(buckets) == sorted(bucket for _, bucket in _CHAIN)
    assert words == 2 * expected


@pytest.mark.parametrize("mode", _MODES, ids=["pynative", "graph"])
def test_level3_reduces_once_what_is_read_several_times(
    zygote: Zygote, tmp_path: Path, mode: int
) -> None:
    words, buckets = _words(zygote, tmp_path, "level3", "tied", 2, mode)
    started = [int(word.split()[1]) for word in words if word.startswith("start")]
    assert sorted(started) == sorted(2 * buckets)
    beside = []
    for place, word in enumerate(words):
        if word.startswith("start"):
            until = words.index(word.replace("start", "wait"), place)
            beside.append(any(w.startswith("gradient") for w in words[place:until]))
            # One at a time, so that one layer's gradient more is alive.
            assert not any(w.startswith("start") for w in words[place + 1 : until])
    # All but the one of the layer that comes last in the backward pass.
    assert beside == 2 * ([True] * (len(buckets) - 1) + [False])


@pytest.mark.parametrize("mode", _MODES, ids=["pynative", "graph"])
@pytest.mark.parametrize("level", ["level1", "level2"])
def test_a_bucket_is_sent_before_the_first_layers_run_backward(
    zygote: Zygote, tmp_path: Path, level: str, mode: int
) -> None:
    words, (first, last) = _words(zygote, tmp_path, level, "chain", 2, mode)
    gradients = [f"gradient {layer}" for layer, _ in _CHAIN]
    sent = [*gradients[:2], f"start {last}", *gradients[2:], f"start {first}"]
    expected = (gradients if level == "level1" else sent) + sent
    # Between two messages the compiler orders the gradients.
    assert words == expected if mode == 1 else _by_message(words) == _by_message(expected)


def _by_message(words: list[str]) -> list[list[str]]:
    """The gradients in front of each message, in no order, and the message."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.startswith("start"):
            groups[-1] = [*sorted(groups[-1]), word]
            groups.append([])
        else:
            groups[-1].append(word)
    return groups
