"""Primitives that can be made, named and looked at, as on MindSpore's CPU, and that refuse to be called."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, NoReturn

from msacc.common import dtype as mstype
from msacc.ops.core.primitive import Primitive


def signature_of(arguments: str) -> inspect.Signature:
    """The signature with these arguments, in Python; a default is a literal or the name of a dtype."""
    function = ast.parse(f"def _({arguments}): ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    defaults = [inspect.Parameter.empty] * (len(given.args) - len(given.defaults))
    defaults += [_value(default) for default in given.defaults]
    return inspect.Signature(
        [
            inspect.Parameter(one.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
            for one, default in zip(given.args, defaults, strict=True)
        ]
    )


def _value(default: ast.expr) -> Any:
    return (
        getattr(mstype, default.id) if isinstance(default, ast.Name) else ast.literal_eval(default)
    )


def without_kernel(name: str, arguments: str, why: str, home: str = "ops") -> type[Primitive]:
    """The class `mindspore.<home>.<name>`, whose instances keep `arguments` and refuse calls because of `why`."""
    signature = signature_of(arguments)

    def __init__(self: Primitive, *args: Any, **kwargs: Any) -> None:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"For '{name}', {error}: it is {name}({arguments}).") from None
        given.apply_defaults()
        Primitive.__init__(self, name)
        self._msacc_init_arguments = dict(given.arguments)
        vars(self).update(given.arguments)
        self.attrs.update(given.arguments)

    def refuse(self: Any, *args: object, **kwargs: object) -> NoReturn:
        raise NotImplementedError(f"msacc does not run mindspore.{home}.{name}: {why}.")

    body = {"__init__": __init__, "__call__": refuse, "construct": refuse, "refusal": why}
    about = {"__doc__": _doc(name, arguments, signature, why), "__module__": f"msacc.{home}"}
    return type(name, (Primitive,), {**body, **about, "__signature__": signature})


def _doc(name: str, arguments: str, signature: inspect.Signature, why: str) -> str:
    doc = (
        f"`{name}({arguments})(…)`: refused; {why}. It is made; a call raises NotImplementedError."
    )
    kept = ", ".join(f"`{parameter}`" for parameter in signature.parameters)
    return "\n".join([doc, *([textwrap.fill(f"Kept as attributes: {kept}.", 110)] if kept else [])])
