"""A Cell's parameters and buffers: listing, naming, filling."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

import torch

from msacc.common.parameter import Parameter, Structure
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effect
from msacc.nn.cell.tree import check_free

# What a graph may put into a Parameter by `self.name = …`.
NUMBERS = (bool, int, float)


def number_for(name: str, parameter: Parameter, value: bool | int | float) -> Tensor:
    """What `self.name = value` puts into a Parameter in a graph; op by op MindSpore knows no such assignment."""
    if parameter.ndim:
        raise ValueError(
            f"For 'Assign', '{name}' has shape {parameter.shape} and takes no number: give a Tensor of that shape."
        )
    if isinstance(value, float) and not parameter._t.dtype.is_floating_point:
        raise TypeError(f"Parameter '{name}' of {parameter.dtype} takes no float, but got {value}.")
    return wrap(torch.full((), value, dtype=parameter._t.dtype, device=parameter._t.device))


class ParametersMixin:
    """Everything about the parameters of a Cell and those below it."""

    _params: dict[str, Any]
    _cells: dict[str, Any]

    def parameters_and_names(
        self, name_prefix: str = "", expand: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(path, parameter), own parameters first; each parameter once.

        `name_prefix`: a str before each path; `expand`: those of the cells below too.
        """
        seen: set[int] = set()
        cells = self.cells_and_names(name_prefix=name_prefix) if expand else [(name_prefix, self)]  # type: ignore[attr-defined]
        for path, cell in cells:
            for name, parameter in cell._params.items():
                if parameter is not None and id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield (f"{path}.{name}" if path else name), parameter

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:
        """Every parameter; only this Cell's own if not `expand`."""
        for _, parameter in self.parameters_and_names(expand=expand):
            yield parameter

    def trainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The parameters that require a gradient.

        `recurse`: those of the cells below too.
        """
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def _recorded_params(self) -> list[Parameter]:
        """`trainable_params()`, kept until any Cell or Parameter changes; graphs walk at capture only."""
        if torch.compiler.is_compiling():
            return self.trainable_params()
        version, parameters = self.__dict__.get("_trainable", (-1, []))
        if version != Structure.version:
            parameters = self.trainable_params()
            self.__dict__["_trainable"] = (Structure.version, parameters)
        return parameters

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The parameters that do not require a gradient. `recurse`: those of the cells below too."""
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    def parameters_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter]:
        """The parameters by their own name (`Parameter.name`).

        `recurse`: those of the cells below too.
        """
        return OrderedDict((p.name, p) for p in self.get_parameters(expand=recurse))

    def parameters_broadcast_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter] | None:
        """The parameters that data parallelism broadcasts, by name, or None if there are none.

        `recurse`: those of the cells below too.
        """
        parameters = OrderedDict(
            (p.name, p) for p in self.get_parameters(expand=recurse) if not p.layerwise_parallel
        )
        return parameters or None

    @property
    def parameter_layout_dict(self) -> dict[str, list[Any]]:
        """How parameters lie whose operators are cut: name -> [device matrix, tensor map, shape of a slice, 0, True,
        "", whole shape, shape of a slice]. Empty in one process."""
        layouts = {}
        for parameter in (p for _, p in self.parameters_and_names() if p.layout is not None):
            layout = parameter.layout
            grid, part = (
                [list(layout.device_matrix), list(layout.tensor_map)],
                [*layout.slice_shape],
            )
            layouts[parameter.name] = [*grid, part, 0, True, "", [*layout.shape], part]
        return layouts

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Rename every parameter to `prefix` + its path; TypeError for a prefix that is no str.

        `recurse`: those of the cells below too.
        """
        if not isinstance(prefix, str):
            raise TypeError(
                f"For 'update_parameters_name', 'prefix' should be a str, but got {prefix!r}."
            )
        if prefix:
            for path, parameter in list(self.parameters_and_names(expand=recurse)):
                parameter.name = prefix + path

    def check_names(self) -> None:
        """ValueError if two different parameters share a name."""
        seen: dict[str, Parameter] = {}
        for parameter in self.get_parameters():
            if seen.setdefault(parameter.name, parameter) is not parameter:
                raise ValueError(
                    f"The value of {parameter} is its name '{parameter.name}' already exists. "
                    "Please set a unique name for the parameter."
                )

    check_names_and_refresh_name = check_names

    def insert_param_to_cell(
        self, param_name: str, param: Parameter | None, check_name_contain_dot: bool = True
    ) -> None:
        """Register the Parameter `param` under the new name `param_name`, or in the place of a parameter.

        Raises KeyError for a name that is empty, has a '.' where `check_name_contain_dot`, or is another
        attribute's; TypeError for one that is no str and for what is no Parameter.
        """
        where, dots = "insert_param_to_cell", not check_name_contain_dot
        check_free(self, where, "param_name", param_name, self._params, dots)
        self._keep_param(param_name, param)

    def _keep_param(self, param_name: str, param: Parameter | None) -> None:
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                "For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, "
                f"but got {type(param)}."
            )
        if param is not None and not param.has_own_name:
            param.name = param_name
            param.has_own_name = True
        Structure.change()
        self._params[param_name] = param
        self.__dict__[param_name] = param
        if param is not None and param.has_init:
            self.__dict__["_unfilled"] = True
            self._refresh()  # type: ignore[attr-defined]

    def _keep_tuple(self, parameters: Iterable[Parameter]) -> None:
        """Register the elements of a ParameterTuple by their names; those without one are counted."""
        for item in parameters:
            name = item.name
            if not item.has_own_name:
                count = self.__dict__["_unnamed"] = self.__dict__.get("_unnamed", 0) + 1
                name = f"Parameter${count}"
            self._keep_param(name, item)
            if "." in name:
                self.__dict__.pop(name, None)

    def init_parameters_data(self, auto_parallel_mode: bool = False) -> dict[Parameter, Parameter]:
        """Fill every parameter that still waits for its initializer; returns {old: filled}.

        `auto_parallel_mode` has no effect, which is said once: who holds which part is known already.
        """
        if auto_parallel_mode:
            why = "each process fills the parts that it holds in any case"
            no_effect("init_parameters_data", "auto_parallel_mode", auto_parallel_mode, why)
        # A sharded parameter is filled, only not here.
        here = [p for p in self.get_parameters() if not getattr(p._init, "is_remote", False)]
        filled = {p: p.init_data() for p in here}
        for _, cell in self.cells_and_names():  # type: ignore[attr-defined]
            cell.__dict__["_unfilled"] = False
            cell._refresh()
        return filled

    # -- buffers -------------------------------------------------------------------------------
    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Register `tensor`, a Tensor or None, that is state but no parameter; `persistent`: in state dicts too.

        Raises TypeError for a `name` that is no str and for what is no Tensor, KeyError for a name that is
        empty, has a '.' or is another attribute's.
        """
        own = self.__dict__.setdefault("_buffers", {})
        if not isinstance(name, str):
            raise TypeError(f"buffer name should be a string, but got {name!r}.")
        if "." in name:
            raise KeyError(f'buffer name can\'t contain ".", but got {name!r}.')
        check_free(self, "register_buffer", "name", name, own)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor)}' as buffer '{name}' (Tensor or None required)"
            )
        own[name] = self.__dict__[name] = tensor
        transient = self.__dict__.setdefault("_transient", set())
        (transient.discard if persistent else transient.add)(name)

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """(path, buffer) of this Cell and, if `recurse`, of those below.

        `prefix`: a str before each path; `remove_duplicate`: give a buffer that has several paths once.
        """
        seen: set[int] = set()
        for path, cell in self.cells_and_names(name_prefix=prefix) if recurse else [(prefix, self)]:  # type: ignore[attr-defined]
            for name in cell.__dict__.get("_buffers", ()):
                tensor = cell.__dict__[name]
                if tensor is None or (remove_duplicate and id(tensor) in seen):
                    continue
                seen.add(id(tensor))
                yield (f"{path}.{name}" if path else name), tensor

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers without their names. `recurse`: those of the cells below too."""
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at the dotted path `target`; AttributeError where there is none."""
        buffer = dict(self.named_buffers()).get(target)
        if buffer is None:
            raise AttributeError(
                f"{type(self).__name__} has no attribute '{target}' that is a buffer."
            )
        return buffer
