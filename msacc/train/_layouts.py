"""How parameters lie on the processes of a job, known before the first step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msacc.common import checks as check
from msacc.common.modes import ParallelMode
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.nn.wrap.planned import FollowsPlans
from msacc.step.ahead import lay_ahead
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper
from msacc.train._steps import hear_context

Layouts = dict[str, list[Any]]
_CUTTING = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


class InfersLayouts:
    """Laying parameters out ahead of time, for checkpoints of slices to be loaded into them."""

    _network: Any
    _train_network: Any

    def infer_train_layout(
        self, train_dataset: Any, dataset_sink_mode: bool = True, sink_size: int = -1
    ) -> Layouts:
        """Lay the parameters out as training will have them, so that a process's own slices can be loaded.

        `train_dataset`: its first batch shows the network its shapes; nothing is computed with it. `sink_size`
        changes nothing. Returns {name: [processes along each axis of the grid, which of them cuts each axis of the
        parameter (counted from the last, -1: none), shape of a slice, 0, True, "", whole shape]} of the parameters
        on the grid. All processes must call it. Raises RuntimeError outside of semi-auto and auto parallel mode,
        TypeError for flags of other types, ValueError for `dataset_sink_mode=False` and a `sink_size` of 0 or below -1.
        """
        self._check_cutting("infer_train_layout")
        check.boolean("Model.infer_train_layout", "dataset_sink_mode", dataset_sink_mode)
        if not dataset_sink_mode:
            raise ValueError("Only dataset sink mode is supported for now.")
        check.integer("Model.infer_train_layout", "sink_size", sink_size)
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                "For 'infer_train_layout', the argument 'sink_size' must be -1 or positive, but got sink_size "
                f"{sink_size}."
            )
        step = self._train_network
        hear_context(step)
        if isinstance(step, FollowsPlans):
            step = step.planned_step()
        if isinstance(step, TrainStep):
            step.hear_changes(tuple(next(train_dataset.create_tuple_iterator(num_epochs=1))))
        return _described(self._train_network.get_parameters())

    def infer_predict_layout(
        self, *predict_data: Any, skip_backend_compile: bool = False
    ) -> Layouts:
        """Lay the parameters out as `predict` has them; like `infer_train_layout`.

        `predict_data`: the network's inputs, of which the shapes count. `skip_backend_compile` changes nothing: nothing
        is compiled before `predict`.
        """
        self._check_cutting("infer_predict_layout")
        check.boolean("Model.infer_predict_layout", "skip_backend_compile", skip_backend_compile)
        lay_ahead(self._network, predict_data)
        return _described(self._network.get_parameters())

    def _check_cutting(self, name: str) -> None:
        mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        if mode not in _CUTTING and not isinstance(self._network, StepWrapper):
            raise RuntimeError(
                f"'{name}' only supports 'semi_auto_parallel' and 'auto_parallel' mode, but got {mode}."
            )


def _described(parameters: Iterable[Parameter]) -> Layouts:
    laid = [(p, p.layout) for p in parameters if p.layout is not None]
    return {
        p.name: [
            list(at.device_matrix), list(at.tensor_map), list(at.slice_shape), 0, True, "", list(p.shape),
        ]
        for p, at in laid
    }  # fmt: skip
