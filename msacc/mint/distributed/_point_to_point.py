"""Point-to-point messages, and collectives of Python objects.

Objects travel as pickles: take them only from processes you trust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import no_effect
from msacc.communication._groups import require_init
from msacc.mint.distributed._handles import Call, Handle, bare
from msacc.ops.comm import inplace_collectives as inplace
from msacc.ops.comm import object_collectives as _objects
from msacc.ops.comm.collectives import check_int

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.common.tensor import Tensor

# -- tensors -----------------------------------------------------------------------------------


def _peer(where: str, name: str, rank: Any, group: Any, tag: Any = 0) -> Call:
    check_int(where, "tag", tag)
    require_init()
    call = Call(where, group)
    if call.is_here(name, rank):
        raise ValueError(f"For {where}, {name}={rank} is this process itself: name another.")
    return call


def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send to process `dst`, and wait until the tensor may be changed.

    `tensor`: a Tensor of any shape and dtype.
    `dst`: a world rank.
    `group`: a group's name, all processes for None.
    `tag`: an int by which the receiver tells messages apart.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    isend(tensor, dst, group, tag).wait()


def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> Handle:
    """Begin to send; the tensor may be changed after `wait()` of the handle returned.

    `tensor`: a Tensor of any shape and dtype.
    `dst`: a world rank.
    `group`: a group's name, all processes for None.
    `tag`: an int by which the receiver tells messages apart.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    x = bare("isend", "tensor", tensor)
    return _peer("isend", "dst", dst, group, tag).begin(inplace.send_message, x, dst, tag)


def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Receive into the tensor from process `src`: 0.

    `tensor`: a Tensor of the shape and dtype of the one sent.
    `src`: a world rank.
    `group`: a group's name, all processes for None.
    `tag`: the sender's, an int.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    irecv(tensor, src, group, tag).wait()
    return 0


def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> Handle:
    """Begin to receive into the tensor, which may be read after `wait()` of the handle returned.

    `tensor`: a Tensor of the shape and dtype of the one sent.
    `src`: a world rank.
    `group`: a group's name, all processes for None.
    `tag`: the sender's, an int.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    x = bare("irecv", "tensor", tensor)
    return _peer("irecv", "src", src, group, tag).begin(inplace.receive_into, x, src, tag)


class P2POp:
    """One `isend` or `irecv` (the function or its name) for `batch_isend_irecv`.

    `op`: which of both.
    `tensor`: the Tensor to send, or to receive into.
    `peer`: the other's world rank.
    `group`: a group's name, all processes for None.

    Raises TypeError for another `op`, a `tensor` that is none or a `peer` that is no int, NotImplementedError
    for a `tag` other than 0.
    """

    def __init__(
        self,
        op: str | Callable[..., Any],
        tensor: Tensor,
        peer: int,
        group: str | None = None,
        tag: int = 0,
    ):
        kind = op if isinstance(op, str) else getattr(op, "__name__", None)
        if kind not in ("isend", "irecv"):
            raise TypeError(f"Expected 'op' to be isend or irecv, but got {op!r}.")
        bare("P2POp", "tensor", tensor)
        if not isinstance(peer, int):
            raise TypeError(f"For P2POp, the peer must be int, but got {peer!r}.")
        if tag != 0:
            raise NotImplementedError(
                f"msacc's P2POp has no tag, MindSpore's neither: got {tag!r}."
            )
        self.op, self.tensor, self.peer, self.group, self.tag = kind, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> list[Handle | None]:
    """Begin all sends and receives of one group at once: a list with one handle for all of them.

    `p2p_op_list`: a list of `P2POp`, each with a Tensor of any shape and dtype. Raises TypeError for an empty
    list, other classes and several groups.
    """
    if not p2p_op_list:
        raise TypeError("For batch_isend_irecv, 'p2p_op_list' can not be empty.")
    for item in p2p_op_list:
        if not isinstance(item, P2POp):
            raise TypeError(
                f"For batch_isend_irecv, 'p2p_op_list' must hold P2POp, but got {item!r}."
            )
    group = p2p_op_list[0].group
    if any(item.group != group for item in p2p_op_list):
        raise TypeError("For batch_isend_irecv, the group of all items must be the same.")
    call = Call("batch_isend_irecv", group, async_op=True)
    require_init()
    moves = [(item.op, call.tensor("tensor", item.tensor), item.peer) for item in p2p_op_list]
    return [call.run(inplace.batch_send_receive, moves)]


# -- objects -----------------------------------------------------------------------------------


def _filled(where: str, name: str, values: Any) -> list[Any]:
    if not isinstance(values, list) or not values:
        raise TypeError(
            f"For {where}, '{name}' must be a list that is not empty, but got {values!r}."
        )
    return values


def _no_device(where: str, device: object) -> None:
    if device is not None:
        no_effect(where, "device", device)


def send_object_list(
    object_list: list[Any], dst: int, group: str | None = None, device: object = None
) -> None:
    """Send picklable objects to process `dst`.

    `object_list`: a list that is not empty.
    `dst`: a world rank.
    `group`: a group's name, all processes for None.
    `device` has no effect, which is said once.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    _no_device("send_object_list", device)
    objects = _filled("send_object_list", "object_list", object_list)
    _objects.send(objects, dst, _peer("send_object_list", "dst", dst, group).group)


