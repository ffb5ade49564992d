"""Raw storage of a Tensor: its bytes, data pointers, and the file that may hold them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.atomic_files import atomic_replace
from msacc.common.pinned_memory import pinned_copy
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effects
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


@bindings(TensorMethod("get_bytes"))
def get_bytes(self: Tensor) -> bytes:
    """The elements in row order, as bytes."""
    flat = self._t.detach().cpu().contiguous().reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def convert_bytes_to_tensor(bytes_data: bytes, shape: tuple[int, ...], dtype: DTypeLike) -> Tensor:
    """The tensor of this shape and MindSpore dtype that `get_bytes` gave the bytes of.

    `bytes_data`: bytes; `shape`: a tuple or list of ints; `dtype`: a MindSpore dtype. Raises TypeError for
    other data, ValueError where their number is not the shape's.
    """
    check.instance("convert_bytes_to_tensor", "bytes_data", bytes_data, bytes)
    kind = mstype.to_torch(dtype)
    count = math.prod(shape) * kind.itemsize
    if len(bytes_data) != count:
        raise ValueError(
            f"For 'convert_bytes_to_tensor', shape {tuple(shape)} of {dtype} needs {count} bytes, but got "
            f"{len(bytes_data)}."
        )
    flat = torch.frombuffer(bytearray(bytes_data), dtype=torch.uint8) if count else torch.empty(0)
    return wrap(flat.view(kind).reshape(tuple(shape)) if count else flat.to(kind).reshape(shape))


@bindings(TensorMethod("is_pinned"))
def is_pinned(self: Tensor) -> bool:
    """Whether the elements lie in pinned memory."""
    return bool(self._t.is_pinned())


@bindings(TensorMethod("is_shared"))
def is_shared(self: Tensor) -> bool:
    """Whether the elements lie in memory that processes share."""
    return self._t.device.type == "cpu" and bool(self._t.is_shared())


@bindings(TensorMethod("set_const_arg"))
def set_const_arg(self: Tensor, const_arg: bool = True) -> Tensor:
    """Accepted; a graph takes every Tensor, of any shape, as a variable.

    `const_arg`: a bool (TypeError otherwise), which has no effect; that is said once.

    Returns self.
    """
    check.boolean("set_const_arg", "const_arg", const_arg)
    no_effects(
        "Tensor.set_const_arg",
        "a graph takes every Tensor as a variable",
        const_arg=(const_arg, False),
    )
    return self


@bindings(TensorMethod("offload"))
def offload(self: Tensor, file_path: str) -> bool:
    """Move the elements, of any shape and dtype, into the file `file_path`, row by row; from then on they lie there.

    `file_path`: a str; TypeError otherwise. Returns True, and False for the empty str, for which nothing is done.
    Raises RuntimeError for a file that cannot be written, inside a gradient, and for a Tensor that processes share.
    What shared the memory before keeps the old one. The file stays when the Tensor is gone. On a GPU the Tensor is in
    the CPU's memory then, where `asnumpy` reads it; ops take it after `_load()`. Differs from MindSpore, which frees
    the memory and reads it on: `asnumpy` gives other values there, and an op ends the process.
    """
    check.instance("Tensor.offload", "file_path", file_path, str)
    if not file_path:
        return False
    t = _own_values(self, "offload")
    try:
        with atomic_replace(file_path) as path, open(path, "wb") as file:
            file.write(get_bytes(self))
    except OSError as error:
        raise RuntimeError(f"Tensor.offload: cannot write 'file_path': {error}") from error
    if t.numel():
        self._t = torch.from_file(file_path, True, t.numel(), dtype=t.dtype).view(t.shape)
    return True


@bindings(TensorMethod("offload_file_path"))
def offload_file_path(self: Tensor) -> str:
    """The file that holds the elements since `offload`; the empty str where memory does."""
    return str(self._t.untyped_storage().filename or "")


@bindings(TensorMethod("_offload"))
def _offload(self: Tensor) -> None:
    """Move the elements to the CPU's pinned memory, where `asnumpy` reads them; ops take them after `_load()`.

    On a CPU they are there. Raises RuntimeError inside a gradient, and for a Tensor that processes share.
    """
    t = _own_values(self, "_offload")
    if not t.is_cpu:
        self._t = pinned_copy(t)


@bindings(TensorMethod("_load"))
def _load(self: Tensor) -> None:
    """Move the elements from where `offload` or `_offload` has put them to the device's memory."""
    t = _own_values(self, "_load")
    if t.device.type != settings.device.type or t.untyped_storage().filename:
        self._t = t.to(settings.device, copy=True)


