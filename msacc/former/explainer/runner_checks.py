"""What ImageClassificationRunner refuses: arguments, networks and results that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msacc import dataset as ds
from msacc import nn
from msacc._checkparam import check_value_type
from msacc.former.explainer.metric import LabelSensitiveMetric


def check_arguments(summary_dir: Any, data: Any, network: Any, activation_fn: Any) -> None:
    where = "ImageClassificationRunner"
    check_value_type("data", data, tuple, where)
    if len(data) != 2:
        raise ValueError(
            f"For '{where}', 'data' must be a dataset and labels, but got {len(data)}."
        )
    check_value_type("data[0]", data[0], ds.Dataset, where)
    check_value_type("data[1]", data[1], list, where)
    if not all(isinstance(label, str) for label in data[1]):
        raise ValueError(f"For '{where}', 'data[1]' must be a list of str, but got {data[1]}.")
    check_value_type("summary_dir", summary_dir, str, where)
    check_value_type("network", network, nn.Cell, where)
    check_value_type("activation_fn", activation_fn, nn.Cell, where)


def check_instances(name: str, values: Any, kind: type) -> None:
    check_value_type(name, values, list)
    wrong = [type(value).__name__ for value in values if not isinstance(value, kind)]
    if wrong:
        raise TypeError(f"'{name}' must be a list of {kind.__name__}, but it has a {wrong[0]}.")


def check_saliency(
    explainers: Sequence[Any], benchmarkers: Sequence[Any], network: nn.Cell, labels: int
) -> None:
    """ValueError unless each is of another class, of this network and with so many labels."""
    for each in (explainers, benchmarkers):
        names = [type(one).__name__ for one in each]
        if len(set(names)) < len(names):
            raise ValueError(f"Each must be of another class, but got {names}.")
    for explainer in explainers:
        if explainer.network is not network:
            raise ValueError(f"The network of {type(explainer).__name__} is not the runner's.")
    for one in benchmarkers:
        if isinstance(one, LabelSensitiveMetric) and one.num_labels != labels:
            raise ValueError(
                f"'num_labels' of {type(one).__name__} is {one.num_labels}, but there are {labels} labels."
            )


def check_results(manifest: dict[str, bool], wanted: dict[str, bool]) -> None:
    """RuntimeError unless there is what was wanted."""
    for name in wanted:
        if wanted[name] and not manifest[name]:
            raise RuntimeError(
                f"There is no {name} of any image: no label is given, or predicted with a probability above 0.5. "
                "Look at the dataset, the labels, the network and activation_fn."
            )
