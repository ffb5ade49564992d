"""Gradients of elementwise ops, most of them from the op's output."""

from __future__ import annotations

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.math.incomplete_gamma import by_order


@bindings(PrimitiveClass("AbsGrad", module="ops.operations._grad_ops"))
@op
def abs_grad(x: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """dout with the sign of x."""
    return dout * torch.sgn(x)


@bindings(PrimitiveClass("ACosGrad", module="ops.operations._grad_ops"))
@op
def acos_grad(x: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """-dout / sqrt(1 - x^2); complex numbers conjugated."""
    return -dout * torch.rsqrt(1 - x * x).conj()


@bindings(PrimitiveClass("AsinGrad", module="ops.operations._grad_ops"))
@op
def asin_grad(x: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """dout / sqrt(1 - x^2); complex numbers conjugated."""
    return dout * torch.rsqrt(1 - x * x).conj()


@bindings(PrimitiveClass("AtanGrad", module="ops.operations._grad_ops"))
@op
def atan_grad(x: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """dout / (1 + x^2); complex numbers conjugated."""
    return dout / (1 + x * x).conj()


@bindings(PrimitiveClass("AsinhGrad", module="ops.operations._grad_ops"))
@op
def asinh_grad(out: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """dout / cosh(out), where `out` is the output of asinh; complex numbers conjugated."""
    return dout / torch.cosh(out).conj()


@bindings(PrimitiveClass("AcoshGrad", module="ops.operations._grad_ops"))
@op
def acosh_grad(out: torch.Tensor, dout: torch.Tensor) -> torch.Tensor:
    """dout / sinh(out), where `out` is the output of acosh; complex numbers conjugated."""
    return dout / torch.sinh(out).conj()


@bindings(PrimitiveClass("ReciprocalGrad", module="ops.operations._grad_ops"))
@op
def reciprocal_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """-dy * y^2, where `y` is the output of reciprocal; complex numbers conjugated."""
    return -dy * (y * y).conj()


@bindings(PrimitiveClass("InvGrad", module="ops.operations._grad_ops"))
@op
def inv_grad(x: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    """-grad * x^2, where `x` is the output of inv."""
    return -grad * (x * x)


@bindings(PrimitiveClass("SqrtGrad", module="ops.operations._grad_ops"))
@op
def sqrt_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """dy / (2 * y), where `y` is the output of sqrt; complex numbers conjugated."""
    return dy / (2 * y.conj())


@bindings(PrimitiveClass("RsqrtGrad", module="ops.operations._grad_ops"))
@op
def rsqrt_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """-dy * y^3 / 2, where `y` is the output of rsqrt; complex numbers conjugated, integers cut."""
    gradient = -0.5 * dy * (y * y * y).conj()
    return gradient.to(dy.dtype)


@bindings(PrimitiveClass("SigmoidGrad", module="ops.operations._grad_ops"))
@op
def sigmoid_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """dy * y * (1 - y), where `y` is the output of sigmoid; complex numbers conjugated."""
    return dy * (y * (1 - y)).conj()


@bindings(PrimitiveClass("TanhGrad", module="ops.operations._grad_ops"))
@op
def tanh_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """dy * (1 - y^2), where `y` is the output of tanh."""
    return dy * (1 - y * y)


@bindings(PrimitiveClass("SwigluGrad", module="ops.operations._grad_ops"))
@op
def swiglu_grad(grad_output: torch.Tensor, input: torch.Tensor, dim: int = -1) -> torch.Tensor:
    """The gradient of swiglu at `input`: silu of its first half along `dim` times the second.

    `input`: floats of any shape, of even length along `dim`, an int; `grad_output`: that of the result, half as
    long there. The gradient has the shape and dtype of `input`.
    """
    first, second = input.chunk(2, dim)
    gate = torch.sigmoid(first)
    by_first = grad_output * second * gate * (1 + first * (1 - gate))
    return torch.cat([by_first, grad_output * first * gate], dim)


@bindings(PrimitiveClass("ReluGrad", module="ops.operations._grad_ops"))
@op
def relu_grad(y_backprop: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """y_backprop where x, the input or the output of relu, is above 0, else 0."""
    return torch.where(x > 0, y_backprop, torch.zeros_like(y_backprop))


@bindings(PrimitiveClass("ReLU6Grad", module="ops.operations._grad_ops"))
@op
def relu6_grad(y_backprop: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """y_backprop where x is above 0 and at most 6, else 0."""
    return torch.where((x > 0) & (x <= 6), y_backprop, torch.zeros_like(y_backprop))


@bindings(PrimitiveClass("EluGrad", module="ops.operations._grad_ops"))
@op
def elu_grad(dout: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """dout where `out`, the output of elu, is not below 0, else dout * (out + 1)."""
    return torch.where(out < 0, dout * (out + 1), dout)


_SCALE, _SCALED_ALPHA = 1.0507009873554805, 1.7580993408473766


@bindings(PrimitiveClass("SeluGrad", module="ops.operations._grad_ops"))
@op
def selu_grad(gradient: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    """gradient times the derivative of selu, computed from its `result`."""
    return gradient * torch.where(result < 0, result + _SCALED_ALPHA, _SCALE)


@bindings(PrimitiveClass("SoftplusGrad", module="ops.operations._grad_ops"))
@op
def softplus_grad(gradients: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
    """gradients * sigmoid(features)."""
    return gradients * torch.sigmoid(features)


@bindings(PrimitiveClass("IgammaGradA", module="ops.operations._grad_ops"))
@op
def igamma_grad_a(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The slope of igamma by `a`."""
    return by_order(a.double(), x.double()).to(a.dtype)


@bindings(
    PrimitiveClass(
        "LogSoftmaxGrad", settings={"axis": Setting(-1)}, module="ops.operations._grad_ops"
    )
)
@op
def log_softmax_grad(logits: torch.Tensor, grad: torch.Tensor, axis: int = -1) -> torch.Tensor:
    """grad - exp(logits) * sum(grad), where `logits` is the output of log_softmax.

    `logits` and `grad`: floats of one shape, which the result has; `axis`: an int, along which the sum is.
    """
    return grad - torch.exp(logits) * grad.sum(axis, keepdim=True)


@bindings(PrimitiveClass("SoftmaxGrad", module="ops.operations._grad_ops"))
@op
def softmax_grad(y: torch.Tensor, dy: torch.Tensor) -> torch.Tensor:
    """(dy - sum(dy * y)) * y over the last axis, where `y` is the output of softmax."""
    return (dy - (dy * y).sum(-1, keepdim=True)) * y


@bindings(
    PrimitiveClass(
        "DropoutGrad", settings={"keep_prob": Setting(0.5)}, module="ops.operations._grad_ops"
    )
)
@op
def dropout_grad(dy: torch.Tensor, mask: torch.Tensor, keep_prob: float = 0.5) -> torch.Tensor:
    """dy / keep_prob where the mask of dropout kept a value, else 0."""
    return dy * mask.to(dy.dtype) / keep_prob
