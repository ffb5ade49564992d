"""ImageClassificationRunner: the files it writes, what TensorBoard gets, and what it refuses."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from scipy.stats import beta

import msacc as ms
from msacc import nn
from msacc.dataset import GeneratorDataset
from msacc.former import explainer as t
from msacc.former.explainer.records import _normalize
from tests.former.explainer import cases, runner_case
from tests.former.explainer.former_package import named_modules

LABELS = runner_case.NAMES


def rows(columns: int = 2) -> Any:
    found = runner_case.Rows(cases.numbers, columns)
    names = ["image", "label", "box"][:columns]
    return GeneratorDataset(found, names, shuffle=False)


def runner(folder: Path, dataset: Any = None, **settings: Any) -> t.ImageClassificationRunner:
    dataset = rows().batch(2) if dataset is None else dataset
    given = {"data": (dataset, LABELS), "network": cases.classifier(ms, scale=0.6)}
    given["activation_fn"] = nn.Softmax()
    return t.ImageClassificationRunner(str(folder), **{**given, **settings})


def folder_of(path: Path) -> Path:
    (found,) = path.glob("_explain_*")
    return found


def test_pictures_and_manifest(tmp_path: Path) -> None:
    made = runner(tmp_path, rows())  # images one by one
    made.register_saliency([t.Gradient(made._network)])
    made.run()
    folder = folder_of(tmp_path)
    assert json.loads((folder / "manifest.json").read_text()) == {
        "saliency_map": True,
        "benchmark": False,
        "uncertainty": False,
        "hierarchical_occlusion": False,
    }
    with Image.open(folder / "origin_images/0/3.jpg") as picture:
        shown = np.asarray(picture) / 255
    image = cases.numbers("image3", 3, 12, 12)
    expected = _normalize(image).transpose(1, 2, 0)
    assert shown.shape == (12, 12, 3)
    assert np.abs(shown.mean() - expected.mean()) < 0.02
    with Image.open(folder / "heatmap/Gradient/0/2_2.jpg") as picture:
        heat = np.asarray(picture) / 255
    image2 = ms.Tensor(cases.numbers("image2", 3, 12, 12)[None])
    exact = _normalize(t.Gradient(made._network)(image2, 2).asnumpy()[0, 0])
    assert np.abs(heat - exact).max() < 0.25
    assert np.corrcoef(heat.ravel(), exact.ravel())[0, 1] > 0.95


def test_what_tensorboard_gets(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    made = runner_case.runner(ms, named_modules("msacc"), cases, str(tmp_path))
    made.run()
    events = EventAccumulator(str(tmp_path))
    events.Reload()
    tags = events.Tags()
    assert {f"explainer/image/{i}" for i in range(5)} <= set(tags["images"])
    assert "explainer/GradCAM/4_0" in tags["images"]
    scores = {name: events.Scalars(name)[0].value for name in tags["scalars"]}
    records = json.loads((folder_of(tmp_path) / "records.json").read_text())
    written = [record for record in records if record["kind"] == "benchmark"]
    expected = {
        f"explainer/{row['explain_method']}/{row['benchmark_method']}": row["total_score"]
        for record in written
        for row in record["benchmark"]
    }
    assert len(expected) == 6
    assert scores == pytest.approx(expected)
    assert "explainer/inference/0/text_summary" in tags["tensors"]


def test_images_without_labels_have_those_that_are_predicted(tmp_path: Path) -> None:
    made = runner(tmp_path, rows(1).batch(5), network=cases.classifier(ms, scale=0.5))
    made.register_saliency([t.Occlusion(made._network, nn.Softmax(), 200)])
    made.run()
    records = json.loads((folder_of(tmp_path) / "records.json").read_text())
    inferred = [r["inference"]["predicted_label"] for r in records if r["kind"] == "inference"]
    maps = [
        [row["label"] for row in r["explanation"]] for r in records if r["kind"] == "explanation"
    ]
    assert inferred == maps
    assert [] in maps


def test_uncertainty_gives_intervals_of_beta_distributions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Evaluation:
        def __init__(self, **settings: Any) -> None:
            assert (settings["task_type"], settings["num_classes"]) == ("classification", 5)

        def eval_epistemic_uncertainty(self, images: Any) -> Any:
            return np.tile([0.0, 0.01, 0.01, 0.01, 0.01], (len(images), 1))

    toolbox: Any = types.ModuleType("uncertainty_evaluation")
    toolbox.UncertaintyEvaluation = Evaluation
    name = "msacc.nn.probability.toolbox"
    monkeypatch.setitem(sys.modules, name, types.ModuleType("toolbox"))
    monkeypatch.setitem(sys.modules, f"{name}.uncertainty_evaluation", toolbox)
    made = runner(tmp_path)
    made.register_uncertainty()
    with pytest.raises(ValueError, match="needs register_saliency"):
        made.run()
    made.register_saliency([t.Gradient(made._network)])
    made.run()
    records = json.loads((folder_of(tmp_path) / "records.json").read_text())
    of_sample = [r["inference"] for r in records if r["kind"] == "inference"]
    mean = of_sample[0]["ground_truth_prob"][0]  # the label is 0, without a variance
    assert of_sample[0]["ground_truth_prob_itl95_low"][0] == mean
    mean = of_sample[2]["predicted_prob"][0]
    a = mean * (mean * (1 - mean) / 0.01 - 1)
    low, high = beta.interval(0.95, a, a * (1 - mean) / mean)
    assert of_sample[2]["predicted_prob_itl95_low"][0] == pytest.approx(low)
    assert of_sample[2]["predicted_prob_itl95_hi"][0] == pytest.approx(high)
    assert of_sample[2]["predicted_prob_sd"][0] == pytest.approx(0.1)


def _registered(folder: Path, *measures: Any, columns: int = 2) -> Any:
    made = runner(folder, rows(columns).batch(2))
    made.register_saliency([t.Gradient(made._network)], list(measures))
    return made


ARGUMENTS: list[tuple[type[Exception], str, Callable[[Path], Any]]] = [
    (TypeError, "data", lambda f: runner(f, data=[rows(), LABELS])),
    (ValueError, "a dataset and labels", lambda f: runner(f, data=(rows(),))),
    (TypeError, r"data\[0\]", lambda f: runner(f, data=([], LABELS))),
    (ValueError, r"data\[1\]", lambda f: runner(f, data=(rows(), [1, 2]))),
    (TypeError, "network", lambda f: runner(f, network=len)),
    (TypeError, "activation_fn", lambda f: runner(f, activation_fn="softmax")),
    (ValueError, "is blank", lambda f: runner(f, data=(rows(), [*LABELS[:4], " "]))),
    (ValueError, "'cat' is there twice", lambda f: runner(f, data=(rows(), [*LABELS[:4], "cat"]))),
    (ValueError, "list of labels is empty", lambda f: runner(f, data=(rows(), []))),
    (ValueError, "gives 5 results", lambda f: runner(f, data=(rows(), LABELS[:4]))),
    (ValueError, "dataset is empty", lambda f: runner(f, rows().filter(lambda *columns: False))),
    (ValueError, "must not be empty", lambda f: runner(f).register_saliency([])),
    (TypeError, "list of Attribution", lambda f: runner(f).register_saliency([nn.ReLU()])),
    (TypeError, "AttributionMetric", lambda f: _registered(f, nn.Accuracy())),
    (
        ValueError,
        "not the runner's",
        lambda f: runner(f).register_saliency([t.Gradient(nn.ReLU())]),
    ),
    (ValueError, "another class", lambda f: _registered(f, *[t.ClassSensitivity()] * 2)),
    (ValueError, "'num_labels' of Localization is 3", lambda f: _registered(f, t.Localization(3))),
    (ValueError, "needs a third column", lambda f: _registered(f, t.Localization(5))),
    (
        RuntimeError,
        "make another",
        lambda f: _registered(f).register_saliency([t.Gradient(nn.ReLU())]),
    ),
    (ValueError, "56 pixels or more", lambda f: runner(f).register_hierarchical_occlusion()),
    (ValueError, r"Call register_saliency\(\)", lambda f: runner(f).run()),
]


@pytest.mark.parametrize(("kind", "text", "call"), ARGUMENTS, ids=[row[1] for row in ARGUMENTS])
def test_errors(
    kind: type[Exception], text: str, call: Callable[[Path], Any], tmp_path: Path
) -> None:
    with pytest.raises(kind, match=text):
        call(tmp_path)


def test_a_run_without_labels_is_told_of(tmp_path: Path) -> None:
    even = nn.SequentialCell(nn.Flatten(), nn.Dense(432, 5, "zeros", "zeros"))
    made = runner(tmp_path, rows(1).batch(2), network=even)
    made.register_saliency([t.Gradient(even)])
    with pytest.raises(RuntimeError, match="no saliency_map of any image"):
        made.run()
