# Written by `python -m tests.stubs`.
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.tensor import Tensor as Tensor
from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.sparse import SparseTensorDenseMatmul as SparseTensorDenseMatmul
from msacc.nn.sparse import SparseToDense as SparseToDense
from msacc.ops.linalg.products import sparse_dense_product as sparse_dense_product
from msacc.ops.sparse.coo import coo_to_dense as coo_to_dense
