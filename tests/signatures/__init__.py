"""MindSpore's signatures, recorded, and how msacc's compare with them."""
