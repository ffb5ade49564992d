# Written by `python -m tests.stubs`.
from msacc.common.sparse import COOTensor
from msacc.common.sparse import CSRTensor
from msacc.common.sparse import RowTensor
from msacc.common.tensor import Tensor
from typing import Any
def coo_tensor_get_dense_shape(x: Any) -> Any:
    """`dense_shape` of the COOTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def coo_tensor_get_indices(x: Any) -> Any:
    """`indices` of the COOTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def coo_tensor_get_values(x: Any) -> Any:
    """`values` of the COOTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def csr_tensor_get_dense_shape(x: Any) -> Any:
    """`dense_shape` of the CSRTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def csr_tensor_get_indices(x: Any) -> Any:
    """`indices` of the CSRTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def csr_tensor_get_indptr(x: Any) -> Any:
    """`indptr` of the CSRTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def csr_tensor_get_values(x: Any) -> Any:
    """`values` of the CSRTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def dense_to_sparse_coo(tensor: Tensor) -> COOTensor: ...
def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor: ...
def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple[int, int]) -> COOTensor: ...
def make_csr_tensor(indptr: Tensor, indices: Tensor, values: Tensor, shape: tuple[int, ...]) -> CSRTensor: ...
def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: tuple[int, ...]) -> RowTensor: ...
def row_tensor_add(x: RowTensor, y: Tensor) -> Tensor: ...
def row_tensor_get_dense_shape(x: Any) -> Any:
    """`dense_shape` of the RowTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def row_tensor_get_indices(x: Any) -> Any:
    """`indices` of the RowTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
def row_tensor_get_values(x: Any) -> Any:
    """`values` of the RowTensor `x`, of any shape and dtype; TypeError for anything else.

    As in MindSpore.
    """
