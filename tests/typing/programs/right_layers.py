# %% numbers_for_settings
import numpy as np

from mindspore import Tensor, nn

params = nn.Dense(2, 2).trainable_params()
nn.Adam(params, np.float64(0.1), eps=1e-8, weight_decay=0, loss_scale=1024)
nn.Adam(params, learning_rate=np.array([0.1, 0.2], np.float32), use_lazy=False)
nn.Momentum(params, 0.1, np.float64(0.9), weight_decay=1e-4, use_nesterov=True)
nn.SGD(params, learning_rate=nn.piecewise_constant_lr([2, 4], [0.1, 0.05]), weight_decay=0)
nn.BatchNorm2d(4, momentum=0, gamma_init=1, beta_init="zeros", moving_mean_init=Tensor([0.0] * 4))
nn.LayerNorm([2], epsilon=1e-5)
nn.Dropout(p=0)

# %% sizes_of_convolutions
from mindspore import nn
from mindspore.common.initializer import HeNormal, TruncatedNormal

conv = nn.Conv2d(3, 4, 3, padding=1, pad_mode="pad", weight_init=TruncatedNormal(0.02), bias_init=0)
nn.Conv2d(3, 4, kernel_size=(3, 1), stride=(2, 1), dilation=(1, 1), group=1, has_bias=True)
nn.Conv2d(3, 4, (3, 3), weight_init=HeNormal(mode="fan_out", nonlinearity="relu"), bias_init=None)
nn.Conv1d(3, 4, 3, pad_mode="valid")
nn.Conv3d(3, 4, (1, 3, 3))
nn.MaxPool2d(kernel_size=3, stride=2, pad_mode="same")
nn.AvgPool2d((2, 2), (2, 2))
print(conv.kernel_size[0] * conv.stride[0], conv.in_channels, conv.weight.shape)

# %% recurrent_settings
from mindspore import Tensor, nn, ops

lstm = nn.LSTM(4, 8, num_layers=2, has_bias=True, batch_first=True, dropout=0.1, bidirectional=True)
gru = nn.GRU(input_size=4, hidden_size=8)
rnn = nn.RNN(4, 8, nonlinearity="relu")
out, state = gru(ops.ones((2, 3, 4)))
out, (h, c) = lstm(ops.ones((2, 3, 4)), seq_length=Tensor([2, 3]))
print(out.shape, h.shape, rnn.hidden_size, lstm.num_layers + 1)

# %% activations_by_name
from mindspore import nn, ops

x = ops.ones((2, 4))
for act in ("relu", nn.ReLU(), None, nn.LeakyReLU(0.1)):
    print(nn.Dense(4, 2, activation=act)(x).shape)
print(
    nn.get_activation("gelu")(x),
    nn.Softmax(axis=1)(x),
    nn.GELU(approximate=False)(x),
    nn.PReLU(1)(x),
)

# %% layers_of_mint
from mindspore import mint, ops

x = ops.ones((1, 2, 4, 4))
net = mint.nn.Conv2d(2, 2, kernel_size=3, padding=1, bias=False)
print(net(x), mint.nn.ELU(alpha=0.5)(x), mint.nn.AvgPool2d(2)(x), mint.nn.Softmax(dim=-1)(x))
print(mint.nn.Dropout(p=0.1)(x), mint.nn.L1Loss(reduction="sum")(x, x), mint.nn.GELU()(x))

# %% primitives_with_settings
import mindspore as ms
from mindspore import Tensor, ops
from mindspore.ops import operations as P

x = ops.ones((2, 3))
print(P.ReduceMean(keep_dims=True)(x, 1), P.ReduceSum()(x, (0, 1)), P.Concat(axis=1)((x, x)))
print(P.OneHot()(Tensor([0, 1]), 3, Tensor(1.0), Tensor(0.0)), P.TopK(sorted=True)(x, 2)[0])
print(P.UniformReal(seed=2)((2, 2)), P.StandardNormal(1)((2, 2)), P.Dropout(keep_prob=0.5)(x)[0])
print(
    P.Split(0, 2)(x)[0],
    P.Squeeze()(x),
    P.ArgMaxWithValue(axis=1)(x),
    P.Argmax(output_type=ms.int32)(x),
)
print(
    P.MatMul(False, True)(x, x),
    P.Transpose()(x, (1, 0)),
    P.Cast()(x, ms.float16),
    P.Fill()(ms.int32, (2,), 1),
)

# %% resized
from mindspore import Tensor, ops

images = ops.ones((1, 3, 8, 8))
print(ops.interpolate(images, size=(4, 4), mode="bilinear", align_corners=True).shape)
print(ops.interpolate(images, scale_factor=2.0, recompute_scale_factor=True).shape)
print(ops.interpolate(images, sizes=(4, 4), mode="bilinear").shape)
print(ops.normal((2, 2), 0.0, Tensor(1.0)), ops.uniform((2,), Tensor(0.0), Tensor(1.0)).shape)
