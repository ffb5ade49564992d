# %% revealed
import msacc as ms
import msacc.numpy as mnp
from msacc import Tensor, mint, nn, ops

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
reveal_type(x + 1)  # Tensor
reveal_type(2 * x)  # Tensor
reveal_type(-x)  # Tensor
reveal_type(x[0])  # Tensor
reveal_type(x > 0)  # Tensor
reveal_type(x == 0)  # Tensor
reveal_type(x @ x)  # Tensor
reveal_type(x.sum())  # Tensor
reveal_type(x.add_(1))  # Tensor
reveal_type(x.T)  # Tensor
reveal_type(x.dtype)  # Type
reveal_type(ms.float32)  # Type
reveal_type(ops.relu(x))  # Tensor
reveal_type(ops.add(x, 1))  # Tensor
reveal_type(ops.Softmax(-1)(x))  # Tensor
reveal_type(ops.Softmax(-1))  # Softmax
reveal_type(nn.Dense(2, 3))  # Dense
reveal_type(nn.Dense(2, 3)(x))  # Tensor
reveal_type(nn.Dense(2, 3).weight)  # Parameter
reveal_type(nn.MSELoss()(x, x))  # Tensor
reveal_type(mint.softmax(x, 1))  # Tensor
reveal_type(mint.nn.functional.relu(x))  # Tensor
reveal_type(mint.nn.Linear(2, 3)(x))  # Tensor
reveal_type(mnp.reshape([1, 2], (2, 1)))  # Tensor
reveal_type(mnp.exp(x))  # Tensor
reveal_type(nn.Dense(2, 3).trainable_params()[0])  # Parameter
