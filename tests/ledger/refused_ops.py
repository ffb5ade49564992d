"""Rows of ops that are refused whole, because they are MindSpore's machinery, and of switches without effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import msacc as ms
from msacc import ops
from tests.ledger.row import Row, rows

_HOME = "mindspore.ops."
_WHOLE = "Machinery of MindSpore's that nothing else stands for."

# By name: the arguments of the constructor, or of the function; a dot leads to those of its call.
_MADE = {
    "BasicLSTMCell": "activation forget_bias keep_prob state_is_tuple",
    "FusedAdaFactor": "enable_first_moment enable_scale_parameter enable_weight_decay",
    "FusedAdaFactorWithGlobalNorm": "enable_first_moment enable_scale_parameter enable_weight_decay",
    "GetNext": "output_num shapes shared_name types",
    "Push": "only_shape_indices optim_type",
    "RNNTLoss": "blank_label",
    "geswitch": "data pred",
    "GeSwitch.__call__": "data pred",
    "DumpGradient.__call__": "input_output path x",
}


def whole() -> Iterator[Row]:
    for name, words in _MADE.items():
        own = name.partition(".")[0]
        thing, given = getattr(ops, own), dict.fromkeys(words.split())

        def call(thing: Any = thing, given: Any = given, called: bool = "." in name) -> Any:
            made = thing() if called else thing(**given)
            return made(**given) if isinstance(thing, type) else made

        yield from rows(_HOME + name, words, call, NotImplementedError, _WHOLE, own)


def turned(value: Any, step: Any) -> Any:
    return value


def taken(x: Any) -> Any:
    return x


_CLASSES = ms.Tensor(np.array([[0], [1]]))

ROWS: list[Row] = [
    *whole(),
    Row(
        _HOME + "Scan.__call__",
        "unroll",
        lambda: ops.Scan()(lambda c, e: (c, e), 1, [1], 1, False),
        None,
        "A graph records each turn.",
    ),
    Row(
        _HOME + "ForiLoop.__call__",
        "unroll",
        lambda: ops.ForiLoop()(0, 1, turned, 1, False),
        None,
        "A graph records each turn.",
    ),
    Row(
        _HOME + "PyFunc",
        "stateful",
        lambda: ops.PyFunc(taken, [], [], [], [], stateful=False),
        None,
        "No call is left out.",
    ),
    Row(
        _HOME + "move_to",
        "to",
        lambda: ops.move_to(_CLASSES, to="x"),
        ValueError,
        "No device has that name.",
    ),
    Row(
        _HOME + "Dilation2D",
        "data_format",
        lambda: ops.Dilation2D(1, 1, data_format="NHWC"),
        ValueError,
        "It has one value, in MindSpore too.",
    ),
    *(
        Row(
            f"{_HOME}{name}",
            "remove_accidental_hits",
            call,
            ValueError,
            "Other numbers are drawn than MindSpore's; without the true classes none may be left.",
            "true",
        )
        for name, call in (
            (
                "UniformCandidateSampler",
                lambda: ops.UniformCandidateSampler(1, 2, True, 2, 1, True)(_CLASSES),
            ),
            (
                "uniform_candidate_sampler",
                lambda: ops.uniform_candidate_sampler(
                    _CLASSES, 1, 2, True, 2, 1, remove_accidental_hits=True
                ),
            ),
        )
    ),
    Row(
        "mindspore.CSRTensor.mv",
        "dense_vector",
        lambda: ms.CSRTensor(
            *(ms.Tensor([0, 1], ms.int32), ms.Tensor([0], ms.int32), ms.Tensor([1.0])), (1, 1)
        ).mv(1.0),
        TypeError,
        "MindSpore's kernel needs LLVM; ops.csr_mv has a parity case.",
        "dense_vector",
    ),
    Row(
        _HOME + "InsertGradientOf",
        "f",
        lambda: ops.InsertGradientOf(1),
        TypeError,
        "MindSpore compiles it from a file of source alone.",
    ),
    Row(
        _HOME + "TensorDump",
        "input_output",
        lambda: ops.TensorDump("other"),
        ValueError,
        "MindSpore's writes on Ascend alone.",
    ),
    *(
        Row(_HOME + "TensorDump.__call__", word, call, TypeError, "As ops.tensordump.", text)
        for word, text, call in (
            ("file", "file_name", lambda: ops.TensorDump()(1, _CLASSES)),
            ("input_x", "tensor", lambda: ops.TensorDump()("x", 1)),
        )
    ),
]
