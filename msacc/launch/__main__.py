"""`python -m msacc.launch` is msrun."""

import sys

from msacc.launch.msrun import main

if __name__ == "__main__":
    sys.exit(main())
