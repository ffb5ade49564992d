"""Text: vocabularies, tokenizers and transforms, called at once and in a map."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

WORDS = "book cholera era favor ##ite my is love dur ##ing the in 你 好 ##好 [UNK] [CLS] want ##want ##ed wa un runn"
MIXED = "Hi 你好, wörld! 123 abc中文 こんにちはカタ\u3000Ωμ-ж a\u0301"
SENTENCE = "My favorite book, unwanted 你好 running Durings!"


def arrays(result: Any) -> Arrays:
    parts = result if isinstance(result, tuple) else (result,)
    return {str(i): np.asarray(part) for i, part in enumerate(parts)}


def modules(ms: Any) -> tuple[Any, Any]:
    """The dataset module and its text module."""
    return importlib.import_module(f"{ms.__name__}.dataset"), importlib.import_module(
        f"{ms.__name__}.dataset.text"
    )


def vocab(text: Any) -> Any:
    return text.Vocab.from_list(WORDS.split())


def sorted_vocab(made: Any) -> Arrays:
    """The words and their ids in the order of the ids."""
    pairs = sorted(made.vocab().items(), key=lambda pair: pair[1])
    return {
        "words": np.array([word for word, _ in pairs]),
        "ids": np.array([number for _, number in pairs]),
    }


# name: (builder of the operation, its inputs); each runs at once, and over a dataset of the rows.
TABLE: dict[str, tuple[Callable[[Any, Any], Any], list[Any]]] = {
    "white": (lambda ms, t: t.WhitespaceTokenizer(), ["a bb\tc\u3000d\xa0e", "", "  ", " x\x1cy "]),
    "char": (lambda ms, t: t.UnicodeCharTokenizer(), ["ab 你\u0301é😀", ""]),
    "script": (lambda ms, t: t.UnicodeScriptTokenizer(), [MIXED, "  ", ""]),
    "script_keep": (lambda ms, t: t.UnicodeScriptTokenizer(True), [MIXED, "  "]),
    "regex": (lambda ms, t: t.RegexTokenizer(r"\s+|,", ","), [" a,  b,,你 c ", "", " "]),
    "regex_class": (lambda ms, t: t.RegexTokenizer(r"[\p{P}\s]", r"\p{P}"), [MIXED, "x, y1. a-b"]),
    "regex_posix": (lambda ms, t: t.RegexTokenizer("[[:punct:]]", ".*"), ["a,b. c$d", "+"]),
    "regex_sets": (lambda ms, t: t.RegexTokenizer("[a-z&&[^b]]", "."), ["xby1", "B"]),
    "regex_minus": (lambda ms, t: t.RegexTokenizer("[[a-e]--[bc]]", "."), ["abcdef"]),
    "regex_script": (lambda ms, t: t.RegexTokenizer(r"\p{Han}+", ".*"), [MIXED]),
    "regex_hex": (
        lambda ms, t: t.RegexTokenizer(r"[\x{4E00}-\x{9FFF}]", r"[\x{4E00}-\x{9FFF}]"),
        [MIXED],
    ),
    "regex_quoted": (lambda ms, t: t.RegexTokenizer(r"\Q+.\E", r"\Q+.\E"), ["a+.b+c"]),
    "regex_word": (lambda ms, t: t.RegexTokenizer(r"\w+", r"\w+"), ["x, yé1. a-b_c e\u0301f"]),
    "regex_empty": (lambda ms, t: t.RegexTokenizer("x*", "x*"), ["axxb"]),
    "regex_behind": (lambda ms, t: t.RegexTokenizer("(?<=a) "), ["a b a c"]),
    "regex_dot": (lambda ms, t: t.RegexTokenizer("."), ["a\nb\rc\u2028d"]),
    "pieces": (
        lambda ms, t: t.WordpieceTokenizer(vocab(t)),
        [["my", "favorite", "during", "你好", "好你", "durings"], ["", "my"], [""], "wanted"],
    ),
    "pieces_raw": (
        lambda ms, t: t.WordpieceTokenizer(vocab(t), unknown_token=""),
        [["my", "what", "duringx"]],
    ),
    "pieces_short": (
        lambda ms, t: t.WordpieceTokenizer(vocab(t), "", max_bytes_per_token=4),
        [["love", "favorite", "你", "你好", "iswa"]],
    ),
    "basic": (
        lambda ms, t: t.BasicTokenizer(),
        [MIXED, "a\u200bb\x07c\ufffdd [CLS] [UNK]x[unused12] [unused] [cls]", "", "  "],
    ),
    "basic_lower": (
        lambda ms, t: t.BasicTokenizer(True),
        [MIXED, "ŒßİſK ﬁ\u00ad\ufeff [unused1] É Ａ", "\u0301"],
    ),
    "basic_keep": (lambda ms, t: t.BasicTokenizer(False, True), ["a  b\tc, d\u3000e\x85f"]),
    "basic_nfkc": (
        lambda ms, t: t.BasicTokenizer(False, False, t.NormalizeForm.NFKC),
        ["ﬁ Ａ e\u0301"],
    ),
    "basic_nfd": (lambda ms, t: t.BasicTokenizer(False, False, t.NormalizeForm.NFD), ["é"]),
    "basic_split": (
        lambda ms, t: t.BasicTokenizer(True, preserve_unused_token=False),
        ["Héllo [CLS] [unused1]"],
    ),
    "bert": (lambda ms, t: t.BertTokenizer(vocab(t)), [SENTENCE + " [CLS]", ""]),
    "bert_lower": (lambda ms, t: t.BertTokenizer(vocab(t), lower_case=True), [SENTENCE]),
    "bert_raw": (lambda ms, t: t.BertTokenizer(vocab(t), unknown_token=""), [SENTENCE]),
    "bert_keep": (lambda ms, t: t.BertTokenizer(vocab(t), keep_whitespace=True), ["my  book"]),
    "bert_suffix": (lambda ms, t: t.BertTokenizer(vocab(t), "##", 5), ["my favorite"]),
    "lookup": (lambda ms, t: t.Lookup(vocab(t)), ["my", "你"]),
    "lookup_many": (lambda ms, t: t.Lookup(vocab(t), "[UNK]"), [["my", "zz"], ["zz", "era"]]),
    "lookup_float": (lambda ms, t: t.Lookup(vocab(t), "[UNK]", ms.float32), [[["my", "zz"]]]),
    "lookup_uint8": (lambda ms, t: t.Lookup(vocab(t), "[UNK]", ms.uint8), [["my", "zz"]]),
    "lookup_bool": (lambda ms, t: t.Lookup(vocab(t), "[UNK]", ms.bool_), [["book", "zz"]]),
    "truncate": (lambda ms, t: t.Truncate(1), [["a", "bb"], ["ccc", "d"]]),
    "truncate_rows": (lambda ms, t: t.Truncate(2), [[[1, 2, 3], [4, 5, 6]]]),
    "truncate_float": (lambda ms, t: t.Truncate(5), [np.array([1.5, 2], np.float32)]),
    "add_begin": (lambda ms, t: t.AddToken("[CLS]"), [["a", "b"], ["cc", "d"]]),
    "add_end": (lambda ms, t: t.AddToken("X", False), [[["a", "b"], ["c", "d"]]]),
    "ngram": (lambda ms, t: t.Ngram(2), [["a", "b", "c"], ["d", "e", "f"]]),
    "ngram_pad": (
        lambda ms, t: t.Ngram([2, 4], ("_", 2), ("$", 1), "-"),
        [["a", "b"], ["c", "d"]],
    ),
    "ngram_short": (lambda ms, t: t.Ngram([1, 5]), [["a", "b"]]),
    "window": (lambda ms, t: t.SlidingWindow(2), [["a", "bb", "c"], ["d", "e", "f"]]),
    "window_long": (lambda ms, t: t.SlidingWindow(3, 0), [[1, 2, 3, 4, 5]]),
    "window_short": (lambda ms, t: t.SlidingWindow(5), [[1, 2, 3]]),
    "case": (
        lambda ms, t: t.CaseFold(),
        [["Welcome ß ﬁ", "ＡİéE\u0301\u00adb\u200b\ufe0f"], ["ΑΣ", "K"]],
    ),
    "case_scalar": (lambda ms, t: t.CaseFold(), ["AB", "Ä"]),
    "wiki": (
        lambda ms, t: t.FilterWikipediaXML(),
        [
            "<page><title>Ab 12 [[x|y]]</title>",
            "a &amp; b &lt;i&gt;c&lt;/i&gt; d {{cite|x}}",
            "  Year 2007,\n 3.14 é [[Image:a|b]] ",
            "A\n-\nB\n \nC",
            "<a\nb>c",
        ],
    ),
    "replace": (lambda ms, t: t.RegexReplace(r"\s+", "_"), ["a  b c", "", "d"]),
    "replace_first": (lambda ms, t: t.RegexReplace(r"\s+", "_", False), ["a  b c"]),
    "replace_group": (lambda ms, t: t.RegexReplace("(a)(?<n>b)", r"${n}$1\$$10\n"), ["xabab"]),
    "replace_none": (lambda ms, t: t.RegexReplace("(a)|(b)", "[$2]"), ["ab"]),
    "replace_empty": (lambda ms, t: t.RegexReplace("x*", "-"), ["abxc"]),
}
for _form in ("NONE", "NFC", "NFKC", "NFD", "NFKD"):
    TABLE[f"normal_{_form}"] = (
        lambda ms, t, form=_form: t.NormalizeUTF8(getattr(t.NormalizeForm, form)),
        [["ṩ", "ḍ̇", "q̣̇ e\u0301"], ["ﬁ", "Ａ", "한Ωé"]],
    )
_INTS = [["1", "-5", "007"], [" 12", "+12", "12abc"], ["1.5", "0x10", "1e3"]]
_FLOATS = [["1.5", "-2e3", "1e-3"], ["+3.", ".5", "5f"], ["nan", "0x10", " 0.33333 "]]
for _type in ("int8", "int16", "int32", "int64", "float16", "float32", "float64"):
    TABLE[f"number_{_type}"] = (
        lambda ms, t, kind=_type: t.ToNumber(getattr(ms, kind)),
        _FLOATS if "float" in _type else _INTS,
    )
for _type in ("uint8", "uint16", "uint32", "uint64"):
    TABLE[f"number_{_type}"] = (
        lambda ms, t, kind=_type: t.ToNumber(getattr(ms, kind)),
        ["1", " 12", "99 "],
    )

# Operations whose results are three columns: tokens, starts, limits.
OFFSETS: dict[str, tuple[Callable[[Any, Any], Any], list[Any]]] = {
    "white": (lambda ms, t: t.WhitespaceTokenizer(True), ["  ab  你好\t\nc ", "", "  "]),
    "char": (lambda ms, t: t.UnicodeCharTokenizer(True), ["ab 你\u0301é😀", ""]),
    "script": (lambda ms, t: t.UnicodeScriptTokenizer(False, True), [MIXED, "  "]),
    "script_keep": (lambda ms, t: t.UnicodeScriptTokenizer(True, True), [MIXED, "  "]),
    "regex": (lambda ms, t: t.RegexTokenizer(r"\s+|,", ",", True), [" a,  b,,你 c ", " "]),
    "pieces": (
        lambda ms, t: t.WordpieceTokenizer(vocab(t), with_offsets=True),
        [["my", "favorite", "during", "你好"], ["what"], [""]],
    ),
    "basic": (lambda ms, t: t.BasicTokenizer(with_offsets=True), [MIXED, "Héllo, [CLS]x", "", " "]),
    "basic_lower": (lambda ms, t: t.BasicTokenizer(True, with_offsets=True), ["ÀB  C ﬁx"]),
    "basic_keep": (lambda ms, t: t.BasicTokenizer(False, True, with_offsets=True), ["é  b\tc, d"]),
    "bert": (
        lambda ms, t: t.BertTokenizer(vocab(t), with_offsets=True),
        ["my favorite book, [CLS] unwanted 你好 running", ""],
    ),
}


def both_ways(ms: Any, build: Callable[[Any, Any], Any], rows: list[Any], out: int) -> Arrays:
    ds, text = modules(ms)
    result: Arrays = {}
    for i, row in enumerate(rows):
        for name, value in arrays(build(ms, text)(np.array(row))).items():
            result[f"eager{i}.{name}"] = value
            result[f"eager{i}.{name}.dtype"] = np.array(str(value.dtype))
    source = ds.GeneratorDataset([(np.array(row),) for row in rows], ["x"], shuffle=False)
    names = ["a", "b", "c"][:out]
    mapped = source.map(build(ms, text), ["x"], names)
    for i, row in enumerate(mapped.create_tuple_iterator(num_epochs=1, output_numpy=True)):
        for name, value in enumerate(row):
            result[f"map{i}.{name}"] = value
            result[f"map{i}.{name}.dtype"] = np.array(str(value.dtype))
    return result


def add(table: dict[str, tuple[Callable[[Any, Any], Any], list[Any]]], mark: str, out: int) -> None:
    for name, (build, rows) in table.items():

        def body(ms: Any, run: Any, build: Any = build, rows: Any = rows) -> Arrays:
            return both_ways(ms, build, rows, out)

        body.__module__ = __name__
        case(name=mark + name, jit=False, rtol=0, atol=0)(body)


add(TABLE, "", 1)
add(OFFSETS, "offsets_", 3)


@case(jit=False)
def python_tokenizer(ms: Any, run: Any) -> Arrays:
    ds, text = modules(ms)
    tokenizer = text.PythonTokenizer(lambda line: line.split())
    source = ds.NumpySlicesDataset({"x": ["a bb", "ccc"]}, shuffle=False).map(tokenizer, "x")
    result = {
        str(i): row[0]
        for i, row in enumerate(source.create_tuple_iterator(num_epochs=1, output_numpy=True))
    }
    result["bytes"] = tokenizer(np.array(b"a bb"))
    result["two"] = tokenizer(np.array(["a bb", "c d"]))
    return result


@case(jit=False)
def chain(ms: Any, run: Any) -> Arrays:
    """A sentence to padded ids, in one map and batched."""
    ds, text = modules(ms)
    source = ds.NumpySlicesDataset({"x": ["my book", "love", "the era in my"]}, shuffle=False)
    steps = [text.WhitespaceTokenizer(), text.Lookup(vocab(text), "[UNK]")]
    steps.append(ds.transforms.PadEnd([3], -1))
    rows = source.map(steps, "x").batch(3).create_tuple_iterator(num_epochs=1, output_numpy=True)
    return {"0": next(iter(rows))[0]}


@case(jit=False)
def widths(ms: Any, run: Any) -> Arrays:
    """Each row's strings are as wide as that row needs, whatever its neighbours hold."""
    ds, text = modules(ms)
    rows = {"x": [["A", "b"], ["ccc", "d"], ["", ""]]}
    steps: dict[str, Callable[[Any], Any]] = {
        "source": lambda data: data,
        "case": lambda data: data.map(text.CaseFold(), "x"),
        "add": lambda data: data.map(text.AddToken("XX"), "x"),
        "batch": lambda data: data.batch(2),
    }
    result: Arrays = {}
    for name, step in steps.items():
        data = step(ds.NumpySlicesDataset(rows, shuffle=False))
        for i, (row,) in enumerate(data.create_tuple_iterator(num_epochs=1, output_numpy=True)):
            result[f"{name}{i}"] = row
            result[f"{name}{i}.dtype"] = np.array(str(row.dtype))
    return result


