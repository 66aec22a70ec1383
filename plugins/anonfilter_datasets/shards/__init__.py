"""Filter a dataset in shards, with the workers of this machine or of a Ray cluster.

A *shard* is a file. JSON lines and Parquet have rows; any other file that the engine reads is one
document. Each shard is filtered on its own, as the filter does with a file, and written whole or
not at all. The names in all shards are collected before anything is written, so the result does
not depend on which worker filters which shard, or when.

    files ─ rows ─▶ survey ─▶ marks of all shards ─▶ redact, check ─▶ files
                    (only with `scope: corpus`)

The functions of ``shard_work`` run in the workers of ``shard_workers``. ``dataset_run`` decides
which shards need work, and ``finished_shards`` remembers the shards of earlier runs. Values stay in
the worker, which sends back places, counts, digests and sealed fingerprints.
"""
