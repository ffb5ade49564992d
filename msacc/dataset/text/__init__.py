"""Text transforms and vocabularies.

Operations on strings in numpy.

Imports: common, dataset, dataset.pipeline, dataset.transforms, module_aliases.
"""

from __future__ import annotations

from msacc.dataset.text import transforms as transforms
from msacc.dataset.text import utils as utils
from msacc.dataset.text.transforms import AddToken as AddToken
from msacc.dataset.text.transforms import BasicTokenizer as BasicTokenizer
from msacc.dataset.text.transforms import BertTokenizer as BertTokenizer
from msacc.dataset.text.transforms import CaseFold as CaseFold
from msacc.dataset.text.transforms import FilterWikipediaXML as FilterWikipediaXML
from msacc.dataset.text.transforms import JiebaTokenizer as JiebaTokenizer
from msacc.dataset.text.transforms import Lookup as Lookup
from msacc.dataset.text.transforms import Ngram as Ngram
from msacc.dataset.text.transforms import NormalizeUTF8 as NormalizeUTF8
from msacc.dataset.text.transforms import PythonTokenizer as PythonTokenizer
from msacc.dataset.text.transforms import RegexReplace as RegexReplace
from msacc.dataset.text.transforms import RegexTokenizer as RegexTokenizer
from msacc.dataset.text.transforms import SentencePieceTokenizer as SentencePieceTokenizer
from msacc.dataset.text.transforms import SlidingWindow as SlidingWindow
from msacc.dataset.text.transforms import ToNumber as ToNumber
from msacc.dataset.text.transforms import ToVectors as ToVectors
from msacc.dataset.text.transforms import Truncate as Truncate
from msacc.dataset.text.transforms import TruncateSequencePair as TruncateSequencePair
from msacc.dataset.text.transforms import UnicodeCharTokenizer as UnicodeCharTokenizer
from msacc.dataset.text.transforms import UnicodeScriptTokenizer as UnicodeScriptTokenizer
from msacc.dataset.text.transforms import WhitespaceTokenizer as WhitespaceTokenizer
from msacc.dataset.text.transforms import WordpieceTokenizer as WordpieceTokenizer
from msacc.dataset.text.utils import CharNGram as CharNGram
from msacc.dataset.text.utils import FastText as FastText
from msacc.dataset.text.utils import GloVe as GloVe
from msacc.dataset.text.utils import JiebaMode as JiebaMode
from msacc.dataset.text.utils import NormalizeForm as NormalizeForm
from msacc.dataset.text.utils import SentencePieceModel as SentencePieceModel
from msacc.dataset.text.utils import SentencePieceVocab as SentencePieceVocab
from msacc.dataset.text.utils import SPieceTokenizerLoadType as SPieceTokenizerLoadType
from msacc.dataset.text.utils import SPieceTokenizerOutType as SPieceTokenizerOutType
from msacc.dataset.text.utils import Vectors as Vectors
from msacc.dataset.text.utils import Vocab as Vocab
from msacc.dataset.text.utils import to_bytes as to_bytes
from msacc.dataset.text.utils import to_str as to_str
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.dataset.text")
