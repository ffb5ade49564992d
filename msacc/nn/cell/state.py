"""State dicts of a Cell: `state_dict`, `load_state_dict`, extra state, and their hooks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msacc.common import checks as check
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.nn.cell.hooks import HookHandle

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


class StateMixin:
    """state_dict, load_state_dict, and what goes with them."""

    _params: dict[str, Any]
    _cells: dict[str, Any]

    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> OrderedDict[str, Any]:
        """Parameters and persistent buffers by path; the objects themselves, whose values change with training.

        `destination`, `prefix` and `keep_vars` may also come by position, as in MindSpore, where `keep_vars` changes
        nothing either: said once here. What `get_extra_state` gives stands under '<path>_extra_state'.
        """
        named: tuple[Any, ...] = (destination, prefix, keep_vars)
        destination, prefix, keep_vars = (*args, *named[len(args) :])
        if check.boolean("state_dict", "keep_vars", keep_vars):
            no_effect(
                "Cell.state_dict", "keep_vars", keep_vars, "the Parameters themselves are given"
            )
        if destination is not None and not isinstance(destination, dict):
            raise TypeError(
                f"For 'state_dict', 'destination' must be a dict, but got {destination!r}."
            )
        check.instance("state_dict", "prefix", prefix, str)
        state: Any = OrderedDict() if destination is None else destination
        self._collect_state(state, prefix, keep_vars)
        return state

    def _collect_state(self, state: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        """Collects parameters, buffers and extra state Cell by Cell; shared values are listed twice."""
        for hook in self._state_hooks("before giving"):
            hook(self, prefix, keep_vars)
        state.update((prefix + name, value) for name, value in self._own_state().items())
        if self._has_extra("get_extra_state"):
            state[prefix + _EXTRA] = self.get_extra_state()
        for name, cell in self._cells.items():
            if cell is not None:
                cell._collect_state(state, f"{prefix}{name}.", keep_vars)
        for hook in self._state_hooks("after giving"):
            hook(self, state, prefix, {})

    def _own_state(self) -> dict[str, Tensor]:
        tensors = {name: p for name, p in self._params.items() if p is not None}
        transient = self.__dict__.get("_transient", ())
        for name in self.__dict__.get("_buffers", ()):
            if name not in transient and self.__dict__[name] is not None:
                tensors[name] = self.__dict__[name]
        return tensors

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> Any:
        """Copy values in by path; returns (missing_keys, unexpected_keys).

        Raises TypeError where `state_dict` is no mapping, RuntimeError for other shapes and, if `strict`, for paths
        that are missing or unexpected. Differs from MindSpore: nothing is copied then, unless a hook that runs
        afterwards may forgive them.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        loading = Loading(dict(state_dict), strict, [], [], [], [])
        posts: list[tuple[Any, Any]] = []
        self._load_state(loading, "", posts)
        if not posts:
            self._raise_problems(loading)
        for target, value in loading.copies:
            _copy_into(target, value)
        result = Mismatch(loading.missing, loading.unexpected)
        for cell, hook in posts:
            if hook(cell, result) is not None:
                raise AssertionError(
                    "A hook of register_load_state_dict_post_hook changes 'incompatible_keys' and returns None."
                )
        self._raise_problems(loading)
        return result

    def _load_state(self, loading: Loading, prefix: str, posts: list[tuple[Any, Any]]) -> None:
        values, strict, missing, unexpected, errors, copies = loading
        for hook in self._state_hooks("before taking"):
            hook(self, values, prefix, {}, strict, missing, unexpected, errors)
        own = self._own_state()
        for name, value in own.items():
            key = prefix + name
            if key not in values:
                missing.append(key)
            elif tuple(value.shape) != tuple(values[key].shape):
                errors.append(f"size mismatch for {key}: {values[key].shape} vs {value.shape}.")
            else:
                copies.append((value, values[key]))
        extra = prefix + _EXTRA
        takes = self._has_extra("set_extra_state")
        if takes and extra in values:
            self.set_extra_state(values[extra])
        elif takes:
            missing.append(extra)
        known = {*own, *(n for n, c in self._cells.items() if c is not None)}
        known |= {_EXTRA} if takes else set()
        for key in values:
            first, *rest = key[len(prefix) :].split(".", 1)
            if first not in known or (rest and first in own):
                unexpected.append(key)
        for name, cell in self._cells.items():
            if cell is not None:
                path = f"{prefix}{name}."
                below = {k: v for k, v in values.items() if k.startswith(path)}
                cell._load_state(loading._replace(values=below), path, posts)
        posts += [(self, hook) for hook in self._state_hooks("after taking")]

    def _raise_problems(self, loading: Loading) -> None:
        problems = [*loading.errors]
        for kind, keys in (("Unexpected", loading.unexpected), ("Missing", loading.missing)):
            if loading.strict and keys:
                problems.append(f"{kind} key(s) in state_dict: {', '.join(map(repr, keys))}.")
        if problems:
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(problems)
            )

    # -- state of another kind -------------------------------------------------------------------
    def get_extra_state(self) -> Any:
        """What `state_dict` holds of this Cell besides tensors; defined by subclasses. RuntimeError otherwise."""
        raise RuntimeError(f"{type(self).__name__} does not define get_extra_state.")

    def set_extra_state(self, state: Any) -> None:
        """Take over `state`, what `get_extra_state` gave; defined by subclasses. RuntimeError otherwise."""
        raise RuntimeError(
            f"{type(self).__name__} does not define set_extra_state, so 'state' {state!r} has no place."
        )

    def _has_extra(self, name: str) -> bool:
        return getattr(type(self), name) is not getattr(StateMixin, name)

    # -- hooks -----------------------------------------------------------------------------------
    def _state_hooks(self, when: str) -> list[Callable[..., Any]]:
        return list(self.__dict__.get("_hooks_on_state", {}).get(when, {}).values())

    def _add_state_hook(self, when: str, hook: Callable[..., Any]) -> HookHandle:
        table = self.__dict__.setdefault("_hooks_on_state", {}).setdefault(when, {})
        handle = HookHandle(self, table)
        table[handle._key] = hook
        return handle

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, prefix, keep_vars)` before `state_dict` reads this Cell; gives a handle to remove it."""
        return self._add_state_hook("before giving", hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, state_dict, prefix, local_metadata)` after `state_dict` has read this Cell.

        It may change the dict. Gives a handle whose `remove()` takes the hook away.
        """
        return self._add_state_hook("after giving", hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook` before `load_state_dict` takes this Cell's values; gives a handle to remove it.

        Its arguments are (cell, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
        error_msgs); it may change the dict, a copy, and add to the lists.
        """
        return self._add_state_hook("before taking", hook)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, incompatible_keys)` after `load_state_dict`; it may change the two lists of keys.

        What it leaves there is what `strict` complains of. Gives a handle whose `remove()` takes the hook away.
        """
        return self._add_state_hook("after taking", hook)


def _copy_into(target: Tensor, source: Any) -> None:
    value = source if isinstance(source, Tensor) else Tensor(source)
    if isinstance(target, Parameter):
        target.set_data(value)
    else:
        target._t.copy_(value._t)
