"""The text transforms, in one module as in MindSpore."""

from __future__ import annotations

from msacc.dataset.text.base import TextTensorOperation as TextTensorOperation
from msacc.dataset.text.bert import BasicTokenizer as BasicTokenizer
from msacc.dataset.text.bert import BertTokenizer as BertTokenizer
from msacc.dataset.text.bert import WordpieceTokenizer as WordpieceTokenizer
from msacc.dataset.text.lookup import Lookup as Lookup
from msacc.dataset.text.number_parsing import ToNumber as ToNumber
from msacc.dataset.text.sentencepiece_tokenizer import (
    SentencePieceTokenizer as SentencePieceTokenizer,
)
from msacc.dataset.text.sequences import AddToken as AddToken
from msacc.dataset.text.sequences import Ngram as Ngram
from msacc.dataset.text.sequences import SlidingWindow as SlidingWindow
from msacc.dataset.text.sequences import Truncate as Truncate
from msacc.dataset.text.sequences import TruncateSequencePair as TruncateSequencePair
from msacc.dataset.text.strings import CaseFold as CaseFold
from msacc.dataset.text.strings import FilterWikipediaXML as FilterWikipediaXML
from msacc.dataset.text.strings import NormalizeUTF8 as NormalizeUTF8
from msacc.dataset.text.strings import RegexReplace as RegexReplace
from msacc.dataset.text.text_enums import JiebaMode as JiebaMode
from msacc.dataset.text.text_enums import NormalizeForm as NormalizeForm
from msacc.dataset.text.text_enums import SPieceTokenizerLoadType as SPieceTokenizerLoadType
from msacc.dataset.text.text_enums import SPieceTokenizerOutType as SPieceTokenizerOutType
from msacc.dataset.text.text_enums import to_str as to_str
from msacc.dataset.text.tokenizers import PythonTokenizer as PythonTokenizer
from msacc.dataset.text.tokenizers import RegexTokenizer as RegexTokenizer
from msacc.dataset.text.tokenizers import UnicodeCharTokenizer as UnicodeCharTokenizer
from msacc.dataset.text.tokenizers import UnicodeScriptTokenizer as UnicodeScriptTokenizer
from msacc.dataset.text.tokenizers import WhitespaceTokenizer as WhitespaceTokenizer
from msacc.dataset.text.unsupported_tokenizers import JiebaTokenizer as JiebaTokenizer
from msacc.dataset.text.vectors import ToVectors as ToVectors
from msacc.dataset.transforms.transforms import Implementation as Implementation

# MindSpore's C++ enumeration is the same here.
DE_C_INTER_NORMALIZE_FORM = {form: form for form in NormalizeForm}
