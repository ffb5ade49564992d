# Written by `python -m tests.stubs`.
from enum import Enum
from typing import Any
class BaseEnum(Enum):
    @classmethod
    def to_list(cls) -> list[str]: ...
class ModeEnum(BaseEnum):
    TRAIN = 'train'
    EVAL = 'eval'
class PluginEnum(BaseEnum):
    GRAPH = 'graph'
    SCALAR = 'scalar'
    IMAGE = 'image'
    TENSOR = 'tensor'
    HISTOGRAM = 'histogram'
    TRAIN_LINEAGE = 'train_lineage'
    EVAL_LINEAGE = 'eval_lineage'
    CUSTOM_LINEAGE_DATA = 'custom_lineage_data'
    DATASET_GRAPH = 'dataset_graph'
    EXPLAINER = 'explainer'
    LANDSCAPE = 'landscape'
class WriterPluginEnum(Enum):
    EXPORTER = 'exporter'
    EXPLAINER = 'explainer'
    SUMMARY = 'summary'
    LINEAGE = 'lineage'
