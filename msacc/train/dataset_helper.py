"""DatasetHelper: a dataset as an iterator over batches of Tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from msacc.common import checks as check
from msacc.common.warn_once import no_effects, once

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset
    from msacc.nn.cell.cell import Cell


class DatasetHelper:
    """Iterates over `dataset`, one tuple of Tensors a step; each `for` loop is one epoch.

    `epoch_num`: how often the dataset will be gone through.

    Raises ValueError for a `sink_size` that is neither -1 nor positive; another than -1 has no effect.

    Differs from MindSpore: there is no queue on a device, so `dataset_sink_mode=True` iterates in the same
    way, and says so once.
    """

    def __init__(
        self,
        dataset: Dataset,
        dataset_sink_mode: bool = True,
        sink_size: int = -1,
        epoch_num: int = 1,
    ):
        sink = check.boolean("DatasetHelper", "dataset_sink_mode", dataset_sink_mode)
        check.integer("DatasetHelper", "sink_size", sink_size)
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                f"The 'sink_size' must be -1 or positive, but got sink_size {sink_size}."
            )
        if sink:
            warn_no_sink("DatasetHelper")
            why = "a loop goes through the whole dataset"
            no_effects("DatasetHelper", why, sink_size=(sink_size, -1))
        self.dataset = dataset
        self._sink_size = sink_size
        self.iter = dataset.create_tuple_iterator(num_epochs=epoch_num)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.iter)

    def types_shapes(self) -> tuple[Any, Any]:
        """(dtypes, shapes) of the columns."""
        return self.dataset.output_types(), self.dataset.output_shapes()

    def sink_size(self) -> int:
        """Steps per call: always 1."""
        return 1

    def stop_send(self) -> None:
        """Nothing is sent ahead; nothing to stop."""

    def release(self) -> None:
        """No device queue to release."""

    def continue_send(self) -> None:
        """No device queue to continue."""

    def get_data_info(self) -> NoReturn:
        """Refused: it describes a queue on the device."""
        raise NotImplementedError(
            "msacc has no dataset queue on a device (DatasetHelper.get_data_info)."
        )

    def get_mbuf_queue_size(self) -> NoReturn:
        """Refused: it describes a queue on the device."""
        raise NotImplementedError(
            "msacc has no dataset queue on a device (DatasetHelper.get_mbuf_queue_size)."
        )


def warn_no_sink(where: str, argument: str = "dataset_sink_mode") -> None:
    """Say once that sinking a dataset into the device has no counterpart here."""
    once("sink", f"{where}: {argument}=True runs step by step here, with the same results.")


def connect_network_with_dataset(network: Cell, dataset_helper: DatasetHelper) -> NoReturn:
    """Refused: it binds a `network` to the queue of a `dataset_helper` on the device. Raises RuntimeError."""
    raise RuntimeError(
        "The API 'connect_network_with_dataset' should be called in dataset sink mode, and msacc has no "
        "dataset queue on a device: call the network with the batches of the DatasetHelper."
    )
