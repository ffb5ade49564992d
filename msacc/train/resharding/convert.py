"""Conversion of checkpoints to another layout, of one rank or a whole folder."""

from __future__ import annotations

import os
from collections.abc import Mapping

from msacc.train.resharding.conversion import Conversion, checkpoint_list, convert_stage
from msacc.train.resharding.rank_folders import list_files, make_folder, rank_files, rank_folders
from msacc.train.resharding.slice_conversion import source_ranks
from msacc.train.resharding.strategy_files import Strategy, stage_of
from msacc.train.resharding.strategy_layouts import layouts_of
from msacc.train.serialization.save import save_checkpoint


def rank_list_for_transform(
    rank_id: int,
    src_strategy_file: str | Strategy | None = None,
    dst_strategy_file: str | Strategy | None = None,
) -> list[int]:
    """The source's ranks whose checkpoints rank `rank_id` of the target is made of, highest first.

    `src_strategy_file`, `dst_strategy_file`: each a file (see build_searched_strategy), or None where nothing
    is cut. Raises TypeError for a `rank_id` that is no int, ValueError and TypeError for strategy files that
    are wrong.
    """
    if not isinstance(rank_id, int):
        raise TypeError(f"The rank_id should be an int, but got {rank_id!r}.")
    if src_strategy_file is None:
        return [0]
    return source_ranks(
        rank_id, layouts_of(src_strategy_file), layouts_of(dst_strategy_file, rank_id)
    )


def transform_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: Mapping[int, str],
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> None:
    """Write the checkpoint of rank `rank_id` of the target from those of the source.

    `checkpoint_files_map`: {rank: file} for the ranks that rank_list_for_transform names;
    `save_checkpoint_file_name` ends with `.ckpt`; `src_strategy_file` and `dst_strategy_file` as there.

    Raises TypeError for other types, ValueError for other ends, files that are missing or do not fit.
    """
    if not isinstance(checkpoint_files_map, dict):
        raise TypeError(
            f"The checkpoint_files_map should be a dict, but got {checkpoint_files_map!r}."
        )
    if not isinstance(rank_id, int):
        raise TypeError(f"The rank_id should be an int, but got {rank_id!r}.")
    if not isinstance(save_checkpoint_file_name, str):
        raise TypeError(
            f"The save_checkpoint_file_name should be a str, but got {save_checkpoint_file_name!r}."
        )
    if not save_checkpoint_file_name.endswith(".ckpt"):
        raise ValueError(
            f"The save_checkpoint_file_name {save_checkpoint_file_name!r} should end with .ckpt"
        )
    _check_folder_exists("dst_strategy_file", dst_strategy_file)
    for rank, path in checkpoint_files_map.items():
        if not os.path.exists(path):
            raise ValueError(f"The checkpoint file {path} of rank {rank} does not exist.")
    job = Conversion(src_strategy_file, dst_strategy_file)
    values = job.convert(rank_id, job.read(checkpoint_files_map))
    save_checkpoint(checkpoint_list(values), save_checkpoint_file_name)


def transform_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> None:
    """Convert the checkpoints of all ranks from one layout to another.

    `src_checkpoints_dir` holds a folder `rank_<n>` per rank, with `.ckpt` or `.safetensors` files in all of
      them; of several files that with the last epoch and step is taken (of `.ckpt` files the last by name).
      Rank n of the target is `dst_checkpoints_dir`/rank_<n>/<`ckpt_prefix`><n>.`output_format`. Strategies
      are files (see build_searched_strategy; merge_pipeline_strategys first where there are stages), None
      where nothing is cut. Where the source's file is of one stage of the target's parameters, its parts of
      each file end with `_part<stage>`; load_segmented_checkpoints reads them together.
    `process_num`: how many threads (MindSpore: processes) convert.
    `src_strategy_file`, `dst_strategy_file`: the source's strategy and the target's.

    Raises ValueError for folders without checkpoints or of both formats, for files that are missing or do not
    fit, NotADirectoryError for a file in place of a folder, TypeError for other types.
    """
    safetensors_files = rank_files(src_checkpoints_dir, "safetensors")
    ckpt_files = rank_files(src_checkpoints_dir, "ckpt")
    where = "For 'transform_checkpoints', 'src_checkpoints_dir'"
    if safetensors_files and ckpt_files:
        raise ValueError(f"{where} {src_checkpoints_dir!r} holds both ckpt and safetensors files.")
    if not safetensors_files and not ckpt_files:
        raise ValueError(
            f"{where} {src_checkpoints_dir!r} holds no checkpoints in rank_<n> folders."
        )
    if ckpt_files and output_format == "safetensors":
        raise ValueError(
            f"{where} {src_checkpoints_dir!r} holds ckpt files, which 'output_format' 'safetensors' does not go with; "
            "use ckpt_to_safetensors afterwards."
        )
    _check_options(dst_checkpoints_dir, ckpt_prefix, src_strategy_file, dst_strategy_file)
    if output_format not in ("ckpt", "safetensors"):
        raise ValueError(
            f"The output_format must be 'safetensors' or 'ckpt', but got {output_format!r}."
        )
    job = Conversion(src_strategy_file, dst_strategy_file)
    if ckpt_files and job.is_part():
        assert src_strategy_file is not None
        convert_stage(
            job, stage_of(src_strategy_file), src_checkpoints_dir, dst_checkpoints_dir, ckpt_prefix
        )
        return
    files = safetensors_files or {
        r: list_files(p, ".ckpt")[-1] for r, p in rank_folders(src_checkpoints_dir).items()
    }
    job.convert_all(files, dst_checkpoints_dir, ckpt_prefix, output_format, process_num)


def _check_options(folder: str, prefix: str, source: str | None, target: str | None) -> None:
    make_folder(folder, "path")
    if not isinstance(prefix, str):
        raise TypeError(f"The ckpt_prefix should be a str, but got {prefix!r}.")
    if ".." in prefix:
        raise ValueError(f"The ckpt_prefix {prefix!r} should not lead out of the folder.")
    _check_folder_exists("src_strategy_file", source)
    _check_folder_exists("dst_strategy_file", target)


def _check_folder_exists(name: str, path: str | None) -> None:
    folder = os.path.dirname(path) if path else ""
    if folder and not os.path.exists(folder):
        raise ValueError(f"The folder of {name} {path!r} does not exist.")
