"""Declaration of a primitive beside its op, and the class built from the declaration."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msacc.common.copy_code import copy_code
from msacc.ops.core.docstrings import LazyDocstring, as_primitive
from msacc.ops.core.primitive import Primitive
from msacc.ops.core.primitive_inputs import Input, call_by_name
from msacc.ops.core.setting_checks import Check
from msacc.ops.core.special_calls import call_specially

REQUIRED: Any = inspect.Parameter.empty


class Setting(NamedTuple):
    """An argument of a primitive's constructor.

    `check(primitive's name, setting's name, value)` raises for a bad value, when the primitive is made and when
    the setting is changed. `argument` is what the function calls it, where that differs.
    """

    default: Any = REQUIRED
    check: Check | None = None
    argument: str | None = None


class PrimitiveClass:
    """Declares `ops.<name>`: a primitive whose call hands its inputs and settings to the function below.

    `inputs` are MindSpore's names of the call's arguments, an `Input` where the default or the function's name
    differs; without them the call takes its arguments by position alone, as MindSpore's older primitives do. The
    inputs go to the function by position, ahead of the settings, or with `keyword_inputs` by name. `doc` replaces the
    function's text. `module` is MindSpore's module of the class, below `mindspore`.
    """

    def __init__(
        self,
        name: str,
        *,
        inputs: Sequence[str | Input] = (),
        settings: Mapping[str, Setting] | None = None,
        doc: str | None = None,
        module: str = "ops",
        keyword_inputs: bool = False,
    ):
        self.name, self.doc, self.module = name, doc, module
        self.settings = dict(settings or {})
        self.keyword_inputs = keyword_inputs
        self.inputs = tuple(each if isinstance(each, Input) else Input(each) for each in inputs)

    def build(self, fn: Callable[..., Any]) -> type[Primitive]:
        """The class around `fn`."""
        if self.keyword_inputs:
            fn = _taking_by_position(fn, self.inputs)
        return primitive(self.name, fn, self.settings, self.inputs, self.doc)


def primitive(
    name: str,
    fn: Callable[..., Any],
    settings: Mapping[str, Setting],
    inputs: tuple[Input, ...] = (),
    doc: str | None = None,
) -> type[Primitive]:
    """The Primitive class whose call passes its arguments, then its settings, to `fn`."""
    signature = inspect.Signature(
        [
            inspect.Parameter(key, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=setting.default)
            for key, setting in settings.items()
        ]
    )
    call_text = f"{name}{signature}"  # a str: Dynamo cannot wrap a Signature in the closure
    arguments = {key: setting.argument or key for key, setting in settings.items()}
    order = tuple(settings)
    checks = tuple((key, setting.check) for key, setting in settings.items() if setting.check)
    required = tuple(key for key, setting in settings.items() if setting.default is REQUIRED)
    input_names = tuple(each.name for each in inputs) or None

    @copy_code
    def __init__(self: Primitive, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, name)
        # Bound without `inspect`, so that a graph can construct a primitive.
        if len(args) > len(order):
            raise TypeError(f"{call_text}: got {len(args)} arguments.")
        setting_values = {**dict(zip(order, args, strict=False)), **kwargs}
        for key in kwargs:
            if key not in order or key in order[: len(args)]:
                raise TypeError(f"{call_text}: argument {key!r} is unknown or given twice.")
        for key in required:
            if key not in setting_values:
                raise TypeError(f"{call_text}: argument {key!r} is missing.")
        for key in order:
            value = (
                setting_values[key] if key in setting_values else type(self)._msacc_defaults[key]
            )
            self._msacc_init_arguments[key] = self.attrs[key] = value
            setattr(self, key, value)
        self._msacc_apply_settings()
        self._msacc_initialized = True

    @copy_code
    def _apply_settings(self: Primitive) -> None:
        for key, check in checks:
            check(name, key, getattr(self, key))
        self._msacc_settings = {argument: getattr(self, key) for key, argument in arguments.items()}

    # `construct` without its frame; a subclass with a construct of its own calls that.
    @copy_code
    def __call__(self: Primitive, *args: Any) -> Any:
        if self._msacc_is_special:
            return call_specially(self, *args)
        return fn(*args, **self._msacc_settings)

    names = {key: each.argument for key, each in settings.items() if each.argument}
    body = {
        "__init__": __init__,
        "__call__": call_by_name(name, fn, arguments, inputs) if inputs else __call__,
        "_msacc_apply_settings": _apply_settings,
        "_msacc_order": order,
        "__signature__": signature,
        "__doc__": doc
        or LazyDocstring(lambda: as_primitive(name, fn, signature, names, input_names)),
        "_msacc_fn": staticmethod(fn),
        "_msacc_defaults": {
            key: each.default for key, each in settings.items() if key not in required
        },
        "__module__": "msacc.ops",
    }
    return type(name, (Primitive,), body)


def _taking_by_position(fn: Callable[..., Any], inputs: tuple[Input, ...]) -> Callable[..., Any]:
    """`fn` taking the inputs by position, whose order in `fn` is another or which it takes by name alone."""
    order = [each.argument or each.name for each in inputs]

    @copy_code
    def call(*args: object, **settings: object) -> Any:
        return fn(**dict(zip(order, args, strict=False)), **settings)

    parameters = inspect.signature(fn).parameters
    rest = [p.replace(kind=p.KEYWORD_ONLY) for name, p in parameters.items() if name not in order]
    positional = [
        parameters[name].replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in order
    ]
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*_required_first(positional), *rest]
    )
    call.__doc__, call.__name__ = fn.__doc__, fn.__name__
    return call


def _required_first(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Behind the first argument that may be left out, all may be."""
    ordered, optional = [], False
    for parameter in parameters:
        optional = optional or parameter.default is not REQUIRED
        without = parameter.default is REQUIRED and optional
        ordered.append(parameter.replace(default=None) if without else parameter)
    return ordered
