"""What SummaryCollector takes: the kinds of data and their settings, checked."""

from __future__ import annotations

import re
from typing import Any

from msacc.common.warn_once import no_effect

DEFAULTS: dict[str, Any] = {
    "collect_metric": True,
    "collect_graph": True,
    "collect_train_lineage": True,
    "collect_eval_lineage": True,
    "collect_input_data": True,
    "collect_dataset_graph": True,
    "histogram_regular": None,
    "collect_landscape": None,
}
_LANDSCAPE: dict[str, Any] = {
    "landscape_size": int,
    "unit": str,
    "num_samples": int,
    "create_landscape": dict,
    "intervals": list,
}
_WHO = 'For "SummaryCollector",'


def of_type(name: str, value: object, *kinds: type) -> None:
    """TypeError unless `value` is of one of `kinds`; a bool is no int."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(
            f"For `{name}` the type should be a valid type of {[k.__name__ for k in kinds]}, but got "
            f"{type(value).__name__}."
        )


def check_positive(name: str, value: Any) -> None:
    """TypeError unless `value` is an int, ValueError unless it is 1 or more."""
    of_type(name, value, int)
    if value <= 0:
        raise ValueError(
            f"{_WHO} the value of `{name}` should be greater than 0, but got `{value}`."
        )


def check_lineage(data: dict[str, Any] | None) -> None:
    """TypeError unless `data` is None or maps str to int, str or float."""
    if data is None:
        return
    of_type("custom_lineage_data", data, dict, type(None))
    for key, value in data.items():
        of_type(f"custom_lineage_data -> {key}", key, str)
        of_type(f"the value of custom_lineage_data -> {key}", value, int, str, float)


def specified(data: dict[str, Any] | None, keep: bool, defaults: dict[str, Any]) -> dict[str, Any]:
    """What to collect; with `keep` what `data` does not name comes from `defaults`.

    Raises TypeError for values of another type, ValueError for unknown keys and values out of range.
    """
    of_type("keep_default_action", keep, bool)
    of_type("collect_specified_data", data, dict, type(None))
    items = data or {}
    for key in items:
        of_type(key, key, str)
    _check_keys("collect_specified_data", items, defaults)
    for key, value in items.items():
        _check_value(key, value)
    return {**(defaults if keep else {}), **items}


def _check_keys(name: str, items: dict[str, Any], allowed: dict[str, Any]) -> None:
    unknown = set(items) - set(allowed)
    if unknown:
        raise ValueError(
            f"{_WHO} the keys {unknown} of `{name}` are unsupported, expect the follow keys: "
            f"{list(allowed)}."
        )


def _check_value(key: str, value: Any) -> None:
    if key == "histogram_regular":
        of_type(key, value, str, type(None))
        _check_pattern(value)
    elif key == "collect_landscape":
        of_type(key, value, dict, type(None))
        if value:
            _check_landscape(value)
    else:
        of_type(key, value, bool)
    if key == "collect_landscape" and value:
        no_effect("SummaryCollector", key, value, "MindInsight alone shows it")


def _check_pattern(value: str | None) -> None:
    if value is None:
        return
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(
            f"For `collect_specified_data`, the value of `histogram_regular`, {value!r}, is not a valid "
            f"regular expression: {error}."
        ) from error


def _check_landscape(options: dict[str, Any]) -> None:
    _check_keys("collect_landscape", options, _LANDSCAPE)
    for key, value in options.items():
        of_type(key, value, _LANDSCAPE[key])
    if not 3 <= options.get("landscape_size", 40) <= 256:
        raise ValueError(
            f'{_WHO} the "landscape_size" should be 3 to 256, but got {options["landscape_size"]}.'
        )
    if options.get("unit", "step") not in ("step", "epoch"):
        raise ValueError(f"{_WHO} unit should be step or epoch, but got {options['unit']!r}.")
    for key, value in options.get("create_landscape", {}).items():
        if key not in ("train", "result"):
            raise ValueError(
                f'{_WHO} create_landscape has the keys "train" and "result", but got {key!r}.'
            )
        of_type(key, value, bool)
    of_type("intervals", options.get("intervals"), list)
    for interval in options["intervals"]:
        of_type("each interval in intervals", interval, list)
        if len(interval) < 3:
            raise ValueError(
                f'{_WHO} each list in "intervals" should have three steps or more, but got {interval}.'
            )
        for step in interval:
            of_type('the steps of "intervals"', step, int)
