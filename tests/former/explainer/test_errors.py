"""What the explainer package refuses, by MindSpore's types of errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from msacc import Tensor, float32, nn
from msacc.former import explainer as t
from msacc.former.explainer import ablation, arrays, cells, faithfulness
from msacc.former.explainer import hierarchical_occlusion as hoc

IMAGES = Tensor(np.ones((2, 3, 4, 4)), float32)
IMAGE: Any = Tensor(np.ones((1, 3, 4, 4)), float32)
SOFTMAX = nn.Softmax()


def net() -> nn.Cell:
    return nn.SequentialCell(nn.ReLU(), nn.Flatten(), nn.Dense(48, 3))


def measure(kind: Any, *arguments: Any) -> Callable[..., Any]:
    def call(*given: Any, **settings: Any) -> Any:
        return kind(3, *arguments).evaluate(t.Gradient(net()), *given, **settings)

    return call


localize, faithful = measure(t.Localization), measure(t.Faithfulness, SOFTMAX)
robust = measure(t.Robustness, SOFTMAX)

TYPES: dict[str, Callable[[], Any]] = {
    "network": lambda: t.Gradient(lambda x: x),  # type: ignore[arg-type]
    "activation_fn": lambda: t.Occlusion(net(), "softmax"),  # type: ignore[arg-type]
    "perturbation_per_eval": lambda: t.RISE(net(), SOFTMAX, 2.5),  # type: ignore[arg-type]
    "inputs": lambda: t.Gradient(net())(IMAGES.asnumpy(), 1),  # type: ignore[arg-type]
    "targets": lambda: t.Gradient(net())(IMAGES, [1, 2]),  # type: ignore[arg-type]
    "targets'": lambda: t.RISE(net(), SOFTMAX)(IMAGES, "cat"),
    "'targets' must": lambda: arrays.unify_targets(1.5),
    "'inputs' must": lambda: arrays.unify_inputs("x"),
    "num_labels": lambda: t.Localization("3"),  # type: ignore[arg-type]
    "activation_fn'": lambda: t.Faithfulness(3, "softmax"),  # type: ignore[arg-type]
    "For 'Robustness', the type of 'activation_fn'": lambda: t.Robustness(3, None),  # type: ignore[arg-type]
    "mask": lambda: localize(IMAGE, 1, mask=[[1]]),
    "saliency": lambda: faithful(IMAGE, 1, np.ones((1, 1, 4, 4))),
    "result": lambda: t.ClassSensitivity().aggregate("0.5"),  # type: ignore[arg-type]
    "layer_name": lambda: cells.retrieve_layer_by_name(net(), 3),  # type: ignore[arg-type]
    "target_layer": lambda: cells.retrieve_layer(net(), 3),  # type: ignore[arg-type]
    "masks": lambda: ablation.Ablation("Deletion")(np.ones((1, 2)), 0.0, np.ones((1, 1, 2))),
    "win_sizes": lambda: hoc.Searcher(net(), (3, 2), [1, 1]),  # type: ignore[arg-type]
    "win_sizes element": lambda: hoc.Searcher(net(), [3.0, 2], [2, 1]),  # type: ignore[list-item]
    "image": lambda: hoc.Searcher(net()).search([[1.0]], 1),  # type: ignore[arg-type]
    "class_idx": lambda: hoc.Searcher(net()).search(IMAGE, "cat"),  # type: ignore[arg-type]
}
VALUES: dict[str, Callable[[], Any]] = {
    "greater than 0, but got 0": lambda: t.Occlusion(net(), SOFTMAX, 0),
    "4D Tensor": lambda: t.Gradient(net())(IMAGE[0], 1),
    r"the shape \(\) or \(2,\)": lambda: t.Gradient(net())(IMAGES, Tensor([1, 2, 0])),
    "must be one sample": lambda: t.Occlusion(net(), SOFTMAX)(IMAGES, 1),
    r"\(N,\) or \(N, l\)": lambda: t.RISE(net(), SOFTMAX)(IMAGES, [[1], [2], [0]]),
    "no layer 'conv9'": lambda: t.GradCAM(net(), "conv9"),
    "does not contain": lambda: cells.retrieve_layer(net(), nn.ReLU()),
    "must be given": lambda: cells.get_bp_weights(net(), IMAGES),
    "'num_labels' must be greater": lambda: t.Localization(0),
    r"one of \['PointingGame', 'IoSR'\]": lambda: t.Localization(3, "IoU"),
    r"one of \['NaiveFaithfulness'": lambda: t.Faithfulness(3, SOFTMAX, "AUC"),
    "'mask' must be given": lambda: localize(IMAGE, 1),
    r"shape \(1, 1, H, W\)": lambda: localize(IMAGE, 1, mask=np.ones((4, 4))),
    "from 0 to 2, but got 3": lambda: faithful(IMAGE, 3),
    r"\(\) or \(1,\)": lambda: robust(IMAGE, Tensor([1, 2])),
    "'num_labels' is 5": lambda: t.Localization(5).evaluate(t.Gradient(net()), IMAGE, 1),
    "Call it for each": lambda: robust(IMAGES, 1),
    "as many as the results 2": lambda: t.Localization(3).aggregate(np.ones(2), np.array([1])),
    "perturb_method": lambda: faithfulness.DeletionAUC(0.5, "Noise"),
    "'base_value' must be given": lambda: ablation.Constant(),
    "perturb_pixel_per_step": lambda: ablation.AblationWithSaliency(
        "Deletion", 0.1, perturb_pixel_per_step=9
    ).generate_mask(np.ones((1, 4, 4))),
    "'reference' must have the shape": lambda: ablation.Ablation("Deletion")(
        np.ones((1, 2)), np.ones((1, 3)), np.ones((1, 1, 2), bool)
    ),
    r"'masks' must have the shape \(1, 1, 2\)": lambda: ablation.Ablation("Deletion")(
        np.ones((1, 2)), 0.0, np.ones((1, 1, 3), bool)
    ),
    "2 or 3 dimensions": lambda: arrays.rank_pixels(np.ones(3)),
    "That of vectors|of vectors": lambda: arrays.calc_correlation(np.ones((2, 2)), np.ones(4)),
    "'nearest_neighbor' or 'bilinear'": lambda: arrays.resize(IMAGE, (8, 8), "bicubic"),
    "both be given": lambda: hoc.Searcher(net(), [3, 2]),
    "smaller than the one before": lambda: hoc.Searcher(net(), [2, 3], [2, 1]),
    "one length": lambda: hoc.Searcher(net(), [4, 3, 2], [2, 1]),
    "at least 25 pixels": lambda: hoc.Searcher(net()).search(IMAGE, 1),
    "at least 56 pixels": lambda: hoc.Searcher(net()).search(IMAGE, 1, 0.0),
    "larger than the first window 4": lambda: hoc.Searcher(net(), [4], [1]).search(IMAGE, 1, 0.0),
    "must not be below 0": lambda: hoc.Searcher(net()).search(IMAGE, -1),
    r"\(C, H, W\) or \(1, C, H, W\)": lambda: hoc.Searcher(net()).search(IMAGES, 1),
    "'gaussian:' and a radius": lambda: hoc.compile_mask("box:3", np.ones((3, 4, 4))),
    "the image's shape": lambda: hoc.compile_mask(np.ones((3, 5, 5)), np.ones((3, 4, 4))),
    "a mask that is an array": lambda: hoc.EditStep.apply(
        np.ones((3, 4, 4)), 0.5, [], inplace=True
    ),
}


@pytest.mark.parametrize("text", TYPES)
def test_types(text: str) -> None:
    with pytest.raises(TypeError, match=text):
        TYPES[text]()


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        VALUES[text]()


def test_searches_that_find_nothing() -> None:
    half = nn.SequentialCell(nn.Flatten(), nn.Dense(48, 2, "zeros", "zeros"), SOFTMAX)
    with pytest.raises(hoc.OriginalOutputError, match=r"is 0\.5, not above the threshold 0\.5"):
        hoc.Searcher(half, [2], [1]).search(IMAGE, 0, 0.0)
    with pytest.raises(hoc.NoValidResultError, match=r"to the threshold 0\.4"):
        hoc.Searcher(half, [2], [1], threshold=0.4).search(IMAGE, 0, 0.0)


def test_bases_say_what_is_missing() -> None:
    from msacc.former.explainer.metric import AttributionMetric

    with pytest.raises(NotImplementedError, match="'Attribution' must define __call__"):
        t.Attribution(net())(IMAGE, 1)
    with pytest.raises(NotImplementedError, match="'AttributionMetric' must define evaluate"):
        AttributionMetric().evaluate()
