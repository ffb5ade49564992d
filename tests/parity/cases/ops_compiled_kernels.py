"""`Custom` of compiled kernels."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand

SOURCE = r"""
#include <cstdint>
#include <cstring>
#define PARAMETERS int nparam, void **params, int *ndims, int64_t **shapes, const char **dtypes, void *, void *

static int64_t size_of(int at, int *ndims, int64_t **shapes) {
  int64_t size = 1;
  for (int i = 0; i < ndims[at]; i++) size *= shapes[at][i];
  return size;
}

extern "C" int Scaled(PARAMETERS) {  // input 0 times input 1, a number
  if (nparam != 3 || ndims[1] != 0 || strcmp(dtypes[0], "float32") != 0) return 7;
  const float *x = static_cast<float *>(params[0]);
  for (int64_t i = 0; i < size_of(2, ndims, shapes); i++)
    static_cast<float *>(params[2])[i] = x[i] * *static_cast<float *>(params[1]);
  return 0;
}

extern "C" int Named(PARAMETERS) {  // the characters of the input's dtype
  for (int i = 0; i < 10; i++) static_cast<int32_t *>(params[1])[i] = i < (int)strlen(dtypes[0]) ? dtypes[0][i] : 0;
  return 0;
}

extern "C" int Parts(PARAMETERS) {  // twice the input, and its rounded values
  const float *x = static_cast<float *>(params[0]);
  for (int64_t i = 0; i < size_of(0, ndims, shapes); i++) {
    static_cast<float *>(params[1])[i] = x[i] * 2;
    static_cast<int64_t *>(params[2])[i] = static_cast<int64_t>(x[i]);
  }
  return 0;
}
"""


def with_source(run: Callable[[str], Arrays]) -> Arrays:
    """What `run` gives for the path of the source."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernels.cc")
        source.write_text(SOURCE)
        with mock.patch.dict(os.environ, MS_COMPILER_CACHE_PATH=folder):
            return run(str(source))


@case(jit=False)
def kernels(ms: Any, run: Any) -> Arrays:
    def called(source: str) -> Arrays:
        def custom(name: str, *rest: Any, **more: Any) -> Any:
            return ms.ops.Custom(f"{source}:{name}", *rest, func_type="aot", **more)

        def back(x: Any, scale: Any, out: Any, dout: Any) -> tuple[Any, Any]:
            return dout * scale, (dout * x).sum()

        scaled = custom("Scaled", lambda x, scale: x, lambda x, scale: ms.float32, bprop=back)
        parts = custom("Parts", ((2, 3), (2, 3)), (ms.float32, ms.int64))
        named = custom("Named", (10,), ms.int32)
        x = rand(2, 3) * 5
        results = merge(
            scaled=run(scaled, x, np.array(3.0, np.float32)),
            number=run(lambda x: scaled(x, 2.5), x, grad=False),
            turned=run(lambda x: scaled(x.T, 2.5), x, grad=False),
            parts=run(parts, x, grad=False),
            wrong=run.raises(lambda x: scaled(x, 2).asnumpy(), x.astype(np.float64)),
            none=run.raises(lambda x: custom("None", (1,), ms.int32)(x).asnumpy(), x),
            no_bprop=run.raises(ms.grad(lambda x: parts(x)[0]), x),
        )
        kinds = ["float16", "float64", "int8", "uint8", "int32", "int64", "bool_", "bfloat16"]
        for kind in kinds:
            results[f"dtype_{kind}"] = named(ms.Tensor(x).astype(getattr(ms, kind))).asnumpy()
        return results

    return with_source(called)


@case(jit=False)
def refused(ms: Any, run: Any) -> Arrays:
    def made(*arguments: Any) -> Any:
        return run.raises(lambda: ms.ops.Custom(*arguments, func_type="aot"))

    def called(*arguments: Any) -> Any:
        return run.raises(
            lambda: ms.ops.Custom(*arguments, func_type="aot")(ms.Tensor(1.0)).asnumpy()
        )

    return merge(
        function=made(abs, (1,), ms.float32),
        no_function=made("absent.so", (1,), ms.float32),
        three_parts=made("absent.so:f:g", (1,), ms.float32),
        no_source=made("absent.cc:f", (1,), ms.float32),
        no_file=called("absent.so:f", (1,), ms.float32),
        no_shape=called("absent.so:f", 1, ms.float32),
    )
