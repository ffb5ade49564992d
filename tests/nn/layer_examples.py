"""Every layer and loss, made once with typical arguments: text to evaluate with `nn`, `Tensor` and `np`."""

from __future__ import annotations

from typing import Any

_PLAIN = (
    "ReLU ReLU6 Sigmoid Tanh SiLU Mish SeLU HSwish HSigmoid LogSigmoid Softsign Tanhshrink FastGelu GELU ELU "
    "CELU LeakyReLU RReLU Hardtanh SoftShrink HShrink GLU PReLU Softmax Softmin Softmax2d LogSoftmax LRN "
    "ClipByNorm Norm Tril Triu Flatten Identity MatrixDiag MatrixDiagPart MatrixSetDiag "
    "ImageGradients SSIM MSSSIM PSNR DiGamma IGamma LBeta LGamma MatDet MatInverse MatMul Moments "
    "ReduceLogSumExp ResizeBilinear Upsample Dropout Dropout1d Dropout2d Dropout3d "
    "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss "
    "HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss LossBase MAELoss MSELoss MarginRankingLoss "
    "MultiLabelSoftMarginLoss MultiMarginLoss MultilabelMarginLoss NLLLoss PoissonNLLLoss RMSELoss "
    "SmoothL1Loss SoftMarginLoss SoftmaxCrossEntropyWithLogits TripletMarginLoss DiceLoss FocalLoss "
    "MultiClassDiceLoss TripletMarginWithDistanceLoss MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d"
).split()

