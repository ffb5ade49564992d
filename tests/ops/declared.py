"""What the primitives of `ops` declare: the inputs of their calls and the checks of their settings."""

from __future__ import annotations

import inspect
from typing import Any

from msacc import ops
from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import PrimitiveClass, declarations
from msacc.ops.core.primitive import Primitive


def inputs(primitive: Any) -> tuple[str, ...]:
    """The names of the inputs of a primitive, or of its class; none where it takes them by position alone."""
    kind = primitive if isinstance(primitive, type) else type(primitive)
    parameters = list(inspect.signature(kind.__call__).parameters.values())[1:]
    return tuple(p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD)


# Primitives of `ops` whose calls take names; a call that is built from `inputs` has their signature.
NAMED = {
    name
    for name, kind in vars(ops).items()
    if isinstance(kind, type) and issubclass(kind, Primitive) and name == kind.__name__
    and hasattr(kind.__call__, "__signature__")
}  # fmt: skip
DECLARED = {
    declaration.name: declaration for _, declaration in declarations(CHAPTERS, PrimitiveClass)
}
CHECKED = {
    f"{name}.{key}" for name, each in DECLARED.items() for key, setting in each.settings.items() if setting.check
}  # fmt: skip
