"""Vocabularies, enumerations, and conversion between arrays of str and bytes."""

from __future__ import annotations

from msacc.dataset.text.sentencepiece_tokenizer import SentencePieceVocab as SentencePieceVocab
from msacc.dataset.text.text_enums import JiebaMode as JiebaMode
from msacc.dataset.text.text_enums import NormalizeForm as NormalizeForm
from msacc.dataset.text.text_enums import SentencePieceModel as SentencePieceModel
from msacc.dataset.text.text_enums import SPieceTokenizerLoadType as SPieceTokenizerLoadType
from msacc.dataset.text.text_enums import SPieceTokenizerOutType as SPieceTokenizerOutType
from msacc.dataset.text.text_enums import to_bytes as to_bytes
from msacc.dataset.text.text_enums import to_str as to_str
from msacc.dataset.text.vectors import CharNGram as CharNGram
from msacc.dataset.text.vectors import FastText as FastText
from msacc.dataset.text.vectors import GloVe as GloVe
from msacc.dataset.text.vectors import Vectors as Vectors
from msacc.dataset.text.vocab import Vocab as Vocab
