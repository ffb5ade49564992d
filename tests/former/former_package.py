"""MindSpore 2.0's `mindspore.parallel._transformer` from a folder, made to run on a later MindSpore.

The folder is that of the wheel of MindSpore 2.0.0 (`pip download mindspore==2.0.0 --no-deps`), unpacked. What later
releases lack is added: attributes by which layers reached the operators inside nn.Dropout, nn.Softmax and activations,
to give them strategies, which change nothing in one process; and the product of (batch, experts, rows, columns) with
(experts, columns, columns), which MindSpore has on Ascend alone.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

_NAME = "mindspore.parallel._transformer"


class _Operator:
    """Takes a strategy."""

    def shard(self, *strategies: Any) -> _Operator:
        return self


def load(folder: Path) -> Any:
    """The package, under its name."""
    import mindspore.parallel  # noqa: F401
    from mindspore import nn

    nn.Dropout.dropout = _Operator()
    file = folder / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        _NAME, file, submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = package
    spec.loader.exec_module(package)
    _let_activations_take_strategies(package.layers._Linear)
    _let_experts_multiply(package.layers._Linear)
    return package


def _let_activations_take_strategies(linear: Any) -> None:
    shard = linear.shard

    def sharded(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.activation_flag and isinstance(self.act_name, str):
            for name in (self.act_name, "select_op"):  # of LeakyReLU
                self.activation.__dict__.setdefault(name, _Operator())
        return shard(self, *args, **kwargs)

    linear.shard = sharded


def _let_experts_multiply(linear: Any) -> None:
    from mindspore import ops

    class Product(_Operator):
        def __init__(self, transposed: bool) -> None:
            self.transposed = transposed

        def __call__(self, x: Any, weight: Any) -> Any:
            return ops.matmul(x, weight.swapaxes(-1, -2) if self.transposed else weight)

        def add_prim_attr(self, name: str, value: object) -> None:
            pass

    made = linear.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if self.expert_flag:
            self.matmul = Product(self.matmul.transpose_b)

    linear.__init__ = init
