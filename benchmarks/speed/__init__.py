"""Measure speed, memory and finds of anonfilter and its peers on the same text."""
