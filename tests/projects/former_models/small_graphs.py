"""A small graph in the files of Cora, and a writer of the projects that makes a MindRecord file of it."""

from __future__ import annotations

import pickle
import runpy
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

NODES, CLASSES, FEATURES, TESTED = 60, 4, 24, 20


def lay(folder: Path) -> Path:
    """Nodes of a class are near each other, and their features tell it; the last are those tested."""
    draws = np.random.RandomState(0)
    labels = np.arange(NODES) % CLASSES
    known = np.eye(CLASSES, dtype=np.int32)[labels]
    features = (draws.rand(NODES, FEATURES) < 0.2).astype(np.float32)
    features[:, :CLASSES] += known
    near = {
        node: [
            (node + CLASSES * int(away)) % NODES for away in draws.choice(range(1, 15), 3, False)
        ]
        for node in range(NODES)
    }
    first = NODES - TESTED
    files = {
        "allx": sparse.csr_matrix(features[:first]),
        "ally": known[:first],
        "tx": sparse.csr_matrix(features[first:]),
        "ty": known[first:],
        "graph": near,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in files.items():
        (folder / f"ind.cora.{name}").write_bytes(pickle.dumps(value))
    (folder / "ind.cora.test.index").write_text("\n".join(map(str, range(first, NODES))))
    return folder


def written(tools: Path, kind: str, file: Path, sources: str) -> str:
    """The MindRecord file that utils/graph_to_mindrecord/writer.py makes of the sources."""
    sys.path.insert(0, str(tools))
    options = {
        "mindrecord_script": kind,
        "mindrecord_file": file,
        "mindrecord_partitions": 1,
        "mindrecord_header_size_by_bit": 18,
        "mindrecord_page_size_by_bit": 20,
        "graph_api_args": sources,
    }
    sys.argv = ["writer.py", *(f"--{name}={value}" for name, value in options.items())]
    runpy.run_path(str(tools / "writer.py"), run_name="__main__")
    sys.path.remove(str(tools))
    for name in (f"{kind}.mr_api", kind):  # its sources are read as it is imported
        sys.modules.pop(name, None)
    return str(file)
