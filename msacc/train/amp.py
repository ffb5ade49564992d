"""Mixed precision: which parts of a network compute in float16 or bfloat16."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict

from msacc import nn, ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.keyword_hints import hints_keywords
from msacc.common.settings import settings
from msacc.common.torch_private import has_bfloat16_products, has_float16_products
from msacc.common.warn_once import no_effect, once
from msacc.module_aliases import refuse
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer
from msacc.nn.wrap.loss_cells import WithLossCell
from msacc.ops.core.op import exported_names
from msacc.ops.core.primitive import Primitive
from msacc.train._amp_casts import Autocast, CastOutput, CastPrimitive, autocast_call, cast_floats
from msacc.train._train_step import train_step
from msacc.train.loss_scale_manager import DynamicLossScaleManager, LossScaleManager

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import Unpack

    from msacc.common.tensor import Tensor

LEVELS = ("O0", "O1", "O2", "O3", "auto")
_WHITE_CELLS = "Conv1d Conv2d Conv3d Conv1dTranspose Conv2dTranspose Conv3dTranspose Dense LSTMCell RNNCell GRUCell"
_WHITE_PRIMITIVES = (
    "Conv2D Conv3D Conv2DTranspose Conv3DTranspose Conv2DBackpropInput MatMul BatchMatMul PReLU ReLU "
    "Ger"
)
_BLACK_CELLS = "BatchNorm1d BatchNorm2d BatchNorm3d LayerNorm"


def _classes(module: Any, names: str) -> list[Any]:
    return [getattr(module, name) for name in names.split() if hasattr(module, name)]


def get_white_list() -> list[Any]:
    """The classes that compute in the low type at level O1 (a copy)."""
    return _classes(nn, _WHITE_CELLS) + _classes(ops, _WHITE_PRIMITIVES)


def get_black_list() -> list[Any]:
    """The classes that stay in float32 at level O2 (a copy)."""
    return _classes(nn, _BLACK_CELLS)


@hints_keywords
def auto_mixed_precision(
    network: Cell | Callable[..., Any], amp_level: str = "O0", dtype: mstype.Type = mstype.float16
) -> Any:
    """`network` in mixed precision; it is changed in place where possible, use what is returned.

    O0: float32. O1: the white list computes in `dtype`. O2: all but the black list. O3: all. 'auto': op by
    op: torch's autocast list in `dtype`, MindSpore's in float32 (a function may be given too). Results are
    float32.

    `amp_level`: one of the strs 'O0', 'O1', 'O2', 'O3', 'auto'.
    `network`: a Cell, or a function with 'auto'.

    Raises TypeError for what is no Cell, ValueError for another level or dtype.
    """
    if not isinstance(network, Cell) and not (amp_level == "auto" and callable(network)):
        raise TypeError(
            f"For amp_level '{amp_level}', the network type should be Cell, but got {network!r}."
        )
    _check_low(dtype)
    if amp_level not in LEVELS:
        raise ValueError(f"The amp level {amp_level} is not supported; use one of {LEVELS}.")
    if amp_level == "O0":
        return network
    _warn_if_slow(dtype)
    before = getattr(network, "_amp_level", None)
    if before:
        once("amp-twice", f"amp: the network already has level {before}; {amp_level} comes on top.")
    mixed = _LEVEL_RULES[amp_level](network, dtype)
    if isinstance(mixed, Cell):
        mixed.__dict__["_amp_level"] = amp_level
    return mixed


def _check_low(dtype: mstype.Type) -> None:
    if dtype not in (mstype.float16, mstype.bfloat16):
        raise ValueError(
            f"The dtype should be one of (mstype.float16, mstype.bfloat16), but got {dtype}."
        )


def _warn_if_slow(dtype: mstype.Type) -> None:
    """Say once that a low type saves memory here and no time, and which one does."""
    if settings.device.type != "cpu":
        return
    fast = {mstype.float16: has_float16_products(), mstype.bfloat16: has_bfloat16_products()}
    if fast[dtype]:
        return
    remedy = "float32 (level O0) is as fast"
    if fast[mstype.bfloat16]:
        remedy = 'bfloat16 is: auto_mixed_precision(network, "O2", mstype.bfloat16)'
    once(
        f"amp-slow:{dtype}",
        f"amp: this processor has no instructions for {str(dtype).lower()}, which saves memory here but is not faster "
        f"than float32; {remedy}.",
    )


def _replace(parent: Cell, name: str, child: Cell) -> None:
    """Put another Cell in place of a child, parameter names untouched."""
    parent._cells[name] = child
    parent.__dict__[name] = child


def _white(network: Cell, dtype: mstype.Type, white: list[Any]) -> Cell:
    kinds = tuple(white)
    for _, cell in list(network.cells_and_names()):
        for name, value in list(cell.__dict__.items()):
            if isinstance(value, Primitive) and isinstance(value, kinds):
                cell.__dict__[name] = CastPrimitive(value, dtype)
        for name, child in list(cell._cells.items()):
            if child is not None and isinstance(child, kinds):
                _replace(cell, name, CastOutput(child.to_float(dtype), mstype.float32))
    if isinstance(network, kinds):
        return CastOutput(network.to_float(dtype), mstype.float32)
    return network


def _all_but(network: Cell, dtype: mstype.Type, black: list[Any]) -> Cell:
    network.to_float(dtype)
    _keep_float32(network, dtype, tuple(black))
    return CastOutput(network, mstype.float32)


def _keep_float32(network: Cell, dtype: mstype.Type, kinds: tuple[Any, ...]) -> None:
    for name, child in list(network._cells.items()):
        if child is None:
            continue
        if isinstance(child, kinds):
            _replace(network, name, CastOutput(child.to_float(mstype.float32), dtype))
        else:
            _keep_float32(child, dtype, kinds)


def _auto(network: Cell | Callable[..., Any], dtype: mstype.Type) -> Any:
    if isinstance(network, Cell):
        return Autocast(network, dtype)

    @functools.wraps(network)
    def call(*args: object, **kwargs: object) -> Any:
        return autocast_call(network, mstype.to_torch(dtype), args, kwargs)

    return call


_LEVEL_RULES: dict[str, Callable[[Any, mstype.Type], Any]] = {
    "O1": lambda network, dtype: _white(network, dtype, get_white_list()),
    "O2": lambda network, dtype: _all_but(network, dtype, get_black_list()),
    "O3": lambda network, dtype: _all_but(network, dtype, []),
    "auto": _auto,
}


def custom_mixed_precision(
    network: Cell,
    *,
    white_list: list[Any] | None = None,
    black_list: list[Any] | None = None,
    dtype: mstype.Type = mstype.float16,
) -> Cell:
    """Mixed precision by your own list: either what computes in `dtype`, or what stays in float32.

    `network`: a Cell.
    `white_list`: classes of Cells and Primitives that compute in `dtype`.
    `black_list`: classes of Cells that stay in float32.
    `dtype`: float16 or bfloat16.

    Returns the network, changed.

    Raises TypeError for what is no Cell or list of classes, ValueError unless exactly one list is given.
    """
    check.instance("custom_mixed_precision", "network", network, Cell)
    if (white_list is None) == (black_list is None):
        raise ValueError(
            "For custom_mixed_precision, either white_list or black_list must be provided, and not both."
        )
    _check_low(dtype)
    _warn_if_slow(dtype)
    if white_list is not None:
        _check_list(white_list, "white_list", (Cell, Primitive))
        return _white(network, dtype, white_list)
    assert black_list is not None
    _check_list(black_list, "black_list", (Cell,))
    return _all_but(network, dtype, black_list)


def _check_list(cells: Sequence[type], name: str, kinds: tuple[Any, ...]) -> None:
    if not isinstance(cells, list):
        raise TypeError(f"The type of {name} should be list, but got {type(cells)}")
    for item in cells:
        if not isinstance(item, type) or not issubclass(item, kinds):
            kind_names = " or ".join(k.__name__ for k in kinds)
            raise TypeError(
                f"The elements of {name} should be subclasses of {kind_names}, but got {item}"
            )


class _OutputTo32(CastOutput):
    """A network whose float results are cast to float32."""

    def __init__(self, backbone: Cell):
        super().__init__(backbone, mstype.float32)


class _OutputTo16(CastOutput):
    """A network whose float results are cast to float16, or to `dtype`."""

    def __init__(self, backbone: Cell, dtype: mstype.Type = mstype.float16):
        super().__init__(backbone, dtype)


class _FloatLoss(WithLossCell):
    """loss_fn in float32, whatever the network computes in."""

    def construct(self, data: Tensor, label: Tensor) -> Any:
        low = mstype.to_torch(mstype.float32)
        return self._loss_fn(cast_floats(self._backbone(data), low), cast_floats(label, low))


class _Precision(TypedDict, total=False):
    """What `build_train_network` takes in place of what its level says."""

    cast_model_type: mstype.Type
    keep_batchnorm_fp32: bool | None
    loss_scale_manager: LossScaleManager | None


@hints_keywords
def build_train_network(
    network: Cell,
    optimizer: Optimizer,
    loss_fn: Callable[..., Any] | None = None,
    level: str = "O0",
    boost_level: str = "O0",
    **kwargs: Unpack[_Precision],
) -> Cell:
    """A train step in mixed precision: a Cell that takes a batch's columns, trains and returns the loss.

    `network`: a Cell.
    `optimizer`: an nn.Optimizer (TypeError otherwise).
    `loss_fn`: what is computed of the network's output and the labels; None where the network returns the
      loss.
    `level` as in `auto_mixed_precision`; O2 comes with a DynamicLossScaleManager.
    `boost_level`: 'O0'; 'O1' and 'O2' have no effect, which is said once.
    `kwargs` override `cast_model_type` (float16 or float32), `keep_batchnorm_fp32`, `loss_scale_manager`;
      ValueError for others.
    """
    if not isinstance(optimizer, Optimizer):
        raise TypeError(
            "For 'build_train_network' and 'Model', the 'optimizer' must be an nn.Optimizer, as in MindSpore, but "
            f"got {type(optimizer)}. Those with param_groups go with nn.TrainOneStepCell and "
            "parallel.GradAccumulator."
        )
    check.instance("build_train_network", "level", level, str)
    check.choice("build_train_network", "level", level, LEVELS)
    check.choice("build_train_network", "boost_level", boost_level, ("O0", "O1", "O2"))
    if boost_level != "O0":
        no_effect("build_train_network", "boost_level", boost_level, "its algorithms are Ascend's")
    _check_options(kwargs)
    config = {**_defaults(level), **kwargs}
    network = _precision(network, level, config)
    if loss_fn is not None:
        low = config["cast_model_type"] is mstype.float16 or level in ("O2", "O3", "auto")
        network = (_FloatLoss if low else WithLossCell)(network, loss_fn)
    return train_step(network, optimizer, config["loss_scale_manager"])


def _defaults(level: str) -> dict[str, Any]:
    return {
        "keep_batchnorm_fp32": level == "O2",
        "cast_model_type": mstype.float16 if level in ("O2", "O3") else mstype.float32,
        "loss_scale_manager": DynamicLossScaleManager() if level == "O2" else None,
    }


def _check_options(options: Mapping[str, Any]) -> None:
    for name in options:
        if name not in ("cast_model_type", "keep_batchnorm_fp32", "loss_scale_manager"):
            raise ValueError(f"Unsupported arg '{name}' for build_train_network.")
    if options.get("cast_model_type", mstype.float32) not in (mstype.float16, mstype.float32):
        raise TypeError(
            f"'cast_model_type' must be float16 or float32, got {options['cast_model_type']}."
        )
    check.boolean(
        "build_train_network", "keep_batchnorm_fp32", options.get("keep_batchnorm_fp32", True)
    )
    manager = options.get("loss_scale_manager")
    if manager is not None:
        check.instance("build_train_network", "loss_scale_manager", manager, LossScaleManager)


def _precision(network: Cell, level: str, config: dict[str, Any]) -> Cell:
    if config["cast_model_type"] is mstype.float16:
        _warn_if_slow(mstype.float16)
        network.to_float(mstype.float16)
        if config["keep_batchnorm_fp32"]:
            _keep_float32(network, mstype.float16, tuple(get_black_list()))
        return network
    return network if level in ("O2", "O3") else auto_mixed_precision(network, level)


__all__ = exported_names(globals())

__getattr__ = refuse("mindspore.train.amp")