def _own_values(self: Tensor, name: str) -> torch.Tensor:
    t = self.init_data()._t
    if type(t) is not torch.Tensor:
        raise RuntimeError(f"Tensor.{name}: several processes hold parts of this Tensor.")
    if t.requires_grad or not t.is_leaf:
        raise RuntimeError(
            f"Tensor.{name}: inside a gradient, which needs the values where they are."
        )
    return t


class UntypedStorage:
    """The storage of a Tensor, in bytes: `size()`, `nbytes()`, `data_ptr()`, `resize_()` and `copy_()`."""

    dtype = None

    def __init__(self, storage: torch.UntypedStorage):
        self._storage = storage

    @property
    def device(self) -> str:
        """ "CPU" or "GPU"."""
        return "CPU" if self._storage.device.type == "cpu" else "GPU"

    def size(self) -> int:
        """Bytes."""
        return self._storage.size()

    def nbytes(self) -> int:
        """Bytes."""
        return self._storage.nbytes()

    def element_size(self) -> int:
        """One byte: the memory has no dtype."""
        return 1

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return self._storage.data_ptr()

    def is_shared(self) -> bool:
        """Whether processes share the memory."""
        return self._storage.is_shared()

    def resize_(self, size: int) -> UntypedStorage:
        """Make it `size` bytes long, for every Tensor over it; returns self."""
        self._storage.resize_(size)
        return self

    def copy_(self, src: UntypedStorage, non_blocking: bool = False) -> UntypedStorage:
        """Take over the bytes of another; returns self."""
        self._storage.copy_(src._storage, non_blocking)
        return self

    def __len__(self) -> int:
        return self._storage.size()


@bindings(TensorMethod("storage", "untyped_storage"))
def untyped_storage(self: Tensor) -> UntypedStorage:
    """The storage of the tensor, shared with its views."""
    return UntypedStorage(self._t.untyped_storage())


@bindings(TensorMethod("set_"))
def set_(
    self: Tensor,
    source: Tensor | None = None,
    storage_offset: int = 0,
    size: Any = None,
    stride: Any = None,
) -> Tensor:
    """Lie over the memory of a Tensor or of a storage from now on, an empty one for None; returns self.

    `source`: that Tensor, of any shape and dtype, which self takes over, or an UntypedStorage.
    `storage_offset`, an int, and `size` and `stride`, tuples of ints, say which elements of it are seen, all
    unless given. TypeError for another source.
    """
    like = self._t.detach()
    if source is None:
        self._t = torch.empty(0, dtype=like.dtype, device=like.device)
    elif isinstance(source, Tensor):
        tensor = source._t.detach()
        self._t = (
            tensor
            if size is None
            else tensor.as_strided(size, stride or _rows(size), storage_offset)
        )
    else:
        storage = check.instance("set_", "source", source, UntypedStorage)._storage
        count = (storage.size() // like.element_size(),)
        shape = count if size is None else tuple(size)
        empty = torch.empty(0, dtype=like.dtype, device=like.device)
        self._t = empty.set_(storage, storage_offset, shape, stride or _rows(shape))
    return self


def _rows(size: Any) -> list[int]:
    """The strides of a shape whose elements lie in row order."""
    return [math.prod(size[i + 1 :]) for i in range(len(size))]
