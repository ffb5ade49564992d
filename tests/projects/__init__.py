"""Real projects, unmodified, on msacc: what each gives is compared with what it gave on real MindSpore."""
