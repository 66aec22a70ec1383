"""The cache: findings of detectors, results of the filter and of checks from earlier runs."""
