"""Audio transforms.

Operations on waveforms and spectrograms in numpy.

Imports: common, dataset, dataset.pipeline, dataset.transforms.
"""

from __future__ import annotations

from msacc.dataset.audio import transforms as transforms
from msacc.dataset.audio import utils as utils
from msacc.dataset.audio.transforms import LFCC as LFCC
from msacc.dataset.audio.transforms import MFCC as MFCC
from msacc.dataset.audio.transforms import AllpassBiquad as AllpassBiquad
from msacc.dataset.audio.transforms import AmplitudeToDB as AmplitudeToDB
from msacc.dataset.audio.transforms import Angle as Angle
from msacc.dataset.audio.transforms import BandBiquad as BandBiquad
from msacc.dataset.audio.transforms import BandpassBiquad as BandpassBiquad
from msacc.dataset.audio.transforms import BandrejectBiquad as BandrejectBiquad
from msacc.dataset.audio.transforms import BassBiquad as BassBiquad
from msacc.dataset.audio.transforms import Biquad as Biquad
from msacc.dataset.audio.transforms import ComplexNorm as ComplexNorm
from msacc.dataset.audio.transforms import ComputeDeltas as ComputeDeltas
from msacc.dataset.audio.transforms import Contrast as Contrast
from msacc.dataset.audio.transforms import DBToAmplitude as DBToAmplitude
from msacc.dataset.audio.transforms import DCShift as DCShift
from msacc.dataset.audio.transforms import DeemphBiquad as DeemphBiquad
from msacc.dataset.audio.transforms import DetectPitchFrequency as DetectPitchFrequency
from msacc.dataset.audio.transforms import Dither as Dither
from msacc.dataset.audio.transforms import EqualizerBiquad as EqualizerBiquad
from msacc.dataset.audio.transforms import Fade as Fade
from msacc.dataset.audio.transforms import Filtfilt as Filtfilt
from msacc.dataset.audio.transforms import Flanger as Flanger
from msacc.dataset.audio.transforms import FrequencyMasking as FrequencyMasking
from msacc.dataset.audio.transforms import Gain as Gain
from msacc.dataset.audio.transforms import GriffinLim as GriffinLim
from msacc.dataset.audio.transforms import HighpassBiquad as HighpassBiquad
from msacc.dataset.audio.transforms import InverseMelScale as InverseMelScale
from msacc.dataset.audio.transforms import InverseSpectrogram as InverseSpectrogram
from msacc.dataset.audio.transforms import LFilter as LFilter
from msacc.dataset.audio.transforms import LowpassBiquad as LowpassBiquad
from msacc.dataset.audio.transforms import Magphase as Magphase
from msacc.dataset.audio.transforms import MaskAlongAxis as MaskAlongAxis
from msacc.dataset.audio.transforms import MaskAlongAxisIID as MaskAlongAxisIID
from msacc.dataset.audio.transforms import MelScale as MelScale
from msacc.dataset.audio.transforms import MelSpectrogram as MelSpectrogram
from msacc.dataset.audio.transforms import MuLawDecoding as MuLawDecoding
from msacc.dataset.audio.transforms import MuLawEncoding as MuLawEncoding
from msacc.dataset.audio.transforms import Overdrive as Overdrive
from msacc.dataset.audio.transforms import Phaser as Phaser
from msacc.dataset.audio.transforms import PhaseVocoder as PhaseVocoder
from msacc.dataset.audio.transforms import PitchShift as PitchShift
from msacc.dataset.audio.transforms import Resample as Resample
from msacc.dataset.audio.transforms import RiaaBiquad as RiaaBiquad
from msacc.dataset.audio.transforms import SlidingWindowCmn as SlidingWindowCmn
from msacc.dataset.audio.transforms import SpectralCentroid as SpectralCentroid
from msacc.dataset.audio.transforms import Spectrogram as Spectrogram
from msacc.dataset.audio.transforms import TimeMasking as TimeMasking
from msacc.dataset.audio.transforms import TimeStretch as TimeStretch
from msacc.dataset.audio.transforms import TrebleBiquad as TrebleBiquad
from msacc.dataset.audio.transforms import Vad as Vad
from msacc.dataset.audio.transforms import Vol as Vol
from msacc.dataset.audio.utils import BorderType as BorderType
from msacc.dataset.audio.utils import DensityFunction as DensityFunction
from msacc.dataset.audio.utils import FadeShape as FadeShape
from msacc.dataset.audio.utils import GainType as GainType
from msacc.dataset.audio.utils import Interpolation as Interpolation
from msacc.dataset.audio.utils import MelType as MelType
from msacc.dataset.audio.utils import Modulation as Modulation
from msacc.dataset.audio.utils import NormMode as NormMode
from msacc.dataset.audio.utils import NormType as NormType
from msacc.dataset.audio.utils import ResampleMethod as ResampleMethod
from msacc.dataset.audio.utils import ScaleType as ScaleType
from msacc.dataset.audio.utils import WindowType as WindowType
from msacc.dataset.audio.utils import create_dct as create_dct
from msacc.dataset.audio.utils import linear_fbanks as linear_fbanks
from msacc.dataset.audio.utils import melscale_fbanks as melscale_fbanks
