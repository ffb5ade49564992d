"""Methods of Tensor that read and replace elements by index: two spellings under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effects
from msacc.ops.array import gather_select, index_math, scattering
from msacc.ops.core.argument_conversion import bound
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import TensorLike

# An int first means torch's (dim, index).


@bindings(TensorMethod("gather"))
def gather(self: Tensor, *args: object, **names: object) -> Tensor:
    """`gather(input_indices, axis, batch_dims=0)`: slices; `gather(dim, index)`: elements.

    `input_indices` is a Tensor of integers of any shape, `index` one of this rank; the others are ints. The
    result has this dtype.
    """
    if "index" in names or (args and isinstance(args[0], int)):
        arguments = bound("gather", ("dim", "index"), args, names, needed=2)
        return gather_select.gather_d(self, arguments["dim"], arguments["index"])
    return gather_select.gather(self, *args, **names)


@bindings(TensorMethod("select"))
def select(self: Tensor, *args: object, **names: object) -> Tensor:
    """`select(condition, y)`: as `ops.select`; `select(dim, index)`: one slice, a view.

    `condition` is a Tensor of Bool that broadcasts to this shape, `y` a Tensor or number, the others are ints;
    the result has this dtype.
    """
    if args and not isinstance(args[0], int) or "condition" in names:
        arguments = bound("select", ("condition", "y"), args, names, needed=2)
        return gather_select.select(arguments["condition"], self, arguments["y"])
    arguments = bound("select", ("dim", "index"), args, names, needed=2, axis="dim")
    return index_math.slice_at(self, arguments["dim"], arguments["index"])


@bindings(TensorMethod("where", other="y"))
def where(self: Tensor, condition: Tensor, y: TensorLike) -> Tensor:
    """The elements of self where `condition` holds, `y` elsewhere.

    `condition` is Bool, `y` a Tensor or a number; the result has the shape to which all broadcast,
    and the promoted dtype.
    """
    return gather_select.where(condition, self, y)


@bindings(TensorMethod("take", index="indices"))
def take(self: Tensor, indices: Tensor, axis: int | None = None, mode: str = "clip") -> Tensor:
    """Elements of the flattened tensor, or slices along `axis`, at the positions `indices`.

    `indices`: a Tensor of integers of any shape; the result has this dtype.
    `mode` says what becomes of positions beyond: 'clip', 'wrap' or 'raise'.

    Raises ValueError for another mode.
    """
    return index_math.take_with_mode(self, indices, axis, mode)


@bindings(TensorMethod("choose"))
def choose(self: Tensor, choices: Sequence[Tensor], mode: str = "clip") -> Tensor:
    """For each element, an integer, the one at its position in the Tensor of that number in `choices`.

    `choices`: a tuple or list of Tensors, or one Tensor of them, that broadcast with this shape.
    `mode` says what becomes of numbers beyond: 'clip', 'wrap' or 'raise' (ValueError).
    """
    return index_math.choose_with_mode(self, choices, mode)


@bindings(TensorMethod("index"))
def index(self: Tensor, indices: Sequence[Tensor]) -> Tensor:
    """The elements at the positions of one index Tensor per leading dimension.

    `indices`: a list or tuple of Tensors of integers (or bools) whose shapes broadcast; the result has their
    shape, followed by the remaining dimensions, and this dtype.
    """
    return index_math.index_elements(self, indices)


@bindings(TensorMethod("itemset"))
def itemset(self: Tensor, *args: object) -> Tensor:
    """A copy with one element replaced: `itemset(value)` of one element, or `itemset(index, value)`.

    Raises IndexError for a value alone where there are several elements.
    """
    if len(args) == 1 and self.size != 1:
        raise IndexError(
            f"For 'itemset', only a tensor of one element takes a value alone, but its shape is {self.shape}."
        )
    index, value = args if len(args) == 2 else (0, args[0])
    return index_math.item_replaced(self, index, value)


@bindings(TensorMethod("index_add"))
def index_add(self: Tensor, *args: object, **names: object) -> Tensor:
    """`index_add(dim, index, source, *, alpha=1)`: a copy with `alpha * source` added to slices along `dim`.

    `index` is a vector of integers, `source` has this dtype and this shape, but along `dim` that of `index`.
    `index_add(indices, y, axis, use_lock=True, check_index_bound=True)` is the older spelling; the writes of
    one process need no lock, and positions are checked always.
    """
    if "y" in names or "indices" in names or (args and isinstance(args[0], Tensor)):
        order = ("indices", "y", "axis", "use_lock", "check_index_bound")
        arguments = bound("index_add", order, args, names, needed=3)
        lock, checked = arguments.get("use_lock", True), arguments.get("check_index_bound", True)
        no_effects("index_add", "writes are in order", use_lock=(lock, True))
        no_effects("index_add", "positions are checked always", check_index_bound=(checked, True))
        return scattering.index_added(self, arguments["axis"], arguments["indices"], arguments["y"])
    return scattering.index_added(self, *args, **names)


@bindings(TensorMethod("scatter_add"))
def scatter_add(self: Tensor, *args: object, **names: object) -> Tensor:
    """`scatter_add(indices, updates)`: at coordinates; `scatter_add(dim, index, src)`: along an axis.

    `indices` and `index` are Tensors of integers, `updates` and `src` of this dtype, in the shapes that
    `ops.tensor_scatter_add` and `ops.tensor_scatter_elements` describe.
    """
    if len(args) + len(names) == 2:
        return scattering.tensor_scatter_add(self, *args, **names)
    arguments = bound("scatter_add", ("dim", "index", "src"), args, names, needed=3)
    return scattering.tensor_scatter_elements(
        self, arguments["index"], arguments["src"], arguments["dim"], "add"
    )
