"""Functions for other hardware: they check their arguments and log that they have no effect."""

from __future__ import annotations

from collections.abc import Callable

from msacc.common.checks import instance
from msacc.common.warn_once import no_effect


def ignored(name: str, **kinds: object) -> Callable[..., None]:
    """A function of the arguments `kinds`: TypeError for other types, else one line."""
    short = name.rpartition(".")[2]

    def accept(*args: object, **kwargs: object) -> None:
        if len(args) > len(kinds):
            raise TypeError(f"{short}() takes {len(kinds)} arguments, but got {len(args)}.")
        arguments = {**dict(zip(kinds, args, strict=False)), **kwargs}
        for key, value in arguments.items():
            if key not in kinds:
                raise TypeError(f"{short}() got an unexpected keyword argument {key!r}.")
            instance(short, key, value, kinds[key])
            no_effect(f"device_context.{name}", key, value)

    accept.__name__ = accept.__qualname__ = short
    accept.__doc__ = "Accepted; it concerns Ascend only."
    accept.without_effect = "it concerns Ascend only"  # type: ignore[attr-defined]  # for `python -m msacc check`
    return accept
