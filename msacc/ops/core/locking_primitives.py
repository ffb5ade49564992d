"""Primitives with `use_locking`, and primitives of optimizer rules."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msacc.common.use_locking import check_locking
from msacc.ops.core.primitive import Primitive
from msacc.ops.core.primitive_class import REQUIRED, PrimitiveClass, Setting
from msacc.ops.core.primitive_inputs import Input

_TEXT = "`use_locking` (bool, TypeError otherwise) has no effect, and says so once if it is not the default."


class LockedPrimitive(PrimitiveClass):
    """A PrimitiveClass with `use_locking`, which is checked when an object is made and does not reach the function."""

    def build(self, fn: Callable[..., Any]) -> type[Primitive]:
        @functools.wraps(fn)
        def call(*args: Any, **settings: Any) -> Any:
            del settings["use_locking"]  # checked at construction
            return fn(*args, **settings)

        base, name, usual = super().build(call), self.name, self.settings["use_locking"].default

        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            base.__init__(self, *args, **kwargs)
            check_locking(name, self.use_locking, usual)

        text = f"{(base.__doc__ or '').rstrip()}\n\n{_TEXT}\n"
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
        text = f"{self.doc}\n\nCalled with ({called}); changes the state given in place and returns it.\n"
        rule = PrimitiveClass if "use_locking" not in self.settings else LockedPrimitive
        return rule(self.name, inputs=self.inputs, settings=self.settings, doc=text).build(fn)
