"""Primitives of uneven collectives, of batched messages, and of layout changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effects
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.ops.bindings.primitive_classes import CLASSES
from msacc.ops.bindings.primitives.comm import _Collective
from msacc.ops.comm import uneven_collectives
from msacc.ops.comm.collectives import ReduceOp, check_reduction, check_tensor
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.core.tensor_conversion import rewrap, unwrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common import dtype as mstype
    from msacc.parallel.layout import Layout

_Amounts = "tuple[int, ...] | list[int] | Tensor"


class AllGatherV(_Collective):
    """`AllGatherV(group)(input_x, output_split_sizes)`: the flat Tensors of all processes, one after the other.

    `input_x` is a flat Tensor of one dtype in all processes, which the result has; `output_split_sizes`
      (ints, or a Tensor of them) says how many elements come from each.
    `group`: a group's name, by default that of all processes.

    The result is empty of meaning, with shape (), where nothing comes. The gradient flows through it.

    Raises TypeError for another class, ValueError where the amounts do not fit.
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        super().__init__(group)

    def construct(self, input_x: Tensor, output_split_sizes: Tensor | Sequence[int]) -> Tensor:
        """See `all_gather_v`."""
        check_tensor(self.name, input_x)
        return uneven_collectives.all_gather_v(input_x, _list(output_split_sizes), self.group)


class ReduceScatterV(_Collective):
    """`ReduceScatterV(op, group)(input_x, input_split_sizes)`: this process's share of the reduction.

    `input_x` is flat, of one length in all processes; `input_split_sizes` says how many elements each gets.
    `op` is 'sum', 'max', 'min' or 'prod', which MindSpore does not have here.
    `group`: a group's name, by default that of all processes.

    The result has the dtype of `input_x`.

    Raises as AllGatherV does.
    """

    op: str

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("ReduceScatterV", op)
        super().__init__(group, op=op)

    def construct(self, input_x: Tensor, input_split_sizes: Tensor | Sequence[int]) -> Tensor:
        """See `reduce_scatter_v`."""
        check_tensor(self.name, input_x)
        return uneven_collectives.reduce_scatter_v(
            input_x, _list(input_split_sizes), self.op, self.group
        )


class AlltoAllV(_Collective):
    """`AlltoAllV(group, block_size)(input_x, send_numel_list, recv_numel_list)`: swaps chunks of flat Tensors.

    The lists say how many blocks of `block_size` elements go to and come from each process.

    `group`: a group's name, by default that of all processes.

    The gradient flows through it. The result, a vector, has the dtype of `input_x`.

    Raises as AllGatherV does.
    """

    block_size: int

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP, block_size: int = 1):
        check.positive_int("AlltoAllV", "block_size", block_size)
        super().__init__(group, block_size=block_size)

    def construct(
        self,
        input_x: Tensor,
        send_numel_list: Tensor | Sequence[int],
        recv_numel_list: Tensor | Sequence[int],
    ) -> Tensor:
        """See `all_to_all_v`."""
        check_tensor(self.name, input_x)
        amounts = _list(send_numel_list), _list(recv_numel_list)
        return uneven_collectives.all_to_all_v(input_x, *amounts, self.block_size, self.group)


class AlltoAllVC(_Collective):
    """`AlltoAllVC(group, block_size, transpose)(input_x, send_count_matrix)`: AlltoAllV by one matrix of counts.

    Entry i * size + j of it, or (i, j) of a square one, says how many blocks process i sends to process j;
    `transpose` turns that round. `group`: a group's name, by default that of all processes. The result has the
    dtype of `input_x`, a vector.
    """

    block_size: int
    transpose: bool

    def __init__(
        self, group: str = HCCL_WORLD_COMM_GROUP, block_size: int = 1, transpose: bool = False
    ):
        check.positive_int("AlltoAllVC", "block_size", block_size)
        check.boolean("AlltoAllVC", "transpose", transpose)
        super().__init__(group, block_size=block_size, transpose=transpose)

    def construct(self, input_x: Tensor, send_count_matrix: Tensor | Sequence[Any]) -> Tensor:
        """See `all_to_all_v_c`."""
        check_tensor(self.name, input_x)
        how = self.block_size, self.transpose, self.group
        counts = _list(send_count_matrix)
        if counts and isinstance(counts[0], list):
            counts = sum(counts, [])
        return uneven_collectives.all_to_all_v_c(input_x, counts, *how)


