"""Tests of msacc.porting."""
