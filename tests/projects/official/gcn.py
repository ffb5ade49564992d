"""official/gnn/GCN: train.py on a generated graph.

MindSpore 2.10 has no dataset.GraphData any more, which reads the graph: a class of this script answers in its stead,
under MindSpore and under msacc alike. Dropout is off, as its draws differ.
"""

import numpy as np
from laid import arguments, tell
from training import enter, train

given = arguments()
NODES, CLASSES, FEATURES = 60, 4, 24


class GraphData:
    """Answers what the model asks of a graph."""

    def __init__(self, path):
        draws = np.random.RandomState(0)
        self.labels = draws.randint(0, CLASSES, NODES).astype(np.int32)
        self.features = draws.rand(NODES, FEATURES).astype(np.float32)
        self.features[:, :CLASSES] += np.eye(CLASSES)[self.labels]
        same = np.flatnonzero
        self.near = [draws.choice(same(self.labels == label), 3) for label in self.labels]

    def get_all_nodes(self, kind):
        return np.arange(NODES)

    def get_node_feature(self, nodes, kinds):
        return [self.features, self.labels]

    def get_all_neighbors(self, nodes, kind):
        return np.stack([np.concatenate([[i], near]) for i, near in enumerate(self.near)])


folder = given.checkout / "official/gnn/GCN"
sizes = {"train_nodes_num": 20, "eval_nodes_num": 20, "test_nodes_num": 20}
enter(folder, {**sizes, "data_dir": given.data, "device_target": "CPU"})

import mindspore as ms
import mindspore.dataset as ds

ds.GraphData = GraphData
ms.set_seed(1)
np.random.seed(1)
from src.config import ConfigGCN

ConfigGCN.dropout, ConfigGCN.epochs = 0.0, 6
tell(given.out, **train(folder, r"(?:loss|acc|accuracy)=\s*([\d.]+)"))
