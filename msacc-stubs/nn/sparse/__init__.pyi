# Written by `python -m tests.stubs`.
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.tensor import Tensor as Tensor
from msacc.nn.cell.cell import Cell as Cell
from msacc.ops.linalg.products import sparse_dense_product as sparse_dense_product
from msacc.ops.sparse.coo import coo_to_dense as coo_to_dense
from typing import Any
class SparseTensorDenseMatmul(Cell):
    adjoint_st: bool
    adjoint_dt: bool
    adj_st: bool
    adj_dt: bool
    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: tuple[int, int], dense: Tensor) -> Tensor: ...
class SparseToDense(Cell):
    def __init__(self) -> None: ...
    def __call__(self, sparse_tensor: COOTensor) -> Tensor: ...
