"""Embedding tables for the second-order optimizer nn.thor: they keep the Kronecker factors of their weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effects
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_ids
from msacc.nn.layer.thor import factor
from msacc.ops.array.shaping import reshape
from msacc.ops.core.op import exported_names
from msacc.ops.nn.embedding import lookup, lookup_or_zero, one_hot_product, zero_row
from msacc.ops.nn.kronecker_factors import see_ids, see_row_gradient, write_row_gradient
from msacc.ops.nn.norm import clip_to_norm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Initial


class _TableThor(Cell):
    """What both tables share: the Parameter, its factors, and a lookup that writes them."""

    _msacc_keeps_parameter_dtype = True

    def _msacc_init_table(self, table: Any, vocab_size: int, embedding_size: int) -> None:
        self.thor = True
        self.embedding_table = Parameter(table, name="embedding_table")
        self.matrix_a = factor("matrix_a", vocab_size)
        self.matrix_g = factor("matrix_g", embedding_size, embedding_size)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Write the factor of `dout` (…, embedding_size), the output's gradient, into `matrix_g`; returns it."""
        write_row_gradient(dout, self.matrix_g)
        return dout

    def _msacc_lookup(self, ids: Tensor) -> Tensor:
        rows = lookup(ids, self.embedding_table)
        if not self.thor:
            return rows
        see_ids(ids, self.matrix_a)
        return see_row_gradient(rows, self.matrix_g)


class EmbeddingThor(_TableThor):
    """An embedding that keeps the Kronecker factors for `nn.thor`.

    `vocab_size`, `embedding_size`, `use_one_hot`, `embedding_table`, `dtype` and `padding_idx`: as in
    `nn.Embedding`.

    Called with integer ids (…); the result is (…, embedding_size). While `thor` is True and `use_one_hot` False
    the Float32 Parameters `matrix_a` (vocab_size,) and `matrix_g` (embedding_size, embedding_size) get how often
    each id occurs and, in the backward pass, `g.T @ g / n` for the gradient g of the n rows looked up.

    Raises TypeError for arguments of other types, ValueError for a `padding_idx` out of range, RuntimeError or
    IndexError for an id out of range.

    Differs from MindSpore: it also runs on the CPU.
    """

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
        where = self.cls_name
        self.vocab_size = check.instance(where, "vocab_size", vocab_size, int)
        self.embedding_size = check.instance(where, "embedding_size", embedding_size, int)
        self.use_one_hot = check.boolean(where, "use_one_hot", use_one_hot)
        self.dtype, self.padding_idx = dtype, padding_idx
        table = initializer(embedding_table, (vocab_size, embedding_size))
        if padding_idx is not None:
            check.integer(where, "padding_idx", padding_idx, 0, vocab_size - 1)
            table = zero_row(table.init_data(), padding_idx)
        self._msacc_init_table(table, vocab_size, embedding_size)

    def construct(self, ids: Tensor) -> Tensor:
        if self.use_one_hot:
            return one_hot_product(ids, self.embedding_table)
        # Flat, as the factor of the gradient is divided by the length of the first axis.
        rows = self._msacc_lookup(reshape(ids, (-1,)))
        return reshape(rows, (*ids.shape, self.embedding_size))

    def _msacc_explain_refusal(self, ids: object) -> Exception | None:
        return wrong_ids("vocab_size", self.vocab_size, ids, -self.vocab_size)

    def extend_repr(self) -> str:
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, "
            f"use_one_hot={self.use_one_hot}, embedding_table={self.embedding_table}, "
            f"dtype={self.dtype}, padding_idx={self.padding_idx}"
        )


class EmbeddingLookupThor(_TableThor):
    """An embedding table that keeps the Kronecker factors for `nn.thor`.

    `vocab_size`, `embedding_size`: ints > 0.
    `param_init`: an initializer, a name or a Tensor for the Parameter `embedding_table` (vocab_size,
      embedding_size), Float16 as in MindSpore.
    `target`: 'DEVICE', or 'CPU', where an id outside gives zeros and, as in MindSpore, no factors are kept.
    `slice_mode` and `manual_shapes` split the table in MindSpore's parallel modes and change nothing here.
    `max_norm`: None or a float > 0; longer rows are scaled down to it in the output.
    `sparse`: a bool; gradients are dense either way.

    Called with integer ids of any shape (…); returns a Tensor (…, embedding_size). The Parameters `matrix_a` and
    `matrix_g` are those of `EmbeddingThor`, but n is the length of the ids' first axis.

    Raises TypeError for arguments of other types, ValueError for sizes below 1, another `target`, and
    `sparse=False` with the target 'CPU'.

    Differs from MindSpore: the factors are computed in Float32.
    """

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
    ):
        super().__init__()
        where = self.cls_name
        self.sparse = check.boolean(where, "sparse", sparse)
        self.vocab_size = check.positive_int(where, "vocab_size", vocab_size)
        self.embedding_size = check.positive_int(where, "embedding_size", embedding_size)
        self.target = check.choice(where, "target", target, ["CPU", "DEVICE"])
        if not sparse and target == "CPU":
            raise ValueError(
                f"For '{where}', 'sparse' must be True when 'target' is 'CPU', but got {sparse}."
            )
        no_effects(
            f"nn.{where}",
            "the table is kept whole",
            slice_mode=(slice_mode, self.BATCH_SLICE),
            manual_shapes=(manual_shapes, None),
        )
        self.max_norm = max_norm
        if max_norm is not None:
            check.positive_float(where, "max_norm", max_norm)
        table = initializer(param_init, (vocab_size, embedding_size), mstype.float16)
        self._msacc_init_table(table, vocab_size, embedding_size)

    def construct(self, indices: Tensor) -> Tensor:
        if self.target == "CPU":
            out = lookup_or_zero(indices, self.embedding_table)
        else:
            out = self._msacc_lookup(indices)
        if self.max_norm is None:
            return out
        return clip_to_norm(out, self.max_norm, tuple(range(indices.ndim, out.ndim)))

    def _msacc_explain_refusal(self, indices: object) -> Exception | None:
        return wrong_ids("vocab_size", self.vocab_size, indices, -self.vocab_size)


__all__ = exported_names(globals())
