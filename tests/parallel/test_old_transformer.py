"""mindspore.parallel._transformer: what MindSpore had until 2.2 can be imported; settings are held, layers refuse."""

from __future__ import annotations

import importlib

import pytest

from msacc.parallel import _transformer as old


def test_its_modules_are_found() -> None:
    for name in ("layers", "moe", "op_parallel_config", "transformer"):
        module = importlib.import_module(f"msacc.parallel._transformer.{name}")
        assert module.OpParallelConfig is old.OpParallelConfig


def test_settings_are_checked_and_held() -> None:
    assert old.TransformerOpParallelConfig(model_parallel=2).model_parallel == 2
    assert old.default_moe_config.expert_num == 1
    with pytest.raises(ValueError, match="data_parallel"):
        old.OpParallelConfig(data_parallel=0)


def test_layers_refuse_by_name_when_they_are_made() -> None:
    class Block(old.MultiHeadAttention):
        pass

    with pytest.raises(NotImplementedError, match="Block"):
        Block(1, 2)


def test_checks_of_arguments() -> None:
    @old._args_type_validator_check(kind=old._valid_value_checks([int], "Block"))
    def made(kind: type, other: int = 0) -> int:
        return other

    assert made(int, other=3) == 3
    with pytest.raises(TypeError, match="kind"):
        made(str)
