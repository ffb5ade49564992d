"""Text: the classes of exceptions for bad arguments and bad inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.dataset_text import modules, vocab
from tests.parity.harness import Arrays, case


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds, t = modules(ms)
    v = vocab(t)
    rows = ds.NumpySlicesDataset({"t": ["b", "a"], "n": [1, 2]}, shuffle=False)

    def mapped(operation: Any, *names: Any) -> list[Any]:
        source = ds.NumpySlicesDataset({"t": ["b", "a"]}, shuffle=False)
        return list(
            source.map(operation, "t", *names).create_tuple_iterator(
                num_epochs=1, output_numpy=True
            )
        )

    bad: dict[str, Callable[[], Any]] = {
        "list_twice": lambda: t.Vocab.from_list(["a", "a"]),
        "list_tuple": lambda: t.Vocab.from_list(("a",)),
        "list_number": lambda: t.Vocab.from_list(["a", 1]),
        "list_special": lambda: t.Vocab.from_list(["a"], ["a"]),
        "list_first": lambda: t.Vocab.from_list(["a"], ["s"], 1),
        "dict_low": lambda: t.Vocab.from_dict({"a": -3}),
        "dict_float": lambda: t.Vocab.from_dict({"a": 1.0}),
        "dict_bool": lambda: t.Vocab.from_dict({"a": True}),
        "dict_key": lambda: t.Vocab.from_dict({1: 1}),
        "file_absent": lambda: t.Vocab.from_file("/nowhere/words.txt"),
        "file_number": lambda: t.Vocab.from_file(3),
        "file_size": lambda: t.Vocab.from_file("words.txt", vocab_size=0),
        "file_first": lambda: t.Vocab.from_file("words.txt", special_first=1),
        "data_column": lambda: t.Vocab.from_dataset(rows, ["zz"]),
        "data_numbers": lambda: t.Vocab.from_dataset(rows, "n"),
        "data_special": lambda: t.Vocab.from_dataset(rows, "t", special_tokens=["a"]),
        "data_range": lambda: t.Vocab.from_dataset(rows, "t", (3, 2)),
        "data_range_open": lambda: t.Vocab.from_dataset(rows, "t", (-1, None)),
        "data_range_list": lambda: t.Vocab.from_dataset(rows, "t", [1, 2]),
        "data_top": lambda: t.Vocab.from_dataset(rows, "t", None, 0),
        "unbuilt": lambda: t.Vocab().vocab(),
        "tokens": lambda: v.tokens_to_ids(3),
        "tokens_in": lambda: v.tokens_to_ids([3]),
        "ids_low": lambda: v.ids_to_tokens(-1),
        "ids_float": lambda: v.ids_to_tokens([1.5]),
        "ids_bool": lambda: v.ids_to_tokens(True),
        "lookup_vocab": lambda: t.Lookup(3),
        "lookup_unbuilt": lambda: t.Lookup(t.Vocab()),
        "lookup_type": lambda: t.Lookup(v, None, np.int32),
        "lookup_string": lambda: t.Lookup(v, None, ms.string)("my"),
        "lookup_token": lambda: t.Lookup(v, "nope")("my"),
        "lookup_word": lambda: t.Lookup(v)("zz"),
        "lookup_bytes": lambda: t.Lookup(v)(np.array([b"my"])),
        "lookup_map": lambda: mapped(t.Lookup(v)),
        "to_str": lambda: t.to_str("a"),
        "to_bytes": lambda: t.to_bytes("a"),
        "to_str_number": lambda: t.to_str(np.array([1])),
        "python_input": lambda: t.PythonTokenizer(str.split)("a b"),
        "python_function": lambda: t.PythonTokenizer(3),
        "python_fails": lambda: t.PythonTokenizer(lambda s: 1 / 0)(np.array("a")),
        "python_scalar": lambda: t.PythonTokenizer(lambda s: "x")(np.array("a")),
        "white_rank": lambda: t.WhitespaceTokenizer()(["a b"]),
        "white_bytes": lambda: t.WhitespaceTokenizer()(b"a b"),
        "white_number": lambda: t.WhitespaceTokenizer()(3),
        "white_two": lambda: t.WhitespaceTokenizer()("a", "b"),
        "white_flag": lambda: t.WhitespaceTokenizer(1),
        "white_columns": lambda: mapped(t.WhitespaceTokenizer(True)),
        "char_flag": lambda: t.UnicodeCharTokenizer(3),
        "script_flag": lambda: t.UnicodeScriptTokenizer(True, 3),
        "regex_none": lambda: t.RegexTokenizer(None),
        "regex_number": lambda: t.RegexTokenizer(3),
        "regex_faulty": lambda: t.RegexTokenizer("(")("a"),
        "regex_brace": lambda: t.RegexTokenizer("{")("a"),
        "regex_keep": lambda: t.RegexTokenizer("a", "(")("a"),
        "pieces_none": lambda: t.WordpieceTokenizer(None),
        "pieces_vocab": lambda: t.WordpieceTokenizer(3),
        "pieces_low": lambda: t.WordpieceTokenizer(v, max_bytes_per_token=-1),
        "pieces_float": lambda: t.WordpieceTokenizer(v, max_bytes_per_token=2.0),
        "pieces_unknown": lambda: t.WordpieceTokenizer(v, unknown_token=3),
        "pieces_rank": lambda: t.WordpieceTokenizer(v)([["my"]]),
        "basic_flag": lambda: t.BasicTokenizer(3),
        "basic_form": lambda: t.BasicTokenizer(normalization_form=3),
        "basic_rank": lambda: t.BasicTokenizer()(["a", "b"]),
        "bert_none": lambda: t.BertTokenizer(None),
        "bert_vocab": lambda: t.BertTokenizer(3),
        "bert_float": lambda: t.BertTokenizer(v, max_bytes_per_token=2.0),
        "bert_flag": lambda: t.BertTokenizer(v, lower_case=3),
        "number_bool": lambda: t.ToNumber(ms.bool_),
        "number_numpy": lambda: t.ToNumber(np.int32),
        "number_word": lambda: t.ToNumber(ms.int32)("abc"),
        "number_empty": lambda: t.ToNumber(ms.float32)(""),
        "number_high": lambda: t.ToNumber(ms.int8)("300"),
        "number_negative": lambda: t.ToNumber(ms.uint64)("-1"),
        "number_large": lambda: t.ToNumber(ms.float32)("1e50"),
        "number_small": lambda: t.ToNumber(ms.float32)("1e-40"),
        "number_half": lambda: t.ToNumber(ms.float16)("65505"),
        "number_inf": lambda: t.ToNumber(ms.float32)("inf"),
        "number_map": lambda: mapped(t.ToNumber(ms.int32)),
        "pair_low": lambda: t.TruncateSequencePair(-1)(np.arange(2), np.arange(2)),
        "pair_string": lambda: t.TruncateSequencePair("a")(np.arange(2), np.arange(2)),
        "pair_one": lambda: t.TruncateSequencePair(3)(np.arange(2)),
        "pair_rank": lambda: t.TruncateSequencePair(3)(np.ones((1, 2)), np.arange(2)),
        "truncate_0": lambda: t.Truncate(0),
        "truncate_float": lambda: t.Truncate(1.5),
        "truncate_rank": lambda: t.Truncate(2)("abc"),
        "add_number": lambda: t.AddToken(3),
        "add_empty": lambda: t.AddToken("")(["a"]),
        "add_rank": lambda: t.AddToken("X")("a"),
        "add_numbers": lambda: t.AddToken("X")([1, 2]),
        "ngram_0": lambda: t.Ngram(0),
        "ngram_empty": lambda: t.Ngram([]),
        "ngram_string": lambda: t.Ngram([1, "a"]),
        "ngram_pad": lambda: t.Ngram(2, ["_", 1]),
        "ngram_low": lambda: t.Ngram(2, ("_", -1)),
        "ngram_rank": lambda: t.Ngram(2)([["a"]]),
        "window_0": lambda: t.SlidingWindow(0),
        "window_axis": lambda: t.SlidingWindow(2, "a"),
        "window_range": lambda: t.SlidingWindow(2, 1)(np.arange(3)),
        "window_rank": lambda: t.SlidingWindow(2)(np.ones((3, 3))),
        "case_number": lambda: t.CaseFold()(3),
        "case_bytes": lambda: t.CaseFold()(b"A"),
        "normal_form": lambda: t.NormalizeUTF8(2),
        "normal_number": lambda: t.NormalizeUTF8()(3),
        "replace_pattern": lambda: t.RegexReplace(3, "-"),
        "replace_flag": lambda: t.RegexReplace("a", "b", 3),
        "replace_faulty": lambda: t.RegexReplace("(", "-")("a"),
        "replace_group": lambda: t.RegexReplace("(a)", "$2")("a"),
        "replace_name": lambda: t.RegexReplace("(a)", "${n}")("a"),
        "wiki_number": lambda: t.FilterWikipediaXML()(3),
        "vectors_number": lambda: t.Vectors.from_file(3),
        "vectors_absent": lambda: t.Vectors.from_file("/nowhere/v.txt"),
        "vectors_low": lambda: t.Vectors.from_file("/nowhere/v.txt", -1),
        "to_vectors": lambda: t.ToVectors(3),
    }
    return {name: run.raises(lambda fn=fn: [fn(), []][1])["raises"] for name, fn in bad.items()}
