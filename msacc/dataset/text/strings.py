"""Transforms of single strings: case, normal forms, patterns, Wikipedia's markup."""

from __future__ import annotations

import re

from msacc.common import checks as check
from msacc.dataset.text.base import StringMap
from msacc.dataset.text.bert import in_form, normal_form
from msacc.dataset.text.icu import compiled, template
from msacc.dataset.text.text_enums import NormalizeForm
from msacc.dataset.text.unicode import fold_case


class CaseFold(StringMap):
    """Unicode's NFKC_Casefold: lower case, compatible forms made one, ignorable characters gone."""

    def one(self, text: str) -> str:
        return fold_case(text)


class NormalizeUTF8(StringMap):
    """A normal form of Unicode."""

    def __init__(self, normalize_form: NormalizeForm = NormalizeForm.NFKC) -> None:
        self.normalize_form = normal_form(normalize_form)

    def one(self, text: str) -> str:
        return in_form(text, self.normalize_form)


class RegexReplace(StringMap):
    """Each match (the first, unless `replace_all`) of `pattern` becomes `replace`.

    The pattern is as in `RegexTokenizer`. In `replace`, `$1` and `${name}` are groups and a
    backslash makes the next character plain. RuntimeError for what is faulty.
    """

    def __init__(self, pattern: str, replace: str, replace_all: bool = True) -> None:
        check.instance(None, "pattern", pattern, str)
        check.instance(None, "replace", replace, str)
        check.boolean(None, "replace_all", replace_all)
        self.pattern, self.replace, self.replace_all = pattern, replace, replace_all
        template(replace, compiled(pattern))

    def one(self, text: str) -> str:
        pattern = compiled(self.pattern)
        return pattern.sub(template(self.replace, pattern), text, 0 if self.replace_all else 1)


_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_SPOKEN = str.maketrans({str(i): f" {word} " for i, word in enumerate(_DIGITS)})
_TAG, _ENTITY = re.compile(r"<.*>|<[^>]*>"), re.compile(r"&[^;]*;")
_CAPITALS, _OTHER = re.compile(r"[A-Z]+"), re.compile(r"[^a-z\n]+")


class FilterWikipediaXML(StringMap):
    """The plain words of a Wikipedia dump: a-z and single spaces, digits spelled out.

    Markup in <> and entities go, other markup leaves its words. Blank lines are spaces.
    """

    def one(self, text: str) -> str:
        text = _ENTITY.sub(" ", _TAG.sub("", text)).translate(_SPOKEN)
        text = _CAPITALS.sub(lambda found: found[0].lower(), text)
        text = _OTHER.sub(" ", text).strip().replace("\n ", "")
        return " ".join(text.split())
