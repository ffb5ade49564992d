"""ImageClassificationRunner: explains the images of a dataset and writes what it finds."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc import Tensor, log, nn
from msacc import dataset as ds
from msacc._checkparam import check_value_type
from msacc.former.explainer import hierarchical_occlusion as hoc
from msacc.former.explainer.attribution import Attribution
from msacc.former.explainer.benchmarks import Localization
from msacc.former.explainer.cells import Probabilities
from msacc.former.explainer.metric import AttributionMetric, LabelSensitiveMetric
from msacc.former.explainer.records import Records, _normalize, _np_to_image
from msacc.former.explainer.runner_checks import (
    check_arguments,
    check_instances,
    check_results,
    check_saliency,
)
from msacc.former.explainer.sample_results import flat_boxes, maps_of, measure_batch, probabilities
from msacc.former.explainer.samples import (
    check_columns,
    check_image_size,
    check_labels,
    unpack,
)

__all__ = ["ImageClassificationRunner", "_normalize", "_np_to_image"]

_SEED = 58  # each pass over the dataset has the same order
_THRESHOLD = 0.5  # labels above it are predicted


class ImageClassificationRunner:
    """Runs explanations, and measures of them, over the images of a dataset, and writes what they give.

    `summary_dir`: the folder to write to, a str.
    `data`: a tuple of a Dataset and a list of the labels' names. The columns are images, or images and labels, or these
      and boxes (N, objects, 4). ValueError for others, for no images and for names that are blank or there twice.
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
        check_arguments(summary_dir, data, network, activation_fn)
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
        check_instances("explainers", explainers, Attribution)
        check_instances("benchmarkers", benchmarkers or [], AttributionMetric)
        if not explainers:
            raise ValueError("'explainers' must not be empty.")
        if self._explainers:
            raise RuntimeError("register_saliency() was called before; make another runner.")
        measures = benchmarkers or []
        check_saliency(explainers, measures, self._network, len(self._labels))
        check_columns(self._msacc_first(), any(isinstance(m, Localization) for m in measures))
        self._explainers, self._benchmarkers = explainers, measures

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
            searched = self._hoc_searcher is not None
            wanted = {"saliency_map": bool(self._explainers), "hierarchical_occlusion": searched}
            check_results(records.manifest, wanted)
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

    # -- what is run ---------------------------------------------------------------------------

    def _msacc_add_metadata(self, records: Records) -> None:
        metadata: dict[str, Any] = {"label": self._labels}
        metadata["explain_method"] = [type(one).__name__ for one in self._explainers]
        metadata["benchmark_method"] = [type(one).__name__ for one in self._benchmarkers]
        records.add("metadata", {"metadata": metadata})

    def _msacc_batches(self) -> Any:
        ds.config.set_seed(_SEED)
        for columns in self._dataset.create_tuple_iterator():
            yield unpack(columns, len(self._labels))

    def _msacc_infer(self, records: Records) -> list[list[int]]:
        """Write probabilities; of each sample the labels that are given or predicted."""
        labels: list[list[int]] = []
        for batch in self._msacc_batches():
            found = self._full_network(batch.images).asnumpy()
            variances: Any = [None] * len(found)
            if self._uncertainty is not None:
                variances = np.asarray(self._uncertainty.eval_epistemic_uncertainty(batch.images))
                records.manifest["uncertainty"] = True
            for i, given in enumerate(batch.labels):
                sample, image = len(labels), batch.images[i].asnumpy()
                path = records.save_original(sample, image)
                records.add("sample", {"sample_id": sample, "image_path": path})
                predicted = _add_inference(records, sample, given, found[i], variances[i])
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
                {"prob": output, "box": flat_boxes(root.get_layer_or_leaf_steps(layer))}
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
            maps = maps_of(explainer, batch.images, labels[sample : sample + len(batch.labels)])
            for of_sample in maps:
                records.add_maps(method, sample, of_sample)
                sample += 1
            for measure in self._benchmarkers:
                measure_batch(measure, explainer, batch, maps)
        self._msacc_add_scores(records, method)

    def _msacc_add_scores(self, records: Records, method: str) -> None:
        rows = []
        for measure in self._benchmarkers:
            name = type(measure).__name__
            row: dict[str, Any] = {"explain_method": method, "benchmark_method": name}
            row["total_score"] = measure.performance
            if isinstance(measure, LabelSensitiveMetric):
                row["label_score"] = measure.class_performances
            rows.append(row)
            records.add_score(method, name, measure.performance)
        if rows:
            records.manifest["benchmark"] = True
            records.add("benchmark", {"benchmark": rows})


def _add_inference(
    records: Records, sample: int, given: list[int], found: np.ndarray, variances: Any
) -> list[int]:
    """Write the probabilities of the labels that are given and of those predicted, which it returns."""
    predicted = [int(label) for label in (found > _THRESHOLD).nonzero()[0]]
    inference: dict[str, Any] = {"predicted_label": predicted}
    for name, labels in (("ground_truth", given), ("predicted", predicted)):
        of_labels = None if variances is None else variances[labels]
        inference.update(probabilities(name, found[labels], of_labels))
    values = {"sample_id": sample, "ground_truth_label": given, "inference": inference}
    records.add("inference", values)
    return predicted
