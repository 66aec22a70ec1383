"""Runs a review in the browser, from the address that is printed to what is written."""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter_review.items import Item
from anonfilter_review.review import Review
from anonfilter_review.web.desk import Desk
from anonfilter_review.web.server import Server


def serve(review: Review, asked: Sequence[Item], reviewer: str) -> int:
    """Serve the page until the review is finished; returns how many findings are left.

    Ctrl-C and signals write what was decided, as closing the terminal does.
    """
    desk = Desk(review, asked, reviewer)
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
