"""Text transforms where MindSpore fails or contradicts itself, blocks and rows, old homes, refusals."""

from __future__ import annotations

import importlib
import json
import sys
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import text
from msacc.dataset.text.icu import compile_pattern
from msacc.dataset.text.unicode import script

VOCAB = text.Vocab.from_list(["[UNK]", "[CLS]", "my", "run", "##n", "##ing", "你", "##好"])


def mapped(operation: Any, rows: list[Any], **options: Any) -> list[np.ndarray]:
    data = ds.NumpySlicesDataset({"x": rows}, shuffle=False).map(operation, "x", **options)
    return [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]


def test_special_tokens_survive_lower_case() -> None:
    tokens = text.BasicTokenizer(True, with_offsets=True)("Ä [CLS] B[MASK][unused1] [cls]")
    assert tokens[0].tolist() == ["a", "[CLS]", "b", "[MASK]", "[unused1]", "[", "cls", "]"]
    assert tokens[1].tolist() == [0, 2, 8, 9, 15, 25, 26, 29]


def test_offsets_of_unknown_tokens_are_their_places() -> None:
    # One that is too long ends where "[UNK]" would, as in MindSpore.
    words = ["running", "runner", "你好", "好你", "x" * 101]
    pieces, starts, stops = text.WordpieceTokenizer(VOCAB, with_offsets=True)(words)
    assert pieces.tolist() == ["run", "##n", "##ing", "[UNK]", "你", "##好", "[UNK]", "[UNK]"]
    assert starts.tolist() == [0, 3, 4, 0, 0, 3, 0, 0]
    assert stops.tolist() == [3, 4, 7, 6, 3, 6, 6, 5]


def test_offsets_of_bert_tokens_lie_in_the_text() -> None:
    line = "my running x[CLS] 你"
    tokens, starts, stops = text.BertTokenizer(VOCAB, with_offsets=True)(line)
    parts = [line.encode()[a:b].decode() for a, b in zip(starts, stops, strict=True)]
    assert tokens.tolist() == ["my", "run", "##n", "##ing", "[UNK]", "[CLS]", "你"]
    assert parts == ["my", "run", "n", "ing", "x", "[CLS]", "你"]


def test_several_strings_stay_apart() -> None:
    lines = np.array([["a  b", "c"], ["R2", ""]])
    assert text.RegexReplace(r"\s+", "_")(lines).tolist() == [["a_b", "c"], ["R2", ""]]
    result = text.FilterWikipediaXML()(lines)
    assert result.tolist() == [["a b", "c"], ["r two", ""]]
    assert result.dtype == "<U5"


def test_blank_lines_of_wikipedia_are_one_space() -> None:
    assert text.FilterWikipediaXML()("a\n\n\nb").item() == "a b"


def test_python_tokenizer_wants_as_many_tokens_for_each_string() -> None:
    tokenizer = text.PythonTokenizer(str.split)
    longer = tokenizer(np.array(["a b", "ccc d"]))
    assert longer.tolist() == [["a", "b"], ["ccc", "d"]]
    with pytest.raises(RuntimeError, match="split"):
        tokenizer(np.array(["a b", "c"]))
    assert json.loads(tokenizer.to_json())["tensor_op_name"] == "split"


BLOCKS: list[Any] = [
    text.Lookup(VOCAB, "[UNK]"),
    text.CaseFold(),
    text.NormalizeUTF8(),
    text.RegexReplace("(.)y", "$1$1"),
    text.FilterWikipediaXML(),
]


@pytest.mark.parametrize("operation", BLOCKS, ids=lambda op: type(op).__name__)
def test_blocks_equal_rows(operation: Any) -> None:
    rows = [["my", "Äx"], ["ﬁ", "run"], ["", "12"]]
    assert operation.vectorised
    by_row = [operation(row) for row in rows]
    for got, want in zip(mapped(operation, rows), by_row, strict=True):
        assert got.tolist() == want.tolist()
        assert got.dtype == want.dtype


@pytest.mark.parametrize(
    "operation",
    [text.BertTokenizer(VOCAB), text.RegexTokenizer(r"\p{P}", ".*"), text.UnicodeScriptTokenizer()],
    ids=lambda op: type(op).__name__,
)
def test_tokenizers_work_in_workers(operation: Any) -> None:
    rows = ["my running", "x, 你", "", "é"] * 5
    got = mapped(operation, rows, num_parallel_workers=2)
    assert [g.tolist() for g in got] == [operation(row).tolist() for row in rows]


def test_classes_of_every_character_of_the_first_plane() -> None:
    chars = [chr(c) for c in range(1, 0x10000) if not 0xD800 <= c < 0xE000]
    word = compile_pattern(r"\w").fullmatch
    space, letter = (
        compile_pattern(r"\s").fullmatch,
        compile_pattern(r"[[\p{L}]--[\p{Lu}]]").fullmatch,
    )
    for char in chars:
        kind = unicodedata.category(char)
        if kind == "Cn":
            continue  # of a later Unicode than Python's, maybe
        assert bool(letter(char)) == (kind[0] == "L" and kind != "Lu"), hex(ord(char))
        assert bool(space(char)) == (char.isspace() and not "\x1c" <= char <= "\x1f")
        assert bool(word(char)) >= (kind[0] in "LM" or kind in ("Nd", "Nl", "Pc"))


def test_folding_goes_character_by_character() -> None:
    # U+037A is a space and an iota of its own: marks behind it stay there.
    assert text.CaseFold()("\u037a\u0360").item() == " \u03b9\u0360"
    assert text.CaseFold()("e\u0301\u00df").item() == "\u00e9ss"


