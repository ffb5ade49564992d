"""MindCV's infer.py on a drawn picture, with weights laid down where it keeps what it downloads."""

from __future__ import annotations

import ast
import sys
from pathlib import PurePosixPath
from typing import Any

from laid import arguments, pictures, tell

given = arguments(model="resnet18")
(given.data / "examples").symlink_to(given.checkout / "examples")  # the names of the classes
pictures(given.data / "drawn", classes=1, each=1, size=300, suffix="jpg")

import mindspore as ms

ms.set_context(runtime_num_threads=1)
from mindcv.models import create_model
from mindcv.models.registry import model_entrypoint
from mindcv.utils.download import set_default_download_root

ms.set_seed(3)
url = sys.modules[model_entrypoint(given.model).__module__].default_cfgs[given.model]["url"]
(given.data / "models").mkdir()
ms.save_checkpoint(create_model(given.model), str(given.data / "models" / PurePosixPath(url).name))
set_default_download_root(str(given.data))

import infer

found: list[dict[str, Any]] = []
infer.print = found.append  # type: ignore[attr-defined]
picture = str(given.data / "drawn" / "class_0" / "0.jpg")
sys.argv = ["infer.py", "--image_path", picture, "--model", given.model]
infer.main()

text = (given.data / "examples/data/imagenet1000_clsidx_to_labels.txt").read_text()
numbers = {name: number for number, name in ast.literal_eval(text).items()}
tell(
    given.out,
    classes=[numbers[name] for name in found[0]],
    probabilities=[float(value) for value in found[0].values()],
)
