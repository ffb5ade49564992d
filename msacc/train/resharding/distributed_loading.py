"""load_distributed_checkpoint: the files of all ranks into a network, whole or cut in another way."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.common.warn_once import logger
from msacc.nn.cell import Cell
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.train.resharding.parameter_slicing import SliceLayout, slice_layout
from msacc.train.resharding.slice_conversion import convert_slice
from msacc.train.resharding.slice_index import merge_slices
from msacc.train.resharding.strategy_layouts import Layouts, layouts_of, stage_count, stage_size
from msacc.train.resharding.unified_loading import load_into, write_slices
from msacc.train.serialization.argument_checks import instance
from msacc.train.serialization.load import read_values
from msacc.train.serialization.load_into_net import load_param_into_net

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHERE = "For 'load_distributed_checkpoint'"


def load_distributed_checkpoint(
    network: Cell | None,
    checkpoint_filenames: list[str] | None = None,
    predict_strategy: Any = None,
    train_strategy_filename: str | None = None,
    strict_load: bool = False,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    format: str = "ckpt",
    unified_safetensors_dir: str | None = None,
    dst_safetensors_dir: str | None = None,
    rank_id: int | None = None,
    output_format: str = "safetensors",
    name_map: dict[str, str] | None = None,
    max_process_num: int = 64,
    return_param_dict: bool = False,
) -> Any:
    """Load what all ranks have saved into `network`; returns True.

    `checkpoint_filenames`: the `.ckpt` files in the order of the ranks, cut as `train_strategy_filename` says (by
    default the file that AutoParallel.save_param_strategy_file or `strategy_ckpt_load_file` names). Parameters are
    loaded whole, or as `predict_strategy` {name: (device matrix, tensor map, ...)} cuts them for this rank.
    `strict_load`, `dec_key` and `dec_mode` as in load_checkpoint.

    `format` 'safetensors' reads `unified_safetensors_dir` (see unified_safetensors) instead, cut as the strategy file
    `predict_strategy` says; `name_map` {name: name in the files}. It returns what load_param_into_net does, or with
    `return_param_dict` {name: Parameter}. Without a network it writes
    `dst_safetensors_dir`/rank_<n>/net.`output_format` for `rank_id`, or for all ranks in up to `max_process_num`
    threads.

    Where no strategy file is named, the files hold whole parameters, or slices of msacc's that say themselves how
    they are cut; the result is load_param_into_net's then, without a network {name: Parameter}.

    Raises ValueError for files that are missing, empty, of another number than the ranks or do not fit, and for
    arguments that do not go together, TypeError for no list, RuntimeError for shapes that differ from the network's.
    """
    for value in (format, output_format):
        if value not in ("safetensors", "ckpt"):
            raise ValueError(
                f"{_WHERE}, 'format' and 'output_format' must be 'ckpt' or 'safetensors', but got {value!r}."
            )
    if format == "safetensors":
        _check_unified(
            unified_safetensors_dir, strict_load, dec_mode, checkpoint_filenames=checkpoint_filenames,
            train_strategy_filename=train_strategy_filename, dec_key=dec_key,
        )  # fmt: skip
        assert unified_safetensors_dir is not None
        if network is not None:
            return load_into(
                network,
                unified_safetensors_dir,
                predict_strategy,
                _rank(),
                name_map,
                return_param_dict,
            )
        if dst_safetensors_dir is None:
            raise ValueError(
                f"{_WHERE}, 'dst_safetensors_dir' must be given where there is no network."
            )
        _write_all(
            unified_safetensors_dir, predict_strategy, rank_id, name_map, dst_safetensors_dir, output_format,
            max_process_num,
        )  # fmt: skip
        return True
    return _load(
        network,
        checkpoint_filenames,
        predict_strategy,
        train_strategy_filename,
        strict_load,
        dec_key,
        dec_mode,
    )


def _check_unified(folder: Any, strict: bool, mode: str, **unused: object) -> None:
    if folder is None:
        raise ValueError(f"{_WHERE}, format 'safetensors' needs 'unified_safetensors_dir'.")
    for name, value in unused.items():
        if value is not None:
            raise ValueError(f"{_WHERE}, format 'safetensors' does not go with {name!r}.")
    if strict or mode != "AES-GCM":
        raise ValueError(
            f"{_WHERE}, format 'safetensors' does not go with 'strict_load' or 'dec_mode'."
        )


def _write_all(
    folder: str, strategy: str, rank: int | None, names: Any, target: str, format: str, threads: int
) -> None:
    layouts = layouts_of(strategy)
    ranks = range(stage_size(layouts) * stage_count(layouts)) if rank is None else (rank,)
    with ThreadPoolExecutor(max_workers=max(1, min(len(ranks), threads))) as pool:
        list(pool.map(lambda r: write_slices(folder, strategy, r, names, target, format), ranks))


def _rank() -> int:
    return dist.get_rank() if dist.is_available() and dist.is_initialized() else 0


# -- .ckpt files -------------------------------------------------------------------------------
def _load(
    network: Any, files: Any, predict: Any, strategy: str | None, strict: bool, key: Any, mode: Any
) -> Any:
    strategy = _strategy_file(network) if strategy is None else strategy
    if strategy == "" and predict is None and files:
        merged = merge_slices(files)
        return merged if network is None else load_param_into_net(network, merged, strict)
    instance("network", network, Cell)
    _check_files(files)
    _check_predict(predict)
    instance("dec_key", key, (type(None), bytes))
    instance("dec_mode", mode, str)
    layouts = layouts_of(strategy)
    if not layouts:
        return True
    trained = stage_size(layouts) * stage_count(layouts)
    if trained != len(files):
        raise ValueError(
            f"{_WHERE}, there should be as many 'checkpoint_filenames' as processes in training "
            f"({trained}), but got {len(files)}."
        )
    values = [read_values(path, key, mode) for path in files]
    parameters = _for_network(network, layouts, predict, values)
    load_param_into_net(network, parameters, strict_load=strict)
    return True


def _strategy_file(network: Cell) -> str:
    """The file that the network or the job names, '' for none."""
    paths = (getattr(network, f"_{verb}_strategy_file_path", "") for verb in ("load", "save"))
    return next(filter(None, paths), "") or str(
        settings.parallel.get("strategy_ckpt_load_file", "")
    )


def _for_network(
    network: Cell, layouts: Layouts, predict: dict[str, Any] | None, values: list[dict[str, Any]]
) -> dict[str, Parameter]:
    parameters, unknown, missing = {}, [], []
    for _, parameter in network.parameters_and_names():
        name = parameter.name
        if not on_this_stage(parameter):
            continue
        slices = _slices(name, layouts, values)
        if name not in layouts or (predict and name not in predict):
            unknown.append(name)
        elif not slices:
            missing.append(name)
        else:
            value = convert_slice(
                name, slices, layouts[name].cut, _target(predict, name), _stage_rank(predict, name)
            )
            parameters[name] = Parameter(wrap(value.to(settings.device)), name=name)
    if unknown:
        logger.warning("%s, the strategies do not name %s.", _WHERE, unknown)
    if missing:
        logger.warning("%s, the checkpoint files do not hold %s.", _WHERE, missing)
    return parameters


def _slices(name: str, layouts: Layouts, values: list[dict[str, Any]]) -> dict[int, Any]:
    """{rank within its stage: slice} of a parameter, from the first stage that holds it."""
    per_stage = stage_size(layouts)
    first = min(layouts[name].stages) * per_stage if name in layouts else 0
    stage_values = values[first : first + per_stage]
    return {
        rank: rank_values[name]
        for rank, rank_values in enumerate(stage_values)
        if name in rank_values
    }


def _target(predict: dict[str, Any] | None, name: str) -> SliceLayout | None:
    if not predict:
        return None
    device_matrix, tensor_map = predict[name][:2]
    group = predict[name][5] if len(predict[name]) > 5 else ""
    if group:
        raise NotImplementedError(
            f"{_WHERE}, 'predict_strategy' cuts {name!r} in the optimizer's group {group!r} once more; "
            "convert the files "
            "with transform_checkpoints instead."
        )
    return slice_layout(device_matrix, tensor_map)


def _stage_rank(predict: dict[str, Any] | None, name: str) -> int:
    target = _target(predict, name)
    return 0 if target is None else _rank() % target.processes


def _check_files(files: Sequence[str]) -> None:
    if not isinstance(files, (list, tuple)):
        raise TypeError(
            f"{_WHERE}, 'checkpoint_filenames' should be a list of files, but got {files!r}."
        )
    for index, path in enumerate(files):
        good = isinstance(path, str) and path.endswith(".ckpt") and os.path.exists(path)
        if not good or not os.path.getsize(path):
            raise ValueError(
                f"{_WHERE}, 'checkpoint_filenames' should name .ckpt files that hold something, but got {path!r} at "
                f"index {index}."
            )


def _check_predict(predict: dict[str, Any] | None) -> None:
    if predict is None:
        return
    instance("predict_strategy", predict, dict)
    for name, layout in predict.items():
        if not isinstance(layout, (list, tuple)):
            raise TypeError(
                f"{_WHERE}, 'predict_strategy' should map {name!r} to a list, but got {layout!r}."
            )
        lists = (
            len(layout) >= 4
            and all(_ints(x) for x in layout[:2])
            and (_ints(layout[2]) or not layout[2])
        )
        if not isinstance(name, str) or not lists or layout[3] != 0:
            raise ValueError(
                f"{_WHERE}, 'predict_strategy' should map names to [device_matrix, tensor_map, param_split_shape, 0], "
                f"but got {name!r}: {layout!r}."
            )


def _ints(value: int | Sequence[int]) -> bool:
    """Ints, or lists of them where an axis follows several of the grid's."""
    return isinstance(value, list) and all(isinstance(x, int) or _ints(x) for x in value)
