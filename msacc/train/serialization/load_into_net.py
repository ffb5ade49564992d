"""load_param_into_net: a dict of Parameters into a Cell."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.parameter_names import equal_names, refuse_equal_names
from msacc.common.remote_parameters import is_absent
from msacc.common.tensor import wrap
from msacc.common.warn_once import logger
from msacc.nn.cell import Cell
from msacc.step.broadcast_initial import mark_loaded
from msacc.step.context_settings import world_size
from msacc.step.pending_slices import may_be_slice, set_pending_slice
from msacc.train.serialization import argument_checks, conv_groups
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts
from msacc.train.sharded_checkpoints.optimizer_shard_exchange import combine_shards, is_shard
from msacc.train.sharded_checkpoints.replica_broadcast import receive_missing

_FLOATS = {*mstype.float_type}
_INTS = {*mstype.int_type}


@hints_keywords
def load_param_into_net(
    net: Cell,
    parameter_dict: dict[str, Any],
    strict_load: bool = False,
    remove_redundancy: bool = False,
) -> tuple[list[str], list[str]]:
    """Copies the values of `parameter_dict` into `net` by parameter name.

    `remove_redundancy`: each process holds a part (see CheckpointConfig) and gets the rest from the others;
      all must call it.

    Returns (names in the net that were not loaded, names in the dict that were not loaded). Unless
    `strict_load`, float and int types are converted within their kind, and parameters still missing are
    looked for under a prefix (`backbone.` + name), which is reported.

    Raises TypeError for other arguments, RuntimeError when a shape or type does not fit (the message names
    the parameter), TypeError for `remove_redundancy` in one process, ValueError where a value is for several
    parameters of one name, as before the first call of a Cell with `auto_prefix=False`.

    Differs from MindSpore: a value with extra trailing dimensions of 1 keeps the net's shape. What a file
    holds group by group (`conv.convs.0.weight`, ...) is joined into the `conv.weight` of a layer with
    `group`, with `strict_load` too.
    """
    _check(net, parameter_dict)
    argument_checks.boolean("strict_load", strict_load)
    argument_checks.instance("remove_redundancy", remove_redundancy, bool)
    missing: list[str] = []
    file_names, used = list(parameter_dict), set[str]()
    parameter_dict, sources = conv_groups.merge_groups(net, parameter_dict)
    _check_names(net, parameter_dict)
    shards = functools.cache(lambda: JobLayouts(net))
    for _, parameter in net.parameters_and_names():
        name = parameter.name
        if name not in parameter_dict:
            # Accumulated gradients are scratch space, which files often leave out; parameters of other pipeline
            # stages are in their files.
            if not name.startswith("accu_grads") and not is_absent(parameter):
                missing.append(name)
        elif isinstance(parameter_dict[name], Parameter):
            update_param(parameter, parameter_dict[name], strict_load, shards)
            used.update(sources.get(name, [name]))
    if remove_redundancy:
        received = dict(receive_missing(net, parameter_dict))
        for _, parameter in net.parameters_and_names():
            if parameter.name in received:
                update_param(parameter, received[parameter.name], strict_load, shards)
        missing = [name for name in missing if name not in received]
    if missing and not strict_load:
        _load_under_prefix(net, parameter_dict, missing, strict_load, shards)
    if missing:
        logger.warning(
            "For 'load_param_into_net', %d parameters in the 'net' are not loaded, because they are not "
            "in the 'parameter_dict'; check that the network is the one the checkpoint was saved from.",
            len(missing),
        )
        logger.warning("%s are not loaded.", missing)
    return missing, [name for name in file_names if name not in used]


def _check(net: Cell, parameter_dict: Any) -> None:
    if not isinstance(net, Cell):
        raise TypeError(f"For 'load_param_into_net', 'net' should be a Cell, but got {type(net)}.")
    if not isinstance(parameter_dict, dict):
        raise TypeError(
            "For 'load_param_into_net', 'parameter_dict' should be a dict, as load_checkpoint returns, "
            f"but got {type(parameter_dict)}."
        )
    for key, value in parameter_dict.items():
        if not isinstance(key, str) or not isinstance(value, (Parameter, str, list)):
            raise TypeError(
                "For 'load_param_into_net', 'parameter_dict' should map str to Parameter, but got "
                f"{key!r}: {type(value)}. Wrap the value: Parameter(value, name=...)."
            )


def _check_names(net: Cell, parameter_dict: dict[str, Any], prefix: str = "") -> None:
    """ValueError for a value of `parameter_dict` that several parameters would get for their equal names."""
    equal = equal_names(net.parameters_and_names())
    refuse_equal_names(
        net, {name: paths for name, paths in equal.items() if prefix + name in parameter_dict}
    )


def _update_param(param: Parameter, new_param: Parameter, strict_load: bool = False) -> None:
    """As `update_param`, for scripts that load by themselves: MindSpore's private name."""
    update_param(param, new_param, strict_load, functools.cache(lambda: JobLayouts(Cell())))