@case(jit=False)
def strings_stay_arrays(ms: Any, run: Any) -> Arrays:
    """Without output_numpy, strings and bytes come out as arrays and numbers as Tensors."""
    ds, _ = modules(ms)
    rows = {"t": ["a", "bb"], "b": [b"c", b"dd"], "n": [1, 2]}
    result: Arrays = {}
    for i, row in enumerate(ds.NumpySlicesDataset(rows, shuffle=False).create_dict_iterator(1)):
        for name, value in row.items():
            result[f"{name}{i}"] = np.array(type(value).__name__)
            if name != "n":
                result[f"{name}{i}.value"] = value
    return result


@case(jit=False)
def sequence_pair(ms: Any, run: Any) -> Arrays:
    ds, text = modules(ms)
    result: Arrays = {}
    for first, second, most in [
        (3, 3, 4),
        (3, 3, 5),
        (5, 1, 3),
        (1, 4, 2),
        (1, 4, 9),
        (2, 2, 1),
        (1, 4, 0),
    ]:
        pair = np.arange(first), np.arange(second)
        for i, part in enumerate(text.TruncateSequencePair(most)(*pair)):
            result[f"{first}.{second}.{most}.{i}"] = part
    rows = {"a": [["a", "bb", "c"]], "b": [["d", "e", "ff"]]}
    mapped = ds.NumpySlicesDataset(rows, shuffle=False).map(
        text.TruncateSequencePair(4), ["a", "b"], ["c", "d"]
    )
    result["map0"], result["map1"] = next(
        iter(mapped.create_tuple_iterator(num_epochs=1, output_numpy=True))
    )
    return result


