"""Encrypted checkpoints, by the callback and by save_checkpoint."""

import mindspore as ms
import mindspore.dataset as ds
import mindspore.dataset.transforms as transforms
import mindspore.dataset.vision as vision
import mindspore.nn as nn
from mindspore import train
from mindspore.common.initializer import Normal
from mindspore.dataset.vision import Inter
from mindspore.nn import SoftmaxCrossEntropyWithLogits
from mindspore.train import Accuracy

KEY = b"0123456789ABCDEF"


def create_dataset(path, batch_size=32, workers=1):
    data = ds.MnistDataset(path)
    data = data.map(
        operations=transforms.TypeCast(ms.int32),
        input_columns="label",
        num_parallel_workers=workers,
    )
    steps = [
        vision.Resize((32, 32), interpolation=Inter.LINEAR),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        vision.HWC2CHW(),
    ]
    for step in steps:
        data = data.map(operations=step, input_columns="image", num_parallel_workers=workers)
    return data.shuffle(buffer_size=10000).batch(batch_size, drop_remainder=True).repeat(1)


class LeNet5(nn.Cell):
    def __init__(self, num_class=10, num_channel=1):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.fc1 = nn.Dense(16 * 5 * 5, num_class, weight_init=Normal(0.02))
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()

    def construct(self, x):
        x = self.max_pool2d(self.relu(self.conv1(x)))
        x = self.max_pool2d(self.relu(self.conv2(x)))
        return self.fc1(self.flatten(x))


if __name__ == "__main__":
    ms.set_context(mode=ms.GRAPH_MODE, device_target="CPU", jit_config={"jit_level": "O0"})
    network = LeNet5()
    optimizer = nn.Momentum(network.trainable_params(), 0.01, 0.9)
    loss = SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    model = ms.Model(network, loss, optimizer, metrics={"Accuracy": Accuracy()})
    train_data, test_data = (
        create_dataset("./MNIST_Data/train"),
        create_dataset("./MNIST_Data/test"),
    )
    config = train.CheckpointConfig(
        save_checkpoint_steps=2, keep_checkpoint_max=10, enc_key=KEY, enc_mode="AES-GCM"
    )
    saver = train.ModelCheckpoint(prefix="lenet_enc", directory=None, config=config)
    model.train(1, train_data, dataset_sink_mode=False, callbacks=[saver, train.LossMonitor(1)])
    before = model.eval(test_data, dataset_sink_mode=False)
    ms.save_checkpoint(network, "own.ckpt", enc_key=KEY, enc_mode="AES-GCM")

    for name in ("lenet_enc-1_2.ckpt", "own.ckpt"):
        params = ms.load_checkpoint(name, dec_key=KEY, dec_mode="AES-GCM")
        other = LeNet5()
        ms.load_param_into_net(other, params)
        after = ms.Model(other, loss, metrics={"Accuracy": Accuracy()}).eval(test_data)
        assert after == before, (name, after, before)
    try:
        ms.load_checkpoint("own.ckpt")
    except ValueError as error:
        print("refused:", error)
