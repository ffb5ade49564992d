"""Members that MindSpore documents and its CPU build does not run: what it documents stands on its side."""

from __future__ import annotations

import importlib
from datetime import timedelta
from socket import socket
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.single_process_job import world_of_one

X, A, B = rand(2, 3), rand(2, 4), rand(4, 3)


@case(jit=False)
def addmm_in_place(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):
        return {"x": 0.5 * X + 2 * (A @ B)}
    x = ms.Tensor(X)
    x.addmm_(ms.Tensor(A), ms.Tensor(B), beta=0.5, alpha=2)
    return {"x": x.asnumpy()}


@case(jit=False)
def construct_without_hooks(ms: Any, run: Any) -> Arrays:
    class Net(ms.nn.Cell):
        def construct(self, x: Any, scale: Any = 1) -> Any:
            return x * scale

    if is_mindspore(ms):
        return {"out": 3 * X}
    return {"out": Net().run_construct((ms.Tensor(X),), {"scale": 3}).asnumpy()}


@case(jit=False)
def parts_of_a_scoped_value(ms: Any, run: Any) -> Arrays:
    kinds = ms.rewrite.ValueType
    value = ms.rewrite.ScopedValue(arg_type=kinds.NamingValue, scope="self", value="x")
    return {"shown": np.array([str(value), value.type.name, value.scope, value.value])}


@case(jit=False)
def parameters_of_bijectors(ms: Any, run: Any) -> Arrays:
    bijector = importlib.import_module(f"{ms.__name__}.nn.probability.bijector")
    like, given = ms.Tensor(np.ones(1, np.float16)), ms.Tensor(np.array([2], np.float32))
    cast = bijector.Exp().cast_param_by_value(value=like, para=given)
    return {"cast": cast.asnumpy(), "power": bijector.PowerTransform(power=2.0).power.asnumpy()}


@case(jit=False)
def rows_by_a_matrix(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):
        return {"out": X}
    with world_of_one() as communication:
        communication.create_group("one", [0])
        swap = importlib.import_module(f"{ms.__name__}.communication.comm_func").all_to_all_v_c
        turned = importlib.import_module(f"{ms.__name__}.ops.communication").all_to_all_v_c
        outs = [ms.Tensor(0 * X) for _ in range(2)]
        for call, out in zip((swap, turned), outs, strict=True):
            call(
                output=out, input=ms.Tensor(X), send_count_matrix=[2], group="one", async_op=True
            ).wait()
        np.testing.assert_array_equal(outs[0].asnumpy(), outs[1].asnumpy())
        return {"out": outs[0].asnumpy()}


@case(jit=False)
def a_store_of_one(ms: Any, run: Any) -> Arrays:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store = importlib.import_module(f"{ms.__name__}.ops.communication").TCPStore(
        host_name="127.0.0.1",
        port=port,
        world_size=1,
        is_master=True,
        timeout=timedelta(seconds=30),
        wait_for_workers=False,
        multi_tenant=True,
        master_listen_fd=1,
        use_libuv=False,
    )
    store.set(key="text", value="one")
    counts = [store.add(key="n", amount=3), store.add("n", 4)]
    result = [store.get(key="text"), store.get("n")]
    return {
        "values": np.array(result),
        "counts": np.array(counts),
        "gone": np.array([store.delete_key(key="text"), store.delete_key("text")]),
    }


@case(jit=False)
def rows_to_one_and_from_one(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):
        return {"gathered": X, "scattered": X}
    with world_of_one() as communication:
        communication.create_group("one", [0])
        turned = importlib.import_module(f"{ms.__name__}.ops.communication")
        outs = [ms.Tensor(0 * X) for _ in range(2)]
        given: dict[str, Any] = {"input_tensor": ms.Tensor(X), "group": "one", "async_op": True}
        turned.gather_into_tensor(output_tensor=outs[0], **given).wait()
        turned.scatter_tensor(output_tensor=outs[1], **given).wait()
        return {"gathered": outs[0].asnumpy(), "scattered": outs[1].asnumpy()}


@case(jit=False)
def layers_with_ext_at_the_end(ms: Any, run: Any) -> Arrays:
    nn, image = ms.nn, ms.Tensor(rand(1, 2, 4, 4))
    if is_mindspore(ms):
        # Its CPU build has no kernel for most: those of torch stand here.
        pooled = rand(1, 2, 4, 4).reshape(1, 2, 2, 2, 2, 2).max(axis=(3, 5))
        return {
            "pooled": pooled,
            "dropped": np.zeros((1, 2, 4, 4), np.float32),
            "row": np.ones((1, 3), np.float32),
        }
    pool = nn.MaxPool2dExt(
        kernel_size=2, stride=2, padding=0, dilation=1, return_indices=False, ceil_mode=True
    )
    table = nn.EmbeddingExt(4, 3, _weight=ms.Tensor(np.ones((4, 3), np.float32)))
    return {
        "pooled": pool(image).asnumpy(),
        "dropped": nn.Dropout2dExt(p=1.0).set_train()(image).asnumpy()
        + nn.DropoutExt(p=1.0).set_train()(image).asnumpy(),
        "row": table(input=ms.Tensor([1])).asnumpy(),
    }
