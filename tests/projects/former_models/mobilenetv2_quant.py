"""official/cv/mobilenetv2_quant: train.py with observed ranges or learned scales, from a checkpoint without."""

import os

import own_trainer
import ready
from laid import arguments, pictures, sums, tell

given = arguments(mode=["graph", "pynative"], option=["QAT", "LEARNED_SCALE"])
folder = given.checkout / "official/cv/mobilenetv2_quant"
os.environ.update(DEVICE_ID="0", RANK_ID="0", RANK_SIZE="1")
ready.mode(given.mode)
ready.few_bits()
ready.in_order()
ready.pictures_of(32)
own_trainer.enter(folder)

from src import config
from src.mobilenetV2 import mobilenetV2
from src.mobilenetv2_mix_quant import mobilenetv2_mix_quant

learned = given.option == "LEARNED_SCALE"
chosen = config.config_lsq_ascend_quant if learned else config.config_ascend_quant
# Small steps: differences of rounding grow with each at the rates of the recipe.
chosen.update(
    num_classes=4, batch_size=4, epoch_size=1, start_epoch=0, lr=0.002, save_checkpoint=False
)
network = (mobilenetv2_mix_quant if learned else mobilenetV2)(num_classes=4)
if not learned:
    ready.delay(2)
options = {
    "device_target": "Ascend",
    "dataset_path": pictures(given.data / "pictures", 4, 4, 32, suffix="jpg"),
    "pre_trained": ready.checkpoint(network, given.data / "start.ckpt"),
    "optim_option": given.option,
}
values = own_trainer.run(folder / "train.py", options)
tell(given.out, loss=values["loss"], sums=sums(values["parameters"]))
