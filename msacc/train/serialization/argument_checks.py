"""Argument checks shared by saving and loading, with MindSpore's exception classes."""

from __future__ import annotations

_SECRET = ("enc_key", "dec_key", "enc_mode", "dec_mode")
FORMATS = ("ckpt", "safetensors")


def instance(name: str, value: object, kinds: type | tuple[type, ...]) -> None:
    """ValueError (as MindSpore has it) unless `value` is one of `kinds`."""
    if not isinstance(value, kinds):
        names = " or ".join(k.__name__ for k in (kinds if isinstance(kinds, tuple) else (kinds,)))
        # A key, or what may be one if arguments were swapped, is not shown.
        value_text = "a value" if name in _SECRET else repr(value)
        raise ValueError(
            f"The parameter '{name}' must be {names}, but got {value_text} of type {type(value).__name__}."
        )


def boolean(name: str, value: object) -> None:
    """TypeError unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(
            f"The argument '{name}' must be a bool, but got {value!r} of type {type(value).__name__}."
        )


def plain_safetensors(where: str, format: str, **values: object) -> None:
    """ValueError when an argument that safetensors files cannot honour was set."""
    defaults = {"enc_mode": "AES-GCM", "dec_mode": "AES-GCM", "incremental": False}
    if format != "safetensors":
        return
    for name, value in values.items():
        default = defaults.get(name)
        if value != default:
            # Never the value itself: it may be a key.
            raise ValueError(
                f"For '{where}', format 'safetensors' knows no encryption and no increments: leave "
                f"'{name}' at its default {default!r}, or use format='ckpt'."
            )


def prefixes(name: str, value: object) -> tuple[str, ...] | None:
    """`specify_prefix` or `filter_prefix` as a tuple of str; TypeError or ValueError otherwise."""
    if value is None:
        return None
    if not isinstance(value, (str, list, tuple)):
        raise TypeError(
            f"For 'load_checkpoint', '{name}' must be a str or a list or tuple of str, but got {value!r}."
        )
    items = (value,) if isinstance(value, str) else tuple(value)
    if not items:
        raise ValueError(f"For 'load_checkpoint', '{name}' must not be an empty list or tuple.")
    for item in items:
        if not isinstance(item, str):
            raise TypeError(
                f"For 'load_checkpoint', '{name}' must hold str only, but got {item!r}."
            )
        if not item:
            raise ValueError(
                f"For 'load_checkpoint', '{name}' must not hold ''; it fits every name."
            )
    return items
