"""The primitives that layers expose as attributes for derived classes, as MindSpore's layers do.

Code that derives from `nn.LayerNorm` calls `self.layer_norm(x, self.gamma, self.beta)`, and so on. Primitives
without settings stand on the class, one object for all layers; those made from a layer's arguments are attributes
of the layer. The layers' own `construct` calls the op directly, until someone puts another primitive in place of
the one that MindSpore's would call, or changes a setting of the latter.
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

from msacc import ops
from msacc.common.warn_once import no_effect
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell

_C = TypeVar("_C", bound=type[Cell])

# Under these names every layer of MindSpore's that holds one holds the same primitive.
_PLAIN: dict[str, Any] = {
    name: getattr(ops, kind)()
    for name, kind in {
        "abs": "Abs", "add": "Add", "assign_sub_mean": "AssignSub", "assign_sub_var": "AssignSub",
        "bias_add": "BiasAdd", "cast": "Cast", "ceil": "Ceil", "cos": "Cos", "dtype": "DType", "equal": "Equal",
        "exp": "Exp", "expand": "ExpandDims", "expand_dims": "ExpandDims", "floor": "Floor", "greater": "Greater",
        "isfinite": "IsFinite", "less": "Less", "lessequal": "LessEqual", "log": "Log", "log1p": "Log1p",
        "logicaland": "LogicalAnd", "logicalnot": "LogicalNot", "logicalor": "LogicalOr", "max": "Maximum",
        "maximum": "Maximum", "min": "Minimum", "minimum": "Minimum", "mul": "Mul", "mul_mean": "Mul",
        "mul_var": "Mul", "neg": "Neg", "ones_like": "OnesLike", "pow": "Pow", "relu": "ReLU", "reshape": "Reshape",
        "select": "Select", "shape": "Shape", "shape_op": "Shape", "sigmoid": "Sigmoid", "sin": "Sin",
        "slice": "Slice", "sqrt": "Sqrt", "square": "Square", "sub_mean": "Sub", "sub_var": "Sub", "tanh": "Tanh",
        "tile": "Tile", "transpose": "Transpose", "unique": "Unique", "zeros_like": "ZerosLike",
        "zeroslike": "ZerosLike",
    }.items()
}  # fmt: skip


def _check_shared_primitive(primitive: ops.Primitive, setting: str) -> None:
    _check_uncalled(f"{primitive.name} of a layer class", primitive.name, primitive, setting)


def _check_uncalled(where: str, name: str, value: ops.Primitive, setting: str) -> None:
    """A primitive that the layer does not call was changed: a strategy changes no value, and is logged."""
    if setting in _OF_PLACEMENT:
        why = "the layer's own construct does not call this primitive"
        no_effect(where, f"{name}.{setting}", getattr(value, setting, None), why)
        return
    raise NotImplementedError(
        f"{where}: msacc's construct does not call the primitive '{name}', so that its {setting} would be ignored; "
        "derive a class with a construct of its own that does."
    )


# What says where a primitive computes, and not what.
_OF_PLACEMENT = ("in_strategy", "copy")


def _computes_same(before: ops.Primitive, value: Cell | Callable[..., Any] | ops.Primitive) -> bool:
    """Whether a primitive may stand in the place of another: one of its class with its settings."""
    return type(value) is type(before) and value.init_attrs == before.init_attrs


class _PrimitiveDescriptor:
    """Descriptor of a class-level primitive: the first access through a layer gives the layer its own copy.

    Strategies and settings are each layer's own. Inside a graph the class's serves: nothing is set there.
    """

    def __init__(self, name: str, shared: ops.Primitive):
        self._name, self._shared = name, shared

    def __get__(self, layer: Layer | None, owner: type) -> ops.Primitive:
        if layer is None or execution.now.graph:
            return self._shared
        primitive = copy.copy(self._shared)
        primitive.__dict__["_msacc_holder"] = _Holder(layer, self._name)
        layer.__dict__[self._name] = primitive
        return primitive


class _Holder:
    """Tells a layer that a primitive it holds was changed; a weak reference, so that no circle keeps the layer."""

    def __init__(self, layer: Layer, name: str):
        self._layer, self._name = weakref.ref(layer), name

    def __call__(self, primitive: ops.Primitive, setting: str) -> None:
        layer = self._layer()
        if layer is not None and layer.__dict__.get(self._name) is primitive:
            layer._msacc_on_replaced(self._name, primitive, setting)


def holds(*names: str, **others: object) -> Callable[[_C], _C]:
    """Class decorator: put plain primitives, and `others` under their names, on the class."""

    def mark(cls: _C) -> _C:
        for name, value in {**{name: _PLAIN[name] for name in names}, **others}.items():
            if isinstance(value, ops.Primitive):
                value.__dict__["_msacc_holder"] = _check_shared_primitive
                value = _PrimitiveDescriptor(name, value)
            setattr(cls, name, value)
        cls._msacc_free_names = (*cls._msacc_free_names, *names, *others)
        return cls

    return mark


def _is_library_construct(construct: Callable[..., Any]) -> bool:
    """Whether a construct is defined by msacc, not by a derived class of the user's."""
    return getattr(construct, "__module__", "").startswith("msacc.nn.")


class Layer(Cell):
    """A Cell that holds primitives; `_msacc_called_primitives` names those that its construct stands for."""

    _msacc_called_primitives: tuple[str, ...] = ()

    def _msacc_set_primitives(self, **primitives: object) -> None:
        """Sets the layer's primitives without marking them as replaced by the user."""
        self.__dict__.update(primitives)
        self._msacc_attach_holders()

    def _msacc_attach_holders(self) -> None:
        for name, value in self.__dict__.items():
            if isinstance(value, ops.Primitive):
                value.__dict__["_msacc_holder"] = _Holder(self, name)

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._msacc_attach_holders()

    def __setattr__(self, name: str, value: Any) -> None:
        before = getattr(self, name, None)
        super().__setattr__(name, value)
        if isinstance(before, ops.Primitive):
            self._msacc_on_replaced(
                name, value, "copy" if _computes_same(before, value) else "function"
            )

    def _msacc_on_replaced(self, name: str, value: Any, setting: str) -> None:
        if not _is_library_construct(type(self).construct):
            return
        if name in self._msacc_called_primitives:
            # An instance's construct goes before its class's.
            self.__dict__["construct"] = self._msacc_construct_with_primitives
        else:
            _check_uncalled(f"nn.{self.cls_name}", name, value, setting)

    def _msacc_construct_with_primitives(self, *args: Any) -> Any:
        """What construct computes, through the primitives held."""
        return getattr(self, self._msacc_called_primitives[0])(*args)