def recv_object_list(
    object_list: list[Any], src: int = 0, group: str | None = None, device: object = None
) -> int:
    """Receive objects from process `src` into a list as long as the one sent: 0.

    `object_list`: the list, whose items are replaced.
    `src`: a world rank.
    `group`: a group's name, all processes for None.
    `device` has no effect, which is said once.

    Raises TypeError for other classes, RuntimeError for a rank outside the group, ValueError for this process
    itself.
    """
    _no_device("recv_object_list", device)
    objects = _filled("recv_object_list", "object_list", object_list)
    _objects.receive(objects, src, _peer("recv_object_list", "src", src, group).group)
    return 0


def all_gather_object(object_list: list[Any], obj: object, group: str | None = None) -> None:
    """The object of each process into one item of `object_list`.

    `object_list`: a list of as many items as there are processes, which are replaced.
    `obj`: anything that can be pickled.
    `group`: a group's name, all processes for None.

    Raises TypeError for another list.
    """
    call = Call("all_gather_object", group)
    call.one_each("object_list", _filled(call.where, "object_list", object_list))
    _objects.all_gather(object_list, obj, call.group)


def broadcast_object_list(
    object_list: list[Any], src: int = 0, group: str | None = None, device: object = None
) -> None:
    """The objects of process `src` into the lists of all.

    `object_list`: a list of one length in all processes; on `src`, a world rank, of what can be pickled.
    `group`: a group's name, all processes for None.
    `device` has no effect, which is said once.

    Raises TypeError for an empty list, RuntimeError for a rank outside the group.
    """
    call = Call("broadcast_object_list", group)
    _no_device(call.where, device)
    objects = _filled(call.where, "object_list", object_list)
    call.is_here("src", src)
    _objects.broadcast(objects, src, call.group)


def gather_object(
    obj: object, object_gather_list: list[Any] | None = None, dst: int = 0, group: str | None = None
) -> None:
    """The objects of all processes into the list of process `dst`, which alone needs one.

    `obj`: anything that can be pickled.
    `object_gather_list`: on `dst`, a world rank, a list of as many items as there are processes, which are
      replaced.
    `group`: a group's name, all processes for None.

    Raises TypeError for another list, RuntimeError for a rank outside the group.
    """
    call = Call("gather_object", group)
    if call.is_here("dst", dst):
        call.one_each("object_gather_list", _filled(call.where, "list", object_gather_list))
    _objects.gather(obj, object_gather_list, dst, call.group)


def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: list[Any],
    src: int = 0,
    group: str | None = None,
) -> None:
    """One of the objects of process `src` into the first item of each process's output list.

    `scatter_object_output_list`: a list that is not empty.
    `scatter_object_input_list`: on `src`, a world rank, a list of as many objects that can be pickled as
      there are processes.
    `group`: a group's name, all processes for None.

    Raises TypeError for other lists, RuntimeError for a rank outside the group.
    """
    call = Call("scatter_object_list", group)
    outs = _filled(call.where, "scatter_object_output_list", scatter_object_output_list)
    if call.is_here("src", src):
        name = "scatter_object_input_list"
        call.one_each(name, _filled(call.where, name, scatter_object_input_list))
    _objects.scatter(outs, scatter_object_input_list, src, call.group)
