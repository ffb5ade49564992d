"""Which class of exception torch's errors become: every row of the table, and what is told from arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import rand

import msacc as ms
from msacc import Tensor, ops
from msacc.ops.core.op import (
    op,
    translate,
    with_argument_aliases,
    with_argument_names,
    with_swapped_operands,
)
from msacc.ops.core.torch_error_patterns import ROWS, class_by_words

WHOLE = torch.arange(4).reshape(2, 2)
TRUE = torch.ones(2, dtype=torch.bool)

# For each row something that torch refuses in these words.
REFUSED: dict[str, tuple[Callable[[], object], ...]] = {
    r"not implemented for '": (lambda: rand(2) & rand(2), lambda: F.mse_loss(TRUE, TRUE)),
    r"bool tensors? is not supported": (lambda: -TRUE, lambda: TRUE - TRUE),
    r"expected scalar type \w+ but found": (lambda: rand(1, 2, 2).bmm(rand(1, 2, 2).double()),),
    r"to be equal to src\.dtype": (lambda: rand(2, 2).scatter(1, WHOLE % 2, WHOLE),),
    r"mixed dtype": (lambda: F.layer_norm(rand(2, 3), (3,), rand(3).double(), rand(3)),),
    r"of the following scalar types": (lambda: F.embedding(rand(2), rand(2, 3)),),
    r"have (the )?same (dtype|scalar type)": (
        lambda: rand(2).index_add(0, WHOLE[0], WHOLE[1]),
        lambda: rand(2, 2) @ rand(2, 2).double(),
        lambda: rand(2) @ rand(2).double(),
    ),
    r"[Ee]xpected dtype": (lambda: torch.gather(rand(2, 2), 0, rand(2, 2)),),
    r"Input type .* and weight type": (
        lambda: F.conv2d(rand(1, 1, 4, 4).to(torch.complex64), rand(1, 1, 3, 3)),
    ),
    r"[Ii]nput dtype must be": (lambda: torch.mean(WHOLE),),
    r"can't be cast to the desired output type": (lambda: F.dropout(WHOLE),),
    r"Expected a floating point or complex tensor": (lambda: torch.linalg.cholesky(WHOLE),),
    r"must match the (existing )?size": (
        lambda: rand(2, 3) + rand(4, 5),
        lambda: rand(2, 3).expand(4, 3),
    ),
    r"broadcast a dimension|cannot be broadcast": (lambda: torch.broadcast_shapes((2, 3), (4,)),),
    r"shape of the array of sliding blocks": (lambda: F.unfold(rand(1, 1, 3, 3), (5, 5)),),
    r"pad should be": (lambda: F.avg_pool2d(rand(1, 1, 4, 4), 2, 1, 3),),
    r"shape '.*' is invalid for input of size": (lambda: rand(2, 3).reshape(4, 2),),
    r"only one dimension can be inferred": (lambda: rand(2, 3).reshape(-1, -1),),
    r"shapes cannot be multiplied": (lambda: rand(2, 3) @ rand(4, 5),),
    r"size mismatch, got": (lambda: torch.mv(rand(2, 3), rand(4)),),
    r"Expected size for first two dimensions": (lambda: rand(2, 3, 4).bmm(rand(2, 3, 4)),),
    r"inconsistent tensor size": (lambda: torch.dot(rand(3), rand(4)),),
    r"contracted dimensions need to match": (lambda: torch.tensordot(rand(2, 3), rand(4, 5), 1),),
    r"does not broadcast with previously seen size": (
        lambda: torch.einsum("ij,jk->ik", rand(2, 3), rand(2, 3)),
    ),
    r"Dimension out of range": (lambda: rand(2, 3).sum(5),),
    r"duplicate dims": (lambda: rand(2, 3).permute((0, 0)),),
    r"length of the desired ordering": (lambda: rand(2, 3).permute((0, 1, 2)),),
    r"start_dim cannot come after end_dim": (lambda: rand(2, 3, 4).flatten(2, 1),),
    r"must match except in dimension": (lambda: torch.cat((rand(2, 3), rand(4, 5))),),
    r"expects each tensor to be equal size": (lambda: torch.stack((rand(2, 3), rand(4, 5))),),
    r"split_with_sizes expects": (lambda: rand(2, 3).split([1, 5], 1),),
    r"exceeds dimension size": (lambda: rand(2, 3).narrow(1, 2, 4),),
    r"k out of range": (lambda: rand(2, 3).topk(7), lambda: rand(3).kthvalue(7)),
    r"must be batches of square matrices": (lambda: torch.inverse(rand(2, 3)),),
    r"must have at least \d dimensions": (lambda: torch.tril(rand(3)),),
    r"Kernel size can't be greater than": (lambda: F.conv2d(rand(1, 1, 4, 4), rand(1, 1, 7, 7)),),
    r"divisible by": (
        lambda: F.pixel_shuffle(rand(1, 4, 2, 2), 3),
        lambda: F.pad(rand(2, 3), (1, 1, 1)),
        lambda: F.fold(rand(1, 5, 4), (3, 3), (2, 2)),
    ),
    r"Halving dimension must be even": (lambda: F.glu(rand(2, 3), 1),),
    r"Given normalized_shape=": (lambda: F.layer_norm(rand(2, 3), (4,)),),
    r"must have the same number of dimensions": (
        lambda: torch.gather(rand(2, 3), 0, torch.zeros(2, 3, 1, dtype=torch.long)),
    ),
    r"index -?\d+ out of range for tensor": (lambda: rand(2, 3).select(0, 9),),
    r"is out of bounds for dimension": (
        lambda: torch.gather(rand(2, 2), 0, WHOLE + 7),
        lambda: rand(2)[5],
    ),
    r"must be greater or equal to 0": (lambda: torch.eye(-1, 2),),
    r"must have the same number of columns": (lambda: torch.cdist(rand(2, 3), rand(4, 5)),),
    r"to have \d+ channels, but got": (lambda: F.conv2d(rand(1, 2, 4, 4), rand(1, 1, 3, 3)),),
    r"maximum size for tensor at dimension": (lambda: rand(2, 3).unfold(1, 5, 1),),
    r"shifts and dimensions must align": (lambda: rand(2, 3).roll((1, 1), (0,)),),
    r"diagonal dimensions cannot be identical": (lambda: torch.diag_embed(rand(2, 3), 0, 0, 0),),
    r"repeats must have the same size": (
        lambda: torch.repeat_interleave(rand(2), torch.tensor([1, 2, 3])),
    ),
    r"boundaries tensor should be 1 dimension": (lambda: torch.searchsorted(rand(2, 3), rand(4)),),
    r"p has to be greater than or equal": (lambda: torch.mvlgamma(rand(3) + 5, 0),),
    r"non-negative p values": (
        lambda: torch.cdist(rand(2, 3), rand(4, 3), -1.0),
        lambda: torch.pdist(rand(2, 3), -1.0),
    ),
    r"non-positive-norm not supported": (lambda: torch.renorm(rand(2, 3), 0, 0, 1.0),),
    r"bins must be > 0": (lambda: torch.histc(rand(3), 0),),
    r"max must be larger than min": (lambda: torch.histc(rand(3), 4, 3.0, 1.0),),
    r"(row|col) must be non-negative": (
        lambda: torch.tril_indices(-1, 3),
        lambda: torch.triu_indices(3, -1),
    ),
    r"view size is not compatible": (lambda: rand(2, 3).t().view(6),),
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.pattern)
def test_torch_still_says_so(row: object) -> None:
    pattern, raises, _ = row  # type: ignore[misc]
    for call in REFUSED[pattern]:
        with pytest.raises((RuntimeError, IndexError), match=pattern) as caught:
            call()
        assert class_by_words(caught.value, str(caught.value).splitlines()[0]) is raises
        assert type(translate("an_op", caught.value)) is raises


def test_no_provocation_is_left_over() -> None:
    assert sorted(REFUSED) == sorted(row.pattern for row in ROWS)


def test_unknown_words_keep_their_class_and_name_the_op() -> None:
    assert repr(translate("foo", RuntimeError("bar"))) == repr(RuntimeError("For 'foo', bar"))
    assert type(translate("foo", NotImplementedError("bar"))) is TypeError
    own = translate("foo", KeyError("For 'baz', no."))
    assert type(own) is KeyError


A, B = Tensor(rand(2, 3)), Tensor(rand(4, 5))


@pytest.mark.parametrize(
    ("call", "raises", "text"),
    [
        (lambda: A + B, ValueError, r"'input' and 'other' should broadcast, but got shapes \(2, 3\)"),
        (lambda: ops.xdivy(A, B), ValueError, r"'x' and 'y' should broadcast"),
        (lambda: A & Tensor(rand(2, 1)), TypeError, "not implemented for 'Float'"),
        (lambda: A @ B, RuntimeError, r"of shapes \(2, 3\) and \(4, 5\) cannot be multiplied"),
        (lambda: ops.matmul(Tensor(TRUE), Tensor(TRUE)), TypeError, "not implemented for 'Bool'"),
        (lambda: ops.matmul(Tensor(1.0), A), ValueError, r"need a dimension, but got \(\) and"),
        (lambda: ops.mm(A, B), ValueError, r"shapes cannot be multiplied \(2x3 and 4x5\)"),
        (
            lambda: ops.matmul(A, A.astype(ms.float64)),
            TypeError,
            r"one dtype, but got \['Float32', 'Float64'\]; cast",
        ),
        (lambda: ops.sum(A, 5), ValueError, r"should be in \[-2, 2\) for an input of rank 2, but got 5"),
        (lambda: ops.cat((A, B)), ValueError, "For 'cat'"),
        (lambda: A + "a", TypeError, "'other' should be a Tensor or a number, but got 'a'"),
        (lambda: ops.add("a", A), TypeError, "'input' should be a Tensor or a number, but got 'a'"),
    ],
)  # fmt: skip
def test_arguments_are_named(
    call: Callable[[], object], raises: type[Exception], text: str
) -> None:
    with pytest.raises(raises, match=text):
        call()


# -- wrappers ----------------------------------------------------------------------------------


@op
def scaled(x: torch.Tensor, factor: float, *more: torch.Tensor, shift: float = 0.5) -> torch.Tensor:
    """x * factor + shift + the rest."""
    return x * factor + shift + sum(more)


def test_an_op_takes_what_its_body_takes() -> None:
    x = Tensor([1.0, 2.0])
    assert scaled(x, 2.0).tolist() == [2.5, 4.5]
    assert scaled(x, Tensor(2.0), x, x, shift=Tensor(1.0)).tolist() == [5.0, 9.0]
    assert scaled(factor=2.0, x=x).tolist() == [2.5, 4.5]
    with pytest.raises(TypeError, match=r"scaled\(\) missing 1 required positional argument"):
        scaled(x)


def test_a_tensor_that_waits_is_filled_by_an_op() -> None:
    x = Tensor(shape=(2,), dtype=ms.float32, init="ones")
    assert x.has_init
    assert (x + x).tolist() == [2.0, 2.0]
    assert not x.has_init
    with pytest.raises(RuntimeError, match="holds no data"):
        ops.exp(Tensor.__new__(Tensor))


def test_renamed_arguments_replace_the_own_names() -> None:
    door = with_argument_names(ops.softmax, dim="axis")
    x = Tensor([[1.0, 2.0]])
    assert door(x, dim=0).tolist() == [[1.0, 1.0]]
    assert list(inspect.signature(door).parameters) == ["input", "dim", "dtype"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'axis'"):
        door(x, axis=0)
    with pytest.raises(TypeError, match="several values"):
        door(x, 0, dim=0)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        with_argument_names(ops.softmax, x="input")(axis=0)
    with pytest.raises(TypeError, match="no arguments"):
        with_argument_names(ops.softmax, dim="axes")
    with pytest.raises(TypeError, match="has arguments .'axis'. already"):
        with_argument_names(ops.softmax, axis="input")


def test_spelled_arguments_are_given_once() -> None:
    door = with_argument_aliases(ops.softmax, dim="axis")
    x = Tensor([[1.0, 2.0]])
    assert door(x, dim=0).tolist() == door(x, axis=0).tolist() == [[1.0, 1.0]]
    assert door(x).tolist() == ops.softmax(x).tolist()
    with pytest.raises(TypeError, match="several values"):
        door(x, 0, dim=0)
    split = with_argument_aliases(ops.split, sizes="split_size_or_sections")
    assert len(split(x, sizes=1, axis=1)) == 2
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'sizes'"):
        split(x, axis=1)


def test_reflected_operands_change_places() -> None:
    assert with_swapped_operands(ops.sub)(Tensor([1.0]), 3.0).tolist() == [2.0]
    assert (3.0 - Tensor([1.0])).tolist() == [2.0]
    assert (2 ** Tensor([3])).tolist() == [8]
