"""Embedding layers: lookup of table rows by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effects
from msacc.nn.cell.input_sizes import wrong_ids
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.nn.embedding import by_field, lookup, lookup_or_zero, one_hot_product, zero_row
from msacc.ops.nn.norm import clip_to_norm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Initial


@holds(
    "expand", "reshape", array_mul=ops.MatMul(), concat=ops.Concat(), gather=ops.Gather(), get_shp=ops.Shape(),
    one_hot=ops.OneHot(), reshape_flat=ops.Reshape(), shp_flat=(-1,),
)  # fmt: skip
class Embedding(Layer):
    """Learned vectors for ids: the rows of `embedding_table` at them.

    `vocab_size`, `embedding_size`: ints > 0, the shape of the Parameter `embedding_table`, of which
      the argument is the start: a Tensor of that shape, an Initializer, a name or a number.
    `use_one_hot`: a bool, multiply one-hot rows instead, where an id outside gives zeros.
    `padding_idx`: None or the number of a row that starts as zeros; as in MindSpore it is trained
      like the others.
    `dtype`: kept as an attribute; as in MindSpore the table is Float32.

    Called with Int32 or Int64 ids of any shape; returns (…, embedding_size). Negative ids count
    from the end.

    Raises TypeError for arguments of other types and other ids, ValueError for sizes below 1 and a
    `padding_idx` out of range, RuntimeError for an id out of range.
    """

    _msacc_keeps_parameter_dtype = True
    _msacc_called_primitives = ("gather", "one_hot", "array_mul")

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Initial = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ):
        super().__init__()
        self.vocab_size = check.instance(self.cls_name, "vocab_size", vocab_size, int)
        self.embedding_size = check.instance(self.cls_name, "embedding_size", embedding_size, int)
        self.use_one_hot = check.boolean(self.cls_name, "use_one_hot", use_one_hot)
        self.dtype, self.padding_idx = dtype, padding_idx
        table = initializer(embedding_table, (vocab_size, embedding_size))
        if padding_idx is not None:
            check.instance(self.cls_name, "padding_idx", padding_idx, int)
            if not 0 <= padding_idx < vocab_size:
                raise ValueError(
                    f"For 'Embedding', the 'padding_idx' must be in range of [0, {vocab_size}), "
                    f"but got {padding_idx}."
                )
            table = zero_row(table.init_data(), padding_idx)
        self.embedding_table = Parameter(table, name="embedding_table")
        self._msacc_set_primitives(
            on_value=Tensor(1.0, mstype.float32), off_value=Tensor(0.0, mstype.float32)
        )

    def _msacc_construct_with_primitives(self, ids: Tensor) -> Tensor:
        if self.use_one_hot:
            rows = self.one_hot(ids, self.vocab_size, self.on_value, self.off_value)
            return self.array_mul(rows, self.embedding_table)
        return self.gather(self.embedding_table, ids, 0)

    def construct(self, ids: Tensor) -> Tensor:
        if self.use_one_hot:
            return one_hot_product(ids, self.embedding_table)
        return lookup(ids, self.embedding_table)

    def _msacc_explain_refusal(self, ids: object) -> Exception | None:
        return wrong_ids("vocab_size", self.vocab_size, ids, -self.vocab_size)

    def extend_repr(self) -> str:
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, "
            f"use_one_hot={self.use_one_hot}, embedding_table={self.embedding_table}, "
            f"dtype={self.dtype}, padding_idx={self.padding_idx}"
        )


@holds(
    "reshape", "shape", "unique", embeddinglookup=ops.EmbeddingLookup(), forward_unique=False,
    gather_revert=ops.Gather(), gatherv2=ops.Gather(), reshape_first=ops.Reshape(),
)  # fmt: skip
class EmbeddingLookup(Layer):
    """Rows of `embedding_table` at ids; with target 'CPU' an id outside gives zeros.

    `max_norm` scales longer rows down in the output.
    `sparse`: LazyAdam, Adam(use_lazy=True) and FTRL update the rows that a batch looks up, and
      leave the others with their state.
    `slice_mode` and `manual_shapes` split the table in MindSpore's parallel modes and change
      nothing here.
    `vocab_cache_size`: of earlier releases: 0 alone.
    `vocab_size`, `embedding_size`: ints > 0.
    `param_init`: an initializer, a name or a Tensor for the Parameter `embedding_table`
      (vocab_size, embedding_size) of `dtype`.

    Called with integer ids of any shape (…); returns a Tensor (…, embedding_size).
    """

    _msacc_keeps_parameter_dtype = True
    BATCH_SLICE = "batch_slice"
    FIELD_SLICE = "field_slice"
    TABLE_ROW_SLICE = "table_row_slice"
    TABLE_COLUMN_SLICE = "table_column_slice"

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Initial = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: Sequence[Sequence[int]] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
        dtype: mstype.Type = mstype.float32,
        *,
        vocab_cache_size: int = 0,
    ):
        super().__init__()
        if vocab_cache_size:
            raise NotImplementedError(
                f"For 'EmbeddingLookup', 'vocab_cache_size' {vocab_cache_size} needs a parameter server, which is not "
                "there; give 0: the table lies whole on the device."
            )
        check.boolean(self.cls_name, "sparse", sparse)
        self.vocab_size = check.positive_int(self.cls_name, "vocab_size", vocab_size)
        self.embedding_size = check.positive_int(self.cls_name, "embedding_size", embedding_size)
        self.target = check.choice(self.cls_name, "target", target, ["CPU", "DEVICE"])
        if not sparse and target == "CPU":
            raise ValueError("For 'EmbeddingLookup', 'sparse' must be True when 'target' is 'CPU'.")
        no_effects(
            "nn.EmbeddingLookup",
            "the table is kept whole",
            slice_mode=(slice_mode, self.BATCH_SLICE),
            manual_shapes=(manual_shapes, None),
        )
        self.sparse, self.max_norm = sparse, max_norm
        if max_norm is not None:
            check.instance(self.cls_name, "max_norm", max_norm, float)
        self.embedding_table = Parameter(
            initializer(param_init, (vocab_size, embedding_size), dtype), name="embedding_table"
        )
        self.embedding_table.by_rows = sparse

    def construct(self, indices: Tensor) -> Tensor:
        find = lookup_or_zero if self.target == "CPU" else lookup
        out = find(indices, self.embedding_table)
        if self.max_norm is None:
            return out
        return clip_to_norm(out, self.max_norm, tuple(range(indices.ndim, out.ndim)))


@holds(
    "abs", "add", "cast", "equal", "expand", "mul", "reshape", "shape", "unique", bias_add=ops.Add(),
    count_op=ops.UnsortedSegmentSum(), div_no_nan=ops.DivNoNan(), embeddinglookup=ops.EmbeddingLookup(),
    forward_unique=False, gather_revert=ops.Gather(), gatherv2=ops.Gather(), inf_add=ops.Add(),
    inf_mask_mul=ops.Mul(), max_mask_mul=ops.Mul(), max_no_equal=ops.NotEqual(),
    negative_inf_value=-3.402823466e38, reshape_first=ops.Reshape(),
)  # fmt: skip
class MultiFieldEmbeddingLookup(Layer):
    """Rows of `embedding_table` at ids (B, L), weighted and put together by field: (B, field_size, E).

    `operator` is 'SUM', 'MEAN' (divided by the sum of |weight|) or 'MAX'; rows of weight 0 do not count, and
      a field without any is zeros. With target 'CPU' an id outside gives zeros.
    `max_norm` scales longer rows down, where MindSpore's CPU build divides by other numbers.
    `slice_mode` and `feature_num_list` have no effect.
    `vocab_size`, `embedding_size`, `param_init`, `dtype` and `sparse` are those of `EmbeddingLookup`.

    Called with Tensors (B, L): ids and fields, integers, and weights, floats; the result has the dtype of the
    table.

    Raises ValueError for `sparse=False` with target 'CPU' and another `operator`.
    """

    _msacc_keeps_parameter_dtype = True
    OPERATOR_SUM = "SUM"
    OPERATOR_MEAN = "MEAN"
    OPERATOR_MAX = "MAX"

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        field_size: int,
        param_init: Initial = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        feature_num_list: object = None,
        max_norm: float | None = None,
        sparse: bool = True,
        operator: str = "SUM",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.field_size = check.positive_int(self.cls_name, "field_size", field_size)
        self.operator = check.choice(self.cls_name, "operator", operator, ["SUM", "MAX", "MEAN"])
        if not sparse and target == "CPU":
            raise ValueError(
                "For 'MultiFieldEmbeddingLookup', 'sparse' must be True when 'target' is 'CPU'."
            )
        no_effects(
            "nn.MultiFieldEmbeddingLookup",
            "the table is kept whole",
            slice_mode=(slice_mode, "batch_slice"),
            feature_num_list=(feature_num_list, None),
        )
        table = EmbeddingLookup(
            *(vocab_size, embedding_size, param_init, target),
            max_norm=max_norm,
            sparse=sparse,
            dtype=dtype,
        )
        self.embedding_table = table.embedding_table
        self.target, self.max_norm, self.sparse = table.target, max_norm, sparse
        self.vocab_size, self.embedding_size = vocab_size, embedding_size
        merge = ops.UnsortedSegmentMax() if operator == "MAX" else ops.UnsortedSegmentSum()
        self._msacc_set_primitives(merge_op=merge)

    def construct(self, input_indices: Tensor, input_values: Tensor, field_ids: Tensor) -> Tensor:
        self._msacc_checked(input_indices, input_values, field_ids)
        find = lookup_or_zero if self.target == "CPU" else lookup
        rows = find(input_indices, self.embedding_table)
        if self.max_norm is not None:
            rows = clip_to_norm(rows, self.max_norm, (2,))
        return by_field(rows, input_values, field_ids, self.field_size, self.operator)

    def _msacc_checked(self, ids: Tensor, values: Tensor, fields: Tensor) -> None:
        if ids.ndim != 2 or values.shape != ids.shape or fields.shape != ids.shape:
            raise ValueError(
                f"For '{self.cls_name}', all inputs must be 2d and of one shape, but got "
                f"{ids.shape}, {values.shape} and {fields.shape}."
            )
        if fields.dtype != mstype.int32:
            raise TypeError(
                f"For '{self.cls_name}', 'field_ids' should be Int32, but got {fields.dtype}."
            )


__all__ = ["Embedding", "EmbeddingLookup", "MultiFieldEmbeddingLookup"]
