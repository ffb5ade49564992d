"""Parameter: a named Tensor that optimizers update, and ParameterTuple."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common import gradient_sums
from msacc.common.buffer import Buffer as _Buffer  # noqa: F401 (its home in MindSpore)
from msacc.common.initializer import Initializer, initializer
from msacc.common.keyword_hints import hints_keywords
from msacc.common.lazy_values import Pending
from msacc.common.param_info import ParamInfo
from msacc.common.parameter_settings import ParameterSettings
from msacc.common.parameter_writes import write_values
from msacc.common.settings import settings
from msacc.common.tensor import (
    Tensor,
    check_device,
    pickles_as_mindspore,
    to_torch_tensor,
    wrap,
)
from msacc.common.warn_once import no_effect

if TYPE_CHECKING:
    from typing import SupportsIndex

    from msacc.common.argument_types import Initial, TensorLike

_anonymous, _hook_numbers = itertools.count(1), itertools.count(1)
_NAME_LIMIT = 1024
_GENERATED = "Parameter#"
# As data of these a float is refused; of all other dtypes it is converted.
_SIGNED_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64)


# What a Parameter without a name is called.
PARAMETER_NAME_DEFAULT = "Parameter"


def _is_parameter_generated(param_name: Any) -> bool:
    """Whether a parameter's name is one that it was given for want of its own."""
    return isinstance(param_name, str) and param_name.startswith(_GENERATED)


# What MindSpore's pickle of a Parameter has besides its value, and the other attributes as the constructor leaves them.
_PICKLED_BY_MINDSPORE = ("_msacc_name", "_requires_grad", "layerwise_parallel")
_AS_MADE = {
    "has_own_name": True,
    "parallel_optimizer": True,
    "comm_fusion": 1,
    "sliced": False,
    "unique": False,
    "is_init": True,
}


class Structure:
    """Counts changes to which parameters exist where and require gradients, for lists kept of them."""

    version = 0
    # Attributes of any Cell that were set, for what recorded runs depend on.
    attributes = 0

    @classmethod
    def change(cls) -> None:
        """Note a change. A Cell that a graph makes for one call, as `self.layers[1:]` does, is none: the graph would
        depend on the count, and be compiled anew at each call.
        """
        if not torch.compiler.is_compiling():
            cls.version += 1

    @classmethod
    def note_attribute(cls) -> None:
        """Note that an attribute of a Cell or primitive was set; graphs that Dynamo reads have guards of their own."""
        if not torch.compiler.is_compiling():
            cls.attributes += 1


