"""Rows of mindspore.nn: what belongs to Ascend, layouts of one value, and what has no effect."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import nn
from tests.ledger.row import Row, rows


def weights() -> Any:
    return nn.Dense(2, 2).trainable_params()


def lookup() -> Any:
    return nn.MultiFieldEmbeddingLookup(
        4, 2, 2, slice_mode="table_row_slice", feature_num_list=((1, 1),)
    )


_CONTAINER = "A container of cells is not called itself, in MindSpore neither."
_LAYOUT = "One layout is known, in MindSpore too."
_X = ms.Tensor(np.ones((1, 2, 2, 2), np.float32))

ROWS: list[Row] = [
    *rows(
        "mindspore.nn.EmbeddingLookup",
        "vocab_cache_size",
        lambda: nn.EmbeddingLookup(4, 2, vocab_cache_size=2),
        NotImplementedError,
        "An argument of earlier releases, for parameter servers.",
        "EmbeddingLookup",
    ),
    *rows(
        "mindspore.nn.EmbeddingLookupThor",
        "slice_mode manual_shapes",
        lambda: nn.EmbeddingLookupThor(4, 2, slice_mode="field_slice", manual_shapes=((1, 1),)),
        None,
        "The table is kept whole.",
    ),
    *rows(
        "mindspore.nn.AdaSumByDeltaWeightWrapCell",
        "optimizer",
        lambda: nn.AdaSumByDeltaWeightWrapCell(nn.SGD(weights(), 0.1)),
        NotImplementedError,
        "Adaptive sums are tied to Ascend's clusters.",
        "AdaSumByDeltaWeightWrapCell",
    ),
    *rows(
        "mindspore.nn.AdaSumByGradWrapCell",
        "optimizer",
        lambda: nn.AdaSumByGradWrapCell(nn.SGD(weights(), 0.1)),
        NotImplementedError,
        "Adaptive sums are tied to Ascend's clusters.",
        "AdaSumByGradWrapCell",
    ),
    *rows(
        "mindspore.nn.PipelineGradReducer.construct",
        "grads",
        lambda: nn.PipelineGradReducer(weights(), 2.0)((_X,)),
        ValueError,
        "MindSpore's reads the accumulators of a compiled pipeline, and runs on Ascend only.",
        "need as many gradients",
    ),
    *rows(
        "mindspore.nn.OptTFTWrapper",
        "opt",
        lambda: nn.OptTFTWrapper(opt=nn.SGD(weights(), 0.1)),
        ValueError,
        "It belongs to Ascend's MindIO; MindSpore refuses it elsewhere too.",
        "OptTFTWrapper",
    ),
    *rows(
        "mindspore.nn.Cell.init_parameters_data",
        "auto_parallel_mode",
        lambda: nn.Dense(2, 2).init_parameters_data(auto_parallel_mode=True),
        None,
        "Each process fills what it holds.",
    ),
    *rows(
        "mindspore.nn.Cell.offload",
        "backward_prefetch",
        lambda: nn.Dense(2, 2).offload(backward_prefetch=2),
        None,
        "A tensor comes back when its gradient is computed.",
    ),
    *rows(
        "mindspore.nn.Cell.set_boost",
        "boost_type",
        lambda: nn.Dense(2, 2).set_boost(boost_type="less_bn"),
        None,
        "Its algorithms are Ascend's.",
    ),
    *rows(
        "mindspore.nn.CellDict.construct",
        "inputs",
        lambda: nn.CellDict({"one": nn.ReLU()})(_X),
        NotImplementedError,
        _CONTAINER,
        "CellDict",
    ),
    *rows(
        "mindspore.nn.CellList.construct",
        "inputs",
        lambda: nn.CellList([nn.ReLU()])(_X),
        NotImplementedError,
        _CONTAINER,
        "CellList",
    ),
    *rows(
        "mindspore.nn.LossBase.construct",
        "logits labels",
        lambda: nn.LossBase()(_X, _X),
        NotImplementedError,
        "Losses define it; the base class has none, in MindSpore neither.",
        "construct",
    ),
    *rows(
        "mindspore.nn.Conv3d",
        "data_format",
        lambda: nn.Conv3d(2, 2, 2, data_format="NDHWC"),
        ValueError,
        _LAYOUT,
        "NDHWC",
    ),
    *rows(
        "mindspore.nn.Conv3dTranspose",
        "data_format",
        lambda: nn.Conv3dTranspose(2, 2, 2, data_format="NDHWC"),
        ValueError,
        _LAYOUT,
        "NDHWC",
    ),
    *rows(
        "mindspore.nn.LRN",
        "norm_region",
        lambda: nn.LRN(norm_region="WITHIN_CHANNEL"),
        ValueError,
        "One region is known, in MindSpore too.",
    ),
    *rows(
        "mindspore.nn.DistributedGradReducer",
        "fusion_type",
        lambda: nn.DistributedGradReducer(weights(), fusion_type=2),
        None,
        "All gradients travel together.",
    ),
    *rows(
        "mindspore.nn.Dropout",
        "dtype",
        lambda: nn.Dropout(p=0.5, dtype=ms.float16),
        None,
        "The output has the input's type.",
    ),
    *rows(
        "mindspore.nn.GetNextSingleOp",
        "dataset_types dataset_shapes queue_name",
        lambda: nn.GetNextSingleOp([ms.float32], [(2,)], "queue")(),
        NotImplementedError,
        "Only Ascend has queues of data on the device.",
        "nn.GetNextSingleOp",
    ),
    *rows(
        "mindspore.nn.GraphCell",
        "obf_random_seed",
        lambda: nn.GraphCell(None, obf_random_seed=3),
        NotImplementedError,
        "It goes with obfuscated graphs, which MindSpore refuses as well.",
    ),
    *rows(
        "mindspore.nn.MultiFieldEmbeddingLookup",
        "slice_mode feature_num_list",
        lookup,
        None,
        "Tables are not split by their layer.",
    ),
]
