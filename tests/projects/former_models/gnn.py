"""official/gnn gcn and gat: train.py on a small graph that the project's own writer puts into a MindRecord file."""

import numpy as np
import own_trainer
import ready
import small_graphs
from laid import arguments, tell

given = arguments(mode=["graph", "pynative"], model=["gcn", "gat"])
folder = given.checkout / "official/gnn" / given.model
ready.mode(given.mode)
ready.graphs()
ready.former_python()
tools = given.checkout / "utils/graph_to_mindrecord"
graph = small_graphs.written(
    tools, "cora", given.data / "cora_mr", str(small_graphs.lay(given.data / "cora"))
)
ready.drawn_weights()
own_trainer.enter(folder)
np.random.seed(1)

numbers = {"train_nodes_num": 20, "eval_nodes_num": 20, "test_nodes_num": 20}
if given.model == "gcn":
    from src.config import ConfigGCN

    ConfigGCN.dropout, ConfigGCN.epochs = 0.0, 6
    printed = r"(?:loss|acc|accuracy)=\s*([\d.]+)"
    options = {"data_dir": graph, **numbers, "save_ckptpath": given.data / "ckpts"}
else:
    printed = r"loss=([\d.]+)"
    options = {
        "data_dir": graph,
        **numbers,
        "num_epochs": 6,
        "attn_dropout": 0.0,
        "feature_dropout": 0.0,
    }
values = own_trainer.run(folder / "train.py", options, printed)
tell(given.out, printed=values["printed"])
