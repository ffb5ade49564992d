"""Profiler from a step to a step, around a jit train step with depend."""

import mindspore
from mindspore import Profiler, nn, ops
from parts import Mlp, mnist, start

start()
model = Mlp()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.SGD(model.trainable_params(), 1e-2)


def forward_fn(data, label):
    logits = model(data)
    return loss_fn(logits, label), logits


grad_fn = ops.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)


@mindspore.jit
def train_step(data, label):
    (loss, _), grads = grad_fn(data, label)
    return ops.depend(loss, optimizer(grads))


dataset = mnist(16)
model.set_train()
profiler = Profiler(start_profile=False, output_path="./data_step")
for step, (data, label) in enumerate(dataset.create_tuple_iterator()):
    loss = train_step(data, label).asnumpy()
    print(f"loss: {loss:>7f}  [{step:>3d}/{dataset.get_dataset_size():>3d}]")
    if step == 1:
        profiler.start()
    if step == 2:
        profiler.stop()
profiler.analyse()
print("Done!")
