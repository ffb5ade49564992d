"""official/cv/Unet: train.py with the simple configuration on five small slices, scored after each epoch."""

import numpy as np
import yaml
from laid import arguments, tell
from PIL import Image
from training import enter, train

given = arguments(mode=["GRAPH", "PYNATIVE"])
folder = given.checkout / "official/cv/Unet"
draws = np.random.RandomState(0)
rows, columns = np.mgrid[:64, :64]
slices, masks = [], []
for _ in range(5):
    x, y, r = draws.randint(20, 44), draws.randint(20, 44), draws.randint(8, 18)
    inside = (rows - x) ** 2 + (columns - y) ** 2 < r * r
    slices.append(Image.fromarray((inside * 120 + draws.randint(0, 90, (64, 64))).astype(np.uint8)))
    masks.append(Image.fromarray((inside * 255).astype(np.uint8)))
slices[0].save(given.data / "train-volume.tif", save_all=True, append_images=slices[1:])
masks[0].save(given.data / "train-labels.tif", save_all=True, append_images=masks[1:])
settings = list(yaml.safe_load_all((folder / "unet_simple_config.yaml").read_text()))
settings[0] |= {
    "device_target": "CPU",
    "data_path": str(given.data),
    "output_path": str(given.data / "outputs"),
    "batch_size": 2,
    "epochs": 6,
    "repeat": 2,
    "image_size": [64, 64],
    "train_augment": False,
    "run_eval": True,
}
(given.data / "unet.yaml").write_text(yaml.safe_dump_all(settings))
enter(folder, {"config_path": given.data / "unet.yaml"})

import older

older.restore()
if given.mode == "PYNATIVE":  # train.py asks for graphs
    older.without_graphs()
np.int = int  # as NumPy was when the model was written
from src import data_loader

# The model flips, cuts and lights by chance: the cut stands still here.
data_loader.train_data_augmentation = lambda image, mask: (image[4:60, 6:62], mask[4:60, 6:62])
tell(given.out, **train(folder, r"dice_coeff[^\d]*([\d.]+)"))
