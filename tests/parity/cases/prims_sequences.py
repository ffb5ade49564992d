"""Helpers of graph code on tuples, lists, dicts and truth, and parts of sparse tensors: plain Python is the formula."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore
from tests.parity.table import Rows, group, row

X = np.array([1.0, 2.0], np.float32)


@case(jit=False)
def sequences(ms: Any, run: Any) -> Arrays:
    """MindSpore runs these in graphs alone."""
    expected = {
        "tuple_div": (2, 3), "tuple_equal": True, "list_equal": False, "shape_mul": 24,
        "make_dict": {"a": 1}, "make_slice": slice(1, 5, 2), "dict_setitem": {"a": 1, "b": 2},
        "list_setitem": [1, 9], "not_in_dict": True, "tail": (2, 3), "isconstant": True,
        "is_sequence_shape_unknown": False, "is_sequence_value_unknown": False, "bool_and": False,
        "bool_or": True, "bool_eq": False, "bool_not": False, "augassign_add": 9,
        "augassign_sub": 5, "augassign_mul": 14, "augassign_div": 3.5, "augassign_floordiv": 3,
        "augassign_mod": 1,
    }  # fmt: skip
    if is_mindspore(ms):
        return {name: np.array(str(value)) for name, value in expected.items()}
    given: dict[str, dict[str, Any]] = {
        "tuple_div": {"x": (4, 9), "y": (2, 3)}, "tuple_equal": {"x": (1, 2), "y": (1, 2)},
        "list_equal": {"x": [1], "y": [2]}, "shape_mul": {"input_data": (2, 3, 4)},
        "make_dict": {"keys": ("a",), "values": (1,)},
        "make_slice": {"start": 1, "stop": 5, "step": 2},
        "dict_setitem": {"dict_": {"a": 1}, "key": "b", "value": 2},
        "list_setitem": {"list_": [1, 2], "index": 1, "value": 9},
        "not_in_dict": {"key": "z", "dict_": {"a": 1}}, "tail": {"sequence": (1, 2, 3)},
        "isconstant": {"x": 1}, "is_sequence_shape_unknown": {"x": (1,)},
        "is_sequence_value_unknown": {"x": (1,)}, "bool_and": {"x": True, "y": False},
        "bool_or": {"x": True, "y": False}, "bool_eq": {"x": True, "y": False},
        "bool_not": {"x": True},
    }  # fmt: skip
    given |= {name: {"x": 7, "y": 2} for name in expected if name.startswith("augassign")}
    return {
        name: np.array(str(getattr(ms.ops, name)(**arguments))) for name, arguments in given.items()
    }


def coo(ms: Any, v: Any) -> Any:
    return ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), v, (3, 4))


def csr(ms: Any, v: Any) -> Any:
    starts, columns = ms.Tensor([0, 1, 2], ms.int32), ms.Tensor([0, 1], ms.int32)
    return ms.CSRTensor(starts, columns, v, (2, 4))


def of_row(name: str) -> Any:
    def call(ms: Any, v: Any) -> Any:
        result = getattr(ms.ops, f"row_tensor_get_{name}")(
            x=ms.RowTensor(ms.Tensor([0], ms.int64), v.reshape(1, 2), (3, 2))
        )
        return ms.Tensor(result) if isinstance(result, tuple) else result

    return call


PARTS: Rows = {
    "coo_values": row(lambda ms, v: ms.ops.coo_tensor_get_values(x=coo(ms, v)), X,
                      formula=lambda v: v),
    "coo_shape": row(lambda ms, v: ms.Tensor(ms.ops.coo_tensor_get_dense_shape(x=coo(ms, v))), X,
                     formula=lambda v: np.array([3, 4])),
    "csr_values": row(lambda ms, v: ms.ops.csr_tensor_get_values(x=csr(ms, v)), X,
                      formula=lambda v: v),
    "csr_columns": row(lambda ms, v: ms.ops.csr_tensor_get_indices(x=csr(ms, v)), X,
                       formula=lambda v: np.array([0, 1], np.int32)),
    "csr_shape": row(lambda ms, v: ms.Tensor(ms.ops.csr_tensor_get_dense_shape(x=csr(ms, v))), X,
                     formula=lambda v: np.array([2, 4])),
    "row_values": row(of_row("values"), X, formula=lambda v: v.reshape(1, 2)),
    "row_places": row(of_row("indices"), X, formula=lambda v: np.array([0])),
    "row_shape": row(of_row("dense_shape"), X, formula=lambda v: np.array([3, 2])),
    "softmax_dtype": row(
        lambda ms, v: ms.ops.LogSoftmaxExt()(v, dim=-1, dtype=ms.float64), X,
        formula=lambda v: v.astype(np.float64) - np.log(np.exp(v.astype(np.float64)).sum()),
    ),
    "trilinear_scales": row(
        lambda ms, v: ms.ops.UpsampleTrilinear3D()(v.reshape(1, 1, 1, 1, 2), None, scales=(1.0, 1.0, 2.0)), X,
        instead=lambda ms, v: ms.ops.UpsampleTrilinear3D()(v.reshape(1, 1, 1, 1, 2), None, (1.0, 1.0, 2.0)),
    ),
    "moved": row(lambda ms, v: ms.ops.move_to(v, to="CPU", blocking=False), X, formula=lambda v: v),
}  # fmt: skip
group(__name__, "parts", PARTS, jit=False)


@case(jit=False)
def falling(ms: Any, run: Any) -> Arrays:
    """Sampled classes of another number and range than the defaults."""
    true = ms.Tensor(np.array([[1], [3]]))
    made = ms.ops.LogUniformCandidateSampler(num_sampled=4, range_max=9, unique=False)(true)
    by_function = ms.ops.log_uniform_candidate_sampler(
        true, num_sampled=4, range_max=9, unique=False
    )
    return {"made": made[1].asnumpy(), "function": by_function[1].asnumpy()}
