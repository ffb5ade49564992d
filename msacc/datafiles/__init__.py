"""Training data: existing files, downloads, or synthetic data.

Used by sample code and the doctor.

Imports: common.
"""

from msacc.datafiles.cifar import cifar10_folder as cifar10_folder
from msacc.datafiles.cifar import find_cifar10 as find_cifar10
from msacc.datafiles.mnist import find_mnist as find_mnist
from msacc.datafiles.mnist import mnist_folder as mnist_folder
