"""Point-to-point messages, and collectives of Python objects.

Objects travel as pickles: take them only from processes you trust.
"""

from __future__ import annotations

from typing import Any

from msacc.common.warn_once import no_effect
from msacc.communication._groups import Group, require_init
from msacc.mint.distributed._handles import Handle, bare, group_of, member, one_each, run
from msacc.ops.comm import inplace_collectives
from msacc.ops.comm import object_collectives as _objects
from msacc.ops.comm.collectives import check_int
from msacc.ops.comm.inplace_collectives import begin

# -- tensors -----------------------------------------------------------------------------------


def _peer(where: str, name: str, rank: Any, group: Any, tag: Any = 0) -> Group:
    check_int(where, "tag", tag)
    require_init()
    process_group = group_of(where, group)
    if member(where, name, rank, process_group) == process_group.ranks[process_group.rank]:
        raise ValueError(f"For {where}, {name}={rank} is this process itself: name another.")
    return process_group


def send(tensor: Any, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send to process `dst`, and wait until the tensor may be changed.

    `tensor`: a Tensor of any shape and dtype. `dst`: a world rank. `group`: a group's name, all processes for
    None. `tag`: an int by which the receiver tells messages apart. Raises TypeError for other classes,
    RuntimeError for a rank outside the group, ValueError for this process itself.
    """
    isend(tensor, dst, group, tag).wait()


def isend(tensor: Any, dst: int = 0, group: str | None = None, tag: int = 0) -> Handle:
    """Begin to send; the tensor may be changed after `wait()` of the handle returned.

    `tensor`: a Tensor of any shape and dtype. `dst`: a world rank. `group`: a group's name, all processes for
    None. `tag`: an int by which the receiver tells messages apart. Raises TypeError for other classes,
    RuntimeError for a rank outside the group, ValueError for this process itself.
    """
    x = bare("isend", "tensor", tensor)
    process_group = _peer("isend", "dst", dst, group, tag)
    return Handle(
        *begin(inplace_collectives.send_message(x, dst, tag, process_group), process_group)
    )


def recv(tensor: Any, src: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Receive into the tensor from process `src`: 0.

    `tensor`: a Tensor of the shape and dtype of the one sent. `src`: a world rank. `group`: a group's name, all
    processes for None. `tag`: the sender's, an int. Raises TypeError for other classes, RuntimeError for a rank
    outside the group, ValueError for this process itself.
    """
    irecv(tensor, src, group, tag).wait()
    return 0


def irecv(tensor: Any, src: int = 0, group: str | None = None, tag: int = 0) -> Handle:
    """Begin to receive into the tensor, which may be read after `wait()` of the handle returned.

    `tensor`: a Tensor of the shape and dtype of the one sent. `src`: a world rank. `group`: a group's name, all
    processes for None. `tag`: the sender's, an int. Raises TypeError for other classes, RuntimeError for a rank
    outside the group, ValueError for this process itself.
    """
    x = bare("irecv", "tensor", tensor)
    process_group = _peer("irecv", "src", src, group, tag)
    return Handle(
        *begin(inplace_collectives.receive_into(x, src, tag, process_group), process_group)
    )


class P2POp:
    """One `isend` or `irecv` (the function or its name) for `batch_isend_irecv`.

    `op`: which of both. `tensor`: the Tensor to send, or to receive into. `peer`: the other's world rank.
    `group`: a group's name, all processes for None. Raises TypeError for another `op`, a `tensor` that is none
    or a `peer` that is no int, NotImplementedError for a `tag` other than 0.
    """

    def __init__(self, op: Any, tensor: Any, peer: int, group: str | None = None, tag: int = 0):
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
    process_group = group_of("batch_isend_irecv", group)
    require_init()
    moves = [
        (item.op, bare("batch_isend_irecv", "tensor", item.tensor), item.peer)
        for item in p2p_op_list
    ]
    return [run(process_group, True, inplace_collectives.batch_send_receive(moves, process_group))]


# -- objects -----------------------------------------------------------------------------------


def _filled(where: str, name: str, values: Any) -> list[Any]:
    if not isinstance(values, list) or not values:
        raise TypeError(
            f"For {where}, '{name}' must be a list that is not empty, but got {values!r}."
        )
    return values


def _no_device(where: str, device: Any) -> None:
    if device is not None:
        no_effect(where, "device", device)


def send_object_list(
    object_list: list[Any], dst: int, group: str | None = None, device: Any = None
) -> None:
    """Send picklable objects to process `dst`.

    `object_list`: a list that is not empty. `dst`: a world rank. `group`: a group's name, all processes for
    None. `device` has no effect, which is said once. Raises TypeError for other classes, RuntimeError for a
    rank outside the group, ValueError for this process itself.
    """
    _no_device("send_object_list", device)
    objects = _filled("send_object_list", "object_list", object_list)
    process_group = _peer("send_object_list", "dst", dst, group)
    _objects.send(objects, dst, process_group)


def recv_object_list(
    object_list: list[Any], src: int = 0, group: str | None = None, device: Any = None
) -> int:
    """Receive objects from process `src` into a list as long as the one sent: 0.

    `object_list`: the list, whose items are replaced. `src`: a world rank. `group`: a group's name, all
    processes for None. `device` has no effect, which is said once. Raises TypeError for other classes,
    RuntimeError for a rank outside the group, ValueError for this process itself.
    """
    _no_device("recv_object_list", device)
    objects = _filled("recv_object_list", "object_list", object_list)
    process_group = _peer("recv_object_list", "src", src, group)
    _objects.receive(objects, src, process_group)
    return 0


def all_gather_object(object_list: list[Any], obj: Any, group: str | None = None) -> None:
    """The object of each process into one item of `object_list`.

    `object_list`: a list of as many items as there are processes, which are replaced. `obj`: anything that can
    be pickled. `group`: a group's name, all processes for None. Raises TypeError for another list.
    """
    where = "all_gather_object"
    process_group = group_of(where, group)
    one_each(where, "object_list", _filled(where, "object_list", object_list), process_group)
    _objects.all_gather(object_list, obj, process_group)


def broadcast_object_list(
    object_list: list[Any], src: int = 0, group: str | None = None, device: Any = None
) -> None:
    """The objects of process `src` into the lists of all.

    `object_list`: a list of one length in all processes; on `src`, a world rank, of what can be pickled.
    `group`: a group's name, all processes for None. `device` has no effect, which is said once. Raises
    TypeError for an empty list, RuntimeError for a rank outside the group.
    """
    where = "broadcast_object_list"
    _no_device(where, device)
    process_group = group_of(where, group)
    objects = _filled(where, "object_list", object_list)
    member(where, "src", src, process_group)
    _objects.broadcast(objects, src, process_group)


def gather_object(
    obj: Any, object_gather_list: list[Any] | None = None, dst: int = 0, group: str | None = None
) -> None:
    """The objects of all processes into the list of process `dst`, which alone needs one.

    `obj`: anything that can be pickled. `object_gather_list`: on `dst`, a world rank, a list of as many items
    as there are processes, which are replaced. `group`: a group's name, all processes for None. Raises
    TypeError for another list, RuntimeError for a rank outside the group.
    """
    where = "gather_object"
    process_group = group_of(where, group)
    target = process_group.ranks[process_group.rank] == member(where, "dst", dst, process_group)
    if target:
        one_each(
            where, "object_gather_list", _filled(where, "list", object_gather_list), process_group
        )
    _objects.gather(obj, object_gather_list, dst, process_group)


def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: list[Any],
    src: int = 0,
    group: str | None = None,
) -> None:
    """One of the objects of process `src` into the first item of each process's output list.

    `scatter_object_output_list`: a list that is not empty. `scatter_object_input_list`: on `src`, a world rank,
    a list of as many objects that can be pickled as there are processes. `group`: a group's name, all processes
    for None. Raises TypeError for other lists, RuntimeError for a rank outside the group.
    """
    where = "scatter_object_list"
    process_group = group_of(where, group)
    outs = _filled(where, "scatter_object_output_list", scatter_object_output_list)
    source = process_group.ranks[process_group.rank] == member(where, "src", src, process_group)
    if source:
        objects = _filled(where, "scatter_object_input_list", scatter_object_input_list)
        one_each(where, "scatter_object_input_list", objects, process_group)
    _objects.scatter(outs, scatter_object_input_list, src, process_group)
