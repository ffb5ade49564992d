# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type as Type
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.sparse import COOTensor as _COOTensor
from msacc.common.sparse import CSRTensor as CSRTensor
from msacc.common.sparse import Parts as Parts
from msacc.common.sparse import RowTensor as RowTensor
from msacc.common.sparse import RowTensor as _RowTensor
from msacc.common.sparse import Sparse as Sparse
from msacc.common.sparse import _text as _text
from msacc.common.sparse import joined as joined
from msacc.common.sparse import with_values as with_values
from msacc.common.sparse_checks import check_coo as check_coo
from msacc.common.sparse_checks import check_copy_source as check_copy_source
from msacc.common.sparse_checks import check_csr as check_csr
from msacc.common.sparse_checks import check_index_types as check_index_types
from msacc.common.sparse_checks import check_kinds as check_kinds
from msacc.common.tensor import Tensor as Tensor
from msacc.common.tensor import wrap as wrap
from typing import Any
RowTensorInner = _RowTensor
SparseTensor = _COOTensor
_KINDS: Any
