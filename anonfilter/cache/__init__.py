"""The cache of earlier results: the detections in files, and the output of the filter."""
