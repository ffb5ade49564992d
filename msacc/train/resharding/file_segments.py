"""A checkpoint in several files, as transform_checkpoints writes it where the source was converted by stages."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell
from msacc.train.resharding.rank_folders import list_files
from msacc.train.serialization.load import load_checkpoint

if TYPE_CHECKING:
    from collections.abc import Sequence


def load_segmented_checkpoints(
    ckpt_file_dir: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
    choice_func: Callable[[str], bool] | None = None,
) -> dict[str, Any]:
    """The parameters of all `.ckpt` files in a folder as one {name: Parameter}, in the order of the file names.

    `ckpt_file_dir`: the folder.
    `net`, `strict_load`, `filter_prefix`, `dec_key`, `dec_mode`, `specify_prefix` and `choice_func` are
      load_checkpoint's.

    Raises TypeError for a folder that is no str, ValueError for one that does not exist, and what
    load_checkpoint raises.
    """
    if not isinstance(ckpt_file_dir, str):
        raise TypeError(f"The ckpt_file_dir should be a str, but got {ckpt_file_dir!r}.")
    if not os.path.isdir(ckpt_file_dir):
        raise ValueError(f"The ckpt_file_dir {ckpt_file_dir!r} does not exist or is no directory.")
    parameters: dict[str, Any] = {}
    for path in list_files(ckpt_file_dir, ".ckpt"):
        parameters |= load_checkpoint(
            path, net, strict_load, filter_prefix, dec_key, dec_mode, specify_prefix, choice_func
        )
    return parameters
