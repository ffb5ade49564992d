import mindspore as ms
import mindspore.dataset as ds
from mindspore import Parameter, Tensor, context, export, nn, ops
from mindspore import set_auto_parallel_context as parallel

context.set_context(
    mode=0,
    device_target="Ascend",  # runs
    save_graphs=True,  # no save_graphs
    save_graphs_path=".",
    grad_for_scalar=True,  # unknown grad_for_scalar
    no_such_option=1,  # unknown no_such_option
)
ms.set_auto_parallel_context(grad_accumulation_step=4)  # refused grad_accumulation_step
ms.set_auto_parallel_context(grad_accumulation_step=1, enable_alltoall=True)  # no enable_alltoall
ms.set_context(op_timeout=60)  # no op_timeout
ms.set_ps_context(enable_ps=True)  # refused enable_ps
ms.set_ps_context(enable_ps=False)
steps = len("four")
parallel(grad_accumulation_step=steps)  # refused grad_accumulation_step conditional

weights = [Parameter(Tensor([1.0]), name="w")]
optimizer = nn.AdaSumByGradWrapCell(None)  # refused
momentum = nn.Momentum(weights, 0.1, 0.9, use_nesterov=True)  # otherwise use_nesterov
adam = ops.Adam(use_locking=True)  # no use_locking
lazy = nn.LazyAdam(weights)  # otherwise
dense = nn.Flatten(1, 2, 3)  # unknown ...
cell = ms.nn.Module()  # unknown
export(dense, Tensor([1.0]), file_name="a", file_format="ONNX")
export(dense, Tensor([1.0]), file_name="a", file_format="MINDIR")  # refused file_format
ms.export_split_mindir("a")  # refused
stale = Tensor([1.0]).to_device()  # unknown
split = ops.operations.DSDMatmul()  # refused ascend
nets = [nn.Desne(i, i) for i in range(2)]  # unknown
rows = ds.CelebADataset("faces", decrypt=lambda path: path)  # refused decrypt conditional
small = lambda: ops.kernel(max)  # refused
short = nn.Conv2d(3, 8)  # unknown ...
experts = ms.parallel._transformer.MoE(8, 16, 0.1)
ms.device_context.ascend.op_precision.precision_mode("force_fp16")  # no ascend
named = getattr(nn, "Desne")  # unknown
seed = ms.get_seed.no_such_attribute  # unknown
rows = rows.batch(2, wrong=1)  # unknown wrong
