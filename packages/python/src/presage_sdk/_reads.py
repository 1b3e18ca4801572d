"""Reads of lists and markets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._errors import PresageError
from ._intents import Flow, Intents, pauses
from ._request import to_request

if TYPE_CHECKING:
    from .types import Market

READ_TIMEOUT = 10.0
"""Time within which the failures of reading a page are repeated, seconds."""
_INDEX_TIMEOUT = 15.0
"""Maximum time for the index to list a new contract, seconds."""


def read_page(
    intents: Intents, operation_id: str, parameters: Mapping[str, Any], timeout: float = READ_TIMEOUT
) -> Flow[tuple[list[Any], str | None]]:
    """Read one page of a list: its items and the cursor of the next. They stand in the answer or one level below."""
    outer = yield from intents.repeat(operation_id, parameters, intents.deadline(timeout))
    levels = [level for level in [outer, *outer.values()] if isinstance(level, dict)]
    items = next((value for level in levels for value in level.values() if isinstance(value, list)), [])
    return items, next((one["next_cursor"] for one in levels if isinstance(one.get("next_cursor"), str)), None)


def find_market(intents: Intents, reference: str) -> Flow[Market]:
    if not reference.lower().startswith("0x"):
        found: Market = (yield to_request("getMarket", {"id": reference}))["market"]
        return found
    # A new contract is listed moments after its execution.
    deadline, waits = intents.clock() + _INDEX_TIMEOUT, pauses()
    while not (markets := (yield to_request("listMarkets", {"market_contract_address": reference}))["markets"]):
        if intents.clock() >= deadline:
            raise PresageError("market_not_found", "No market has this address.", status=404)
        yield next(waits)
    listed: Market = markets[0]
    return listed
