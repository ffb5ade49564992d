"""MindCV's models as MindIR: exported by MindSpore, run by msacc.

    PYTHONPATH=.:MINDCV MINDSPORES_PYTHON -m tests.mindir.mindcv record FOLDER [model ...]
    PYTHONPATH=.        MSACCS_PYTHON     -m tests.mindir.mindcv check FOLDER

Needs MindCV 0.3.0 beside MindSpore (pip install --no-deps mindcv==0.3.0; pip install pyyaml tqdm), and a folder
with room for some 20 MB a model. Parameters are filled from their names, in inference; `check` compares the logits with
those of MindSpore's own GraphCell and prints one line a model. Each model is a process of its own when they are
recorded.
"""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

# model: the side of its images
MODELS = {
    "resnet18": 224, "mobilenet_v1_025": 224, "mobilenet_v2_035_96": 96, "mobilenet_v3_small_075": 224,
    "shufflenet_v2_x0_5": 224, "ghostnet_050": 224, "squeezenet1_1": 224, "densenet121": 224, "vgg11": 224,
    "googlenet": 224, "inception_v3": 299, "efficientnet_b0": 224, "convnext_tiny": 224, "regnet_x_200mf": 224,
    "vit_b_32_224": 224, "swin_tiny": 224, "poolformer_s12": 224, "repvgg_a0": 224, "mnasnet_050": 224,
    "mobilevit_xx_small": 256, "crossvit_9": 240, "coat_lite_tiny": 224, "pit_ti": 224, "convit_tiny": 224,
    "mixnet_s": 224, "mlp_mixer_s_p32": 224, "pvt_v2_b0": 224, "res2net50": 224, "seresnet18": 224,
    "convnextv2_atto": 224, "edgenext_xx_small": 256, "coat_tiny": 224, "cait_xxs24_224": 224, "cmt_tiny": 160,
    "resnest14": 224, "resnetv2_50": 224, "skresnet18": 224, "repmlp_t224": 224, "regnet_y_200mf": 224,
    "swinv2_tiny_window8": 256, "shufflenet_v1_g3_05": 224, "xcit_tiny_12_p16_224": 224,
}  # fmt: skip


def _value(name: str, shape: tuple[int, ...]) -> np.ndarray:
    """A parameter's value, from its name and shape alone."""
    draw, last = np.random.RandomState(zlib.crc32(name.encode())), name.rpartition(".")[2]
    normal = draw.standard_normal(shape)
    if last == "moving_variance":
        return draw.uniform(0.5, 1.5, shape).astype(np.float32)
    if last in ("moving_mean", "beta", "bias"):
        return (0.1 * normal).astype(np.float32)
    if len(shape) <= 1:
        return (1 + 0.1 * normal).astype(np.float32)
    return (normal / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


def _image(side: int) -> np.ndarray:
    return np.random.RandomState(0).standard_normal((1, 3, side, side)).astype(np.float32)


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, (tuple, list)) else value


def record(folder: Path, name: str) -> None:
    """Export one model, and keep what MindSpore computes with the file."""
    import mindcv
    import mindspore as ms

    ms.set_context(mode=ms.GRAPH_MODE)
    net = mindcv.create_model(name, pretrained=False).set_train(False)
    for parameter in net.get_parameters():
        filled = parameter.requires_grad or "moving_" in parameter.name
        if filled and parameter.dtype == ms.float32:
            parameter.set_data(ms.Tensor(_value(parameter.name, tuple(parameter.shape))))
    x, path = ms.Tensor(_image(MODELS[name])), folder / f"{name}.mindir"
    ms.export(net, x, file_name=str(path), file_format="MINDIR")
    np.save(folder / f"{name}.npy", _first(ms.nn.GraphCell(ms.load(str(path)))(x)).asnumpy())


def check(folder: Path) -> int:
    """Run every file of the folder; how many models differ by more than 1e-4 of the largest logit."""
    import msacc as ms

    differ = 0
    for path in sorted(folder.glob("*.mindir")):
        graph = ms.load(str(path))
        kinds = {
            n.op.name for g in graph.graphs.values() for n in g.nodes if not isinstance(n.op, str)
        }
        found = _first(ms.nn.GraphCell(graph)(ms.Tensor(_image(MODELS[path.stem])))).asnumpy()
        wanted = np.load(path.with_suffix(".npy"))
        apart = float(np.abs(found - wanted).max() / np.abs(wanted).max())
        differ += apart > 1e-4
        print(f"{path.stem:24} {graph}, {len(kinds)} kinds: {apart:.1e} of the largest logit")
    return differ


def main() -> None:
    """`record FOLDER [model ...]` or `check FOLDER`."""
    folder = Path(sys.argv[2])
    if sys.argv[1] == "check":
        sys.exit(check(folder))
    names = sys.argv[3:] or list(MODELS)
    if len(names) == 1:
        record(folder, names[0])
        return
    folder.mkdir(exist_ok=True)
    for name in names:
        subprocess.run(
            [sys.executable, "-m", "tests.mindir.mindcv", "record", str(folder), name], check=True
        )


if __name__ == "__main__":
    main()
