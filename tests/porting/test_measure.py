"""The measuring program: what happens is told by the modules themselves, and held against the report."""

from __future__ import annotations

import sys

import pytest

from tests.porting.measure import Site, facts, happens, table

_SOURCE = """
import mindspore as ms
from mindspore import nn, ops
from mindspore.nn import AdaSumByGradWrapCell
nn.Dense(2, 3, bias=True)
nn.Conv2d(3, 8)
nn.Desne
ms.set_context(save_graphs=True, device_target="Ascend")
ops.constexpr(check=False)
nn = ops
"""


def test_facts() -> None:
    source = _SOURCE.replace("nn = ops\n", "")
    found = facts([sys.executable, "-m", "msacc"], {"a.py": source})
    said = {(line, name, argument): outcome for (_, line, _, name, argument), outcome in found.items()}  # fmt: skip
    assert said[4, "mindspore.nn.AdaSumByGradWrapCell", ""].startswith("NotImplementedError")
    assert "unexpected keyword argument 'bias'" in said[5, "mindspore.nn.Dense", "bias"]
    assert said[5, "mindspore.nn.Dense", "..."] == ""
    assert "missing a required argument" in said[6, "mindspore.nn.Conv2d", "..."]
    assert said[7, "mindspore.nn.Desne", ""].startswith("AttributeError")
    assert said[8, "mindspore.set_context", "save_graphs"].startswith("log:")
    assert said[8, "mindspore.set_context", "device_target"] == ""
    assert "check=False has no effect" in said[9, "mindspore.ops.constexpr", "()"]


@pytest.mark.slow
def test_a_name_that_is_bound_again_is_not_followed() -> None:
    found = facts([sys.executable, "-m", "msacc"], {"a.py": _SOURCE})
    assert not [name for _, _, _, name, _ in found if name.startswith("mindspore.nn.D")]


def test_what_happens() -> None:
    assert happens("", "", "") == "runs"
    assert happens("", "", "ImportError: x") == "not in MindSpore"
    assert happens("", "AttributeError: x", "") == "refused"
    assert happens("", "AttributeError: x", "AttributeError: x") == "unknown"
    assert happens("()", "NotImplementedError: x", "") == "refused"
    assert happens("()", "ValueError: x", "ValueError: x") == "runs"
    assert happens("()", "log: x has no effect", "") == "has no effect"
    assert happens("mode", "ValueError: x is not recognized", "ValueError: x") == "unknown"


def test_the_table_counts_both_ways() -> None:
    pairs = [("runs", "runs"), ("runs", "unknown"), ("unknown", "unknown"), ("unknown", "unknown")]
    found = [Site(("a.py", 1, "x", ""), "name", happened, said, "", "") for said, happened in pairs]
    assert "| name | unknown | 2 | 2 | 100.0% | 3 | 2 | 66.7% |" in table(found)
    assert "| name | runs | 2 | 1 | 50.0% | 1 | 1 | 100.0% |" in table(found)