class Parameter(ParameterSettings, Tensor):
    """A Tensor with a name that a Cell registers and an optimizer updates in place.

    `default_input`: Tensor, numpy array, number or list, copied; an int becomes Int32, a float Float32; one
      made by `initializer` inside `no_init_parameters()` stays unfilled until first use.
    `name`: that of checkpoints and optimizers (a Cell gives its own where None).
    `requires_grad`: whether gradients and optimizers take it in.
    `layerwise_parallel`: its gradient is not shared between processes.
    `parallel_optimizer`, `storage_format` and `device` are said once to have no effect: `AutoParallel.hsdp`
      chooses by size what to shard, and torch chooses layouts.

    Raises TypeError for other data and for flags that are no bool, ValueError for a bool as data, for names
    that are no str, empty or longer than 1024 characters and for a `device` but 'CPU' or 'Remote'.

    Differs from MindSpore: an Initializer without a shape is refused at once, and so is an int beyond Int32;
    scalars of NumPy are taken with their type.
    """

    # Whether an embedding looks its rows up, so that a batch may leave some alone (see `Optimizer.keeps_rows`).
    by_rows = False
    # MindSpore has it and keeps it False; public libraries read it before they write a row.
    init_flag = False

    @hints_keywords
    def __init__(
        self,
        default_input: TensorLike | Initializer,
        name: str | None = None,
        requires_grad: bool = True,
        layerwise_parallel: bool = False,
        parallel_optimizer: bool = True,
        storage_format: str = "",
        device: str | None = None,
    ):
        self._msacc_hold(default_input)
        self._msacc_name = f"{_GENERATED}{next(_anonymous)}"
        self.has_own_name = name is not None
        if name is not None:
            self.name = name
        self.requires_grad = requires_grad
        self.layerwise_parallel = check.boolean(
            "Parameter", "layerwise_parallel", layerwise_parallel
        )
        self.parallel_optimizer = check.boolean(
            "Parameter", "parallel_optimizer", parallel_optimizer
        )
        if not parallel_optimizer:
            no_effect(
                "Parameter", "parallel_optimizer", False, "hsdp chooses by size what to shard"
            )
        _check_memory_arguments(storage_format, device)
        self.comm_fusion = 1
        self.sliced = False
        self.unique = False
        self.is_init = True

    # How it lies on a grid of processes (see msacc.sharding.parameter_layout); None: whole, as far as anybody knows.
    layout: Any = None
    # What `shard(parameter_plan=...)` wants of it.
    planned: Any = None
    # Whether a search for strategies has had it before it.
    weighed = False

    def _msacc_hold(self, data: TensorLike | Initializer) -> None:
        # Dynamo cannot trace __getattr__ for a slot left unset.
        self._msacc_init = None
        if isinstance(data, Tensor):
            if data._msacc_init is not None:
                self._msacc_init = data._msacc_init
                if not settings.delay_init:
                    self.init_data()
            else:
                self._t = data._t.detach().clone()
        elif isinstance(data, Initializer):
            raise TypeError(
                "For 'Parameter', 'default_input' is an Initializer without a shape; "
                "write Parameter(initializer(init, shape))."
            )
        else:
            self._t = to_torch_tensor(_number_in_32_bits(data))

    def _msacc_materialize(self) -> torch.Tensor:
        if self._msacc_init is not None and not isinstance(self._msacc_init, Pending):
            # What lies elsewhere says so itself.
            values: torch.Tensor = self._msacc_init.fill()
            return values
        raise RuntimeError(
            f"The parameter '{self.name}' of shape {self.shape} is uninitialized: it was made in "
            "no_init_parameters(). Call the Cell, init_parameters_data(), Parameter.init_data() or "
            "load a checkpoint before reading it."
        )

    # -- name and flags ------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The name under which checkpoints and optimizers know this parameter."""
        return self._msacc_name

    @name.setter
    def name(self, value: str | None) -> None:
        if value is None:
            value = f"{_GENERATED}{next(_anonymous)}"
        if not isinstance(value, str):
            raise ValueError(
                "The type of the Parameter's name should be 'string' or 'None', but got "
                f"{type(value)}."
            )
        if not value.strip() or len(value) > _NAME_LIMIT:
            raise ValueError(
                f"A Parameter's name should have 1 to {_NAME_LIMIT} characters, but got {value[:40]!r} "
                f"with {len(value)}."
            )
        self._msacc_name = value
        Structure.note_attribute()

    @property
    def requires_grad(self) -> bool:
        """Whether optimizers and gradients take this parameter in."""
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(f"The argument `requires_grad` must be bool type, but got {value!r}.")
        self._requires_grad = value
        Structure.change()

    @property
    def data(self) -> Parameter:
        """The parameter itself."""
        return self

    @data.setter
    def data(self, value: TensorLike) -> None:
        self.set_data(value)

    @property
    def param_info(self) -> ParamInfo:
        """The flags as an object of their own; a clone of it that is set here gives this parameter
        its name and flags.
        """
        info = self.__dict__.get("_param_info")
        if info is None or info.obj is not self:  # a copy of a parameter has its own
            info = self.__dict__["_param_info"] = ParamInfo(self)
        return info

    @param_info.setter
    def param_info(self, value: ParamInfo) -> None:
        value = check.instance("Parameter", "param_info", value, ParamInfo)
        value.bind_to(self)
        self.__dict__["_param_info"] = value

    @property
    def inited_param(self) -> Parameter | None:
        """The filled parameter once an initializer has run, else None."""
        return None

    # -- data ----------------------------------------------------------------------------------
    def set_data(self, data: TensorLike, slice_shape: bool = False) -> Parameter:
        """Replace the values; keeps this dtype when an int Tensor meets a float parameter.

        `data`: Tensor, int or float. As in MindSpore a Tensor of another shape replaces the shape.
        `slice_shape` has no effect, which is said once: data of another shape is taken anyhow.

        A Tensor's floats are cut to whole numbers in an int parameter, as in MindSpore.

        Raises TypeError for a float there, and for other data.
        """
        if slice_shape:
            no_effect(
                "set_data", "slice_shape", slice_shape, "data of another shape is taken anyhow"
            )
        if not isinstance(data, (Tensor, int, float)):
            raise TypeError(
                "Parameter data must be [`Tensor`, `int`, `float`] or a kind of `Tensor`, but got "
                f"{data!r} of type {type(data)}."
            )
        dtype = mstype.to_torch(self.dtype)
        if isinstance(data, float) and dtype in _SIGNED_INTEGERS:
            raise TypeError(
                "Incoming Parameter dtype can not be converted to current dtype implicitly. Current dtype of "
                f"{self.name!r} is {self.dtype}, and incoming is the float {data!r}; give a Tensor or an int, or use "
                "set_dtype to change the dtype."
            )
        if isinstance(data, Tensor):
            self._msacc_set_tensor(data.init_data()._t.detach(), dtype)
        else:
            self._msacc_set_tensor(torch.full(self.shape, data, device=settings.device), dtype)
        return self

    def _msacc_set_tensor(self, new: torch.Tensor, dtype: torch.dtype) -> None:
        if getattr(self._msacc_init, "is_remote", False):
            self._msacc_init.put(new.to(device=settings.device, dtype=dtype))
            return
        if self.layout is not None and self._msacc_init is None:
            with torch.no_grad():
                self._t.to_local().copy_(self.layout.local_slice(new))  # type: ignore[attr-defined]
            return
        if self._msacc_init is None and new.shape == self._t.shape:
            write_values(self, new)
        else:
            self._t = new.to(device=settings.device, dtype=dtype, copy=True)
        self._msacc_init = None

    def init_data(self, layout: Any = None, set_sliced: bool = False) -> Parameter:  # type: ignore[override]
        """Run the waiting initializer, if there is one; returns self.

        `layout`: (grid of processes, its axis for each dimension from the last on, shape of a slice, field
          size, uniform split, group): the slice of this process alone is filled.
        `set_sliced`: mark what is filled here as `sliced`.

        Raises TypeError for what is no tuple, ValueError for one of fewer than six.
        """
        waiting = self._msacc_init is not None
        if waiting and layout is not None:
            check.instance("Parameter.init_data", "layout", layout, tuple)
        if waiting and set_sliced:
            self.sliced = True
        if waiting and layout is not None:
            super().init_data(slice_index(layout), tuple(layout[2]))
        else:
            super().init_data()
        return self

    def value(self) -> Tensor:
        """The current values as a Tensor that shares memory."""
        return Tensor(self._t)

    # Whether reading the value is a message between processes (see msacc.step.sharded_parameters).
    gathers = False

    def with_tensor(self, t: torch.Tensor | None, name: str, pending: Any = None) -> Parameter:
        """A parameter with these flags around another torch tensor (or one that is still to come)."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for key in ("_gradient_hooks", gradient_sums.KEY, "layout"):
            other.__dict__.pop(key, None)
        other._t, other._msacc_init = t, pending  # type: ignore[assignment]
        other.name = name
        return other

    @hints_keywords
    def clone(self, init: Initial = "same") -> Parameter:
        """A new parameter with the same flags; `init` 'same' copies values, else fills anew.

        Differs from MindSpore: cloning an unfilled parameter leaves the original intact.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("_gradient_hooks", gradient_sums.KEY):
            other.__dict__.pop(name, None)
        if isinstance(init, str) and init == "same":
            if self._msacc_init is not None:
                other._msacc_init = self._msacc_init
            else:
                other._t = self._t.detach().clone()
            return other
        other.__dict__.pop("layout", None)
        fresh = initializer(init, self.shape, self.dtype)
        other._msacc_init = fresh._msacc_init
        if fresh._msacc_init is None:
            other._t = fresh._t.detach().clone()
        elif not (settings.delay_init or self._msacc_init is not None):
            other.init_data()
        return other

    def copy(self) -> Parameter:
        """The same as `clone()`."""
        return self.clone()

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What `deepcopy` and `pickle` take: a value of its own, also where this is a part of a larger one."""
        waiting = self._msacc_init
        flags = {k: v for k, v in self.__dict__.items() if k != gradient_sums.KEY}
        if waiting is None or waiting.is_remote:
            values = self._t if waiting is None else waiting.own_value()
            return flags, {"_msacc_init": None, "_t": values.detach().clone()}
        return flags, {"_msacc_init": waiting}

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        own = {k: v for k, v in self.__dict__.items() if k not in _PICKLED_BY_MINDSPORE}
        plain = type(self) is Parameter and self._msacc_init is None and own == _AS_MADE
        if plain and pickles_as_mindspore(self):
            value = wrap(self._t.detach())
            return Parameter, (value, self.name, self.requires_grad, self.layerwise_parallel)
        return super().__reduce_ex__(protocol)

    def __copy__(self) -> Parameter:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.pop(gradient_sums.KEY, None)
        other._msacc_init = self._msacc_init
        if self._msacc_init is None:
            other._t = self._t
        return other

    def set_dtype(self, dtype: mstype.Type) -> mstype.Type:
        """Change the element type in place; returns it.

        `dtype`: a MindSpore dtype; the shape stays.
        """
        self.init_data()
        self._t = self._t.to(mstype.to_torch(dtype))
        return self.dtype

    def register_hook(self, hook_fn: Callable[[Tensor], Any]) -> Any:
        """Call `hook_fn(gradient)` whenever this parameter's gradient is taken; a Tensor it returns replaces it.

        Inside a gradient it is for that one alone. Gives a handle whose `remove()` takes the hook
        away. Raises TypeError for a hook that cannot be called.
        """
        if self._msacc_init is None and self._t.requires_grad:
            return super().register_hook(hook_fn)  # type: ignore[misc]
        if not callable(hook_fn):
            raise TypeError(
                f"For 'register_hook', 'hook_fn' should be a function, but got {hook_fn!r}."
            )
        return GradientHook(self.__dict__.setdefault("_gradient_hooks", {}), hook_fn)

    @property
    def gradient_hooks(self) -> list[Callable[[Tensor], Any]]:
        """What `register_hook` left here."""
        return list(self.__dict__.get("_gradient_hooks", {}).values())

    def set_param_ps(self, init_in_server: bool = False) -> None:
        """Refused: parameter servers belong to MindSpore's own cluster runtime."""
        raise NotImplementedError("msacc has no parameter-server mode (Parameter.set_param_ps).")

    def __repr__(self) -> str:
        return (
            f"Parameter (name={self.name}, shape={self.shape}, dtype={self.dtype}, "
            f"requires_grad={self.requires_grad})"
        )

    __str__ = __repr__
    __hash__ = object.__hash__