@case(jit=False)
def vocabularies(ms: Any, run: Any) -> Arrays:
    ds, text = modules(ms)
    vocabulary = text.Vocab
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "words.txt")
        Path(path).write_bytes("apple,1\nbanana,2\n\ncherry\r\n dog é".encode())
        made = {
            "list": vocabulary.from_list(["b", "a"], ["<pad>", "<unk>"]),
            "list_last": vocabulary.from_list(["b", "a", ""], ["<pad>"], False),
            "empty": vocabulary.from_list([], ["x"]),
            "dict": vocabulary.from_dict({"a": 3, "b": 2}),
            "file": vocabulary.from_file(path),
            "file_comma": vocabulary.from_file(path, ","),
            "file_letters": vocabulary.from_file(path, "n,"),
            "file_size": vocabulary.from_file(path, ",", 2, ["<pad>"]),
            "file_last": vocabulary.from_file(path, ",", 2, ["<pad>"], False),
        }
    source = ds.NumpySlicesDataset(
        {"t": ["b", "a", "c", "b", "c", "b", "é"], "u": list("xaaacbz")}, shuffle=False
    )
    for name, arguments in {
        "all": (),
        "one": ("t",),
        "two": (["t", "u"],),
        "range": (["t"], (2, 3)),
        "least": (["t"], (2, None)),
        "most": (["t"], (None, 2)),
        "top": (["t"], None, 2),
        "special": (["t"], None, 2, ["<pad>"]),
        "special_last": (["t"], None, 2, ["<pad>"], False),
    }.items():
        made[f"data_{name}"] = vocabulary.from_dataset(source, *arguments)
    return {f"{n}.{k}": v for n, one in made.items() for k, v in sorted_vocab(one).items()}


