"""Random programs on MindSpore and on msacc, compared: see __main__."""
