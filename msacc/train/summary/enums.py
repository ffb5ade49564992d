"""The names of what a summary records, and when."""

from __future__ import annotations

from enum import Enum


class BaseEnum(Enum):
    """Names with a str each."""

    @classmethod
    def to_list(cls) -> list[str]:
        """The values, in order."""
        return [member.value for member in cls]


class PluginEnum(BaseEnum):
    """Kinds of values; those after HISTOGRAM only MindInsight shows, and `SummaryRecord` refuses them."""

    GRAPH = "graph"
    SCALAR = "scalar"
    IMAGE = "image"
    TENSOR = "tensor"
    HISTOGRAM = "histogram"
    TRAIN_LINEAGE = "train_lineage"
    EVAL_LINEAGE = "eval_lineage"
    CUSTOM_LINEAGE_DATA = "custom_lineage_data"
    DATASET_GRAPH = "dataset_graph"
    EXPLAINER = "explainer"
    LANDSCAPE = "landscape"


class WriterPluginEnum(Enum):
    """Kinds of writers."""

    EXPORTER = "exporter"
    EXPLAINER = "explainer"
    SUMMARY = "summary"
    LINEAGE = "lineage"


class ModeEnum(BaseEnum):
    """Whether a network trains."""

    TRAIN = "train"
    EVAL = "eval"
