"""A tutorial of MindSpore's docs, from the notebook in the checkout: the numbers that its training steps return."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import types
from typing import Any

import notebook
import numpy as np
import older_names
from laid import arguments, sums, tell
from tables import TUTORIALS

given = arguments(name="quick_start", mode=["pynative", "graph"])
os.environ["HOME"] = str(given.data)
os.environ["MPLBACKEND"] = "Agg"

import mindspore as ms


class _Both(io.StringIO):
    """What is printed, kept as well."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        return super().write(text)


def _no_download(url: str, path: str = "./", **_: Any) -> str:
    """Nothing is downloaded: what the tutorial looks for lies there already."""
    return path


def _stand_ins() -> None:
    module = types.ModuleType("download")
    module.download = _no_download
    sys.modules["download"] = module
    from PIL import Image

    Image.Image.show = lambda self, *_, **__: None


def main() -> None:
    one = TUTORIALS[given.name]
    one.lay(given.data)
    _stand_ins()
    older_names.restore(one.older_repeat)
    ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
    ms.set_seed(1)
    np.random.seed(1)
    source = given.checkout / one.root / f"{one.path}.ipynb"
    sys.path[:0] = [str(source.parent), str(source.parent / "src")]
    text = notebook.shortened(notebook.code(source), one.rules, one.until)
    with contextlib.redirect_stdout(_Both()) as said:
        module, values = notebook.run(text, given.data / f"{given.name}.py", one.watched, {})
    if printed := re.findall(one.printed, said.getvalue()):
        values["loss_monitor"] = [float(number) for number in printed]
    values |= {
        key: np.ravel(np.asarray(eval(what, module.__dict__), float)).tolist()
        for key, what in one.kept.items()
    }
    values |= {f"sums_{net}": sums(module.__dict__[net].get_parameters()) for net in one.nets}
    tell(given.out, **values)


main()
