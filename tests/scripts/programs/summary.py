"""SummaryCollector, SummaryRecord, and histograms of gradients in an optimizer of one's own."""

import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np
from mindspore import (
    GRAPH_MODE,
    LossMonitor,
    Model,
    SummaryCollector,
    Tensor,
    TimeMonitor,
    set_context,
)
from mindspore.nn import Accuracy
from mindspore.train.summary import SummaryRecord
from parts import Mlp, mnist


class MyOptimizer(nn.Momentum):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._original_construct = super().construct
        self.histogram_summary = ops.HistogramSummary()
        self.gradient_names = [param.name + ".gradient" for param in self.parameters]

    def construct(self, grads):
        for i in range(len(self.gradient_names)):
            self.histogram_summary(self.gradient_names[i], grads[i])
        return self._original_construct(grads)


class Watched(Mlp):
    def __init__(self):
        super().__init__()
        self.tensor_summary = ops.TensorSummary()
        self.image_summary = ops.ImageSummary()

    def construct(self, x):
        self.image_summary("Image", x)
        x = super().construct(x)
        self.tensor_summary("logits", x)
        return x


set_context(mode=GRAPH_MODE, device_target="GPU", jit_config={"jit_level": "O0"})
data = mnist(16)
loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
rates = Tensor(np.full(data.get_dataset_size(), 0.002, np.float32))
network = Watched()
optimizer = MyOptimizer(network.trainable_params(), learning_rate=rates, momentum=0.9)
model = Model(network, loss_fn, optimizer, metrics={"Accuracy": Accuracy()})
specified = {"collect_metric": True, "histogram_regular": "^layers.*", "collect_graph": True}
collector = SummaryCollector(
    summary_dir="./summary_dir/one",
    collect_specified_data=specified,
    collect_freq=1,
    keep_default_action=False,
    collect_tensor_freq=200,
)
model.train(
    epoch=1,
    train_dataset=data,
    callbacks=[TimeMonitor(data_size=data.get_dataset_size()), LossMonitor(), collector],
    dataset_sink_mode=False,
)

with_loss = nn.WithLossCell(Mlp(), loss_fn)
step_net = nn.TrainOneStepCell(with_loss, nn.Momentum(with_loss.trainable_params(), 0.1, 0.9))
step_net.set_train()
with SummaryRecord("./summary_dir/two", network=step_net) as record:
    for step, inputs in enumerate(data):
        record.add_value("scalar", "loss", step_net(*inputs))
        record.record(step + 1)
print("Done!")
