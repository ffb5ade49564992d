"""numpy.fft: the transforms of `ops`, under NumPy's argument names. The ops compute; this module binds names."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops import spectral as _sp
from msacc.ops.core.op import with_argument_names as _renamed
from msacc.ops.spectral import fftfreq as fftfreq
from msacc.ops.spectral import rfftfreq as rfftfreq

fft = _renamed(_sp.fft, a="input", axis="dim")
fft2 = _renamed(_sp.fft2, a="input", axes="dim")
fftn = _renamed(_sp.fftn, a="input", axes="dim")
fftshift = _renamed(_sp.fftshift, x="input", axes="dim")
hfft = _renamed(_sp.hfft, a="input", axis="dim")
hfft2 = _renamed(_sp.hfft2, a="input", axes="dim")
hfftn = _renamed(_sp.hfftn, a="input", axes="dim")
ifft = _renamed(_sp.ifft, a="input", axis="dim")
ifft2 = _renamed(_sp.ifft2, a="input", axes="dim")
ifftn = _renamed(_sp.ifftn, a="input", axes="dim")
ifftshift = _renamed(_sp.ifftshift, x="input", axes="dim")
ihfft = _renamed(_sp.ihfft, a="input", axis="dim")
ihfft2 = _renamed(_sp.ihfft2, a="input", axes="dim")
# MindSpore's is hfftn, and so is this one: ops.ihfftn is the inverse.
ihfftn = _renamed(_sp.hfftn, a="input", axes="dim")
irfft = _renamed(_sp.irfft, a="input", axis="dim")
irfft2 = _renamed(_sp.irfft2, a="input", axes="dim")
irfftn = _renamed(_sp.irfftn, a="input", axes="dim")
rfft = _renamed(_sp.rfft, a="input", axis="dim")
rfft2 = _renamed(_sp.rfft2, a="input", axes="dim")
rfftn = _renamed(_sp.rfftn, a="input", axes="dim")

__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn",
    "ifftshift", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq",
    "rfftn",
]  # fmt: skip
__getattr__ = _refuse("mindspore.numpy.fft")
