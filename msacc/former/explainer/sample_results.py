"""What ImageClassificationRunner computes of a batch: maps, measures, and intervals of probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc import Tensor, ops
from msacc.former.explainer.attribution import Attribution
from msacc.former.explainer.benchmarks import Localization
from msacc.former.explainer.edit_steps import EditStep
from msacc.former.explainer.metric import LabelAgnosticMetric
from msacc.former.explainer.rise import RISE
from msacc.former.explainer.samples import Batch, padded


def maps_of(
    explainer: Attribution, images: Tensor, labels: list[list[int]]
) -> list[dict[int, Tensor]]:
    """Of each sample, its maps (1, 1, H, W) by label."""
    if not any(labels):
        return [{} for _ in labels]
    batch: Any = padded(labels)
    found: Any
    if isinstance(explainer, RISE):
        found = explainer(images, batch)
    else:
        found = ops.concat([explainer(images, batch[:, j]) for j in range(batch.shape[1])], 1)
    return [
        {label: found[i : i + 1, j : j + 1] for j, label in enumerate(of_sample)}
        for i, of_sample in enumerate(labels)
    ]


def measure_batch(
    measure: Any, explainer: Attribution, batch: Batch, maps: list[dict[int, Tensor]]
) -> None:
    for i, of_sample in enumerate(maps):
        images: Any = batch.images
        image = images[i : i + 1]
        if isinstance(measure, LabelAgnosticMetric):
            measure.aggregate(measure.evaluate(explainer, image))
            continue
        for label, saliency in of_sample.items():
            given: dict[str, Any] = {"targets": label, "saliency": saliency}
            if isinstance(measure, Localization):
                if label not in batch.masks[i]:
                    continue
                given["mask"] = batch.masks[i][label]
            measure.aggregate(measure.evaluate(explainer, image, **given), label)


def probabilities(name: str, found: np.ndarray, variances: np.ndarray | None) -> dict[str, Any]:
    values = {f"{name}_prob": found.tolist()}
    if variances is not None:
        lows, highs, deviations = _calc_beta_intervals(found, variances)
        values[f"{name}_prob_sd"] = deviations.tolist()
        values[f"{name}_prob_itl95_low"] = lows.tolist()
        values[f"{name}_prob_itl95_hi"] = highs.tolist()
    return values


def _calc_beta_intervals(
    means: np.ndarray, variances: np.ndarray, prob: float = 0.95
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The intervals of beta distributions and their deviations; where there is none, the mean itself and 0."""
    from scipy.stats import beta  # slow to import

    means, variances = np.asarray(means, float), np.asarray(variances, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        a = means**2 * (1 - means) / variances - means
        lows, highs = beta.interval(prob, a, a * (1 - means) / means)
    deviations = np.sqrt(variances)
    none = ~(np.isfinite(lows) & np.isfinite(highs) & np.isfinite(deviations))
    return np.where(none, means, lows), np.where(none, means, highs), np.where(none, 0, deviations)


def flat_boxes(steps: Sequence[EditStep]) -> list[int]:
    return [number for step in steps for number in step.box]
