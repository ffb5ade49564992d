"""What on_gpu.py runs in ten minutes of a GPU, how each part of it is limited, and the page that it makes of them."""
