"""research/cv/mae: pretraining by its pretrain.py, with the settings of its yaml made small."""

import json

from laid import arguments, sums, tell

given = arguments(mode=["pynative", "graph"], steps=4)
import sys

import mindspore as ms
import noting
import numpy as np
import ready

ready.former()
ready.without_dropout()
folder = given.checkout / "research/cv/mae"
sys.path.insert(0, str(folder))
sys.argv = [str(folder / "pretrain.py")]
import pretrain
import yaml
from PIL import Image

ROWS = 4
draws = np.random.RandomState(1)
names = [f"{i}.png" for i in range(ROWS * given.steps)]
for name in names:
    small = draws.randint(0, 255, (4, 4, 3)).astype(np.uint8)
    Image.fromarray(small).resize((48, 48)).save(given.data / name)
(given.data / "ids.json").write_text(json.dumps(names))
asked = {
    "encoder_layers": 2,
    "encoder_num_heads": 4,
    "encoder_dim": 32,
    "decoder_layers": 2,
    "decoder_num_heads": 4,
    "decoder_dim": 16,
    "context": {
        "mode": "GRAPH_MODE" if given.mode == "graph" else "PYNATIVE_MODE",
        "device_target": "CPU",
    },
    "use_parallel": False,
    "use_dynamic_loss_scale": False,
    "loss_scale": 1024,
    "num_workers": 1,
    "image_size": 32,
    "patch_size": 8,
    "epoch": 1,
    "warmup_epochs": 0,
    "batch_size": ROWS,
    "base_lr": 0.3,
    "end_learning_rate": 1e-4,
    "save_dir": str(given.data / "output"),
    "data_path": str(given.data),
    "img_ids": "ids.json",
}


class Settings:
    """What pretrain.py reads of its yaml."""

    def __init__(self):
        held = yaml.safe_load((folder / "config/mae-vit-base-p16.yaml").read_text())
        vars(self).update({**held, **asked})


def rows(settings):
    """The project's dataset without its draws, which the two sides do not share."""
    import mindspore.dataset as ds

    whole = ds.GeneratorDataset.__init__

    def in_order(self, *args, **named):
        whole(self, *args, **{**named, "shuffle": False})

    ds.GeneratorDataset.__init__ = in_order
    imagenet.C.RandomResizedCrop = lambda size, **named: imagenet.C.CenterCrop(size)
    imagenet.C.RandomHorizontalFlip = lambda prob: imagenet.C.Rescale(1.0, 0.0)
    ds.Dataset.shuffle = lambda self, buffer_size: self
    return dataset(settings)


from src.datasets import imagenet
from src.model_utils import moxing_adapter

dataset, network, made = pretrain.create_dataset, pretrain.PreTrainMAEVit, []


def masked(shape):
    """In place of what P.UniformReal draws."""
    return ms.Tensor(np.random.RandomState(2).rand(*shape).astype(np.float32))


def drawn(**sizes):
    from src.models import mae_vit

    mae_vit.P.UniformReal = lambda: masked
    made.append(network(**sizes))
    ready.weights(made[0])
    # Tensors that the network makes of draws as it is made, and does not train.
    for cell, name in ((made[0].encoder, "cls_token"), (made[0], "mask_tokens")):
        setattr(cell, name, ms.Tensor(ready.drawn(name, getattr(cell, name).shape)))
    return made[0]


pretrain.create_dataset, pretrain.PreTrainMAEVit = rows, drawn
values = noting.steps()
moxing_adapter.config.enable_modelarts = False
pretrain.main(Settings())
tell(given.out, **values, sums=sums(ready.learned(made[0])))