@case(jit=False)
def vocabulary_lookups(ms: Any, run: Any) -> Arrays:
    _, text = modules(ms)
    made = text.Vocab.from_list(["a", "b", "c"])
    return {
        "id": np.array(made.tokens_to_ids("b")),
        "id_of_one": np.array(made.tokens_to_ids(["b"])),
        "ids": np.array(made.tokens_to_ids(["a", "zz"])),
        "ids_of_array": np.array(made.tokens_to_ids(np.array(["c", "a"]))),
        "word": np.array(made.ids_to_tokens(1)),
        "word_of_one": np.array(made.ids_to_tokens([1])),
        "words": np.array(made.ids_to_tokens([2, 99])),
        "words_of_array": np.array(made.ids_to_tokens(np.array([2, 0]))),
        "str": text.to_str(np.array([b"a", "é".encode()])),
        "bytes": text.to_bytes(np.array(["a", "é"])),
        "latin": text.to_str(np.array([b"\xff"]), "latin1"),
    }


_VECTORS = "ok 0.418 0.24968 -0.41242\n! 0.01 0.02 0.03\nhello 1 2 3\nHello 7 8 9\nok 5 5 5\n"
_GROUPS = """2gram-he 1 1 1
2gram-lo 4 5 7
3gram-hel 1 0 0
2gram-#BEGIN#a 9 9 9
1gram-a 1 2 3
2gram-b#END# 5 6 8
4gram-ello 3 3 1
"""


