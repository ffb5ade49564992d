"""Rarer methods of Tensor: doors to the chapters, in-place writes, DLPack, sparse forms."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.sparse import COOTensor, CSRTensor
from msacc.common.tensor import Tensor, wrap
from msacc.ops.array import filling
from msacc.ops.core.op import exported
from msacc.ops.doors.tensor.operators import attach
from msacc.ops.doors.tensor.positions import _in_place, put_back
from msacc.ops.linalg import factorizations as fa
from msacc.ops.linalg import solving
from msacc.ops.math import elementwise as el
from msacc.ops.nn import activation as act
from msacc.ops.nn import image


def qr(self: Tensor, some: bool = True) -> Any:
    """(Q, R) of the QR factorization; Q square where `some` is False."""
    return solving.qr(self, "reduced" if some else "complete")


def lu_solve(self: Tensor, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
    """The x of A x = self, from the LU factorization of A."""
    return fa.lu_solve(self, LU_data, LU_pivots)


def index(self: Tensor, indices: Any) -> Tensor:
    """The elements at the places that one index Tensor per leading dimension names."""
    return wrap(self._t[tuple([i._t for i in indices])])


def index_copy_(self: Tensor, dim: int, index: Tensor, tensor: Tensor) -> Tensor:
    """Write the slices of `tensor` to the places `index` of `dim`; returns self."""
    return put_back(self, self._t.index_copy(dim, index._t.long(), tensor._t))


def _drawn(name: str, *defaults: float) -> Any:
    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        names = {"cauchy": ("median", "sigma"), "log_normal": ("mean", "std")}[name]
        given = {**dict(zip(names, defaults)), **dict(zip(names, args)), **kwargs}
        if len(given) > len(names) or len(args) > len(names):
            raise TypeError(
                f"For '{name}', the arguments are {names}, but got {args} and {kwargs}."
            )
        drawn = torch.empty_like(self._t)
        getattr(drawn, f"{name}_")(*[given[key] for key in names])
        return wrap(drawn)

    method.__name__ = name
    method.__doc__ = (
        f"Random numbers of the {name.replace('_', ' ')} distribution, in this shape and dtype."
    )
    return method


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Set a Parameter's `requires_grad`; returns self. NotImplementedError for another Tensor.

    Differs from MindSpore: gradients of plain Tensors are asked for by name, with `grad_position`.
    """
    if not isinstance(self, Parameter):
        raise NotImplementedError(
            "msacc has requires_grad_() for Parameters; for the gradient of a Tensor use "
            "mindspore.grad(fn, grad_position=…)."
        )
    self.requires_grad = requires_grad
    return self


def to_(self: Tensor, device: str | None = None, non_blocking: bool = False) -> Tensor:
    """Self, which is on the process's one device; NotImplementedError for another, ValueError for no device."""
    own = "CPU" if settings.device.type == "cpu" else "GPU"
    if device not in (None, "CPU", "GPU", "Ascend"):
        raise ValueError(
            f"The value of 'to' must be one of ['CPU', 'GPU', 'Ascend'], but got {device!r}."
        )
    if device not in (None, own):
        raise NotImplementedError(
            f"msacc keeps all tensors on the process's one device ({own}); to_({device!r}) cannot move one."
        )
    return self


def to_dlpack(self: Tensor) -> Any:
    """A DLPack capsule that shares this tensor's memory; it can be taken once."""
    return torch.utils.dlpack.to_dlpack(self._t.detach())


def from_dlpack(dlpack: Any) -> Tensor:
    """A Tensor that shares the memory of a DLPack capsule; RuntimeError for anything else."""
    if type(dlpack).__name__ != "PyCapsule":
        raise RuntimeError(
            f"from_dlpack wants a DLPack capsule, which is taken once, but got {dlpack!r}."
        )
    return wrap(torch.utils.dlpack.from_dlpack(dlpack).to(settings.device))


def to_coo(self: Tensor) -> COOTensor:
    """The elements that are not 0, as a COOTensor with Int32 indices; ValueError unless this is a matrix."""
    if self.ndim != 2:
        raise ValueError(f"to_coo() supports 2-D Tensors only, but got shape {self.shape}.")
    places = torch.nonzero(self._t)
    values = self._t[places[:, 0], places[:, 1]]
    return COOTensor(wrap(places.to(torch.int32)), wrap(values), self.shape)


def to_csr(self: Tensor) -> CSRTensor:
    """The elements that are not 0, as a CSRTensor with Int32 indices; ValueError unless this is a matrix."""
    if self.ndim != 2:
        raise ValueError(f"to_csr() supports 2-D Tensors only, but got shape {self.shape}.")
    coo = to_coo(self)
    counts = torch.bincount(coo.indices._t[:, 0], minlength=self.shape[0])
    starts = torch.cat((counts.new_zeros(1), counts.cumsum(0))).to(torch.int32)
    return CSRTensor(wrap(starts), wrap(coo.indices._t[:, 1].clone()), coo.values, self.shape)


tanh_ = _in_place(act.tanh)

attach(
    {
        **{name: globals()[name] for name in exported(globals()) if name != "from_dlpack"},
        **{"cauchy": _drawn("cauchy", 0.0, 1.0), "log_normal": _drawn("log_normal", 1.0, 2.0)},
        **{"col2im": image.col2im, "fold": image.fold, "unfold": image.unfold},
        **{"geqrf": fa.geqrf, "orgqr": fa.orgqr, "ormqr": fa.ormqr, "i0": el.i0},
        **{"triangular_solve": fa.triangular_solve},
        **{
            "fill_diagonal": filling.fill_diagonal,
            "fill_diagonal_": _in_place(filling.fill_diagonal),
        },
        **{"sigmoid_": _in_place(act.sigmoid), "tanh_": tanh_, "soft_shrink": act.softshrink},
    }
)
Tensor.from_dlpack = staticmethod(from_dlpack)  # type: ignore[attr-defined]

__all__ = ["tanh_"]
