"""The arguments of Tensor and Parameter that say where and how they lie, which torch decides here."""

from __future__ import annotations

from typing import Any

from msacc.common.notice import no_effect
from msacc.common.settings import settings


def check_device(where: str, device: Any, known: tuple[str, ...]) -> None:
    """`device`: one of `known` names (ValueError), and no way to leave the device in use."""
    if device not in known:
        raise ValueError(f"For '{where}', 'device' should be one of {known}, but got {device!r}.")
    if device == "meta":
        raise NotImplementedError(
            f"{where}(device='meta'): msacc has no tensors without data; use Tensor(shape=..., "
            "dtype=..., init=...), which is filled when it is first read."
        )
    if device != "CPU" or settings.device.type != "cpu":
        no_effect(where, "device", device, "tensors lie on the device that set_device chose")


def check_const_arg(const_arg: Any) -> None:
    """`const_arg`: a bool (TypeError); graphs take every Tensor as an input."""
    if not isinstance(const_arg, bool):
        raise TypeError(f"For 'Tensor', 'const_arg' should be a bool, but got {const_arg!r}.")
    if const_arg:
        no_effect("Tensor", "const_arg", const_arg, "graphs take every Tensor as an input")


def check_storage(storage_format: Any) -> None:
    """A Parameter's `storage_format`: a str (TypeError), without effect."""
    if not isinstance(storage_format, str):
        raise TypeError(
            f"For 'Parameter', 'storage_format' should be a str, but got {storage_format!r}."
        )
    if storage_format:
        no_effect("Parameter", "storage_format", storage_format, "torch chooses layouts")