def update_param(
    param: Parameter, new_param: Parameter, strict_load: bool, shards: Callable[[], JobLayouts]
) -> None:
    """Copies the values of `new_param` into `param`; RuntimeError when shape or type do not fit."""
    new = new_param.init_data().to_torch().detach()
    slice_shape = None if param.layout is None else param.layout.slice_shape
    fits = new_param.shape in (param.shape, slice_shape)
    in_shards = not fits and world_size() > 1 and is_shard(shards(), param, new_param.shape)
    early = not fits and may_be_slice(param, new_param.shape) and not shards().has_placement(param)
    if not (fits or in_shards or early):
        # (12, 2048, 1, 1) fits (12, 2048): some backends add dimensions of 1.
        extra = new_param.shape[param.ndim :]
        if new_param.ndim <= param.ndim or set(extra) != {1} or new.numel() != param.size:
            raise RuntimeError(_wrong_shape(param, new_param))
        new = new.reshape(param.shape)
    if new_param.dtype is not param.dtype:
        _check_types(param, new_param, strict_load)
        new = new.to(mstype.to_torch(param.dtype))
    if early:
        set_pending_slice(param, new)
        return
    param.set_data(wrap(combine_shards(shards(), param, new) if in_shards else new), param.sliced)
    mark_loaded(param)


def _wrong_shape(param: Parameter, new_param: Parameter) -> str:
    return (
        f"For 'load_param_into_net', the parameter '{param.name}' has shape {param.shape} in the "
        f"net, but {new_param.shape} in 'parameter_dict'. Check that the checkpoint belongs to "
        "this network and that sizes such as the number of classes agree; slices of several processes are loaded by "
        "load_distributed_checkpoint."
    )


def _check_types(param: Parameter, new_param: Parameter, strict_load: bool) -> None:
    both = {param.dtype, new_param.dtype}
    if strict_load or not (both <= _FLOATS or both <= _INTS):
        raise RuntimeError(
            f"For 'load_param_into_net', the parameter '{param.name}' has type {param.dtype} in the net, "
            f"but {new_param.dtype} in 'parameter_dict'"
            + (" and strict_load=True converts nothing." if strict_load else "; cast it first.")
        )
    logger.warning(
        "The type of %s:%s in 'parameter_dict' is different from the type of it in 'net':%s, then the "
        "type convert from %s to %s in the network.",
        new_param.name, new_param.dtype, param.dtype, new_param.dtype, param.dtype,
    )  # fmt: skip


def _load_under_prefix(
    net: Cell,
    parameter_dict: dict[str, Any],
    missing: list[str],
    strict_load: bool,
    shards: Callable[[], JobLayouts],
) -> None:
    """Loads the missing parameters from names with a common prefix; shortens `missing`."""
    tried: set[str] = set()
    while missing:
        prefix = _common_prefix(parameter_dict, missing, tried)
        if prefix is None:
            return
        tried.add(prefix)
        logger.warning(
            "For 'load_param_into_net', remove parameter prefix name: %s, continue to load.", prefix
        )
        _check_names(net, parameter_dict, prefix)
        for _, parameter in net.parameters_and_names():
            value = parameter_dict.get(prefix + parameter.name)
            if parameter.name in missing and isinstance(value, Parameter):
                update_param(parameter, value, strict_load, shards)
                missing.remove(parameter.name)


def _common_prefix(
    parameter_dict: dict[str, Any], missing: list[str], tried: set[str]
) -> str | None:
    for name in missing:
        for key in parameter_dict:
            if key.endswith(name) and key[: -len(name)] not in tried:
                return key[: -len(name)]
    return None
