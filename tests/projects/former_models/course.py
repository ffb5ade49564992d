"""graph_convolutional_network and graph_attention_network of the course: main.py, which writes the graph and trains.

A module `moxing` stands for that of the cloud, which the script copies its data with.
"""

import shutil
import sys
import types

import numpy as np
import own_trainer
import ready
import small_graphs
from laid import arguments, tell

given = arguments(mode=["graph", "pynative"], model=["convolutional", "attention"])
folder = given.checkout / f"graph_{given.model}_network"
ready.mode(given.mode)
ready.graphs()
ready.former_python()
ready.drawn_weights()
small_graphs.lay(given.data / "cora")
own_trainer.enter(folder)


def copied(src_url, dst_url):
    shutil.copytree(src_url, dst_url, dirs_exist_ok=True)


sys.modules["moxing"] = types.ModuleType("moxing")
sys.modules["moxing"].file = types.SimpleNamespace(copy_parallel=copied)
import easydict


def small(settings):
    """The script's settings, with numbers of nodes that the small graph has."""
    return easydict_whole({**settings, **{k: 20 for k in settings if k.endswith("nodes_num")}})


easydict_whole, easydict.EasyDict = easydict.EasyDict, small
from src import config

if given.model == "convolutional":
    config.ConfigGCN.dropout, config.ConfigGCN.epochs = 0.0, 21
else:
    config.GatConfig.attn_dropout = config.GatConfig.feature_dropout = 0.0
    config.GatConfig.num_epochs = 6
np.random.seed(1)
options = {"data_url": given.data / "cora", "train_url": given.data}
values = own_trainer.run(folder / "main.py", options, r"loss=\s*([\d.]+)")
tell(given.out, printed=values["printed"])
