"""A Cell's parameters and buffers: listing, naming, filling, state dicts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import torch

from msacc.common import checks as check
from msacc.common.notice import no_effect
from msacc.common.parameter import Parameter, Structure
from msacc.common.tensor import Tensor
from msacc.nn.cell.tree import check_free


class Mismatch(NamedTuple):
    """What `load_state_dict` found no counterpart of."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"Mismatch(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class ParametersMixin:
    """Everything about the parameters of a Cell and those below it."""

    _params: dict[str, Any]
    _cells: dict[str, Any]

    def parameters_and_names(
        self, name_prefix: str = "", expand: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(path, parameter), own parameters first; each parameter once."""
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
        """The parameters that require a gradient."""
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def _recorded_params(self) -> list[Parameter]:
        """`trainable_params()`, kept until any Cell or Parameter changes; graphs walk at capture only."""
        if torch.compiler.is_compiling():
            return self.trainable_params()
        version, found = self.__dict__.get("_trainable", (-1, []))
        if version != Structure.version:
            found = self.trainable_params()
            self.__dict__["_trainable"] = (Structure.version, found)
        return found

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The parameters that do not require a gradient."""
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    def parameters_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter]:
        """The parameters by their own name (`Parameter.name`)."""
        return OrderedDict((p.name, p) for p in self.get_parameters(expand=recurse))

    def parameters_broadcast_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter] | None:
        """The parameters that data parallelism broadcasts, or None if there are none."""
        found = OrderedDict(
            (p.name, p) for p in self.get_parameters(expand=recurse) if not p.layerwise_parallel
        )
        return found or None

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Rename every parameter to `prefix` + its path."""
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
        """Register a parameter under a new name, or in the place of a parameter.

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
        Structure.version += 1
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
        here = [p for p in self.get_parameters() if not getattr(p._init, "elsewhere", False)]
        filled = {p: p.init_data() for p in here}
        for _, cell in self.cells_and_names():  # type: ignore[attr-defined]
            cell.__dict__["_unfilled"] = False
            cell._refresh()
        return filled

    # -- buffers -------------------------------------------------------------------------------
    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Register a Tensor, or None, that is state but no parameter; `persistent`: in state dicts too.

        Raises TypeError for a name that is no str and for what is no Tensor, KeyError for a name that is
        empty, has a '.' or is another attribute's.
        """
        own = self.__dict__.setdefault("_buffers", {})
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
        """(path, buffer) of this Cell and, if `recurse`, of those below."""
        seen: set[int] = set()
        for path, cell in self.cells_and_names(name_prefix=prefix) if recurse else [(prefix, self)]:  # type: ignore[attr-defined]
            for name in cell.__dict__.get("_buffers", ()):
                tensor = cell.__dict__[name]
                if tensor is None or (remove_duplicate and id(tensor) in seen):
                    continue
                seen.add(id(tensor))
                yield (f"{path}.{name}" if path else name), tensor

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers without their names."""
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a dotted path; AttributeError where there is none."""
        found = dict(self.named_buffers()).get(target)
        if found is None:
            raise AttributeError(f"{type(self).__name__} has no buffer '{target}'.")
        return found

    # -- state dicts ---------------------------------------------------------------------------
    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> OrderedDict[str, Tensor]:
        """Parameters and persistent buffers by path; the objects themselves, whose values change with training.

        `destination`, `prefix` and `keep_vars` may also come by position, as in MindSpore, where `keep_vars` changes
        nothing either: said once here.
        """
        named: tuple[Any, ...] = (destination, prefix, keep_vars)
        destination, prefix, keep_vars = (*args, *named[len(args) :])
        if check.boolean("state_dict", "keep_vars", keep_vars):
            no_effect(
                "Cell.state_dict", "keep_vars", keep_vars, "the Parameters themselves are given"
            )
        if destination is not None and not isinstance(destination, dict):
            raise TypeError(
                f"For 'state_dict', 'destination' must be a dict, but got {destination!r}."
            )
        check.instance("state_dict", "prefix", prefix, str)
        found: Any = OrderedDict() if destination is None else destination
        self._put_state(found, prefix)
        return found

    def _put_state(self, found: dict[str, Tensor], prefix: str) -> None:
        """Cell by cell, its parameters and then its buffers; what two cells share comes twice."""
        found.update((prefix + name, p) for name, p in self._params.items() if p is not None)
        transient = self.__dict__.get("_transient", ())
        for name in self.__dict__.get("_buffers", ()):
            if name not in transient and self.__dict__[name] is not None:
                found[prefix + name] = self.__dict__[name]
        for name, cell in self._cells.items():
            if cell is not None:
                cell._put_state(found, f"{prefix}{name}.")

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> Any:
        """Copy values in by path; returns (missing_keys, unexpected_keys).

        Raises TypeError where `state_dict` is no mapping, RuntimeError for other shapes and, if `strict`,
        for paths that are missing or unexpected.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own = self.state_dict()
        missing = [k for k in own if k not in state_dict]
        unexpected = [k for k in state_dict if k not in own]
        problems = (
            [f"Missing key(s) in state_dict: {', '.join(map(repr, missing))}."] if missing else []
        )
        if unexpected:
            problems.append(f"Unexpected key(s) in state_dict: {', '.join(map(repr, unexpected))}.")
        for key in own.keys() & state_dict.keys():
            if tuple(own[key].shape) != tuple(state_dict[key].shape):
                problems.append(
                    f"size mismatch for {key}: {state_dict[key].shape} vs {own[key].shape}."
                )
        if problems and (strict or any("size mismatch" in p for p in problems)):
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(problems)
            )
        for key in own.keys() & state_dict.keys():
            _copy_into(own[key], state_dict[key])
        return Mismatch(missing, unexpected)


def _copy_into(target: Tensor, source: Any) -> None:
    value = source if isinstance(source, Tensor) else Tensor(source)
    if isinstance(target, Parameter):
        target.set_data(value)
    else:
        target._t.copy_(value._t)
