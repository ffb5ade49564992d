"""What Model refuses, in MindSpore's exception classes."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.common.modes import ParallelMode
from msacc.common.settings import settings


class RefusedMethods:
    """Compiling ahead of time and MindSpore's layouts."""

    def build(
        self,
        train_dataset: Any = None,
        valid_dataset: Any = None,
        sink_size: int = -1,
        epoch: int = 1,
        sink_mode: bool = True,
    ) -> NoReturn:
        """Refused as MindSpore refuses it off Ascend: compiling ahead needs a step that changes nothing."""
        raise RuntimeError(
            "Model.build compiles ahead of time for Ascend only; here the first step of Model.train compiles."
        )

    def infer_train_layout(
        self, train_dataset: Any, dataset_sink_mode: bool = True, sink_size: int = -1
    ) -> NoReturn:
        """Refused: layouts are those of MindSpore's operator-level parallelism."""
        self._refuse_layout("infer_train_layout")

    def infer_predict_layout(
        self, *predict_data: Any, skip_backend_compile: bool = False
    ) -> NoReturn:
        """Refused: layouts are those of MindSpore's operator-level parallelism."""
        self._refuse_layout("infer_predict_layout")

    @staticmethod
    def _refuse_layout(name: str) -> NoReturn:
        mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        if mode in (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL):
            raise NotImplementedError(
                f"msacc has no Model.{name}: operators are not split over devices."
            )
        raise RuntimeError(
            f"'{name}' only supports 'semi_auto_parallel' and 'auto_parallel' mode, but got {mode}."
        )
