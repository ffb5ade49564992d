"""Private names of `mindspore.train`, `mindspore.nn.wrap` and `mindspore.common.api`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc import ops, runtime
from msacc.common import dtype as mstype
from msacc.common.sparse import RowTensor
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_cells import WithLossCell
from msacc.train import amp
from msacc.train.callback import Callback
from msacc.train.serialization import save

if TYPE_CHECKING:
    from msacc.train.callback._callback import RunContext

# What a script puts in is kept; graphs are not looked up here.
cells_compile_cache: dict[int, Any] = {}

# What `build_train_network` chooses for each level.
_config_level: dict[str, dict[str, Any]] = {level: amp._defaults(level) for level in amp.LEVELS}


def _do_keep_batchnorm_fp32(network: Cell) -> None:
    """Let the norms inside a float16 network compute in float32; their results are cast to float16."""
    amp._keep_float32(network, mstype.float16, tuple(amp.get_black_list()))


def _add_loss_network(network: Cell, loss_fn: Cell, cast_model_type: mstype.Type) -> WithLossCell:
    """The network with its loss; the loss is computed in float32 where `cast_model_type` is float16.

    TypeError for a loss that is no Cell.
    """
    if not isinstance(loss_fn, Cell):
        raise TypeError(
            f"The type of 'loss_fn' should be 'Cell', but got type '{type(loss_fn).__name__}'."
        )
    kind = amp._FloatLoss if cast_model_type == mstype.float16 else WithLossCell
    return kind(network, loss_fn)


_grad_overflow = ops.MultitypeFuncGraph("_grad_overflow")
_float_status = ops.FloatStatus()


@_grad_overflow.register("Tensor")
def _tensor_overflow(grad: Tensor) -> Tensor:
    """[1.0] where a gradient has an element that is not finite, else [0.0]."""
    return _float_status(grad)


@_grad_overflow.register("RowTensor")
def _rows_overflow(grad: RowTensor) -> Tensor:
    """The same of a gradient that has some rows alone."""
    return _float_status(grad.values)


_grad_scale = ops.MultitypeFuncGraph("grad_scale")


@_grad_scale.register("Tensor", "Tensor")
def _scaled(scale: Tensor, grad: Tensor) -> Tensor:
    """A gradient over the loss scale, in its own dtype."""
    return grad * ops.cast(ops.reciprocal(scale), grad.dtype)


class _StepSync(Callback):
    """Waits at the end of each step until the device has computed it."""

    def step_end(self, run_context: RunContext) -> None:
        """Wait."""
        runtime.synchronize()


def _transfer_tensor_to_tuple(inputs: Any) -> Any:
    """A Tensor as a tuple of it; anything else as it is."""
    return (inputs,) if isinstance(inputs, Tensor) else inputs


def _make_directory(path: str, arg_name: str = "path") -> str:
    """Make a folder, for the user alone, and those above it; its absolute path.

    TypeError for no str, ValueError for a blank one, NotADirectoryError where a file is in the way.
    """
    if not isinstance(path, str):
        raise TypeError(f"The {arg_name} is invalid, the type should be string.")
    if not path.strip():
        raise ValueError(f"The {arg_name} is invalid, it should be non-blank.")
    folder = Path(path).resolve()
    if folder.is_file():
        raise NotADirectoryError(
            f"The {arg_name}({folder}) is a file path, it should be a directory path."
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder)


def check_value_type(arg_name: str, arg_value: Any, valid_types: Any) -> None:
    """TypeError unless a value is of one of some types; a bool is an int only where bool is named too."""
    valid = tuple(valid_types) if isinstance(valid_types, (list, tuple)) else (valid_types,)
    is_stray_bool = isinstance(arg_value, bool) and bool not in valid
    if is_stray_bool or not isinstance(arg_value, valid):
        names = [kind.__name__ for kind in valid]
        raise TypeError(
            f"For `{arg_name}` the type should be a valid type of {names}, but got {type(arg_value).__name__}."
        )


def _convert_save_obj_to_param_list(
    save_obj: Any,
    integrated_save: bool,
    append_dict: dict[str, Any] | None,
    choice_func: Callable[[str], bool] | None,
) -> list[dict[str, Any]]:
    """What `save_checkpoint` writes of a Cell, list or dict: a list of `{"name": str, "data": value}`.

    `append_dict` has no effect, as in MindSpore, and that is said. TypeError for another object.
    """
    if not isinstance(save_obj, (Cell, list, dict)):
        raise TypeError(
            "For 'save_checkpoint', the argument 'save_obj' must be list, dict or nn.Cell, but got "
            f"{type(save_obj)}."
        )
    if append_dict:
        name = "_convert_save_obj_to_param_list"
        no_effect(name, "append_dict", append_dict, "save_checkpoint adds it to the file by itself")
    pairs = save.named_values(save_obj, integrated_save, choice_func) or ()
    return [{"name": name, "data": data} for name, data in pairs]


def _get_summary_tensor_data() -> dict[str, Tensor]:
    """What summary operators gave in PyNative mode and no SummaryRecord took: nothing is kept here, as in MindSpore."""
    return {}


def random_normal(shape: tuple[int, ...], seed: int, seed2: int, output_tensor: Tensor) -> None:
    """Fill `output_tensor`, a Tensor of `shape`, with draws of the standard normal distribution.

    `seed` and `seed2` are ints that decide the draws, which are not MindSpore's.
    """
    draws = np.random.default_rng((abs(seed), abs(seed2))).standard_normal(shape)
    output_tensor.assign_value(Tensor(draws, output_tensor.dtype))


_cur_dir = str(Path.cwd())  # when the process began, as in MindSpore


def _check_file_name_prefix(file_name_prefix: object) -> bool:
    """Whether it is a text without a slash."""
    return isinstance(file_name_prefix, str) and "/" not in file_name_prefix


def _chg_ckpt_file_name_if_same_exist(directory: Any, prefix: Any, exception: bool = False) -> Any:
    """The prefix for new checkpoints in a folder: with `_1`, `_2` and so on behind it where the folder has some.

    `exception`: those count that were saved at an error, `…_breakpoint.ckpt`, else the others. A prefix or folder that
    is a function gives the prefix as it is.
    """
    if callable(prefix) or callable(directory):
        return prefix
    names = [path.name for path in Path(directory).iterdir()]
    saved = [name for name in names if name.endswith((".ckpt", ".safetensors"))]
    counted = [name for name in saved if name.endswith("_breakpoint.ckpt") is exception]
    rest = [name.removeprefix(prefix) for name in counted if name.startswith(prefix)]
    numbers = [1 for name in rest if name.startswith("-")]
    for name in rest:
        if found := re.match(r"[^A-Za-z](\d+)-", name):
            numbers.append(int(found[1]) + 1)
    return f"{prefix}_{max(numbers)}" if numbers else prefix
