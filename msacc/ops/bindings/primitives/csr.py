"""Primitives of matrices in compressed rows, which MindSpore keeps in a module of their own."""

from __future__ import annotations

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.sparse import csr, sparse_indices

CSRReduceSum = primitive("CSRReduceSum", csr.csr_sums)
CSRMV = primitive("CSRMV", csr.csr_times)
CSRMM = primitive("CSRMM", csr.csr_times)
CSRMul = primitive("CSRMul", csr.csr_scaled)
CSRDiv = primitive("CSRDiv", csr.csr_divided)
CSRGather = primitive("CSRGather", csr.csr_gather)
CSR2COO = primitive("CSR2COO", sparse_indices.csr2coo)
COO2CSR = primitive("COO2CSR", sparse_indices.coo2csr)

__all__ = declared(globals())
