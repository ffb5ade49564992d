"""Gradient accumulation as MindSpore's tutorial writes it: 200 mini-batches of LeNet5."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case

BATCH, BATCHES, MICRO_STEPS, MINI_STEPS = 8, 8, 200, 4
PIECES = ("conv1.weight", "conv2.weight", "fc3.weight", "fc3.bias")


def digits() -> list[tuple[np.ndarray, np.ndarray]]:
    """Ten fixed patterns under noise: something to learn."""
    rng = np.random.RandomState(0)
    patterns = rng.uniform(-1, 1, (10, 1, 32, 32))
    result = []
    for _ in range(BATCHES):
        labels = rng.randint(0, 10, BATCH).astype(np.int32)
        images = patterns[labels] + rng.normal(0, 0.5, (BATCH, 1, 32, 32))
        result.append((images.astype(np.float32), labels))
    return result


def lenet(ms: Any) -> Any:
    nn = ms.nn

    class LeNet5(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(1, 6, 5, pad_mode="valid")
            self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
            self.fc1 = nn.Dense(16 * 5 * 5, 120)
            self.fc2 = nn.Dense(120, 84)
            self.fc3 = nn.Dense(84, 10)
            self.relu = nn.ReLU()
            self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
            self.flatten = nn.Flatten()

        def construct(self, x: Any) -> Any:
            x = self.max_pool2d(self.relu(self.conv1(x)))
            x = self.max_pool2d(self.relu(self.conv2(x)))
            x = self.relu(self.fc1(self.flatten(x)))
            return self.fc3(self.relu(self.fc2(x)))

    net = LeNet5()
    rng = np.random.RandomState(1)
    for p in net.get_parameters():
        bound = 1.0 / np.sqrt(np.prod(p.shape[1:]) or p.shape[0])
        p.set_data(ms.Tensor(rng.uniform(-bound, bound, p.shape).astype(np.float32)))
    return net


def cells(ms: Any, network: Any, optimizer: Any) -> tuple[Any, Any, Any, Any]:
    """Forward-backward, update and clear, out of MultitypeFuncGraph, HyperMap and partial."""
    ops, nn = ms.ops, ms.nn
    sum_op, clear_op = ops.MultitypeFuncGraph("grad_sum_op"), ops.MultitypeFuncGraph("clear_op")

    @sum_op.register("Tensor", "Tensor")
    def add(grad_sum: Any, grad: Any) -> Any:
        return ops.AssignAdd()(grad_sum, grad)

    @clear_op.register("Tensor", "Tensor")
    def clear(grad_sum: Any, zero: Any) -> Any:
        return ops.depend(True, ops.assign(grad_sum, zero))

    class ForwardBackward(nn.Cell):
        def __init__(self, grad_sum: Any) -> None:
            super().__init__(auto_prefix=False)
            self.network = network
            self.network.set_grad()
            self.network.add_flags(defer_inline=True)
            self.weights = ms.ParameterTuple(network.trainable_params())
            self.optimizer, self.grad_sum = optimizer, grad_sum
            self.grad = ops.GradOperation(get_by_list=True, sens_param=True)
            self.hyper_map = ops.HyperMap()

        def construct(self, *inputs: Any) -> Any:
            loss = self.network(*inputs)
            sens = ops.Fill()(ops.DType()(loss), ops.Shape()(loss), 1.0)
            grads = self.grad(self.network, self.weights)(*inputs, sens)
            return ops.depend(loss, self.hyper_map(ops.partial(sum_op), self.grad_sum, grads))

    class Update(nn.Cell):
        def __init__(self, grad_sum: Any) -> None:
            super().__init__(auto_prefix=False)
            self.optimizer, self.grad_sum = optimizer, grad_sum

        def construct(self) -> Any:
            return self.optimizer(self.grad_sum)

    class Clear(nn.Cell):
        def __init__(self, grad_sum: Any, zeros: Any) -> None:
            super().__init__(auto_prefix=False)
            self.grad_sum, self.zeros = grad_sum, zeros
            self.hyper_map = ops.HyperMap()

        def construct(self) -> Any:
            return self.hyper_map(ops.partial(clear_op), self.grad_sum, self.zeros)

    grad_sum = optimizer.parameters.clone(prefix="grad_sum", init="zeros")
    zeros = optimizer.parameters.clone(prefix="zeros", init="zeros")
    made = (ForwardBackward(grad_sum), Update(grad_sum), Clear(grad_sum, zeros))
    return *(cell.set_train() for cell in made), grad_sum


@case(jit=False, rtol=1e-4, atol=2e-6)
def two_hundred_mini_batches(ms: Any, run: Any) -> dict[str, np.ndarray]:
    net = lenet(ms)
    loss_fn = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = ms.nn.Momentum(net.trainable_params(), 0.01, 0.9)
    forward, update, clear, _ = cells(ms, ms.nn.WithLossCell(net, loss_fn), optimizer)
    batches = [tuple(ms.Tensor(a) for a in batch) for batch in digits()]
    losses = []
    for step in range(MICRO_STEPS):
        losses.append(forward(*batches[step % BATCHES]).asnumpy())
        if (step + 1) % MINI_STEPS == 0:
            update()
            clear()
    held = net.parameters_dict()
    result = {name: held[name].asnumpy().copy() for name in PIECES}
    names = [p.name for p in forward.get_parameters()]
    return {"losses": np.float32(losses), "names": np.array("\n".join(names)), **result}


@case(jit=False, rtol=1e-4, atol=1e-5)
def a_seed_is_enough(ms: Any, run: Any) -> dict[str, np.ndarray]:
    """Nothing is fixed but the seed: the weights and the order of the images are the framework's own."""
    nn = ms.nn
    ms.set_seed(2)
    images, labels = (np.concatenate(parts) for parts in zip(*digits(), strict=True))
    data = ms.dataset.NumpySlicesDataset((images, labels), shuffle=True).batch(BATCH)
    net = nn.SequentialCell(
        *(nn.Conv2d(1, 4, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(4, 4), nn.Flatten()),
        nn.Dense(4 * 49, 10, weight_init="normal"),
    )
    optimizer = nn.Momentum(net.trainable_params(), 0.02, 0.9)
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss_fn), optimizer).set_train()
    losses = [step(*batch).asnumpy() for _ in range(4) for batch in data.create_tuple_iterator()]
    return {"losses": np.float32(losses), "weight": net[0].weight.asnumpy()}
