"""Private names of `mindspore.train.amp`: its lists, and the rewriting of a network by them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from msacc.common import dtype as mstype
from msacc.mint.auto_generate import primitive
from msacc.nn.cell import Cell
from msacc.train.amp import _keep_float32, _white, get_black_list, get_white_list

_LOW = (
    "Conv2D Conv3D Conv2DExt Conv3DExt ConvTranspose2D Conv2DTranspose Conv3DTranspose MatMul MatMulExt BatchMatMul"
    " BatchMatMulExt PReLU Einsum Dense Addmm Addbmm Addmv Baddbmm Mv"
)
_FLOAT32 = (
    "Pow ACos Asin Cosh Erfinv Exp Expm1 Log Log10 Log1p Log2 Reciprocal Rsqrt Sinh Tan Softplus SoftplusExt LayerNorm"
    " LayerNormExt BatchNorm GroupNorm Norm KLDivLoss SmoothL1Loss MultilabelMarginLoss SoftMarginLoss"
    " TripletMarginLoss MultiMarginLoss BCEWithLogitsLoss Pdist Cdist Renorm ReduceProd Softmax LogSoftmax"
    " LogSoftmaxExt CumProd CumSum CumsumExt ProdExt SumExt L1LossExt MSELossExt NLLLoss"
)


def _primitives(names: str) -> list[Any]:
    primitives = (primitive(name) for name in names.split())
    return [each for each in primitives if each is not None]


AMP_WHITE_LIST, AMP_BLACK_LIST = get_white_list(), get_black_list()
AMP_AUTO_WHITE_LIST, AMP_AUTO_BLACK_LIST = _primitives(_LOW), _primitives(_FLOAT32)
# Which arguments of a primitive are cast; none are named: all of them.
AMP_PRIM_ARG_TABLE: defaultdict[Any, list[int]] = defaultdict(list)


def _auto_black_list(
    network: Cell, black_list: list[Any], dtype: mstype.Type = mstype.float16
) -> Cell:
    """Let `network` compute in `dtype`, but for cells of the classes of `black_list`; in place. Results stay in
    `dtype`.
    """
    network.to_float(dtype)
    _keep_float32(network, dtype, tuple(black_list))
    return network


def _auto_white_list(
    network: Cell, white_list: list[Any], dtype: mstype.Type = mstype.float16
) -> Cell:
    """Let cells and primitives of the classes of `white_list` compute in `dtype`; results are float32."""
    return _white(network, dtype, white_list)


def _auto_mixed_precision_rewrite(
    network: Cell,
    dtype: mstype.Type,
    *,
    white_list: list[Any] | None = None,
    black_list: list[Any] | None = None,
) -> Cell:
    """`_auto_white_list`, or with a `black_list` all but those; ValueError unless one of both is given."""
    if (white_list is None) == (black_list is None):
        raise ValueError(
            "For _auto_mixed_precision_rewrite, one of white_list and black_list must be provided."
        )
    if white_list is not None:
        return _white(network, dtype, white_list)
    return _auto_black_list(network, black_list or [], dtype)
