"""`serialize`, `deserialize`, `compare` and `show` of pipelines."""

from __future__ import annotations

import json
import os
from typing import Any

from msacc import log as logger
from msacc.common import checks as check
from msacc.common.safe_parsing import json_object, read_text
from msacc.dataset.config import get_num_parallel_workers
from msacc.dataset.dataset import Dataset, SourceDataset
from msacc.dataset.device_queue import TransferDataset
from msacc.dataset.pipeline.node import Node
from msacc.dataset.serialization.operators import READERS, WRITERS, combine
from msacc.dataset.serialization.sources import construct_source, source_content

_QUEUE = ("send_epoch_end", "create_data_info_queue", "queue_name")


def to_json(dataset: Dataset) -> dict[str, Any]:
    """Returns a pipeline as a dictionary: its last operator, and its inputs under `children`."""
    if isinstance(dataset, DeserializedDataset):
        return to_json(dataset.built())
    if isinstance(dataset, TransferDataset):
        content: dict[str, Any] = {"op_type": "Transfer", "queue_name": dataset.queue_name}
    elif isinstance(dataset, SourceDataset):
        content = source_content(dataset)
    else:
        name, write = WRITERS[type(dataset._msacc_node)]
        content = {"op_type": name, **write(dataset._msacc_node)}
    if "num_parallel_workers" in content and content["num_parallel_workers"] is None:
        content["num_parallel_workers"] = get_num_parallel_workers()
    content["children"] = [to_json(child) for child in dataset.children]
    return dict(sorted(content.items()))


def from_json(content: dict[str, Any]) -> Any:
    """Reconstructs the pipeline that `to_json` wrote."""
    children = [from_json(child) for child in content["children"]]
    kind = content["op_type"]
    if kind == "Transfer":
        return children[0].device_que(queue_name=content["queue_name"])
    if not children:
        return construct_source(content)
    combined = combine(children, content)
    if combined is not None:
        return combined
    if kind not in READERS:
        raise RuntimeError(f"Invalid data, unsupported operation type: {kind}")
    return READERS[kind](children[0], content)


class DeserializedDataset(Dataset):
    """A pipeline from a dictionary or a JSON file; it is built at first use."""

    def __init__(self, input_obj: dict[str, Any] | str) -> None:
        self.input_obj = input_obj
        self._msacc_pipeline: Any = None
        self._msacc_row_count = None

    def built(self) -> Any:
        """Returns the pipeline, built at the first call."""
        if self._msacc_pipeline is None:
            content = self.input_obj
            if not isinstance(content, dict):
                content = _load(content)
            self._msacc_pipeline = _build(content)
        return self._msacc_pipeline

    @property
    def _msacc_node(self) -> Node:  # type: ignore[override]
        return self.built()._msacc_node

    @property
    def children(self) -> list[Any]:  # type: ignore[override]
        return self.built().children

    def _msacc_copy_tree(self) -> Any:
        return self.built()._msacc_copy_tree()

    def get_dataset_size(self) -> int:
        return self.built().get_dataset_size()


def _build(content: dict[str, Any]) -> Any:
    """Builds the pipeline; RuntimeError for invalid content."""
    try:
        return from_json(content)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise RuntimeError(
            f"deserialize: this is no pipeline that serialize wrote: {type(error).__name__}: {error!s:.500}"
        ) from error


def _load(path: str) -> dict[str, Any]:
    try:
        return json_object(read_text(path))
    except (OSError, ValueError) as error:
        raise RuntimeError(f"deserialize: cannot read the JSON file {path!r}: {error}") from error


def serialize(dataset: Dataset, json_filepath: str = "") -> dict[str, Any]:
    """The pipeline `dataset` as a dictionary of JSON values; with `json_filepath` it is also written there.

    Operators have MindSpore's names and keys; transforms are written with the arguments of their constructors.
    Python functions are written by name only, and such a pipeline cannot be deserialized; the data of
    GeneratorDataset, NumpySlicesDataset and PaddedDataset is not written. Raises OSError for a file that cannot
    be written, RuntimeError for arguments that JSON cannot hold.
    """
    content = to_json(dataset)
    if json_filepath:
        with open(os.path.realpath(json_filepath), "w", encoding="utf-8") as file:
            json.dump(content, file)
    return content


def deserialize(
    input_dict: dict[str, Any] | None = None, json_filepath: str | None = None
) -> Dataset | None:
    """The pipeline that `serialize` wrote, from its dictionary or its file; None for neither.

    `input_dict`: the dictionary.
    `json_filepath`: the file, which goes before.

    Raises RuntimeError, when the pipeline is first used, for a file that cannot be read and for sources,
    functions and operators that are not written.

    Differs from MindSpore: all operators and transforms of msacc come back; files that MindSpore wrote are
    not meant to be read.
    """
    content = json_filepath or input_dict
    return DeserializedDataset(content) if content else None


def compare(pipeline1: Dataset, pipeline2: Dataset) -> bool:
    """Whether two pipelines, `pipeline1` and `pipeline2`, have the same JSON form."""
    return to_json(pipeline1) == to_json(pipeline2)


def show(dataset: Dataset, indentation: int | None = 2) -> None:
    """Write the pipeline `dataset` as JSON to the log, at level INFO; `indentation`: spaces, or None."""
    if indentation is not None:
        check.instance(None, "indentation", indentation, int)
    logger.info(json.dumps(to_json(dataset), indent=indentation))


Dataset.serializer = staticmethod(serialize)
