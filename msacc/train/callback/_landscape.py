"""SummaryLandscape: checks its arguments and refuses to draw."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from msacc.common.unsupported_names import refusal_reason
from msacc.common.warn_once import no_effects

_KINDS = {
    "landscape_size": int,
    "unit": str,
    "num_samples": int,
    "create_landscape": dict,
    "intervals": list,
}
_UNITS = ("step", "epoch")
_PARTS = ("train", "result")


@refusal_reason("it draws for MindInsight alone")
class SummaryLandscape:
    """Exists so that scripts that draw loss landscapes for MindInsight fail with the reason.

    `summary_dir`: a path. Raises TypeError for what is no path.
    """

    def __init__(self, summary_dir: str):
        self._summary_dir = os.path.realpath(summary_dir)

    def gen_landscapes_with_multi_process(
        self,
        callback_fn: Callable[[], Any],
        collect_landscape: dict[str, Any] | None = None,
        device_ids: list[int] | None = None,
        output: str | None = None,
    ) -> None:
        """Refused with NotImplementedError, once `collect_landscape` is what MindSpore takes.

        `callback_fn`, `device_ids` and `output` are not looked at.

        Raises ValueError for other keys and values in it, TypeError for values of other types.
        """
        why = "msacc draws no landscapes"
        ignored = {
            "callback_fn": (callback_fn, callback_fn),
            "device_ids": (device_ids, device_ids),
        }
        no_effects("SummaryLandscape", why, **ignored, output=(output, None))
        for key, value in (collect_landscape or {}).items():
            _check(key, value)
        raise NotImplementedError(
            f"msacc has no SummaryLandscape to draw into {self._summary_dir}: it is MindInsight's. Evaluate "
            "the loss on a grid of "
            "weights with Model.eval."
        )


def _check(key: str, value: Any) -> None:
    where = 'For "SummaryLandscape"'
    if key not in _KINDS:
        raise ValueError(
            f"{where}, the key of collect landscape should be one of {list(_KINDS)}, but got the: {key}."
        )
    _check_type(key, value, _KINDS[key])
    if key == "landscape_size" and not 3 <= value <= 256:
        raise ValueError(
            f'{where}, "landscape_size" should be between 3 and 256, but got the: {value}'
        )
    if key == "unit" and value not in _UNITS:
        raise ValueError(f'{where}, the "unit" should be step or epoch, but got the: {value}')
    if key == "create_landscape":
        for part, flag in value.items():
            if part not in _PARTS:
                raise ValueError(
                    f'{where}, the key of "create_landscape" should be in {list(_PARTS)}, but got the: {part}.'
                )
            _check_type(part, flag, bool)
    if key == "intervals":
        for interval in value:
            _check_type("each interval in intervals", interval, list)
            if len(interval) < 3:
                raise ValueError(
                    f'{where}, the length of each list in "intervals" should not be less than three, but got '
                    f"the: {interval}."
                )


def _check_type(name: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(
            f"For `{name}` the type should be a valid type of ['{kind.__name__}'], but got {type(value).__name__}."
        )