_GIVEN = {
    "AdaptiveAvgPool1d": ["2"],
    "AdaptiveAvgPool2d": ["2", "(2, 3)"],
    "AdaptiveAvgPool3d": ["2", "(2, 2, 2)"],
    "AdaptiveMaxPool1d": ["2"],
    "AdaptiveMaxPool2d": ["2", "2, True"],
    "AdaptiveMaxPool3d": ["2"],
    "AvgPool1d": ["2, 2, 'pad', 1"],
    "AvgPool2d": ["2, 2, 'same'", "3, 2, 'pad', 1"],
    "AvgPool3d": ["2, 2, 'pad', 1"],
    "BatchNorm1d": ["4"],
    "BatchNorm2d": ["4", "4, 1e-3, 0.8, affine=False", "4, use_batch_statistics=False"],
    "BatchNorm3d": ["4"],
    "BiDense": ["2, 3, 4", "2, 3, 4, has_bias=False"],
    "CentralCrop": ["0.5"],
    "ChannelShuffle": ["2"],
    "ConstantPad1d": ["(1, 1), 0.5"],
    "ConstantPad2d": ["1, 0.5"],
    "ConstantPad3d": ["1, 0.5"],
    "Conv1d": ["2, 4, 3", "2, 4, 3, 2, 'pad', 1, has_bias=True"],
    "Conv1dTranspose": ["2, 4, 3", "2, 4, 3, 2, 'pad', 1, has_bias=True"],
    "Conv2d": ["2, 4, 3", "2, 4, (3, 2), 2, 'pad', (1, 1, 0, 1), has_bias=True", "4, 4, 3, group=4"],
    "Conv2dBnAct": ["2, 4, 3, has_bn=True, activation='relu'"],
    "Conv2dTranspose": ["2, 4, 3", "2, 4, 3, 2, 'pad', 1, has_bias=True"],
    "Conv3d": ["2, 4, 3", "2, 4, 3, 2, 'pad', 1, has_bias=True"],
    "Conv3dTranspose": ["2, 4, 3", "2, 4, 3, 2, 'pad', 1, has_bias=True"],
    "Dense": ["3, 4", "3, 4, has_bias=False, activation='relu'"],
    "DenseBnAct": ["3, 4, has_bn=True, activation='relu'"],
    "Dropout": ["p=0.3"],
    "Embedding": ["5, 3", "5, 3, True, padding_idx=1"],
    "EmbeddingLookup": ["5, 3", "5, 3, target='DEVICE', max_norm=1.0"],
    "FractionalMaxPool2d": ["2, (2, 2)"],
    "FractionalMaxPool3d": ["2, (2, 2, 2)"],
    "GRU": ["3, 4", "3, 4, 2, bidirectional=True, batch_first=True, dropout=0.1"],
    "GRUCell": ["3, 4"],
    "GroupNorm": ["2, 4"],
    "InstanceNorm1d": ["4"],
    "InstanceNorm2d": ["4"],
    "InstanceNorm3d": ["4"],
    "L1Regularizer": ["0.5"],
    "LPPool1d": ["2, 3"],
    "LPPool2d": ["2, 3, 2"],
    "LSTM": ["3, 4", "3, 4, 2, bidirectional=True, batch_first=True"],
    "LSTMCell": ["3, 4"],
    "LayerNorm": ["(4,)", "(3, 4), 1, 1, epsilon=1e-5"],
    "Linear": ["3, 4"],
    "MaxPool1d": ["3, 2, 'pad', 1"],
    "MaxPool2d": ["3, 2, 'same'", "3, 2, 'pad', 1, 1, True"],
    "MaxPool3d": ["2, 2, 'pad', 1"],
    "MaxUnpool1d": ["2"],
    "MaxUnpool2d": ["2, 2, 0"],
    "MaxUnpool3d": ["2"],
    "MultiFieldEmbeddingLookup": ["5, 3, 2", "5, 3, 2, operator='MAX'"],
    "MultiheadAttention": ["4, 2", "4, 2, kdim=3, vdim=3, add_bias_kv=True"],
    "OneHot": ["-1, 4, 1.0, 0.0"],
    "Pad": ["((0, 0), (1, 1))", "((0, 0), (1, 1)), 'REFLECT'"],
    "PixelShuffle": ["2"],
    "PixelUnshuffle": ["2"],
    "RNN": ["3, 4"],
    "RNNCell": ["3, 4"],
    "Range": ["1, 6, 2"],
    "ReduceLogSumExp": ["1"],
    "ReflectionPad1d": ["1"],
    "ReflectionPad2d": ["1"],
    "ReflectionPad3d": ["1"],
    "ReplicationPad1d": ["1"],
    "ReplicationPad2d": ["1"],
    "ReplicationPad3d": ["1"],
    "Roll": ["(1,), (0,)"],
    "SampledSoftmaxLoss": ["2, 5"],
    "SoftmaxCrossEntropyWithLogits": ["sparse=True, reduction='mean'"],
    "SparseTensorDenseMatmul": [""],
    "SparseToDense": [""],
    "SyncBatchNorm": ["4"],
    "Threshold": ["0.1, 2.0"],
    "TimeDistributed": ["nn.Dense(3, 4), 1"],
    "Transformer": ["4, 2, 1, 1, 8"],
    "TransformerDecoder": ["nn.TransformerDecoderLayer(4, 2, 8), 1"],
    "TransformerDecoderLayer": ["4, 2, 8"],
    "TransformerEncoder": ["nn.TransformerEncoderLayer(4, 2, 8), 1"],
    "TransformerEncoderLayer": ["4, 2, 8", "4, 2, 8, activation='gelu', norm_first=True"],
    "Unflatten": ["1, (2, 2)"],
    "Unfold": ["[1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1]"],
    "ZeroPad2d": ["1"],
    "Upsample": ["size=(4, 4), mode='bilinear'"],
    "CosineDecayLR": ["0.0, 1.0, 4"],
    "ExponentialDecayLR": ["0.1, 0.9, 4", "0.1, 0.9, 4, True"],
    "InverseDecayLR": ["0.1, 0.9, 4"],
    "NaturalExpDecayLR": ["0.1, 0.9, 4"],
    "PolynomialDecayLR": ["0.1, 0.01, 4, 0.5"],
    "WarmUpLR": ["0.1, 4"],
}  # fmt: skip

EXAMPLES = [f"{name}()" for name in _PLAIN if name not in ("ReduceLogSumExp", "Upsample")] + [
    f"{name}({arguments})" for name, found in sorted(_GIVEN.items()) for arguments in found
]


def make(ms: Any, np: Any, text: str) -> Any:
    """The layer that an example's text says, from MindSpore or msacc as `ms`."""
    return eval(f"nn.{text}", {"nn": ms.nn, "Tensor": ms.Tensor, "np": np})