def slice_index(layout: tuple[Any, ...]) -> int:
    """The number of this process's slice by a layout of `Parameter.init_data`."""
    if len(layout) < 6:
        raise ValueError(
            f"The length of 'layout' must be larger than 5, but got {len(layout)}: {layout!r}."
        )
    grid, axes = layout[:2]
    coordinates = np.unravel_index(int(os.environ.get("RANK") or 0), tuple(grid))
    index = 0
    for axis in axes:
        if axis != -1:
            place = len(grid) - 1 - axis
            index = index * grid[place] + int(coordinates[place])
    return index


def _check_memory_arguments(storage_format: str, device: str | None) -> None:
    """Arguments of Ascend's memory: checked, and said once to have no effect."""
    if not isinstance(storage_format, str):
        raise TypeError(
            f"For 'Parameter', 'storage_format' should be a str, but got {storage_format!r}."
        )
    if storage_format:
        no_effect("Parameter", "storage_format", storage_format)
    if device is not None and check_device("Parameter", device, "Remote"):
        no_effect("Parameter", "device", device, "parameters are on the process's one device")


# The numbers of all hooks: a graph depends on this list, not each parameter.
gradient_hooks: list[int] = []


class GradientHook:
    """What `Parameter.register_hook` gives; `remove()` takes the hook away."""

    def __init__(self, hooks: dict[int, Callable[[Tensor], Any]], hook: Callable[[Tensor], Any]):
        self._hooks, self._number = hooks, next(_hook_numbers)
        hooks[self._number] = hook
        gradient_hooks.append(self._number)
        Structure.note_attribute()

    def remove(self) -> None:
        """Take the hook away; a second call does nothing."""
        if self._hooks.pop(self._number, None) is not None:
            gradient_hooks.remove(self._number)
            Structure.note_attribute()


