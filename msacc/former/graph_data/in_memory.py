"""Data sets of graphs that are made once and saved."""

from __future__ import annotations

import os
from typing import Any

from msacc._checkparam import check_value_type
from msacc.dataset import GeneratorDataset
from msacc.former.graph_data.graph import Graph
from msacc.former.graph_data.saved_graphs import load_graphs, save_graphs


class _Rows:
    """The rows of a data set, by the methods of its class."""

    def __init__(self, dataset: InMemoryGraphDataset) -> None:
        self._dataset = dataset

    def __getitem__(self, index: int) -> Any:
        return type(self._dataset).__getitem__(self._dataset, index)

    def __len__(self) -> int:
        return type(self._dataset).__len__(self._dataset)


class InMemoryGraphDataset(GeneratorDataset):
    """To derive from: graphs that `process` makes from the files of a folder, saved for the next time.

    A class has `process`, which appends to `self.graphs`, and `__getitem__` and `__len__`, which say what the rows are.
    The first object of it calls `process` and `save`; later ones, which find files in `save_dir`, call `load`.

    `data_dir`: the folder with the files. `save_dir`: where graphs are saved, a folder below it.
    `column_names`: of what `__getitem__` gives. The others are as in `GeneratorDataset`.

    Differs from MindSpore: methods are called on the data set itself, so those that a class inherits work too.
    """

    def __init__(
        self,
        data_dir: str,
        save_dir: str = "./processed",
        column_names: str | list[str] = "graph",
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        python_multiprocessing: bool = True,
        max_rowsize: int = 6,
    ) -> None:
        check_value_type("data_dir", data_dir, [str])
        check_value_type("save_dir", save_dir, [str])
        self.graphs: list[Graph] = []
        self.data_dir, self.save_dir = data_dir, save_dir
        self.processed_path = os.path.join(data_dir, save_dir)
        self.processed = False
        process = InMemoryGraphDataset.process
        if type(self) is InMemoryGraphDataset or type(self).process is not process:
            self._msacc_process()
        super().__init__(
            _Rows(self),
            column_names=column_names,
            num_samples=num_samples,
            num_parallel_workers=num_parallel_workers,
            shuffle=shuffle,
            num_shards=num_shards,
            shard_id=shard_id,
            python_multiprocessing=python_multiprocessing,
            max_rowsize=None if max_rowsize == 6 else max_rowsize,
        )

    def _msacc_process(self) -> None:
        os.makedirs(self.processed_path, exist_ok=True)
        self.processed = bool(os.listdir(self.processed_path))
        if self.processed:
            self.load()
        else:
            self.process()
            self.save()

    def process(self) -> None:
        """To be written: makes the graphs."""
        raise NotImplementedError("'process' method should be implemented in your own logic.")

    def save(self) -> None:  # type: ignore[override]  # as in MindSpore
        """Writes the graphs into `processed_path`."""
        save_graphs(self.processed_path, self.graphs)

    def load(self) -> None:
        """Reads them from there."""
        self.graphs = load_graphs(self.processed_path, num_parallel_workers=1)

    def __getitem__(self, index: int) -> Any:
        """To be written: a row."""
        raise NotImplementedError(
            "'__getitem__' should be implemented: it gives a row, a tuple of one array a column."
        )

    def __len__(self) -> int:
        """How many rows there are: by default as many as graphs."""
        return len(self.graphs)
