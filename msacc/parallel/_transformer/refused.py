"""The old transformer layers: names that can be imported and subclassed, and refuse when they are made."""

from __future__ import annotations

from typing import Any

from msacc.nn import Cell

_WHY = (
    "(MindSpore had it until 2.2); nn.MultiheadAttention, nn.TransformerEncoderLayer and the like of mindspore.nn"
    " are there."
)


def _refuse(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"msacc does not have mindspore.parallel._transformer's {name} {_WHY}"
    )


class _Refused(Cell):
    """NotImplementedError when it is made, with the name of the layer."""

    refusal = f"not in msacc {_WHY}"  # what `python -m msacc check` says

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise _refuse(type(self).__name__)


class AttentionMask(_Refused): ...


class FeedForward(_Refused): ...


class FixedSparseAttention(_Refused): ...


class MoE(_Refused): ...


class MultiHeadAttention(_Refused): ...


class Transformer(_Refused): ...


class TransformerDecoder(_Refused): ...


class TransformerDecoderLayer(_Refused): ...


class TransformerEncoder(_Refused): ...


class TransformerEncoderLayer(_Refused): ...


class VocabEmbedding(_Refused): ...


class _Dropout(_Refused): ...


class _LayerNorm(_Refused): ...


class _Linear(_Refused): ...


def _check_config(config: Any) -> None:
    """Refuses: NotImplementedError."""
    raise _refuse("_check_config")


def _check_moe_config(moe_config: Any = None, parallel_config: Any = None) -> None:
    """Refuses: NotImplementedError."""
    raise _refuse("_check_moe_config")


def _get_lambda_func(total_layer: int | None = None) -> None:
    """Refuses: NotImplementedError."""
    raise _refuse("_get_lambda_func")


_FUNCTIONS: tuple[Any, ...] = (_check_config, _check_moe_config, _get_lambda_func)
for _function in _FUNCTIONS:
    _function.refusal = _Refused.refusal
