import numpy as np

import mindspore as ms

ds, nn = ms.dataset, ms.nn
ms.set_seed(1)
turn = np.random.rand(600, 1).astype(np.float32)
label = np.arange(600, dtype=np.int32) % 3
angle = 5 * turn + 2.1 * label[:, None].astype(np.float32)
point = turn * np.hstack([np.cos(angle), np.sin(angle)])

data = ds.NumpySlicesDataset((point, label), ["x", "y"]).batch(50)
net = nn.SequentialCell(nn.Dense(2, 64), nn.ReLU(), nn.Dense(64, 3))
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params(), learning_rate=0.05)


def forward(x, y):
    return loss_fn(net(x), y)


step = ms.value_and_grad(forward, None, optimizer.parameters)
for _ in range(20):
    for x, y in data.create_tuple_iterator():
        loss, grads = step(x, y)
        optimizer(grads)
        print(f"{float(loss):.4f}")
