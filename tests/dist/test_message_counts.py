"""Messages per step, as torch's profiler saw them.

On gloo each of two processes broadcasts its piece of what is gathered, and one all-to-all brings the parts of a piece
together whose sum is wanted. One more per step shares the loss, and with it the gradients of small parameters.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "message_counts.py"
_LAYERS = 3


def _messages(zygote: Zygote, folder: Path, *words: object) -> tuple[dict[str, int], int]:
    """(messages by name, buckets) of one step."""
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, *map(str, words), cwd=folder)
    assert run.wait(300) == 0, run.text()
    found = re.search(r"messages (\{.*\}) buckets (\d+)", run.text())
    assert found, run.text()
    return ast.literal_eval(found[1]), int(found[2])


def _count(
    zygote: Zygote, folder: Path, level: str, micro: int, mode: int, rule: str = "momentum"
) -> tuple[int, int, int]:
    """(gathers, reductions besides the loss's, buckets) of one step."""
    names, buckets = _messages(zygote, folder, level, micro, mode, 0, rule)
    reduced = sum(count for name, count in names.items() if "reduce" in name or "to_all" in name)
    gathers = sum(count for name, count in names.items() if "gather" in name)
    return gathers + names.get("gloo:broadcast", 0) // 2, reduced - 1, buckets


@pytest.mark.dist
@pytest.mark.parametrize("level", ["level1", "level2", "level3"])
def test_small_gradients_and_the_loss_are_one_message(
    zygote: Zygote, tmp_path: Path, level: str
) -> None:
    names, buckets = _messages(zygote, tmp_path, level, 1, 1, 64)
    assert (names, buckets) == ({"gloo:all_to_all": 1}, 1)


@pytest.mark.dist
@pytest.mark.parametrize("micro", [1, 4])
def test_level1_gathers_and_reduces_once_whatever_micro_size_is(
    zygote: Zygote, tmp_path: Path, micro: int
) -> None:
    assert _count(zygote, tmp_path, "level1", micro, 1) == (1, 1, 1)


@pytest.mark.dist
def test_a_rule_for_whole_parameters_needs_no_more(zygote: Zygote, tmp_path: Path) -> None:
    assert _count(zygote, tmp_path, "level1", 4, 1, "lamb") == (1, 1, 1)


@pytest.mark.dist
def test_level2_reduces_each_micro_batch(zygote: Zygote, tmp_path: Path) -> None:
    assert _count(zygote, tmp_path, "level2", 4, 1) == (1, 4, 1)


@pytest.mark.dist
@pytest.mark.parametrize("mode", [1, 0], ids=["pynative", "graph"])
def test_level3_gathers_again_in_the_backward(zygote: Zygote, tmp_path: Path, mode: int) -> None:
    gathers, reduced, buckets = _count(zygote, tmp_path, "level3", 2, mode)
    assert buckets == _LAYERS
    # Each micro-batch: every layer forward, and all but the first, whose inputs need no gradient, again backward.
    assert gathers == 2 * (2 * _LAYERS - 1)
    assert reduced == 2 * _LAYERS
