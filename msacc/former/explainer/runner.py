"""ImageClassificationRunner: explains the images of a dataset and writes what it finds."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc import Tensor, log, nn, ops
from msacc import dataset as ds
from msacc._checkparam import check_value_type
from msacc.former.explainer import hierarchical_occlusion as hoc
from msacc.former.explainer.attribution import Attribution
from msacc.former.explainer.benchmarks import Localization
from msacc.former.explainer.cells import Probabilities
from msacc.former.explainer.metric import (
    AttributionMetric,
    LabelAgnosticMetric,
    LabelSensitiveMetric,
)
from msacc.former.explainer.records import Records, _normalize, _np_to_image
from msacc.former.explainer.rise import RISE
from msacc.former.explainer.samples import (
    Batch,
    check_columns,
    check_image_size,
    check_labels,
    padded,
    unpack,
)

__all__ = ["ImageClassificationRunner", "_normalize", "_np_to_image"]

_SEED = 58  # each pass over the dataset has the same order
_THRESHOLD = 0.5  # labels above it are predicted


class ImageClassificationRunner:
    """Runs explanations, and measures of them, over the images of a dataset, and writes what they give.

    `summary_dir`: the folder to write to, a str.
    `data`: a tuple of a Dataset and a list of the labels' names. The columns are images, or images and labels, or these
      and boxes (N, objects, 4). ValueError for others, for an empty dataset and for names that are blank or twice there.
    `network`: a classifier, a Cell that gives (N, labels).
    `activation_fn`: a Cell that makes probabilities of its results, such as `nn.Softmax()`.

    Raises TypeError for arguments of another type.

    Differs from MindSpore: it runs on every device and in graph mode, too. The event file is TensorBoard's, not
    MindInsight's: images, heat maps and scores, and as text labels and probabilities. Pictures and `manifest.json` lie
    in the folder `_explain_TIME` as there, and `records.json` beside them has all values.
    """

    def __init__(
        self,
        summary_dir: str,
        data: tuple[ds.Dataset, list[str]],
        network: nn.Cell,
        activation_fn: nn.Cell,
    ) -> None:
        _check_arguments(summary_dir, data, network, activation_fn)
        self._summary_dir = summary_dir
        self._dataset, self._labels = data
        self._network = network
        self._full_network = Probabilities(network, activation_fn).set_train(False)
        self._explainers: list[Attribution] = []
        self._benchmarkers: list[Any] = []
        self._uncertainty: Any = None
        self._hoc_searcher: hoc.Searcher | None = None
        self._msacc_check_data()
        self._msacc_check_network()

    def register_saliency(
        self, explainers: list[Attribution], benchmarkers: list[AttributionMetric] | None = None
    ) -> None:
        """Say which explanations to run; once for a runner, else a RuntimeError.

        `explainers`: a list of explanations of this runner's network, each of another class.
        `benchmarkers`: a list of measures of them, each of another class, with as many labels as the runner; or None.

        Raises TypeError for other types, ValueError for an empty list and what is not as above.
        """
        _check_instances("explainers", explainers, Attribution)
        _check_instances("benchmarkers", benchmarkers or [], AttributionMetric)
        if not explainers:
            raise ValueError("'explainers' must not be empty.")
        if self._explainers:
            raise RuntimeError("register_saliency() was called before; make another runner.")
        self._msacc_check_saliency(explainers, benchmarkers or [])
        self._explainers, self._benchmarkers = explainers, benchmarkers or []

    def register_hierarchical_occlusion(self) -> None:
        """Look for the smallest boxes that suffice for each label that is predicted; once, else a RuntimeError.

        Raises ValueError unless images have 3 channels and 56 pixels or more each way.
        """
        if self._hoc_searcher is not None:
            raise RuntimeError(
                "register_hierarchical_occlusion() was called before; make another runner."
            )
        check_image_size(self._msacc_first()[0].shape, hoc.AUTO_IMAGE_SHORT_SIDE_MIN)
        self._hoc_searcher = hoc.Searcher(self._full_network)

    def register_uncertainty(self) -> None:
        """Give the deviations of probabilities with dropout, and their intervals of 95%; once, else a RuntimeError."""
        if self._uncertainty is not None:
            raise RuntimeError("register_uncertainty() was called before; make another runner.")
        toolbox = importlib.import_module("msacc.nn.probability.toolbox.uncertainty_evaluation")
        self._uncertainty = toolbox.UncertaintyEvaluation(
            model=self._full_network,
            train_dataset=None,
            task_type="classification",
            num_classes=len(self._labels),
        )

    def run(self) -> None:
        """Run what was registered over the dataset, and write it.

        Raises ValueError if nothing was, RuntimeError if no label is given or predicted for any image, or
        hierarchical occlusion finds no boxes.
        """
        if not self._explainers and (self._uncertainty is not None or self._hoc_searcher is None):
            raise ValueError(
                "Call register_saliency() or register_hierarchical_occlusion() before run(); register_uncertainty() "
                "needs register_saliency()."
            )
        with Records(self._summary_dir) as records:
            self._msacc_add_metadata(records)
            labels = self._msacc_infer(records)
            for explainer in self._explainers:
                self._msacc_explain(records, explainer, labels)
            self._msacc_check_results(records.manifest)
            records.finish()

    # -- checks --------------------------------------------------------------------------------

    def _msacc_first(self) -> Sequence[Any]:
        try:
            return next(iter(self._dataset.create_tuple_iterator()))
        except StopIteration:
            raise ValueError("The dataset is empty.") from None

    def _msacc_check_data(self) -> None:
        check_labels(self._labels)
        check_columns(self._msacc_first(), needs_boxes=False)

    def _msacc_check_network(self) -> None:
        found = self._full_network(unpack(self._msacc_first(), len(self._labels)).images)
        check_value_type("the result of the network", found, Tensor)
        if found.shape[1] != len(self._labels):
            raise ValueError(
                f"The network gives {found.shape[1]} results, but there are {len(self._labels)} labels."
            )

    def _msacc_check_saliency(self, explainers: list[Any], benchmarkers: list[Any]) -> None:
        for each in (explainers, benchmarkers):
            names = [type(one).__name__ for one in each]
            if len(set(names)) < len(names):
                raise ValueError(f"Each must be of another class, but got {names}.")
        for explainer in explainers:
            if explainer.network is not self._network:
                raise ValueError(f"The network of {type(explainer).__name__} is not the runner's.")
        for one in benchmarkers:
            if isinstance(one, LabelSensitiveMetric) and one.num_labels != len(self._labels):
                raise ValueError(
                    f"'num_labels' of {type(one).__name__} is {one.num_labels}, but there are {len(self._labels)} labels."
                )
        check_columns(self._msacc_first(), any(isinstance(b, Localization) for b in benchmarkers))

    def _msacc_check_results(self, manifest: dict[str, bool]) -> None:
        lacks = [
            name
            for name, wanted in (
                ("saliency_map", bool(self._explainers)),
                ("hierarchical_occlusion", self._hoc_searcher is not None),
            )
            if wanted and not manifest[name]
        ]
        if lacks:
            raise RuntimeError(
                f"There is no {lacks[0]} of any image: no label is given, or predicted with a probability above "
                f"{_THRESHOLD}. Look at the dataset, the labels, the network and activation_fn."
            )

    # -- what is run ---------------------------------------------------------------------------

    def _msacc_add_metadata(self, records: Records) -> None:
        metadata: dict[str, Any] = {"label": self._labels}
        metadata["explain_method"] = [type(one).__name__ for one in self._explainers]
        metadata["benchmark_method"] = [type(one).__name__ for one in self._benchmarkers]
        records.add("metadata", metadata)

    def _msacc_batches(self) -> Any:
        ds.config.set_seed(_SEED)
        for columns in self._dataset.create_tuple_iterator():
            yield unpack(columns, len(self._labels))

    def _msacc_infer(self, records: Records) -> list[list[int]]:
        """Write probabilities; of each sample the labels that are given or predicted."""
        labels: list[list[int]] = []
        for batch in self._msacc_batches():
            found = self._full_network(batch.images).asnumpy()
            variances = None
            if self._uncertainty is not None:
                variances = np.asarray(self._uncertainty.eval_epistemic_uncertainty(batch.images))
                records.manifest["uncertainty"] = True
            for i, given in enumerate(batch.labels):
                image, sample = batch.images[i].asnumpy(), len(labels)
                path = records.save_original(sample, image)
                records.add("sample", {"sample_id": sample, "image_path": path})
                predicted = [int(label) for label in (found[i] > _THRESHOLD).nonzero()[0]]
                inference: dict[str, Any] = {"predicted_label": predicted}
                for name, of in (("ground_truth", given), ("predicted", predicted)):
                    variance = None if variances is None else variances[i][of]
                    inference.update(_probabilities(name, found[i][of], variance))
                values = {"sample_id": sample, "ground_truth_label": given, "inference": inference}
                records.add("inference", values)
                self._msacc_occlude(records, sample, image, found[i])
                labels.append(sorted({*given, *predicted}))
        return labels

    def _msacc_occlude(
        self, records: Records, sample: int, image: np.ndarray, found: np.ndarray
    ) -> None:
        """Look for the boxes of each label that is predicted."""
        if self._hoc_searcher is None:
            return
        mask, results = hoc.auto_str_mask(image), []
        for label in (found > self._hoc_searcher.threshold).nonzero()[0]:
            try:
                root, outputs = self._hoc_searcher.search(image, int(label), mask)
            except hoc.NoValidResultError as error:
                log.warning("Sample %d, label %r: %s", sample, self._labels[label], error)
                continue
            layers = [
                {"prob": output, "box": _flat(root.get_layer_or_leaf_steps(layer))}
                for layer, output in enumerate(outputs)
            ]
            results.append({"label": int(label), "mask": mask, "layer": layers})
        if results:
            records.add("hoc", {"sample_id": sample, "hoc": results})
            records.manifest["hierarchical_occlusion"] = True

    def _msacc_explain(
        self, records: Records, explainer: Attribution, labels: list[list[int]]
    ) -> None:
        method, sample = type(explainer).__name__, 0
        for measure in self._benchmarkers:
            measure.reset()
        for batch in self._msacc_batches():
            wanted = labels[sample : sample + len(batch.labels)]
            maps = _maps(explainer, batch.images, wanted)
            for i, of_sample in enumerate(maps):
                written = []
                for label, saliency in of_sample.items():
                    path = records.save_heatmap(method, sample + i, label, saliency.asnumpy()[0, 0])
                    row = {"explain_method": method, "label": label, "heatmap_path": path}
                    written.append(row)
                    records.manifest["saliency_map"] = True
                records.add("explanation", {"sample_id": sample + i, "explanation": written})
            for measure in self._benchmarkers:
                _measure(measure, explainer, batch, maps)
            sample += len(maps)
        self._msacc_add_scores(records, method)

    def _msacc_add_scores(self, records: Records, method: str) -> None:
        rows = []
        for measure in self._benchmarkers:
            name = type(measure).__name__
            row = {"explain_method": method, "benchmark_method": name}
            row["total_score"] = measure.performance
            if isinstance(measure, LabelSensitiveMetric):
                row["label_score"] = measure.class_performances
            rows.append(row)
            records.add_score(method, name, measure.performance)
        if rows:
            records.manifest["benchmark"] = True
            records.add("benchmark", {"benchmark": rows})


def _check_arguments(summary_dir: Any, data: Any, network: Any, activation_fn: Any) -> None:
    where = "ImageClassificationRunner"
    check_value_type("data", data, tuple, where)
    if len(data) != 2:
        raise ValueError(f"For '{where}', 'data' must be a dataset and labels, but got {len(data)}.")
    check_value_type("data[0]", data[0], ds.Dataset, where)
    check_value_type("data[1]", data[1], list, where)
    if not all(isinstance(label, str) for label in data[1]):
        raise ValueError(f"For '{where}', 'data[1]' must be a list of str, but got {data[1]}.")
    check_value_type("summary_dir", summary_dir, str, where)
    check_value_type("network", network, nn.Cell, where)
    check_value_type("activation_fn", activation_fn, nn.Cell, where)


def _check_instances(name: str, values: Any, kind: type) -> None:
    check_value_type(name, values, list)
    wrong = [type(value).__name__ for value in values if not isinstance(value, kind)]
    if wrong:
        raise TypeError(f"'{name}' must be a list of {kind.__name__}, but it has a {wrong[0]}.")


def _maps(
    explainer: Attribution, images: Tensor, labels: list[list[int]]
) -> list[dict[int, Tensor]]:
    """Of each sample, its maps (1, 1, H, W) by label."""
    if not any(labels):
        return [{} for _ in labels]
    batch = padded(labels)
    if isinstance(explainer, RISE):
        found = explainer(images, batch)
    else:
        found = ops.concat([explainer(images, batch[:, j]) for j in range(batch.shape[1])], 1)
    return [
        {label: found[i : i + 1, j : j + 1] for j, label in enumerate(of_sample)}
        for i, of_sample in enumerate(labels)
    ]


def _measure(
    measure: Any, explainer: Attribution, batch: Batch, maps: list[dict[int, Tensor]]
) -> None:
    for i, of_sample in enumerate(maps):
        image = batch.images[i : i + 1]
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


def _probabilities(name: str, found: np.ndarray, variances: np.ndarray | None) -> dict[str, Any]:
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


def _flat(steps: list[hoc.EditStep]) -> list[int]:
    return [number for step in steps for number in step.box]
