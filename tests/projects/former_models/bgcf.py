"""official/gnn/bgcf: train.py on graphs of users and items, written by the project's own writer.

Neighbors are sampled as often as there are, so that the order alone is by chance, which means and sums do not see.
"""

import csv

import mindspore as ms
import numpy as np
import own_trainer
import ready
import small_graphs
import yaml
from laid import arguments, sums, tell

given = arguments(mode=["graph", "pynative"])
folder = given.checkout / "official/gnn/bgcf"
ready.mode(given.mode)
ready.graphs()
ready.former_python()
PEOPLE, EPOCHS = 14, 2


def table(name, rows):
    """A CSV file of the rows."""
    with open(given.data / name, "w", newline="") as file:
        csv.writer(file).writerows(rows)
    return str(given.data / name)


def rated(near):
    """Who rates what, both ways, and for each one user or item like it; a head comes first."""
    pairs = [(u, PEOPLE + (u + away) % PEOPLE) for u in range(PEOPLE) for away in near]
    alike = [(u, (u + 1) % PEOPLE, 2) for u in range(PEOPLE)]
    alike += [(PEOPLE + i, PEOPLE + (i + 2) % PEOPLE, 3) for i in range(PEOPLE)]
    both = [(u, i, 0) for u, i in pairs] + [(i, u, 1) for u, i in pairs]
    return [("from", "to", "type"), *both, *alike]


users = table("user.csv", [(n, n) for n in range(PEOPLE)])
items = table("item.csv", [(n, PEOPLE + n) for n in range(PEOPLE)])
graphs = dict.fromkeys(("train", "test"), (0, 1, 3, 6))
graphs.update({f"sampled{n}": (n, n + 2, n + 3, n + 7) for n in range(5)})
for name, near in graphs.items():
    files = [users, items, table(f"{name}.csv", rated(near))]
    tools = given.checkout / "utils/graph_to_mindrecord"
    small_graphs.written(tools, "amazon_beauty", given.data / f"{name}_mr", ":".join(files))

settings, *rest = yaml.safe_load_all((folder / "default_config.yaml").read_text())
settings.update(neighbor_dropout=[0.0, 0.0, 0.0])
(given.data / "config.yaml").write_text(yaml.safe_dump_all([settings, *rest]))
np.random.shuffle = np.random.RandomState(5).shuffle
ready.drawn_weights()
own_trainer.enter(folder)
options = {
    "config_path": given.data / "config.yaml",
    "datapath": given.data,
    "ckptpath": given.data,
    "workers": 1,
    "num_epoch": EPOCHS,
    "eval_interval": 1,
    "input_dim": 8,
    "embedded_dimension": 8,
    "batch_pairs": 14,
    "raw_neighs": 4,
    "gnew_neighs": 4,
    "device_target": "CPU",
}
values = own_trainer.run(folder / "train.py", options, r"loss ([\d.]+)")
last = ms.load_checkpoint(str(given.data / f"bgcf_epoch{EPOCHS}.ckpt"))
tell(given.out, printed=values["printed"], sums=sums(p for _, p in sorted(last.items())))
