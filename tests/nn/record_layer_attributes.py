"""Record which attributes MindSpore's layers hold: `python -m tests.nn.record_layer_attributes`.

Needs an environment with `mindspore==2.10.0` and `numpy<2`. Writes layer_attributes.json: for each example the
attributes beyond a Cell's own, each as text: `= value` of a plain one, `@ Class {init arguments}` of a Primitive,
`Cell Class`, `Parameter shape`, `Tensor shape dtype`, `function`, or `class name` for anything else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tests.nn.layer_examples import EXAMPLES, make

PATH = Path(__file__).parent / "layer_attributes.json"


def described(ms: Any, value: Any) -> str:
    """One attribute's kind and, where it has one, its value."""
    if isinstance(value, ms.nn.Cell):
        return f"Cell {type(value).__name__}"
    if isinstance(value, ms.Parameter):
        return f"Parameter {tuple(value.shape)}"
    if isinstance(value, ms.ops.Primitive):
        return f"@ {value.name} {_settings(value)}"
    if isinstance(value, ms.Tensor):
        return f"Tensor {tuple(value.shape)} {value.dtype}"
    if _plain(value):
        return f"= {value!r}"
    if callable(value) and not isinstance(value, type) and hasattr(value, "__name__"):
        return "function"
    return f"class {type(value).__name__}"


def _plain(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_plain(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, str))


def _settings(primitive: Any) -> str:
    """The init arguments of a primitive as far as they are plain."""
    names = getattr(primitive, "init_attrs", {})
    return json.dumps({k: v for k, v in sorted(names.items()) if _plain(v)})


def attributes(ms: Any, cell: Any) -> dict[str, str]:
    """What a layer holds beyond what any Cell does, parameters and sub-cells included."""
    base = set(vars(ms.nn.Cell()))
    held = {**cell._params, **cell._cells, **vars(cell)}
    return {
        name: described(ms, value)
        for name, value in sorted(held.items())
        if name not in base and not name.startswith("_")
    }


def main() -> int:
    import mindspore as ms

    found, failed = {}, 0
    for text in EXAMPLES:
        try:
            found[text] = attributes(ms, make(ms, np, text))
        except Exception as error:
            print(f"{text}: {type(error).__name__}: {str(error)[:200]}")
            failed += 1
    PATH.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n")
    print(f"{len(found)} examples, {sum(map(len, found.values()))} attributes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
