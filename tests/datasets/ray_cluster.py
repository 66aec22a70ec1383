"""A Ray cluster of two workers on this machine, in a process of its own.

It prints the address of its head; a line on standard input kills one of the workers, and the end of
it ends the cluster.
"""

from __future__ import annotations

import sys

from ray.cluster_utils import Cluster

STORE = 80_000_000  # bytes
SOON = {  # a machine that is gone is missed at once
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 500,
    "health_check_failure_threshold": 2,
}


def main() -> None:
    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": STORE}
    cluster = Cluster(initialize_head=True, head_node_args={**head, "_system_config": SOON})
    workers = [cluster.add_node(num_cpus=1, object_store_memory=STORE) for _ in range(2)]
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(workers.pop(), allow_graceful=False)
        print("killed", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
