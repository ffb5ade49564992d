"""`mindspore.ops.communication`: the calls of `mint.distributed`; `set_comm_ops_inplace` switches them.

In place, as they begin, they write into the tensors given and return a handle or None. Out of place, those that
can return their result, with the handle; the others raise ValueError, as in MindSpore.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.checks import boolean
from msacc.common.copy_code import copy_code
from msacc.common.tensor import Tensor, wrap
from msacc.communication import comm_func
from msacc.communication._groups import GlobalComm
from msacc.mint import distributed as given
from msacc.mint.distributed._handles import bare
from msacc.ops.comm.collectives import ReduceOp

if TYPE_CHECKING:
    from collections.abc import Sequence

Result = tuple[Tensor, Any]


def _world(group: str | None) -> str:
    return GlobalComm.WORLD_COMM_GROUP if group is None else group


def _all_reduce(
    tensor: Tensor, op: str = ReduceOp.SUM, group: str | None = None, async_op: bool = False
) -> Result:
    if op != "avg":
        return comm_func.all_reduce(tensor, op, _world(group), async_op)
    out = wrap(bare("all_reduce", "tensor", tensor).clone())
    return out, given.all_reduce(out, op, group, async_op)


def _all_gather(
    output_tensor: Tensor, input_tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Result:
    return comm_func.all_gather_into_tensor(input_tensor, _world(group), async_op)


def _reduce_scatter(
    output: Tensor,
    input: Tensor,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Result:
    if op != "avg":
        return comm_func.reduce_scatter_tensor(input, op, _world(group), async_op)
    x = bare("reduce_scatter_tensor", "input", input)
    rows = x.shape[0] // given.get_world_size(group)
    out = wrap(x.new_empty((rows, *x.shape[1:])))
    return out, given.reduce_scatter_tensor(out, input, op, group, async_op)


def _recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> Tensor:
    return comm_func.recv(tensor, src, _world(group), tag)


def _irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> Result:
    return comm_func.irecv(tensor, src, _world(group), tag)


def _all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Result:
    return comm_func.all_to_all_single_with_output_shape(
        tuple(input.shape), input, output_split_sizes, input_split_sizes, _world(group), async_op
    )


# What a call does out of place; sending knows no difference.
_OUT: dict[str, Callable[..., Any]] = {
    "all_reduce": _all_reduce,
    "all_gather_into_tensor": _all_gather,
    "reduce_scatter_tensor": _reduce_scatter,
    "recv": _recv,
    "irecv": _irecv,
    "send": given.send,
    "isend": given.isend,
    "barrier": given.barrier,
    "all_to_all": comm_func.all_to_all_with_output_shape,
    "all_to_all_single": _all_to_all_single,
}
_NAMES = [
    "all_reduce",
    "all_gather_into_tensor",
    "all_gather_into_tensor_uneven",
    "all_to_all",
    "all_to_all_single",
    "reduce_scatter_tensor",
    "reduce_scatter_tensor_uneven",
    "isend",
    "irecv",
    "send",
    "recv",
    "gather",
    "scatter",
    "all_gather",
    "reduce_scatter",
    "barrier",
    "broadcast",
    "reduce",
    "batch_isend_irecv",
    "all_gather_object",
    "broadcast_object_list",
    "gather_object",
    "scatter_object_list",
    "send_object_list",
    "recv_object_list",
    "gather_into_tensor",
    "scatter_tensor",
    "all_to_all_v_c",
]
_in_place = dict.fromkeys(_NAMES, True)


def set_comm_ops_inplace(is_enable: bool, func_list: list[str] | None = None) -> None:
    """Whether the calls named in `func_list`, all for None, write into the tensors given. They do at first.

    Raises TypeError for `is_enable` that is no bool and for names that are no list, ValueError for an unknown name.
    """
    boolean("set_comm_ops_inplace", "is_enable", is_enable)
    if func_list is not None and not isinstance(func_list, (list, tuple)):
        raise TypeError(f"Expected list or tuple, but got {type(func_list).__name__}.")
    for name in _NAMES if func_list is None else func_list:
        if name not in _in_place:
            raise ValueError(f"'func_list' has {name!r}, but the calls are {', '.join(_NAMES)}.")
        _in_place[name] = is_enable


def _comm_function(name: str) -> Callable[..., Any]:
    """The call, in place or out of place by `set_comm_ops_inplace`."""
    in_place_call, out_of_place_call = getattr(given, name), _OUT.get(name)

    @copy_code
    @functools.wraps(in_place_call)
    def call(*args: object, **kwargs: object) -> Any:
        if _in_place[name]:
            return in_place_call(*args, **kwargs)
        if out_of_place_call is None:
            raise ValueError(
                f"'{name}' writes into the tensors given: there is no other way. Call "
                f"set_comm_ops_inplace(True, ['{name}'])."
            )
        return out_of_place_call(*args, **kwargs)

    return call


globals().update({name: _comm_function(name) for name in _NAMES})
P2POp = given.P2POp
TCPStore = given.TCPStore
__all__ = sorted({*given.__all__, *_NAMES, "TCPStore", "set_comm_ops_inplace"})


def __getattr__(name: str) -> Any:
    return getattr(given, name)