def _number_in_32_bits(data: Any) -> Any:
    """A Python number as MindSpore's Parameters hold it, int as Int32 and float as Float32; other data as it is."""
    if type(data) is bool:
        raise ValueError(
            "For 'Parameter', 'default_input' can not be a bool; give Tensor(..., bool_) for a Parameter of Bool."
        )
    if type(data) is int:
        if not -(2**31) <= data < 2**31:
            raise ValueError(
                f"For 'Parameter', 'default_input' {data} does not fit Int32, which an int becomes; give a Tensor of "
                "Int64."
            )
        return np.int32(data)
    return np.float32(data) if isinstance(data, float) else data


class ParameterTuple(tuple):
    """A tuple of parameters whose names all differ.

    `iterable`: Parameters, such as `net.trainable_params()`. The result is a tuple, with `clone`
    besides.

    Raises TypeError for elements that are no Parameter, ValueError when two have one name. As in
    MindSpore, except that the same Parameter may come twice.
    """

    def __new__(cls, iterable: Iterable[Parameter]) -> ParameterTuple:
        items = tuple(iterable)
        ids_by_name: dict[str, int] = {}
        for item in items:
            if not isinstance(item, Parameter):
                raise TypeError(
                    f"For 'ParameterTuple', every element should be a Parameter, but got {item!r}."
                )
            if ids_by_name.setdefault(item.name, id(item)) != id(item):
                raise ValueError(
                    f"The value {item!r}, its name '{item.name}' already exists. "
                    "Please set a unique name for the parameter."
                )
        return tuple.__new__(cls, items)

    def clone(self, prefix: str, init: Initial = "same") -> ParameterTuple:
        """New parameters named `<prefix>.<name>`, filled by `init` ('same' copies values)."""
        if not isinstance(prefix, str) or not prefix:
            raise ValueError(f"The 'prefix' should be a str that is not empty, but got {prefix!r}.")
        new_parameters = clones(self, prefix, init)
        if prefix == gradient_sums.PREFIX:
            for item, total in zip(self, new_parameters, strict=True):
                gradient_sums.register_sum(item, total)
        return new_parameters

    __parameter_tuple__ = True


def clones(parameters: Iterable[Parameter], prefix: str, init: Initial) -> ParameterTuple:
    """New parameters named `<prefix>.<name>`; see `ParameterTuple.clone`."""
    new_parameters = []
    for item in parameters:
        parameter = item.clone(init)
        parameter.name = f"{prefix}.{item.name}"
        new_parameters.append(parameter)
    return ParameterTuple(new_parameters)
