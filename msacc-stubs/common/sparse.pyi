# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from typing import Any
from typing import NamedTuple
class COOTensor(Sparse):
    indices: Any
    def __init__(self, indices: Any = None, values: Any = None, shape: Any = None, coo_tensor: Any = None) -> None: ...
    def add(self, other: COOTensor, thresh: Tensor) -> COOTensor:
        """The sum with another COOTensor, as `ops.coo_add` gives it; sums smaller in size than `thresh` are dropped.

        `other`: one of this shape and dtype (TypeError for another class); `thresh`: a Tensor of one number.
        """
    def coalesce(self) -> COOTensor:
        """Equal indices joined, in order; values at them are summed. Raises TypeError unless indices are Int64."""
    def to_csr(self) -> CSRTensor:
        """The same matrix in rows. Raises TypeError unless the indices are Int32."""
    def to_dense(self) -> Tensor:
        """The dense matrix; values at equal indices add up."""
    def __add__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
class CSRTensor(Sparse):
    indptr: Any
    indices: Any
    def __init__(self, indptr: Any = None, indices: Any = None, values: Any = None, shape: Any = None, csr_tensor: Any = None) -> None: ...
    def add(self, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
        """alpha * a + beta * b of two sparse matrices.

        `a` and `b` are CSRTensors of one shape, `alpha` and `beta` scalar Tensors. The result is a CSRTensor of the
        promoted dtype, its columns in order. Raises TypeError for others. Differs from MindSpore: it has gradients.
        """
    def sum(self, axis: int) -> Tensor:
        """The sums of the rows of a CSRTensor, as a dense Tensor (rows, 1, *shape[2:]) of its dtype.

        `csr_tensor`: that tensor (TypeError for another class). `axis` is 1 or 1 - ndim; ValueError for another. As
        in MindSpore.
        """
    def mv(self, dense_vector: Tensor) -> Tensor:
        """The product with a column `dense_vector` (columns, 1): a Tensor (rows, 1) of the dtype to which theirs
        promote.

        Raises TypeError for what is no Tensor, ValueError for another shape.
        """
    def mm(self, matrix: Any) -> Any:
        """The product with `matrix`, a Tensor (columns, K), which is dense, or with a CSRTensor, which is one.

        The result has the dtype to which theirs promote.
        """
    def to_coo(self) -> COOTensor:
        """A sparse matrix by coordinates.

        `tensor` is a CSRTensor of two dimensions; TypeError for anything else, ValueError for more dimensions. The
        dtype stays.
        """
    def to_dense(self) -> Tensor:
        """The dense matrix of a CSRTensor, of its dtype.

        `csr_tensor`: TypeError for anything else, ValueError for more than two dimensions.
        """
    def __add__(self, other: Any) -> CSRTensor: ...
    def __sub__(self, other: Any) -> CSRTensor: ...
    def __mul__(self, y: Any) -> Any: ...
    def __truediv__(self, y: Any) -> Any: ...
class Parts(NamedTuple):
    kind: str
    tensors: tuple[Any, ...]
    shape: tuple[int, ...]
class RowTensor(Sparse):
    indices: Any
    def __init__(self, indices: Any = None, values: Any = None, shape: Any = None, row_tensor: Any = None) -> None: ...
    @property
    def dense_shape(self) -> tuple[int, ...]: ...
class Sparse:
    values: Tensor
    shape: tuple[int, ...]
    @property
    def dtype(self) -> Type: ...
    @property
    def size(self) -> int: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    def to_tuple(self) -> tuple[Any, ...]: ...
    def astype(self, dtype: Any) -> Any:
        """The same shape and indices with the values in another `dtype`."""
    def abs(self) -> Any:
        """The sizes of the values."""
    def __neg__(self) -> Any: ...
    def __abs__(self) -> Any: ...
def _text(t: Any) -> str: ...
def joined(parts: Parts) -> Any: ...
def with_values(source: Any, t: Tensor) -> Any: ...
