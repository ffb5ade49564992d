"""`mindspore.nn.wrap.cell_wrapper._MicroBatch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.gradient_sums import mark_sums_due
from msacc.nn.cell import Cell
from msacc.ops import StridedSlice
from msacc.parallel.pipeline_api.cell import pipeline_probe
from msacc.parallel.pipeline_api.own_cut import runs_own_cut
from msacc.parallel.pipeline_api.stage_config import current_scheme

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class _MicroBatch(Cell):
    """Part number `i` of `micro_size` even parts of each input, along its first axis.

    `strided_slice` takes the part. In a job with pipeline stages the Cell that holds it runs over them, once it has
    called `_get_attr_from_cell` with the network that it cuts the batch for. Raises ValueError where that axis does not
    divide, NotImplementedError in such a job in any other Cell.
    """

    cuts_batches = True

    def __init__(self, micro_size: int):
        super().__init__()
        self.micro_size = micro_size
        self.strided_slice = StridedSlice()

    def construct(self, i: int, *inputs: Any) -> tuple[Any, ...]:
        """The parts, one for each input."""
        pipeline_probe.note(inputs)
        _refuse_stages()
        mark_sums_due()
        for each in inputs:
            if each.shape[0] % self.micro_size:
                raise ValueError(
                    "For micro batch initialization, the 0th dimension shape of input"
                    f"({each.shape[0]}) must be divided by micro size({self.micro_size}): give a batch of as many rows "
                    "as it divides, or another number."
                )
        return tuple(self._msacc_part(i, each) for each in inputs)

    def _msacc_part(self, i: int, batch: Tensor) -> Any:
        size, *others = batch.shape
        size //= self.micro_size
        begin, end = (i * size, *[0] * len(others)), ((i + 1) * size, *others)
        return self.strided_slice(batch, begin, end, (1,) * len(end))


def _refuse_stages() -> None:
    """NotImplementedError where a batch cut so would run through all stages on every process."""
    stages = current_scheme().stages
    if stages > 1 and not runs_own_cut.get():
        raise NotImplementedError(
            f"A network that cuts its batch by _MicroBatch does not run over {stages} pipeline stages by itself: set "
            "pipeline_stages before it is made, and let its __init__ end with self._get_attr_from_cell(network), where "
            "'network' is the Cell that it calls with the parts; or put that into a PipelineCell."
        )
