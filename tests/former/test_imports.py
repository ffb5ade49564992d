"""The package is found under the names that MindSpore had for it, and loaded when it is asked for."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from msacc.former import transformer
from msacc.former_table import FORMER_TRANSFORMER

_MODULES = [package + file for package, files in FORMER_TRANSFORMER.items() for file in files]


@pytest.mark.parametrize("name", _MODULES)
def test_each_module_has_the_names(name: str) -> None:
    module = importlib.import_module(f"msacc.{name}")
    for member in (*transformer.__all__, "MoE", "_Linear", "_check_config", "default_dpmp_config"):
        assert getattr(module, member) is getattr(transformer, member)


def test_parallel_nn_has_them_beside_its_own() -> None:
    from msacc.parallel import nn

    for name in transformer.__all__:
        assert getattr(nn, name) is getattr(transformer, name)
    assert "PipelineCell" in nn.__all__
    with pytest.raises(AttributeError, match=r"mindspore\.parallel\.nn\.Attention"):
        _ = nn.Attention


def test_it_is_loaded_with_its_first_use_and_leaves_the_context() -> None:
    program = """
import sys
import msacc as ms
def loaded():
    return any(name.startswith("msacc.former.") for name in sys.modules)
assert not loaded()
ms.context.set_auto_parallel_context(pipeline_stages=2, enable_parallel_optimizer=True)
assert ms.nn.transformer.TransformerEncoder.__name__ == "TransformerEncoder"
assert loaded()
assert ms.context.get_auto_parallel_context("pipeline_stages") == 2
assert ms.context.get_auto_parallel_context("enable_parallel_optimizer")
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_checks_of_arguments() -> None:
    @transformer._args_type_validator_check(kind=transformer._valid_value_checks([int], "Block"))
    def made(kind: type, other: int = 0) -> int:
        return other

    assert made(int, other=3) == 3
    with pytest.raises(TypeError, match="kind"):
        made(str)


def test_first_checks() -> None:
    from msacc._checkparam import check_int_positive  # type: ignore[attr-defined]

    assert check_int_positive(3) == 3
    with pytest.raises(ValueError, match="0"):
        check_int_positive(0)
    with pytest.raises(TypeError):
        check_int_positive(True)
