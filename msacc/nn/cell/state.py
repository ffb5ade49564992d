"""State dicts of a Cell: `state_dict`, `load_state_dict`, extra state, and their hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msacc.common.cell_tree import CellTree
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.hooks import HookHandle

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

_EXTRA = "_extra_state"


class Mismatch(NamedTuple):
    """What `load_state_dict` found no counterpart of."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"Mismatch(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class Loading(NamedTuple):
    """What loading a state dict has found so far."""

    values: dict[str, Any]
    strict: bool
    missing: list[str]
    unexpected: list[str]
    errors: list[str]
    copies: list[tuple[Tensor, Any]]


def collect(cell: Cell, state: dict[str, Any], prefix: str, keep_vars: bool) -> None:
    """Collects parameters, buffers and extra state Cell by Cell; shared values are listed twice."""
    for hook in state_hooks(cell, "before giving"):
        hook(cell, prefix, keep_vars)
    state.update((prefix + name, value) for name, value in own_state(cell).items())
    if _has_extra(cell, "get_extra_state"):
        state[prefix + _EXTRA] = cell.get_extra_state()
    for name, below in cell._cells.items():
        if below is not None:
            collect(below, state, f"{prefix}{name}.", keep_vars)
    for hook in state_hooks(cell, "after giving"):
        hook(cell, state, prefix, {})


def own_state(cell: Cell) -> dict[str, Tensor]:
    """The Parameters and persistent buffers of this Cell alone, by name."""
    tensors = {name: p for name, p in cell._params.items() if p is not None}
    transient = cell.__dict__.get("_msacc_transient", ())
    for name in cell.__dict__.get("_buffers", ()):
        if name not in transient and cell.__dict__[name] is not None:
            tensors[name] = cell.__dict__[name]
    return tensors


def load(cell: Cell, state_dict: Mapping[str, Any], strict: bool = True) -> Any:
    """`Cell.load_state_dict`."""
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    loading = Loading(dict(state_dict), strict, [], [], [], [])
    posts: list[tuple[Any, Any]] = []
    _collect_copies(cell, loading, "", posts)
    if not posts:
        _raise_problems(cell, loading)
    for target, value in loading.copies:
        _copy_into(target, value)
    result = Mismatch(loading.missing, loading.unexpected)
    for holder, hook in posts:
        if hook(holder, result) is not None:
            raise AssertionError(
                "A hook of register_load_state_dict_post_hook changes 'incompatible_keys' and returns None."
            )
    _raise_problems(cell, loading)
    return result


def _collect_copies(
    cell: Cell, loading: Loading, prefix: str, posts: list[tuple[Any, Any]]
) -> None:
    values, strict, missing, unexpected, errors, copies = loading
    for hook in state_hooks(cell, "before taking"):
        hook(cell, values, prefix, {}, strict, missing, unexpected, errors)
    own = own_state(cell)
    for name, value in own.items():
        key = prefix + name
        if key not in values:
            missing.append(key)
        elif tuple(value.shape) != tuple(values[key].shape):
            errors.append(f"size mismatch for {key}: {values[key].shape} vs {value.shape}.")
        else:
            copies.append((value, values[key]))
    extra = prefix + _EXTRA
    takes = _has_extra(cell, "set_extra_state")
    if takes and extra in values:
        cell.set_extra_state(values[extra])
    elif takes:
        missing.append(extra)
    known = {*own, *(n for n, c in cell._cells.items() if c is not None)}
    known |= {_EXTRA} if takes else set()
    for key in values:
        first, *rest = key[len(prefix) :].split(".", 1)
        if first not in known or (rest and first in own):
            unexpected.append(key)
    for name, below in cell._cells.items():
        if below is not None:
            path = f"{prefix}{name}."
            part = {k: v for k, v in values.items() if k.startswith(path)}
            _collect_copies(below, loading._replace(values=part), path, posts)
    posts += [(cell, hook) for hook in state_hooks(cell, "after taking")]


def _raise_problems(cell: Cell, loading: Loading) -> None:
    problems = [*loading.errors]
    for kind, keys in (("Unexpected", loading.unexpected), ("Missing", loading.missing)):
        if loading.strict and keys:
            problems.append(f"{kind} key(s) in state_dict: {', '.join(map(repr, keys))}.")
    if problems:
        raise RuntimeError(
            f"Error(s) in loading state_dict for {type(cell).__name__}:\n\t" + "\n\t".join(problems)
        )


def _has_extra(cell: Cell, name: str) -> bool:
    """Whether its class defines the method, of which every Cell has one that refuses."""
    return getattr(type(cell), name) is not getattr(CellTree, name)


def state_hooks(cell: Cell, when: str) -> list[Callable[..., Any]]:
    """The hooks of a moment, in order."""
    return list(cell.__dict__.get("_msacc_state_hooks", {}).get(when, {}).values())


def add_state_hook(cell: Cell, when: str, hook: Callable[..., Any]) -> HookHandle:
    """Hang a hook on the state dicts of a Cell."""
    table = cell.__dict__.setdefault("_msacc_state_hooks", {}).setdefault(when, {})
    handle = HookHandle(cell, table)
    table[handle._key] = hook
    return handle


def _copy_into(target: Tensor, source: Tensor) -> None:
    value = source if isinstance(source, Tensor) else Tensor(source)
    if isinstance(target, Parameter):
        target.set_data(value)
    else:
        target._t.copy_(value._t)
