"""official/cv/resnet50_quant: train.py of the network whose layers of few bits are written out by hand."""

import os

import own_trainer
import ready
from laid import arguments, pictures, sums, tell

given = arguments(mode=["graph", "pynative"])
folder = given.checkout / "official/cv/resnet50_quant"
os.environ.update(DEVICE_ID="0", RANK_ID="0", RANK_SIZE="1")
ready.mode(given.mode)
ready.few_bits()
ready.in_order()
ready.pictures_of(32)
ready.delay(2)
ready.drawn_weights()
own_trainer.enter(folder)

from src.config import config_quant

config_quant.update(class_num=4, batch_size=4, epoch_size=1, lr_max=0.0005, save_checkpoint=False)
options = {
    "device_target": "Ascend",
    "dataset_path": pictures(given.data / "pictures", 4, 3, 32, suffix="jpg"),
}
values = own_trainer.run(folder / "train.py", options)
tell(given.out, loss=values["loss"], sums=sums(values["parameters"]))
