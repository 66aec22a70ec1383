"""Filters a dataset in shards, with the workers of this machine or of a cluster of Ray.

A *shard* is a file: JSON lines and Parquet of rows, anything else that the engine reads as one
document. Each is filtered by itself, as the filter does with a file, and written whole or not at
all. What must be known of other shards, whom they name, is gathered before anything is written, so
the result does not depend on who does which shard, and when.

    files ─ rows ─▶ work: survey ─▶ marks of all shards ─▶ work: redact, check ─▶ files
                     (only with `scope: corpus`)

``work`` is done in workers, which ``crews`` has; ``run`` decides what is to be done, ``finished``
knows what earlier runs did. Values stay in the worker: it sends back places, counts, digests, and
sealed fingerprints.
"""