def test_scripts_have_the_names_of_their_letters() -> None:
    for code in (
        *range(0x41, 0x5B),
        *range(0x391, 0x3A2),
        *range(0x410, 0x450),
        *range(0x5D0, 0x5EB),
    ):
        name = unicodedata.name(chr(code)).split()[0]
        assert script(chr(code)).upper() == name
    assert [script(c) for c in "中あアㄅ한 1\u0301\u0378"] == [
        *("Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"),
        *("Common", "Common", "Inherited", ""),
    ]


@pytest.mark.parametrize(
    ("pattern", "line", "found"),
    [
        (r"[^[a-c]x]+", "abdexf", ["de", "f"]),
        (r"[a-z&&[^aeiou]&&[^b]]+", "abecd", ["cd"]),
        (r"[\]\-a]+", "x]-ay", ["]-a"]),
        (r"\p{Script=Greek}+|\P{L}", "aΩ1", ["Ω", "1"]),
        (r"[[:^alpha:]]", "a1", ["1"]),
        (r"(?<x>a)\k<x>", "aab", ["aa"]),
        (r"\Qa.b\E+", "a.bb", ["a.bb"]),
        (r"(?s)a.", "a\n", ["a\n"]),
        (r".$", "ab\r\n", ["b"]),
        (r".$", "a\nb\u2028", ["b"]),
        (r"(?m)a$", "a\na", ["a", "a"]),
        (r"\bé\w", "éa aéa e\u0301", ["éa"]),
        (r"\b.", "e\u0301a", ["e"]),
        (r"\B.", "e\u0301a", ["\u0301", "a"]),
        (r"\X", "e\u0301a", ["e\u0301", "a"]),
        (r"a(?i)b", "ab aB AB", ["ab", "aB"]),
        (r"(?i)ss", "ß SS", ["ß", "SS"]),
        (r"(?<=a{1,2})b", "aab b", ["b"]),
        (r"[\w-a]+", "x-a.", ["x-a"]),
        (r"[a|~{}(]+", "a|~{}(.", ["a|~{}("]),
        (r"[\Qa-c\E]+", "a-bc", ["a-", "c"]),
        (r"[]a]+", "]a", ["]a"]),
        (r"\cA\0101\x41\q", "\x01AAq", ["\x01AAq"]),
        (r"[\b\h]+", "b\t.", ["b\t"]),
        (r"(a)\10", "aa0", ["aa0"]),
        (r"(a)" * 9 + r"(?<n>b)\10", "aaaaaaaaabb", ["aaaaaaaaabb"]),
        (r"\p{xdigit}[[:punct:]]", "f,+", ["f,"]),
        (r"\p{Alphabetic}+", "a\u0345b\u20dd", ["a\u0345b"]),
    ],
)
def test_syntax_of_patterns(pattern: str, line: str, found: list[str]) -> None:
    assert [match[0] for match in compile_pattern(pattern).finditer(line)] == found


@pytest.mark.parametrize(
    "pattern",
    [
        *("[a", "a\\", "{2}{", "[a-", "}", r"\p{Nonsense}", r"\pL"),
        *("(?P<x>a)", "(?<x_1>a)", "(?R)", "(a)(?1)", "(?|a|b)", "a{e<=1}"),
    ],
)
def test_faulty_patterns(pattern: str) -> None:
    with pytest.raises(RuntimeError, match="invalid regular expression"):
        text.RegexReplace(pattern, "")


def test_pairs_lose_tokens_one_by_one() -> None:
    for first in range(6):
        for second in range(6):
            for most in range(12):
                sizes = [first, second]
                while sum(sizes) > most:
                    sizes[0 if sizes[0] > sizes[1] else 1] -= 1
                pair = text.TruncateSequencePair(most)(np.arange(first), np.arange(second))
                assert [len(part) for part in pair] == sizes


def test_old_homes() -> None:
    for home in ("mindspore.dataset.text.transforms", "mindspore.dataset.text.utils"):
        module = importlib.import_module(home.replace("mindspore", "msacc"))
        for name in vars(module):
            if name[0].isupper() and hasattr(text, name):
                assert getattr(module, name) is getattr(text, name)
    assert text.transforms.ToNumber(ms.int32)("3") == 3
    assert text.utils.Vocab is text.Vocab


def test_other_libraries_are_refused_by_name() -> None:
    with pytest.raises(NotImplementedError, match=r"PythonTokenizer"):
        text.JiebaTokenizer("hmm", "mp")


def test_sentencepiece_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    vocab = text.SentencePieceVocab()
    with pytest.raises(ImportError, match="pip install sentencepiece"):
        text.SentencePieceTokenizer(vocab, text.SPieceTokenizerOutType.INT)("a")


def test_a_model_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.model").write_bytes(b"nothing")
    tokenizer = text.SentencePieceTokenizer(
        str(tmp_path / "m.model"), text.SPieceTokenizerOutType.INT
    )
    with pytest.raises(RuntimeError, match=r"m\.model' is no model"):
        tokenizer("a")


def test_files_are_read_as_utf8(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\n")
    with pytest.raises(RuntimeError, match=r"bad\.txt"):
        text.Vocab.from_file(str(tmp_path / "bad.txt"))
    (tmp_path / "short.txt").write_text("a 1 2\nb 1\n")
    with pytest.raises(RuntimeError, match="1-dimensional vector. See 'b'"):
        text.Vectors.from_file(str(tmp_path / "short.txt"))


def test_the_table_of_scripts_covers_what_python_knows() -> None:
    known = [c for c in map(chr, range(sys.maxunicode + 1)) if script(c)]
    assert len(known) > 149_000
    assert not [c for c in known if unicodedata.category(c) in ("Cs", "Co")]
