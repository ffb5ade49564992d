"""Patterns over the text of torch's errors: pattern, MindSpore's exception class, cause.

Each row has a test that provokes the error in torch (tests/ops/test_errors.py), so a reworded message shows.
Tried with torch 2.11.0, 2.13.0 and 2.14.1.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Row(NamedTuple):
    """One kind of message of torch's."""

    pattern: str
    raises: type[Exception]
    reason: str


ROWS: tuple[Row, ...] = (
    Row(r"not implemented for '", TypeError, "no kernel for this dtype"),
    Row(r"bool tensors? is not supported", TypeError, "neg and sub of Bool"),
    Row(r"expected scalar type \w+ but found", TypeError, "two dtypes in one kernel"),
    Row(r"have (the )?same (dtype|scalar type)", TypeError, "two dtypes in one kernel"),
    Row(r"to be equal to src\.dtype", TypeError, "scatter into another dtype"),
    Row(r"mixed dtype", TypeError, "parameters of a norm in another dtype"),
    Row(r"[Ee]xpected dtype", TypeError, "an index that is no integer"),
    Row(r"of the following scalar types", TypeError, "embedding at floats"),
    Row(r"Input type .* and weight type", TypeError, "a convolution of two dtypes"),
    Row(r"[Ii]nput dtype must be", TypeError, "the mean of integers"),
    Row(r"can't be cast to the desired output type", TypeError, "dropout of integers"),
    Row(r"Expected a floating point or complex tensor", TypeError, "linear algebra of integers"),
    Row(r"must match the (existing )?size", ValueError, "shapes that do not broadcast"),
    Row(r"broadcast a dimension|cannot be broadcast", ValueError, "broadcasting many shapes"),
    Row(r"shape of the array of sliding blocks", ValueError, "unfold of a small image"),
    Row(r"pad should be", ValueError, "pooling padded by more than half its window"),
    Row(r"shape '.*' is invalid for input of size", ValueError, "reshape to another size"),
    Row(r"only one dimension can be inferred", ValueError, "reshape with two -1"),
    Row(r"shapes cannot be multiplied", ValueError, "a matrix product"),
    Row(r"size mismatch, got", ValueError, "a matrix times a vector"),
    Row(r"Expected size for first two dimensions", ValueError, "a product of batches"),
    Row(r"inconsistent tensor size", ValueError, "the inner product of two vectors"),
    Row(r"contracted dimensions need to match", ValueError, "tensor_dot"),
    Row(r"does not broadcast with previously seen size", ValueError, "einsum"),
    Row(r"Dimension out of range", ValueError, "an axis beyond the rank"),
    Row(r"duplicate dims", ValueError, "permute with an axis twice"),
    Row(r"length of the desired ordering", ValueError, "permute without every axis"),
    Row(r"start_dim cannot come after end_dim", ValueError, "flatten backwards"),
    Row(r"must match except in dimension", ValueError, "cat of other shapes"),
    Row(r"expects each tensor to be equal size", ValueError, "stack of other shapes"),
    Row(r"split_with_sizes expects", ValueError, "sizes that do not add up"),
    Row(r"exceeds dimension size", ValueError, "narrow beyond the end"),
    Row(r"k out of range", ValueError, "topk and kthvalue beyond the size"),
    Row(r"must be batches of square matrices", ValueError, "inverse, det and their like"),
    Row(r"must have at least \d dimensions", ValueError, "tril of a vector"),
    Row(r"Kernel size can't be greater than", ValueError, "a kernel beyond its input"),
    Row(r"divisible by", ValueError, "pixel_shuffle, pad, fold"),
    Row(r"Halving dimension must be even", ValueError, "glu"),
    Row(r"Given normalized_shape=", ValueError, "layer_norm over another shape"),
    Row(r"must have the same number of dimensions", ValueError, "indices of another rank"),
    Row(r"index -?\d+ out of range for tensor", ValueError, "select beyond the end"),
    Row(r"is out of bounds for dimension", ValueError, "an index beyond the end"),
    Row(r"must be greater or equal to 0", ValueError, "eye of negative size"),
    Row(r"must have the same number of columns", ValueError, "cdist"),
    Row(r"to have \d+ channels, but got", ValueError, "a convolution's channels"),
    Row(r"maximum size for tensor at dimension", ValueError, "unfold beyond the end"),
    Row(r"shifts and dimensions must align", ValueError, "roll"),
    Row(r"diagonal dimensions cannot be identical", ValueError, "diagonal of one axis"),
    Row(r"repeats must have the same size", ValueError, "repeat_interleave"),
    Row(r"boundaries tensor should be 1 dimension", ValueError, "searchsorted"),
    Row(r"p has to be greater than or equal", ValueError, "mvlgamma of no dimension"),
    Row(r"non-negative p values", ValueError, "cdist and pdist of a negative norm"),
    Row(r"non-positive-norm not supported", ValueError, "renorm of no norm"),
    Row(r"bins must be > 0", ValueError, "histc without bins"),
    Row(r"max must be larger than min", ValueError, "histc of limits in the wrong order"),
    Row(r"(row|col) must be non-negative", ValueError, "the triangle of a negative size"),
    Row(r"view size is not compatible", ValueError, "a view across a gap"),
)
_ROWS = [(re.compile(row.pattern), row.raises) for row in ROWS]


def class_by_words(error: Exception, text: str) -> type[Exception]:
    """The class of the first row that fits, else torch's own (TypeError for what is not implemented)."""
    for pattern, raises in _ROWS:
        if pattern.search(text):
            return raises
    return TypeError if isinstance(error, NotImplementedError) else type(error)
