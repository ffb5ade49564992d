"""Model's methods that place a network on the processes before its first step: build and two that return layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.parallel_modes import ParallelMode
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import GraphCell
from msacc.nn.wrap.plan_following import FollowsPlans
from msacc.step.step import TrainStep
from msacc.step.step_factory import shards_operators
from msacc.train._call_mode import begin_mode
from msacc.train._train_step import reread_context
from msacc.train.sharded_checkpoints.network_layouts import Layout, layouts_of_network

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset

_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


class LayoutMixin:
    """The methods of a Model that place parameters on the processes without training."""

    _network: Any
    _train_network: Any
    _eval_network: Any
    _predict_network: Any
    _metric_fns: dict[str, Any]
    _msacc_number: int

    def build(
        self,
        train_dataset: Dataset | None = None,
        valid_dataset: Dataset | None = None,
        sink_size: int = -1,
        epoch: int = 1,
        sink_mode: bool = True,
    ) -> None:
        """Places the networks on the processes, as their first step would: parameters can be loaded as slices
        then.

        `train_dataset`, `valid_dataset`: the data of later calls; only shapes and types of the first row are
          read.
        `sink_size`, `epoch` and `sink_mode` are checked; graphs are compiled by the first step. All processes
          must call it.

        Raises ValueError for wrong numbers and for a `valid_dataset` without metrics, TypeError for other
        types, RuntimeError outside of semi_auto and auto parallel.
        """
        check.positive_int("Model.build", "epoch", epoch)
        check.boolean("Model.build", "sink_mode", sink_mode)
        _check_sink_size("Model.build", sink_size)
        if not self._msacc_is_parallel():
            raise RuntimeError(
                "Model.build lays a network out in semi_auto_parallel and auto_parallel mode, or inside "
                "AutoParallel; to "
                "compile ahead is for Ascend only: here the first step of Model.train compiles."
            )
        if train_dataset is not None:
            self._msacc_place_training_step(train_dataset)
        if valid_dataset is not None:
            if not self._metric_fns:
                raise ValueError("If 'valid_dataset' is given, Model needs 'metrics' to evaluate.")
            begin_mode(self, self._eval_network, False)
            self._eval_network(*_zeros_like_first_row(valid_dataset))

    def infer_train_layout(
        self, train_dataset: Any, dataset_sink_mode: bool = True, sink_size: int = -1
    ) -> dict[str, Layout]:
        """Places the training step and returns {parameter name: layout}, for load_distributed_checkpoint.

        A layout is [device matrix, tensor map, shape of a slice, 0, True, '', whole shape, shape of a slice], within
        the process's stage of a pipeline. The shards of `hsdp` are not in it: loading takes them out of the slice. All
        processes must call it. Raises RuntimeError outside of semi_auto and auto parallel, TypeError and ValueError
        for other `dataset_sink_mode` and `sink_size`, ValueError for an empty dataset.
        """
        where = "infer_train_layout"
        self._msacc_check_parallel(where)
        if not check.boolean(where, "dataset_sink_mode", dataset_sink_mode):
            raise ValueError("Only dataset sink mode is supported for now.")
        if isinstance(self._train_network, GraphCell):
            raise ValueError("Dataset sink mode is not supported when training with a GraphCell.")
        check.integer(where, "sink_size", sink_size)
        if train_dataset.get_dataset_size() == 0:
            raise ValueError(
                "There is no valid data in dataset, please check dataset file firstly."
            )
        _check_sink_size(where, sink_size)
        self._msacc_place_training_step(train_dataset)
        train_dataset.__model_hash__ = self._msacc_number
        return layouts_of_network(self._train_network)

    def infer_predict_layout(
        self, *predict_data: Any, skip_backend_compile: bool = False
    ) -> dict[str, Layout]:
        """Places the network by predicting once, and returns {parameter name: layout} as infer_train_layout does.

        `predict_data`: as for `predict`; `skip_backend_compile` changes nothing. All processes must call it. Raises
        RuntimeError outside of semi_auto and auto parallel, TypeError and ValueError for other data.
        """
        self._msacc_check_parallel("infer_predict_layout")
        check.boolean("infer_predict_layout", "skip_backend_compile", skip_backend_compile)
        self.predict(*predict_data)  # type: ignore[attr-defined]
        return layouts_of_network(self._predict_network)

    # -- implementation -----------------------------------------------------------------------------------
    def _msacc_is_parallel(self) -> bool:
        if settings.parallel.get("parallel_mode") in _MODES:
            return True
        return shards_operators(self._network)

    def _msacc_check_parallel(self, name: str) -> None:
        if not self._msacc_is_parallel():
            mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
            raise RuntimeError(
                f"'{name}' only supports 'semi_auto_parallel' and 'auto_parallel' mode, but got {mode}."
            )

    def _msacc_place_training_step(self, dataset: Dataset) -> None:
        """Begins every distributed training step with a batch of zeros; nothing is computed."""
        network = self._train_network
        network.check_names_and_refresh_name()
        reread_context(network)
        batch = _zeros_like_first_row(dataset)
        for cell in [cell for _, cell in network.cells_and_names()]:
            step = cell._msacc_step_of_plan() if isinstance(cell, FollowsPlans) else cell
            if isinstance(step, TrainStep) and not step.plan.standalone:
                step.reread_changes(batch)


def _zeros_like_first_row(dataset: Any) -> tuple[Tensor, ...]:
    """Zeros of the shapes and types of a dataset's first row."""
    pairs = zip(dataset.output_shapes(), dataset.output_types(), strict=True)
    return tuple(
        wrap(torch.zeros(*shape, dtype=_type(kind)).to(settings.device)) for shape, kind in pairs
    )


def _type(kind: Any) -> torch.dtype:
    return torch.from_numpy(torch.empty(0).numpy().astype(kind)).dtype


def _check_sink_size(where: str, size: int) -> None:
    check.integer(where, "sink_size", size)
    if size < -1 or size == 0:
        raise ValueError(
            f"For '{where}', the argument 'sink_size' must be -1 or positive, but got sink_size {size}."
        )
