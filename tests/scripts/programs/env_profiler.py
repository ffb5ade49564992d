"""MS_PROFILER_OPTIONS, set before the import; a generator object as the source."""

import os

import numpy as np

os.environ["MS_PROFILER_OPTIONS"] = (
    '{"start": true, "output_path": "./data", "activities": ["CPU", "NPU"], "with_stack": true, '
    '"aicore_metrics": "AicoreNone", "l2_cache": false, "profiler_level": "Level0"}'
)

import mindspore
import mindspore.dataset as ds
from mindspore import nn


def rows():
    for _ in range(2):
        yield np.ones([2, 2]).astype(np.float32), np.ones([2]).astype(np.int32)


def forward_fn(data, label):
    logits = model(data)
    return loss_fn(logits, label), logits


if __name__ == "__main__":
    model = nn.Dense(2, 2)
    optimizer = nn.Momentum(model.trainable_params(), 1, 0.9)
    grad_fn = mindspore.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True)
    for data, label in ds.GeneratorDataset(rows(), ["data", "label"]):
        (loss, _), grads = grad_fn(data, label)
        optimizer(grads)
    print("loss", loss)
