"""Primitives with `use_locking`, and primitives of optimizer rules."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msacc.common.use_locking import check_locking
from msacc.ops.core.docstrings import before
from msacc.ops.core.primitive import Primitive
from msacc.ops.core.primitive_class import REQUIRED, PrimitiveClass, Setting
from msacc.ops.core.primitive_inputs import Input

_TEXT = "`use_locking` (bool, TypeError otherwise) has no effect, and says so once if it is not the default."
_CALLED = (
    "State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has\n"
    "one row for each); rates, coefficients and norms are numbers or Tensors of one value.\n"
)
# What the settings of several rules mean.
_SETTINGS = {
    "use_nesterov": "Nesterov's momentum, a bool",
    "nesterov": "Nesterov's momentum, a bool",
    "update_slots": "a bool, whether `accum` changes",
    "gradient_scale": "what the gradient is multiplied by, a float",
    "dampening": "the share by which the gradient counts less in `accum`, a number",
    "weight_decay": "a number; so many times `var` is added to the gradient",
    "lr": "the rate, a float",
    "l1": "the weight of the 1-norm, a float from 0",
    "l2": "the weight of the squared 2-norm, a float from 0",
    "l2_shrinkage": "a float",
    "lr_power": "the power of the rate's decay, a float of at most 0",
    "rho": "the decay of the mean square, a float from 0 to 1",
    "momentum": "a float",
    "epsilon": "a float that keeps divisors from 0",
    "hyperpara": "the trust coefficient, a float",
    "use_clip": "whether the ratio over the rate is at most 1, a bool",
}


class LockedPrimitive(PrimitiveClass):
    """A PrimitiveClass with `use_locking`, which is checked when an object is made and does not reach the function."""

    def build(self, fn: Callable[..., Any]) -> type[Primitive]:
        @functools.wraps(fn)
        def call(*args: object, **settings: object) -> Any:
            del settings["use_locking"]  # checked at construction
            return fn(*args, **settings)

        base, name, usual = super().build(call), self.name, self.settings["use_locking"].default

        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            base.__init__(self, *args, **kwargs)
            check_locking(name, self.use_locking, usual)

        text = (base.__doc__ or "").rstrip()
        if "`use_locking` (" not in text:
            text = before(text, "Called with|Raises|Differs|The result", _TEXT)
        documentation = {"__doc__": text, "__signature__": inspect.signature(base)}
        return type(
            name, (base,), {**documentation, "__init__": __init__, "__module__": base.__module__}
        )


class RulePrimitive(PrimitiveClass):
    """A primitive over an optimizer's rule, documented by its `formula`; `use_locking` may be among its settings."""

    def __init__(
        self,
        name: str,
        formula: str,
        *,
        inputs: Sequence[str | Input] = (),
        settings: Mapping[str, Setting] | None = None,
    ):
        super().__init__(name, inputs=inputs, settings=settings, doc=formula)

    def build(self, fn: Callable[..., Any]) -> type[Primitive]:
        argument_names = {setting.argument or key for key, setting in self.settings.items()}
        required = [p for p in inspect.signature(fn).parameters.values() if p.default is REQUIRED]
        called = ", ".join(p.name for p in required if p.name not in argument_names)
        settings = "\n".join(
            f"`{name}`: {_SETTINGS[name]}." for name in self.settings if name in _SETTINGS
        )
        call = f"Called with ({called}); changes the state given in place and returns it."
        text = "\n\n".join(filter(None, [self.doc, settings, f"{call}\n{_CALLED}"]))
        rule = PrimitiveClass if "use_locking" not in self.settings else LockedPrimitive
        return rule(self.name, inputs=self.inputs, settings=self.settings, doc=text).build(fn)
