"""Run a review in the browser: print the address, serve the page, and write the decisions."""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter_review.items import Item
from anonfilter_review.review import Review
from anonfilter_review.web.desk import Desk
from anonfilter_review.web.server import Server


def serve(review: Review, items: Sequence[Item], reviewer: str) -> int:
    """Serve the page until the review is finished; return the number of remaining findings.

    Ctrl-C and signals write the decisions, as closing the terminal does.
    """
    desk = Desk(review, items, reviewer)
    server = Server()
    review.notify(f"the review is at {server.address}")
    review.notify("it ends by its Finish button, or by Ctrl-C, which writes what was decided")
    try:
        server.run(desk)
    except KeyboardInterrupt:
        if desk.left is not None:
            return desk.left
        ends = desk.closing.write if desk.state.decided else desk.closing.discard
        return ends(desk.state, review.notify)
    except BaseException:
        desk.closing.write(desk.state, review.notify)
        raise
    assert desk.left is not None
    return desk.left
