"""DistributedGradReducer: gradients summed or averaged over the processes of a job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.communication.management import get_group_size, get_rank
from msacc.nn.cell import Cell
from msacc.step.reduction import all_reduce_gradients

if TYPE_CHECKING:
    from collections.abc import Sequence


class DistributedGradReducer(Cell):
    """Add gradients up over the processes of a job: `DistributedGradReducer(optimizer.parameters)(grads)`.

    `parameters`: whose gradients they are; those marked `layerwise_parallel` stay local.
    `mean`: divide the sum by `degree` (default: gradients_mean of the parallel context).
    `degree`: an int > 0, by default the size of `group`.

    Called with a tuple of Tensors, it returns a tuple of the same shapes and dtypes; all travel in one
    all-reduce, those below float32 as float32.

    Raises ValueError where `mean` is no bool, `degree` no positive int, or the gradients are not as many as
    the parameters.

    Differs from MindSpore: `fusion_type` has no effect, and says so.
    """

    def __init__(
        self,
        parameters: Iterable[Parameter],
        mean: bool | None = None,
        degree: int | None = None,
        fusion_type: int = 1,
        group: str = HCCL_WORLD_COMM_GROUP,
    ):
        super().__init__(auto_prefix=False)
        self.mean = bool(settings.parallel.get("gradients_mean", False)) if mean is None else mean
        if not isinstance(self.mean, bool):
            raise ValueError(
                f"For 'DistributedGradReducer', 'mean' should be a bool, but got {mean!r}."
            )
        if degree is not None and (not isinstance(degree, int) or degree <= 0):
            raise ValueError(
                f"For 'DistributedGradReducer', 'degree' should be an int greater than 0, but got {degree!r}."
            )
        if fusion_type != 1:
            no_effect(
                "DistributedGradReducer",
                "fusion_type",
                fusion_type,
                "all gradients travel together",
            )
        self.degree = get_group_size(group) if degree is None else degree
        self.group = group
        self.shared = [not p.layerwise_parallel for p in parameters]
        self.paused = False
        if get_group_size(group) > 1:
            separate_streams(get_rank(group))

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Gradients given inside come back as they are: add them up, and reduce the sum once.

        msacc's own. All processes must use it alike. A train step that calls this reducer inside would
        update each process by its own gradients.
        """
        before, self.paused = self.paused, True
        try:
            yield
        finally:
            self.paused = before

    def construct(self, grads: Tensor | Sequence[Tensor]) -> Any:
        """A tuple of reduced gradients, or one for one."""
        if self.paused:
            return grads if isinstance(grads, Tensor) else tuple(grads)
        if isinstance(grads, Tensor):
            return self._msacc_reduce([grads])[0]
        return tuple(self._msacc_reduce(list(grads)))

    def _msacc_reduce(self, grads: list[Tensor]) -> list[Tensor]:
        if len(grads) != len(self.shared):
            raise ValueError(
                f"For 'DistributedGradReducer', {len(self.shared)} parameters need as many gradients, "
                f"but got {len(grads)}."
            )
        return all_reduce_gradients(grads, self.shared, self.group, self.degree if self.mean else 1)
