"""Copies of an op under other argument names: `mint` has `dim` where `ops` has `axis`, methods take both."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from msacc.common.keyword_hints import answer
from msacc.ops.core.argument_conversion import twice
from msacc.ops.core.docstrings import rename_arguments

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike
    from msacc.common.tensor import Tensor

Fn = Callable[..., Any]


class Keywords(NamedTuple):
    """The names under which a function's arguments are passed."""

    canonical: dict[str, str]  # other name: the name in the signature of the function
    refused: frozenset[str]  # names of the function that must not be passed
    positional: tuple[str, ...]  # names of the function that may be passed by position, in order
    required: tuple[tuple[str, str], ...]  # (name in the function, name in the message), in order


def with_argument_names(fn: Fn, /, **names: str) -> Any:
    """`fn` with other argument names: `with_argument_names(softmax, dim="axis")` takes `dim` and no longer `axis`."""
    parameters = set(inspect.signature(fn).parameters)
    unknown = set(names.values()) - parameters
    if unknown:
        raise TypeError(f"{fn.__name__} has no arguments {sorted(unknown)}.")
    conflicts = set(names) & (parameters - set(names.values()))
    if conflicts:
        raise TypeError(f"{fn.__name__} has arguments {sorted(conflicts)} already.")
    return _under_names(fn, names, frozenset(names.values()) - frozenset(names))


def with_argument_aliases(fn: Fn, /, **names: str) -> Any:
    """`fn` whose arguments may be passed under their own names and these others alike.

    The signature shows the last spelling of each.
    """
    return _under_names(fn, names, frozenset())


def with_swapped_operands(fn: Fn) -> Any:
    """`fn` with its two operands the other way round, as `__radd__` takes them."""

    @functools.wraps(fn)
    def wrapper(self: Tensor, other: TensorLike) -> Any:
        return fn(other, self)

    return wrapper


def _under_names(fn: Fn, names: dict[str, str], refused: frozenset[str]) -> Any:
    public_names = {original: name for name, original in names.items()}
    signature = inspect.signature(fn)
    keywords = _keywords(signature, names, refused, public_names)
    required_count = len(
        [original for original, _ in keywords.required if original in keywords.positional]
    )

    @functools.wraps(fn)
    def wrapper(*args: object, **kwargs: object) -> Any:
        if kwargs or len(args) < required_count:
            try:
                kwargs = canonical_keywords(wrapper, keywords, args, kwargs)
            except TypeError as error:
                return answer(wrapper, error, args, kwargs)
        return fn(*args, **kwargs)

    parameters = [
        p.replace(name=public_names.get(p.name, p.name)) for p in signature.parameters.values()
    ]
    wrapper.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    wrapper.__doc__ = rename_arguments(fn.__doc__, public_names)
    wrapper.spellings = _spellings(fn, names, refused, public_names)  # type: ignore[attr-defined]
    return wrapper


def _spellings(
    fn: Fn, names: dict[str, str], refused: frozenset[str], public_names: dict[str, str]
) -> dict[str, str]:
    """{name that a keyword may have: the name that the signature shows}, for `python -m msacc check`."""
    taken = {name: public_names[original] for name, original in names.items()}
    taken |= {original: name for original, name in public_names.items() if original not in refused}
    within = getattr(fn, "spellings", {})
    return {name: public_names.get(shown, shown) for name, shown in within.items()} | taken


def _keywords(
    signature: inspect.Signature,
    names: dict[str, str],
    refused: frozenset[str],
    public_names: dict[str, str],
) -> Keywords:
    parameters = signature.parameters.values()
    parameters_by_name = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return Keywords(
        names,
        refused,
        tuple(p.name for p in parameters_by_name if p.kind is not p.KEYWORD_ONLY),
        tuple(
            (p.name, public_names.get(p.name, p.name))
            for p in parameters_by_name
            if p.default is p.empty
        ),
    )


def canonical_keywords(
    wrapper: Fn, keywords: Keywords, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """`kwargs` under the function's own names; TypeError for one that is unknown, missing or passed twice."""
    placed = keywords.positional[: len(args)]
    canonical_kwargs: dict[str, Any] = {}
    for key, value in kwargs.items():
        if key in keywords.refused:
            raise TypeError(f"{wrapper.__name__}() got an unexpected keyword argument '{key}'")
        canonical = keywords.canonical.get(key, key)
        if canonical in canonical_kwargs or canonical in placed:
            raise twice(wrapper.__name__, key)
        canonical_kwargs[canonical] = value
    for canonical, public_name in keywords.required:
        if canonical not in canonical_kwargs and canonical not in placed:
            raise TypeError(
                f"{wrapper.__name__}() missing 1 required positional argument: '{public_name}'"
            )
    return canonical_kwargs