class BatchISendIRecv(_Collective):
    """`BatchISendIRecv(op_types, remote_ranks, receive_shapes, receive_dtypes, group)(input_x)`: messages at once.

    `op_types` holds "isend" or "irecv" for each message, `remote_ranks` with whom; `receive_shapes` and
    `receive_dtypes` say what comes with each "irecv", `input_x` holds a Tensor for each "isend". The result is a
    tuple: what came, and a number without meaning in the place of what went. Raises TypeError for lists that are
    none, ValueError for lengths that differ, RuntimeError for another count of Tensors, or in one process alone.
    It carries no gradient.
    """

    def __init__(
        self,
        op_types: Sequence[str],
        remote_ranks: Sequence[int],
        receive_shapes: Sequence[Sequence[int]] | None = None,
        receive_dtypes: Sequence[mstype.Type] | None = None,
        group: str = HCCL_WORLD_COMM_GROUP,
    ):
        settings = {"op_types": op_types, "remote_ranks": remote_ranks}
        settings |= {"receive_shapes": receive_shapes or (), "receive_dtypes": receive_dtypes or ()}
        for name, value in settings.items():
            check.instance("BatchISendIRecv", name, value, (tuple, list))
        for kind in op_types:
            check.choice("BatchISendIRecv", "op_types", kind, ["isend", "irecv"])
        for a, b in (("op_types", "remote_ranks"), ("receive_shapes", "receive_dtypes")):
            if len(settings[a]) != len(settings[b]):
                raise ValueError(
                    f"For 'BatchISendIRecv', '{a}' and '{b}' need one length, but got {settings[a]} and {settings[b]}."
                )
        super().__init__(group, **settings)

    def construct(self, input_x: Sequence[Tensor | None]) -> Any:
        """See `exchange`."""
        outgoing = [x for x in input_x if x is not None]
        kinds = self._msacc_settings["op_types"]
        if len(outgoing) != list(kinds).count("isend"):
            raise RuntimeError(
                f"For 'BatchISendIRecv', there should be a Tensor for each 'isend' of {kinds}, but got {len(outgoing)}."
            )
        peers, shapes = self._msacc_settings["remote_ranks"], self._msacc_settings["receive_shapes"]
        dtypes = [kind.torch for kind in self._msacc_settings["receive_dtypes"]]
        return rewrap(
            uneven_collectives.exchange(unwrap(outgoing), kinds, peers, shapes, dtypes, self.group)
        )


def _list(value: Any) -> list[Any]:
    return value.tolist() if isinstance(value, Tensor) else list(value)


class Reshard(Primitive):
    """`Reshard(in_layout, out_layout, in_strategy)(tensor)`: the same values, sharded by `out_layout`.

    The layouts are tuples of one Layout; `in_strategy` says the cut of `in_layout` in numbers, which the layout
    says already: it has no effect. One process gives the Tensor back. It is of any shape and dtype.
    """

    def __init__(self, in_layout: Any, out_layout: Any, in_strategy: tuple[Any, ...]):
        super().__init__()
        no_effects("Reshard", "in_layout says it", in_strategy=(in_strategy, None))
        self.in_layout, self.out_layout, self.in_strategy = in_layout, out_layout, in_strategy
        self._msacc_move = CLASSES["Identity"]().shard(in_layout, out_layout)

    def construct(self, tensor: Tensor) -> Tensor:
        """The Tensor, laid out anew. TypeError for another class."""
        check.instance("Reshard", "tensor", tensor, Tensor)
        result: Tensor = self._msacc_move(tensor)
        return result

    def __call__(self, tensor: Tensor) -> Tensor:
        return self.construct(tensor)


def reshard(tensor: Tensor, layout: Layout) -> Tensor:
    """The same values, sharded by `layout`; one process returns the Tensor.

    Raises TypeError for a `tensor` or a `layout` of another class. The Tensor is of any shape and dtype,
    `layout` a Layout.
    """
    check.instance("reshard", "tensor", tensor, Tensor)
    result: Tensor = CLASSES["Identity"]().shard((layout,), (layout,))(tensor)
    return result


__all__ = [*primitive_names(globals()), "reshard"]
