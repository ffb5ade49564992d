"""official/cv/lenet_quant: train_quant.py on a few pictures, from a checkpoint of the network in full precision."""

import struct

import numpy as np
import own_trainer
import ready
from laid import arguments, sums, tell

given = arguments(mode=["graph", "pynative"])
folder = given.checkout / "official/cv/lenet_quant"
ready.mode(given.mode)
ready.few_bits()
ready.in_order()
own_trainer.enter(folder)


train = given.data / "train"
train.mkdir()
draws = np.random.RandomState(0)
labels = np.arange(32, dtype=np.uint8) % 10
images = draws.randint(0, 60, (32, 28, 28)) + 150 * (
    np.arange(28)[None, :, None] // 3 == labels[:, None, None]
)
head = struct.pack(">iiii", 2051, 32, 28, 28)
(train / "train-images-idx3-ubyte").write_bytes(head + images.astype(np.uint8).tobytes())
(train / "train-labels-idx1-ubyte").write_bytes(struct.pack(">ii", 2049, 32) + labels.tobytes())

from src.config import mnist_cfg
from src.lenet_fusion import LeNet5

mnist_cfg.update(batch_size=8, epoch_size=2)
start = ready.checkpoint(LeNet5(), given.data / "lenet.ckpt")
ready.delay(2)
options = {"device_target": "GPU", "data_path": given.data, "ckpt_path": start}
values = own_trainer.run(folder / "train_quant.py", options)
tell(given.out, loss=values["loss"], sums=sums(values["parameters"]))
