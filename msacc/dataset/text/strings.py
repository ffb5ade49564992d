"""Transforms of single strings: case folding, normal forms, regular expressions, Wikipedia's markup."""

from __future__ import annotations

import re

from msacc.common import checks as check
from msacc.dataset.text.base import StringMap
from msacc.dataset.text.bert import check_normal_form, unicode_normalize
from msacc.dataset.text.icu import compile_pattern, replacement_function
from msacc.dataset.text.text_enums import NormalizeForm
from msacc.dataset.text.unicode import fold_case


class CaseFold(StringMap):
    """Unicode's NFKC_Casefold: lower case, unified compatible forms, no ignorable characters."""

    def transform(self, text: str) -> str:
        return fold_case(text)


class NormalizeUTF8(StringMap):
    """Normalizes to a normal form of Unicode. `normalize_form`: a NormalizeForm (TypeError otherwise)."""

    def __init__(self, normalize_form: NormalizeForm = NormalizeForm.NFKC) -> None:
        self.normalize_form = check_normal_form(normalize_form)

    def transform(self, text: str) -> str:
        return unicode_normalize(text, self.normalize_form)


class RegexReplace(StringMap):
    """Each match (the first, unless `replace_all`) of `pattern` becomes `replace`.

    The pattern is as in `RegexTokenizer`. In `replace`, `$1` and `${name}` are groups and a
    backslash quotes the next character. RuntimeError for invalid patterns and replacements.
    """

    def __init__(self, pattern: str, replace: str, replace_all: bool = True) -> None:
        check.instance(None, "pattern", pattern, str)
        check.instance(None, "replace", replace, str)
        check.boolean(None, "replace_all", replace_all)
        self.pattern, self.replace, self.replace_all = pattern, replace, replace_all
        replacement_function(replace, compile_pattern(pattern))

    def transform(self, text: str) -> str:
        pattern = compile_pattern(self.pattern)
        return pattern.sub(
            replacement_function(self.replace, pattern), text, 0 if self.replace_all else 1
        )


_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_SPOKEN = str.maketrans({str(i): f" {word} " for i, word in enumerate(_DIGITS)})
_TAG, _ENTITY = re.compile(r"<.*>|<[^>]*>"), re.compile(r"&[^;]*;")
_CAPITALS, _OTHER = re.compile(r"[A-Z]+"), re.compile(r"[^a-z\n]+")


class FilterWikipediaXML(StringMap):
    """The plain words of a Wikipedia dump: a-z and single spaces, digits spelled out.

    Markup in <> and entities are removed, other markup leaves its words. Blank lines become spaces.
    """

    def transform(self, text: str) -> str:
        text = _ENTITY.sub(" ", _TAG.sub("", text)).translate(_SPOKEN)
        text = _CAPITALS.sub(lambda match: match[0].lower(), text)
        text = _OTHER.sub(" ", text).strip().replace("\n ", "")
        return " ".join(text.split())
