"""official/cv/ResNet: train.py with one of its configurations, on a small folder of pictures."""

import functools
import os

import numpy as np
from laid import arguments, pictures, tell
from training import enter, train

given = arguments(config="resnet34_cpu_config.yaml", mode=["GRAPH", "PYNATIVE"])
folder = given.checkout / "official/cv/ResNet"
data = pictures(given.data / "imagenet", 4, 4, 64, suffix="jpg")
options = {
    "config_path": folder / "config" / given.config,
    "data_path": data,
    "device_target": "CPU",
    "mode_name": given.mode,
    "output_dir": given.data / "outputs",
    "batch_size": 4,
    "epoch_size": 1,
    "warmup_epochs": 0,
    # Small steps: differences of rounding grow with each at the rates of the recipe.
    "lr_init": 0.0005,
    "lr_max": 0.0005,
    "lr_end": 0.0001,
    "run_eval": False,
    "train_image_size": 64,
    "eval_image_size": 64,
    "save_checkpoint_epochs": 1,
}
enter(folder, options)
os.environ.setdefault("RANK_SIZE", "1")

from src import dataset

for name in ("create_dataset1", "create_dataset2"):
    # Without random crops and flips, whose draws MindSpore makes in threads.
    made = getattr(dataset, name)

    @functools.wraps(made)
    def without(*args, made=made, **kwargs):
        return made(*args, **{**kwargs, "do_train": False})

    setattr(dataset, name, without)

values = train(folder)
import mindspore as ms

last = sorted((given.data / "outputs").rglob("*.ckpt"), key=lambda p: p.stat().st_mtime)[-1]
parameters = ms.load_checkpoint(str(last))
weights = [p for name, p in sorted(parameters.items()) if "moment" not in name and p.size > 1]
tell(given.out, **values, sums=[float(np.abs(p.asnumpy().astype(float)).sum()) for p in weights])
