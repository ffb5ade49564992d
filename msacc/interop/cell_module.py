"""CellModule: a Cell and its children as torch sees them."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import torch

from msacc.common.parameter import Structure
from msacc.common.settings import settings
from msacc.common.torch_private import WatchedModule
from msacc.interop.cell_call import call
from msacc.interop.parameter_links import Link
from msacc.nn.cell import Cell
from msacc.step.wrapper import TransparentCell


def through_shells(cell: Cell) -> list[Cell]:
    """A Cell and, where it is one that only changes types, what it is around: the last one has the parameters."""
    cells = [cell]
    while isinstance(cells[-1], TransparentCell):
        cells.append(cells[-1]._backbone)
    return cells


class CellModule(WatchedModule):
    """A torch.nn.Module with the parameters and the mode of a Cell; made by `to_torch_module`."""

    _cell: Cell
    _links: list[Link]
    # Of the class too: torch's tracing wraps a module in an object that gets its attributes later.
    _is_open = _is_inner = True

    def __init__(self, cell: Cell):
        # Before Module's own __init__, which sets `training`.
        self.__dict__.update(_cell=cell, _links=[])
        mode = cell.training
        super().__init__()
        self.training = mode

    def _get_name(self) -> str:
        return self._cell.cls_name

    def extra_repr(self) -> str:
        """What the Cell shows of itself, where it has no Cells inside."""
        inner = through_shells(self._cell)[-1]
        return "" if inner._cells else inner.extend_repr()

    # -- the mode is the Cell's ------------------------------------------------------------------
    @property  # type: ignore[override]
    def training(self) -> bool:
        """Whether the Cell is in training mode."""
        return bool(self._cell.training)

    @training.setter
    def training(self, mode: bool) -> None:
        for cell in through_shells(self._cell):
            cell.__dict__["training"] = bool(mode)

    def train(self, mode: bool = True) -> Any:
        """The Cell's `set_train`, as it or its class has it."""
        if not isinstance(mode, bool):
            raise ValueError(f"training mode is expected to be boolean, but got {mode!r}.")
        self._cell.set_train(mode)
        return self

    # -- calling ---------------------------------------------------------------------------------
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """`construct` of the Cell, on torch tensors."""
        if not torch.compiler.is_compiling():
            self._check()
        out = call(self._cell, self._links, args, kwargs)
        if not torch.compiler.is_compiling() and self._version != Structure.version:
            self._check_structure()
        return out

    def _check(self) -> None:
        """Share again what came apart; refuse what the module does not know, or what lies elsewhere."""
        if self._version != Structure.version:
            self._check_structure()
        self._sync()
        where = self._links[0].module_tensor.device if self._links else settings.device
        if where.type != settings.device.type:
            raise RuntimeError(
                f"The module's weights are on {where}, but the process computes on {settings.device}: call "
                f".to('{settings.device.type}'), or mindspore.set_device before the Cell is made."
            )

    def _check_structure(self) -> None:
        expected = {
            id(link.parameter): link.name for link in self._links if link.parameter is not None
        }
        for path, parameter in self._cell.parameters_and_names():
            if expected.pop(id(parameter), None) is None:
                raise RuntimeError(
                    f"The Cell got the parameter '{path}' after to_torch_module(), so no optimizer of torch's knows "
                    "it. Make it first (one that construct makes: call the Cell once), then the module."
                )
        if expected:
            raise RuntimeError(
                f"The Cell has lost the parameters {sorted(expected.values())} since to_torch_module(): call it again."
            )
        self.__dict__["_version"] = Structure.version

    # -- keeping both sides the same -------------------------------------------------------------
    def begin(self) -> None:
        """Close what was built: from here on both sides share their memory."""
        for link in self._links:
            link.to_cell()
        for module in self.modules():
            if isinstance(module, CellModule):
                module.__dict__.update(
                    _is_open=False, _version=Structure.version, forward=_signed(module)
                )

    def _sync(self) -> None:
        if not (self._is_open or torch.compiler.is_compiling()):
            for link in self._links:
                link.sync()

    def named_parameters(self, *args: Any, **kwargs: Any) -> Iterator[tuple[str, Any]]:
        """Torch's, as the Cell has them now."""
        self._sync()
        return super().named_parameters(*args, **kwargs)

    def named_buffers(self, *args: Any, **kwargs: Any) -> Iterator[tuple[str, torch.Tensor]]:
        """Torch's, as the Cell has them now."""
        self._sync()
        return super().named_buffers(*args, **kwargs)

    def before_tensors(self) -> None:
        """Share again what came apart."""
        self._sync()

    def after_tensors(self) -> None:
        """Other memory, from `.to()`, `.half()` or `.cuda()`, is given to the Cell too."""
        for link in self._links:
            link.to_cell()

    def __setattr__(self, name: str, value: Any) -> None:
        if self._is_open:
            super().__setattr__(name, value)
            return
        tables = [t for t in (self._parameters, self._buffers) if name in t]
        if not tables and isinstance(value, (torch.nn.Module, torch.nn.Parameter)):
            self._refuse_new("setattr", name)
        links = [link for link in self._links if any(link.is_at(t, name) for t in tables)]
        super().__setattr__(name, value)
        for link in links:
            link.replace(value)

    def _refuse_new(self, what: str, name: str) -> None:
        if not (self._is_open or name in self._parameters):
            raise NotImplementedError(
                f"{what}('{name}') on the module of a Cell would be unknown to construct: set it in the Cell, then "
                "call to_torch_module() again."
            )

    def register_parameter(self, name: str, param: Any) -> None:
        """Refused with NotImplementedError: the Cell has the parameters."""
        self._refuse_new("register_parameter", name)
        super().register_parameter(name, param)

    def add_module(self, name: str, module: Any) -> None:
        """Refused with NotImplementedError: the Cell has the Cells inside."""
        self._refuse_new("add_module", name)
        super().add_module(name, module)

    # -- copies ----------------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "forward"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        super().__setstate__(state)
        self.begin()  # both sides came as copies of their own

    # -- hooks -----------------------------------------------------------------------------------
    def _refuse_inside(self, what: str) -> None:
        if self._is_inner:
            raise NotImplementedError(
                f"{what} on the module of an inner Cell ({self._cell.cls_name}) would not be called: the outer "
                "construct calls the Cell. Use the Cell's own method of that name, which gets Tensors."
            )

    def register_forward_hook(self, *args: Any, **kwargs: Any) -> Any:
        """Torch's, for the outermost module alone; NotImplementedError for those inside."""
        self._refuse_inside("register_forward_hook")
        return super().register_forward_hook(*args, **kwargs)

    def register_forward_pre_hook(self, *args: Any, **kwargs: Any) -> Any:
        """Torch's, for the outermost module alone; NotImplementedError for those inside."""
        self._refuse_inside("register_forward_pre_hook")
        return super().register_forward_pre_hook(*args, **kwargs)

    def register_full_backward_hook(self, *args: Any, **kwargs: Any) -> Any:
        """Torch's, for the outermost module alone; NotImplementedError for those inside."""
        self._refuse_inside("register_full_backward_hook")
        return super().register_full_backward_hook(*args, **kwargs)

    def register_full_backward_pre_hook(self, *args: Any, **kwargs: Any) -> Any:
        """Torch's, for the outermost module alone; NotImplementedError for those inside."""
        self._refuse_inside("register_full_backward_pre_hook")
        return super().register_full_backward_pre_hook(*args, **kwargs)

    def _replicate_for_data_parallel(self) -> NoReturn:
        raise NotImplementedError(
            "torch.nn.DataParallel runs threads, which would share one Cell: use "
            "torch.nn.parallel.DistributedDataParallel, one process a device."
        )


def _signed(module: CellModule) -> Callable[..., Any]:
    """`forward` of one module with the arguments of its Cell's construct, which exporters read."""
    plain = CellModule.forward
    forward = types.FunctionType(plain.__code__, plain.__globals__, "forward")
    forward.__doc__ = plain.__doc__
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = inspect.signature(module._cell.construct).parameters.values()
    forward.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *(p.replace(annotation=p.empty) for p in parameters)]
    )
    return types.MethodType(forward, module)