@case(jit=False, rtol=1e-6)
def vectors(ms: Any, run: Any) -> Arrays:
    _, text = modules(ms)
    with tempfile.TemporaryDirectory() as folder:

        def written(name: str, content: str) -> str:
            (Path(folder) / name).write_text(content)
            return str(Path(folder) / name)

        plain = text.Vectors.from_file(written("v.txt", _VECTORS))
        two = text.Vectors.from_file(written("v.txt", _VECTORS), 2)
        glove = text.GloVe.from_file(written("glove.6B.test.txt", _VECTORS))
        fast = text.FastText.from_file(written("f.vec", "4 3\n" + _VECTORS))
        groups = text.CharNGram.from_file(written("c.txt", _GROUPS))
    words = np.array(["ok", "Hello", "HELLO", "zz", "", "4"])
    return {
        "plain": text.ToVectors(plain)(words),
        "scalar": text.ToVectors(plain)("ok"),
        "one": text.ToVectors(plain)(["ok"]),
        "unknown": text.ToVectors(plain, [0.5, 1, 2])(words),
        "lower": text.ToVectors(plain, None, True)(words),
        "two": text.ToVectors(two)(words),
        "glove": text.ToVectors(glove)(words),
        "fast": text.ToVectors(fast)(words),
        "groups": text.ToVectors(groups)(["a", "b", "ab", "hello", "zz", "A"]),
        "groups_lower": text.ToVectors(groups, [1, 1, 1], True)(["A", "HE", "x"]),
    }
