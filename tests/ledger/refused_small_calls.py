"""Rows of small calls: uneven collectives and their like, videos, words, files of the cloud."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn, ops
from msacc.dataset import text, transforms, vision
from tests.ledger.row import Row, rows

_SINGLE = "One process has nobody to talk to; tests/dist/test_uneven.py does it in two."
_VIDEO = "MindSpore's wheel holds FFmpeg."
_CLOUD = "Reading from OBS needs Huawei's client."
_DS = "mindspore.dataset."


def x() -> ms.Tensor:
    return ms.Tensor(np.ones(4, np.float32))


def of_file(call: Callable[[str], Any]) -> Callable[[], Any]:
    """The call with a file that is there."""

    def run() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "film.mp4"
            path.write_bytes(b"\0")
            return call(str(path))

    return run


def _among_processes() -> list[Row]:
    layout = ms.Layout((1,), ("a",))
    place = (layout("a"),)
    sent = ("op_types", "remote_ranks", "receive_shapes", "receive_dtypes")
    messages: dict[str, Any] = {"op_types": ["isend"], "remote_ranks": [0]}
    batch = ops.BatchISendIRecv
    return [
        *rows("mindspore.Parameter.add_pipeline_stage", "stage",
              lambda: ms.Parameter(x(), name="p").add_pipeline_stage(1), None,
              "A parameter is on every stage whose Cells use it."),
        *rows("mindspore.ops.AllGatherV", "group",
              lambda: ops.AllGatherV(group="absent")(x(), [4]), RuntimeError, _SINGLE, "absent"),
        *rows("mindspore.ops.AlltoAllV", "group",
              lambda: ops.AlltoAllV(group="absent")(x(), [4], [4]), RuntimeError, _SINGLE, "absent"),
        *rows("mindspore.ops.AlltoAllV", "block_size",
              lambda: ops.AlltoAllV(block_size=0), ValueError, _SINGLE),
        *rows("mindspore.ops.AlltoAllVC", "group",
              lambda: ops.AlltoAllVC(group="absent")(x(), [4]), RuntimeError, _SINGLE, "absent"),
        *rows("mindspore.ops.AlltoAllVC", "block_size",
              lambda: ops.AlltoAllVC(block_size=0), ValueError, _SINGLE),
        *rows("mindspore.ops.AlltoAllVC", "transpose",
              lambda: ops.AlltoAllVC(transpose=3), TypeError, _SINGLE),
        *rows("mindspore.ops.ReduceScatterV", "group",
              lambda: ops.ReduceScatterV(group="absent")(x(), [4]), RuntimeError, _SINGLE, "absent"),
        *rows("mindspore.ops.ReduceScatterV", "op", lambda: ops.ReduceScatterV(op="x"), ValueError, _SINGLE),
        *rows("mindspore.ops.BatchISendIRecv", "group",
              lambda: batch(**messages, group="absent")([x()]), RuntimeError, _SINGLE, "absent"),
        *[Row("mindspore.ops.BatchISendIRecv", name, lambda n=name: batch(**{**messages, n: 3}),
              TypeError, _SINGLE) for name in sent],
        *rows("mindspore.ops.Reshard", "in_layout out_layout", lambda: ops.Reshard(3, 4, ((1,),)),
              TypeError, _SINGLE, "tuple"),
        *rows("mindspore.ops.Reshard", "in_strategy", lambda: ops.Reshard(place, place, ((1,),)),
              None, "The layout says it."),
        *rows("mindspore.ops.Reshard.__call__", "tensor",
              lambda: ops.Reshard(place, place, ((1,),))(tensor=3), TypeError, _SINGLE),
    ]  # fmt: skip


def _of_data() -> list[Row]:
    decoder, words = vision.VideoDecoder.get_frames_at, text.JiebaTokenizer
    return [
        *rows(_DS + "OBSMindDataset.add_sampler", "new_sampler",
              lambda: ds.OBSMindDataset.add_sampler(None, new_sampler=None), NotImplementedError, _CLOUD, "OBS"),
        *rows(_DS + "OBSMindDataset.use_sampler", "new_sampler",
              lambda: ds.OBSMindDataset.use_sampler(None, new_sampler=None), NotImplementedError, _CLOUD, "OBS"),
        *rows(_DS + "sync_wait_for_dataset", "rank_id rank_size current_epoch obs_runtime",
              lambda: ds.sync_wait_for_dataset(0, 1, 1, None), NotImplementedError, _CLOUD, "OBS"),
        *rows(_DS + "text.JiebaTokenizer.add_dict", "user_dict",
              lambda: words.add_dict(None, user_dict={}), NotImplementedError, "jieba is not used.", "jieba"),
        *rows(_DS + "text.JiebaTokenizer.add_word", "word freq",
              lambda: words.add_word(None, word="a", freq=1), NotImplementedError, "jieba is not used.", "jieba"),
        *rows(_DS + "transforms.Plugin", "lib_path func_name user_args",
              lambda: transforms.Plugin("a", "b", "c"), NotImplementedError, "MindSpore's classes in C++.", "Plugin"),
        *rows(_DS + "vision.AdjustBrightness.device", "device_target",
              lambda: vision.AdjustBrightness(1.0).device(device_target="Ascend"), NotImplementedError,
              "It asks for Ascend's image hardware.", "Ascend"),
        *rows(_DS + "vision.DecodeVideo.__call__", "input_tensor_list",
              lambda: vision.DecodeVideo()(np.zeros(3, np.uint8)), NotImplementedError, _VIDEO, "DecodeVideo"),
        *rows(_DS + "vision.VideoDecoder", "source", lambda: vision.VideoDecoder("x"), NotImplementedError,
              _VIDEO, "VideoDecoder"),
        *rows(_DS + "vision.VideoDecoder.get_frames_at", "indices", lambda: decoder(None, indices=[1]),
              NotImplementedError, _VIDEO, "get_frames_at"),
        *rows(_DS + "vision.read_video", "filename start_pts end_pts pts_unit",
              of_file(lambda path: vision.read_video(path, 0, None, "pts")), NotImplementedError, _VIDEO,
              "read_video"),
        *rows(_DS + "vision.read_video_timestamps", "filename pts_unit",
              of_file(lambda path: vision.read_video_timestamps(path, "pts")), NotImplementedError, _VIDEO,
              "read_video_timestamps"),
    ]  # fmt: skip


def _of_optimizers() -> list[Row]:
    weights = nn.Dense(1, 1).trainable_params()
    fused = ms.mint.optim.FusedAdamW(weights)
    return [
        *rows("mindspore.nn.Optimizer.broadcast_params", "optim_result",
              lambda: nn.SGD(weights).broadcast_params(optim_result=3), NotImplementedError,
              "The step sends parts on.", "broadcast_params"),
        *rows("mindspore.mint.optim.FusedAdamW.contiguous_params", "param_group start_id end_id",
              lambda: fused.contiguous_params({"params": weights}, 0, 1), None, "Memory is torch's."),
    ]  # fmt: skip


def table() -> list[Row]:
    return [*_among_processes(), *_of_data(), *_of_optimizers()]
