# Written by `python -m tests.stubs`.
from typing import Any
def coo_abs(x: Any) -> Any:
    """`ops.abs` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.abs` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_acos(x: Any) -> Any:
    """`ops.acos` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.acos` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_acosh(x: Any) -> Any:
    """`ops.acosh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.acosh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_asin(x: Any) -> Any:
    """`ops.asin` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.asin` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_asinh(x: Any) -> Any:
    """`ops.asinh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.asinh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_atan(x: Any) -> Any:
    """`ops.atan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.atan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_atanh(x: Any) -> Any:
    """`ops.atanh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.atanh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_ceil(x: Any) -> Any:
    """`ops.ceil` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.ceil` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_cos(x: Any) -> Any:
    """`ops.cos` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.cos` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_cosh(x: Any) -> Any:
    """`ops.cosh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.cosh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_exp(x: Any) -> Any:
    """`ops.exp` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.exp` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_expm1(x: Any) -> Any:
    """`ops.expm1` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.expm1` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_floor(x: Any) -> Any:
    """`ops.floor` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.floor` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_inv(x: Any) -> Any:
    """`ops.inv` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.inv` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_isfinite(x: Any) -> Any:
    """`ops.isfinite` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.isfinite` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_isinf(x: Any) -> Any:
    """`ops.isinf` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.isinf` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_isnan(x: Any) -> Any:
    """`ops.isnan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.isnan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_log(x: Any) -> Any:
    """`ops.log` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.log` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_log1p(x: Any) -> Any:
    """`ops.log1p` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.log1p` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_neg(x: Any) -> Any:
    """`ops.neg` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.neg` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_relu(x: Any) -> Any:
    """`ops.relu` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.relu` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_relu6(x: Any) -> Any:
    """`ops.relu6` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.relu6` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_round(x: Any) -> Any:
    """`ops.round` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.round` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_sigmoid(x: Any) -> Any:
    """`ops.sigmoid` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.sigmoid` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_sin(x: Any) -> Any:
    """`ops.sin` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.sin` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_sinh(x: Any) -> Any:
    """`ops.sinh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.sinh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_softsign(x: Any) -> Any:
    """`ops.softsign` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.softsign` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_sqrt(x: Any) -> Any:
    """`ops.sqrt` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.sqrt` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_square(x: Any) -> Any:
    """`ops.square` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.square` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_tan(x: Any) -> Any:
    """`ops.tan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.tan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def coo_tanh(x: Any) -> Any:
    """`ops.tanh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a COOTensor of any shape and of dtypes that `ops.tanh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_abs(x: Any) -> Any:
    """`ops.abs` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.abs` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_acos(x: Any) -> Any:
    """`ops.acos` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.acos` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_acosh(x: Any) -> Any:
    """`ops.acosh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.acosh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_asin(x: Any) -> Any:
    """`ops.asin` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.asin` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_asinh(x: Any) -> Any:
    """`ops.asinh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.asinh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_atan(x: Any) -> Any:
    """`ops.atan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.atan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_atanh(x: Any) -> Any:
    """`ops.atanh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.atanh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_ceil(x: Any) -> Any:
    """`ops.ceil` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.ceil` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_cos(x: Any) -> Any:
    """`ops.cos` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.cos` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_cosh(x: Any) -> Any:
    """`ops.cosh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.cosh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_exp(x: Any) -> Any:
    """`ops.exp` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.exp` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_expm1(x: Any) -> Any:
    """`ops.expm1` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.expm1` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_floor(x: Any) -> Any:
    """`ops.floor` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.floor` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_inv(x: Any) -> Any:
    """`ops.inv` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.inv` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_isfinite(x: Any) -> Any:
    """`ops.isfinite` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.isfinite` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_isinf(x: Any) -> Any:
    """`ops.isinf` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.isinf` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_isnan(x: Any) -> Any:
    """`ops.isnan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.isnan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_log(x: Any) -> Any:
    """`ops.log` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.log` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_log1p(x: Any) -> Any:
    """`ops.log1p` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.log1p` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_neg(x: Any) -> Any:
    """`ops.neg` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.neg` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_relu(x: Any) -> Any:
    """`ops.relu` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.relu` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_relu6(x: Any) -> Any:
    """`ops.relu6` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.relu6` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_round(x: Any) -> Any:
    """`ops.round` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.round` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_sigmoid(x: Any) -> Any:
    """`ops.sigmoid` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.sigmoid` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_sin(x: Any) -> Any:
    """`ops.sin` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.sin` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_sinh(x: Any) -> Any:
    """`ops.sinh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.sinh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_softsign(x: Any) -> Any:
    """`ops.softsign` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.softsign` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_sqrt(x: Any) -> Any:
    """`ops.sqrt` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.sqrt` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_square(x: Any) -> Any:
    """`ops.square` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.square` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_tan(x: Any) -> Any:
    """`ops.tan` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.tan` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
def csr_tanh(x: Any) -> Any:
    """`ops.tanh` of the values of a sparse tensor; what is not held stays zero.

    `x` is a CSRTensor of any shape and of dtypes that `ops.tanh` takes, and so is the result, with
    the shape and places of `x`. Raises TypeError for anything else. As in MindSpore.
    """
