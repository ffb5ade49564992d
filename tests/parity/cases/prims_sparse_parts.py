"""Primitives of sparse tensors in parts, and those of tuples and lists."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, rand


def _row(
    name: str, settings: Any, *arrays: np.ndarray, word: str = "", home: str = "sparse_ops"
) -> None:
    def body(ms: Any, run: Any) -> Any:
        made = importlib.import_module(f"{ms.__name__}.ops.operations.{home}")
        kinds = [getattr(ms, s[1:]) if isinstance(s, str) and s[0] == "@" else s for s in settings]
        call = getattr(made, name)(*kinds)
        return run(lambda *given: call(*given), *arrays, grad=False)

    # Places and counts follow from values, which a graph does not know.
    case(name=name + word, jit=False)(body)


def _longs(*rows: Any) -> np.ndarray:
    return np.array(rows, np.int64)


I1, V1 = _longs([0, 1], [1, 2], [2, 0]), np.array([1, -2, 3], np.float32)
I2, V2 = _longs([0, 1], [1, 1]), np.array([3, 4], np.float32)
S = _longs(3, 4)
_row("SparseReorder", (), I1[::-1].copy(), V1, S)
_row("SparseReshape", (), _longs([0, 0, 0], [0, 0, 1], [1, 2, 3]), _longs(2, 3, 6), _longs(9, -1))
_row("SparseAdd", (), I1, V1, S, I2, V2, S, np.array(0, np.float32))
_row("SparseAdd", (), I1, V1, S, I2, V2, S, np.array(3.5, np.float32), word="_thresh")
_row(
    "SparseAddmm",
    (),
    I1,
    V1,
    S,
    rand(4, 2),
    rand(3, 2),
    np.array([2], np.float32),
    np.array([0.5], np.float32),
)
_row("SparseAdd", (), I1, V1, S, I2, V2, S, np.array(5, np.float32), word="_larger")
_row("SparseSoftmax", (), _longs([0, 0], [0, 2], [1, 1], [2, 0]), rand(4), S)
_row("SparseToDenseV2", (), _longs([0, 1], [1, 2]), S, V2, np.array(7, np.float32))
for _name in ("SparseDenseCwiseAdd", "SparseDenseCwiseMul"):
    _row(_name, (), I1, V1, S, rand(4))
for _name in ("SparseSparseMaximum", "SparseSparseMinimum"):
    _row(_name, (), I1, V1, S, I2, V2, S)
_X, _ROWS, _IDS = rand(4, 3), np.array([0, 2, 1, 3], np.int32), np.array([0, 0, 2, 2], np.int32)
for _name in ("SparseSegmentSum", "SparseSegmentSqrtN"):
    _row(_name, (), _X, _ROWS, np.array([0, 0, 1, 2], np.int32))
for _name in ("Sum", "SqrtN", "Mean"):
    _row(f"SparseSegment{_name}WithNumSegments", (), _X, _ROWS, _IDS, np.array([4], np.int32))
    if _name != "Sum":  # MindSpore's CPU has no gradient of it
        _row(
            f"SparseSegment{_name}Grad",
            (),
            rand(3, 3),
            _ROWS,
            _IDS,
            np.array(5, np.int32),
            home="_grad_ops",
        )
_I3 = _longs([0, 0, 1], [0, 1, 2], [0, 1, 3], [1, 0, 1], [1, 1, 2], [1, 1, 3])
_row("SparseTensorToCSRSparseMatrix", (), _I3, rand(6), _longs(2, 2, 4))
_row("SparseTensorToCSRSparseMatrix", (), I1, V1, S, word="_one")


def _ints(*rows: Any) -> np.ndarray:
    return np.array(rows, np.int32)


_CSR = _ints(3, 4), _ints(0, 3), _ints(0, 1, 2, 3), _ints(1, 2, 0), V1
_BATCH = _ints(2, 2, 4), _ints(0, 3, 6), _ints(0, 1, 3, 0, 1, 3), _ints(1, 2, 3, 1, 2, 3), rand(6)
for _name in ("SparseMatrixTranspose", "CSRSparseMatrixToSparseTensor", "CSRSparseMatrixToDense"):
    _row(_name, (), *_CSR)
    _row(_name, (), *_BATCH, word="_batch")
_row("SparseMatrixNNZ", (), *_BATCH)
_row("SparseMatrixSoftmax", ("@float32",), *_CSR)
_row("DenseToCSRSparseMatrix", (), rand(3, 4), _ints([0, 1], [1, 2], [2, 0]))
_row("SparseMatrixMatMul", (), *_CSR, rand(4, 2))
_row("SparseMatrixMatMul", (True, False, False, False, True), *_CSR, rand(3, 2), word="_turned")
_row("SparseMatrixAdd", (), *_CSR, *_CSR, np.array(2, np.float32), np.array(-1, np.float32))


_LISTS: dict[str, tuple[Any, ...]] = {
    "InSequence": (2, (1, 2)), "SequenceAdd": ((1, 2), (3,)), "SequenceCount": ((1, 2, 2), 2),
    "SequenceIndex": ((1, 2, 3, 2), 2, 2, 4), "SequenceMax": ((1, 3),), "SequenceMin": ((1, 3),),
    "SequenceMul": ((1, 2), 2), "SequenceSlice": ((1, 2, 3, 2), -3, -1, 1), "SequenceZerosLike": ((1, 2.0),),
    "tuple_lt": ((1, 2), (1, 3)), "tuple_le": ((1, 2), (1, 2)), "tuple_greater_than": ((1, 2, 3), (1, 2)),
    "tuple_greater_equal": ((1,), (2,)), "list_lt": ([1], [2]), "list_equal": ([1], [1]), "tuple_equal": ((1,), (2,)),
    "list_le": ([1], [2]), "list_greater_than": ([1], [2]), "list_greater_equal": ([1], [2]),
    "ListAppend": ([1], 2), "ListInsert": ([1], 0, 2), "ListAppendAndInsertGrad": ([1, 2, 3], 1),
    "sequence_len": ((1, 2),), "shape_mul": ((2, 3, 4),),
}  # fmt: skip


@case(jit=False)
def sequences(ms: Any, run: Any) -> Any:
    made = importlib.import_module(f"{ms.__name__}.ops.operations._sequence_ops")
    result = {name: np.array(getattr(made, name)()(*given)) for name, given in _LISTS.items()}
    x = ms.Tensor(np.array([1, 2], np.int64))
    result["to_tuple"] = np.array(made.TensorToTuple()(x))
    result["to_list"] = np.array(made.TensorToList()(x))
    result["to_number"] = np.array(made.TensorToScalar()(x[:1]))
    result["to_tensor"] = made.TupleToTensor()((1, 2, 3), ms.float32).asnumpy()
    result["of_list"] = made.ListToTensor()([1, 2], ms.int32).asnumpy()
    return result
