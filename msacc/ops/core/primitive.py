"""Primitive: an op as an object, arguments split between constructor and call."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from msacc.common.copy_code import copy_code
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Structure
from msacc.common.warn_once import no_effect, no_effects
from msacc.ops.core.shard_strategies import one_for_each, strategy_attributes
from msacc.ops.core.special_calls import call_specially, note_recompute
from msacc.sharding.strategy_state import ShardSpec

_DEVICES = ("CPU", "GPU", "Ascend")


class Primitive:
    """Base class of op objects.

    A subclass either sets `_msacc_fn` (through `PrimitiveClass`) or defines `construct`. A setting changed
    later, by `prim.axis = 1` or `add_prim_attr`, is checked as the constructor does and holds from the next
    call on; other attributes are kept, and those that steer Ascend kernels change nothing here.

    `name`: a str, the class's unless given.

    Settings say which Tensors, of what shape and dtype, a call takes.

    Differs from MindSpore: a graph compiled before keeps the old setting there, convolutions, pools, Stack
    and more heed `add_prim_attr` alone, and a bad value is refused by the next call.
    """

    _msacc_fn: Callable[..., Any] | None = None
    _msacc_defaults: dict[str, Any] = {}
    # The settings: attributes from which `_msacc_apply_settings` derives what a call reads.
    _msacc_order: tuple[str, ...] = ()
    _msacc_initialized = False
    # The strategy set by `shard`; a call reads it while operators are sharded.
    _msacc_strategy: ShardSpec | None = None
    # What `recompute` was told, and whether a call looks at that and at the strategy.
    _msacc_recompute_mode: bool | None = None
    _msacc_is_special = False
    # Callback of the layer that holds the primitive: called with the primitive and the name of a changed setting.
    _msacc_holder: Callable[[Primitive, str], None] | None = None

    def __init__(self, name: str | None = None):
        if name is not None and not isinstance(name, str):
            raise TypeError(f"A primitive's 'name' should be a str, but got {name!r}.")
        self._msacc_settings: dict[str, Any] = {}
        self.name = name or type(self).__name__
        self.attrs: dict[str, Any] = {}
        self._msacc_init_arguments: dict[str, Any] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        Structure.note_attribute()
        if self._msacc_initialized and name in self._msacc_order:
            self._msacc_change(name, value)
        else:
            object.__setattr__(self, name, value)

    def _msacc_change(self, name: str, value: Any) -> None:
        """Changes a setting; an invalid value raises and leaves the settings unchanged."""
        before = getattr(self, name, None)
        object.__setattr__(self, name, value)
        try:
            self._msacc_apply_settings()
        except Exception:
            object.__setattr__(self, name, before)
            self._msacc_apply_settings()
            raise
        if self._msacc_holder is not None:
            self._msacc_holder(self, name)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_msacc_holder"}

    def _msacc_apply_settings(self) -> None:
        """Derives what a call reads from the settings: after construction and after each change."""

    @property
    def init_attrs(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return dict(self._msacc_init_arguments)

    def add_prim_attr(self, name: str, value: object) -> Primitive:
        """Set the attribute `name`, which may be a setting, to `value`; returns self.

        Raises TypeError for a `name` that is no str, RuntimeError for a 'primitive_target' that is no device.
        """
        if name == "primitive_target" and value not in _DEVICES:
            raise RuntimeError(
                f"For '{self.name}', the device should be one of {_DEVICES}, but got {value!r}."
            )
        setattr(self, name, value)
        Structure.note_attribute()
        self.attrs[name] = value
        return self

    set_prim_attr = add_prim_attr

    def del_prim_attr(self, name: str) -> Primitive:
        """Drop the attribute `name`; returns self. A setting goes back to the constructor's (MindSpore's calls
        fail).
        """
        self.attrs.pop(name, None)
        if name in self._msacc_init_arguments:
            setattr(self, name, self._msacc_init_arguments[name])
        else:
            self.__dict__.pop(name, None)
        return self

    def set_stage(self, stage: int) -> Primitive:
        """Keep the pipeline stage `stage`, an int, as an attribute; returns self."""
        return self.add_prim_attr("stage", stage)

    def set_device(self, device_target: str) -> Primitive:
        """Accepted; every op runs on the process's one device.

        `device_target`: 'CPU', 'GPU' or 'Ascend' (RuntimeError for another), which has no effect; that is
          said once.

        Returns self.
        """
        self.add_prim_attr("primitive_target", device_target)
        no_effect(self.name, "set_device", device_target, "all ops run on the process's one device")
        return self

    @hints_keywords
    def shard(
        self,
        in_strategy: tuple[Any, ...] | None = None,
        out_strategy: tuple[Any, ...] | None = None,
    ) -> Primitive:
        """Cut this operator over the processes of a semi-auto or auto parallel job; returns self.

        Each argument is a tuple with a tuple of ints (pieces per axis), or a layout, for each tensor. Inputs are
        laid out so; the output as `out_strategy` says, or as it comes. One process keeps them as attributes
        alone. Raises TypeError for anything else, ValueError for an `out_strategy` without an `in_strategy`,
        NotImplementedError for layouts with 'interleaved_parallel'; the call raises ValueError for an axis that
        cannot be cut so.
        """
        defines_itself = bool(self.attrs.get("self_define_shard"))
        in_strategy, out_strategy = (
            one_for_each(self.name, strategy, defines_itself)
            for strategy in (in_strategy, out_strategy)
        )
        attributes = strategy_attributes(self.name, in_strategy, out_strategy)
        for argument, value in attributes.items():
            self.add_prim_attr(argument, value)
        if in_strategy is not None:
            self.__dict__["_msacc_strategy"] = ShardSpec(
                self.name, in_strategy, out_strategy, self.attrs
            )
            self.__dict__["_msacc_is_special"] = True
            if self._msacc_holder is not None:
                self._msacc_holder(self, "in_strategy")
        return self

    def place(self, role: str, rank_id: int) -> None:
        """Accepted; every process runs all of its ops. Raises ValueError for a `role` other than 'MS_WORKER' and a
        `rank_id` that is no int from 0."""
        if role != "MS_WORKER":
            raise ValueError(
                f"For '{self.name}.place', 'role' must be 'MS_WORKER', but got {role!r}."
            )
        if not isinstance(rank_id, int) or isinstance(rank_id, bool) or rank_id < 0:
            raise ValueError(
                f"For '{self.name}.place', 'rank_id' must be an int from 0 on, but got {rank_id!r}."
            )
        no_effect(
            self.name, "place", rank_id, "every process runs all of its ops; cut a Cell with shard"
        )
        self.add_prim_attr("ms_role", role).add_prim_attr("rank_id", rank_id)

    def recompute(self, mode: bool = True) -> Primitive:
        """Whether the backward pass computes this op's results again, in place of keeping them; returns self.

        `mode`: a bool (TypeError otherwise). True: a gradient keeps the op's inputs, and neither results nor views of
        them. False: inside a Cell or function that is recomputed the results are kept; the backward pass through it
        then runs once only, and random numbers are drawn once. Gradients are the same. Ops that were cut (`shard`)
        keep their results; a graph with a recomputed op in its gradient runs op by op, which is said once.
        Differs from MindSpore: it acts in PyNative mode, too.
        """
        if not isinstance(mode, bool):
            raise TypeError(f"For '{self.name}', 'mode' should be a bool, but got {mode!r}.")
        self.attrs["recompute"] = mode  # the attribute of this name is this method
        self.__dict__.update(_msacc_recompute_mode=mode, _msacc_is_special=True)
        note_recompute(self, mode)
        if self._msacc_holder is not None:
            self._msacc_holder(self, "recompute")
        return self

    def init_prim_io_names(self, inputs: list[str], outputs: list[str]) -> None:
        """Keep the names of `inputs` and `outputs`, lists of str, as attributes."""
        self.add_prim_attr("input_names", inputs)
        self.add_prim_attr("output_names", outputs)

    def set_prim_instance_name(self, instance_name: str) -> Primitive:
        """Name this instance `instance_name`; returns self. Raises TypeError for a name that is no str."""
        if not isinstance(instance_name, str):
            raise TypeError(
                f"For '{self.name}', 'instance_name' should be a str, but got {instance_name!r}."
            )
        return self.add_prim_attr("instance_name", instance_name)

    def construct(self, *args: Any) -> Any:
        """The op itself."""
        fn = type(self)._msacc_fn
        if fn is None:
            raise NotImplementedError(f"{self.name} defines no construct().")
        return fn(*args, **self._msacc_settings)

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        if "construct" in cls.__dict__ and "__call__" not in cls.__dict__:
            cls.__call__ = Primitive.__call__  # type: ignore[method-assign]

    def __call__(self, *args: Any) -> Any:
        if self._msacc_is_special:
            return call_specially(self, *args)
        return self.construct(*args)

    def __repr__(self) -> str:
        attributes = {**self._msacc_settings, **self.attrs}
        shown = ", ".join(f"{key}={value}" for key, value in attributes.items())
        return f"Prim[{self.name}]" + (f"<{shown}>" if shown else "")


class PrimitiveWithInfer(Primitive):
    """MindSpore's base for primitives with shape inference; the inference is torch's here.

    `name`: a str, the class's unless given.
    """


class PrimitiveWithCheck(Primitive):
    """MindSpore's base for primitives with argument checks. `name`: a str, the class's unless given."""


def primitive_names(namespace: dict[str, Any]) -> list[str]:
    """The `__all__` of a module of primitives: their classes, but those whose name begins with `_`."""
    return [
        name
        for name, value in namespace.items()
        if isinstance(value, type)
        and issubclass(value, Primitive)
        and value is not Primitive
        and not name.startswith("_")
    ]


def record_init_arguments(fn: Callable[..., None], attributes: bool) -> Callable[..., None]:
    """`__init__` of a user's Primitive, whose arguments it knows as `init_attrs` and perhaps as attributes."""
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    @copy_code
    def init(self: Primitive, *args: object, **kwargs: object) -> None:
        if not hasattr(self, "attrs"):
            Primitive.__init__(self, type(self).__name__)
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        for key, value in list(bound.arguments.items())[1:]:
            self._msacc_init_arguments[key] = value
            if attributes:
                self.add_prim_attr(key, value)
        fn(self, *args, **kwargs)

    return init


