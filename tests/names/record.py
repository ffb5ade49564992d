"""Record which private names MindSpore's classes have: `python -m tests.names.record`.

Needs an environment with `mindspore==2.10.0`. Writes mindspore_private_names.json: for each class that scripts derive
from, the names that it and its bases have, without those that every Cell (Primitive, Tensor) has anyway.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.names.classes import bases_in, private_names, public_classes

PATH = Path(__file__).parent / "mindspore_private_names.json"
_COMMON = ("nn.Cell", "ops.Primitive", "Tensor")


def _all_names(cls: type) -> set[str]:
    found: set[str] = {name for base in bases_in("mindspore", cls) for name in private_names(base)}
    return found


if __name__ == "__main__":
    classes = public_classes("mindspore")
    names = {path: _all_names(cls) for path, cls in classes.items()}
    names["nn.Cell"] |= {n for n in vars(classes["nn.Cell"]()) if n.startswith("_")}
    for path, cls in classes.items():
        for common in _COMMON:
            if path != common and issubclass(cls, classes[common]):
                names[path] -= names[common]
    rows = {path: " ".join(sorted(found)) for path, found in sorted(names.items()) if found}
    PATH.write_text(json.dumps(rows, indent=0) + "\n", encoding="utf-8")