def prim_attr_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Decorates `fn`, the `__init__` of a user's Primitive: its arguments become attributes."""
    return record_init_arguments(fn, attributes=True)


_instances: dict[tuple[Any, ...], Primitive] = {}


def _get_cache_prim(cls: type[Primitive]) -> Callable[..., Primitive]:
    """A constructor that gives the same primitive for the same arguments."""

    @copy_code
    def make(*args: Any, **kwargs: Any) -> Primitive:
        key = (cls, args, tuple(kwargs.items()))
        if key not in _instances:
            _instances[key] = cls(*args, **kwargs)
        return _instances[key]

    return make


def constexpr(
    fn: Callable[..., Any] | None = None,
    get_instance: bool = True,
    name: str | None = None,
    reuse_result: bool = True,
    check: bool = True,
) -> Any:
    """A function of constants, run while a graph is compiled: here simply the function.

    `fn` is a function of Python values such as shapes, numbers and types; without it the result is a
      decorator.
    `reuse_result` and `check` change nothing: nothing is cached or compiled.

    No error is raised.

    The result is `fn` itself, or with `get_instance=False` a class whose instances are `fn`, named `name` if
    given.

    Differs from MindSpore: it raises AttributeError for an `fn` that is no function, which here comes back as
    it is.
    """
    why = "the function simply runs"
    no_effects("constexpr", why, reuse_result=(reuse_result, True), check=(check, True))

    def mark(body: Callable[..., Any]) -> Any:
        if get_instance:
            return body
        names = {"construct": lambda self, *args: body(*args), "__doc__": body.__doc__}
        return type(name or body.__name__, (Primitive,), names)

    return mark if fn is None else mark(fn)


_primexpr = constexpr
