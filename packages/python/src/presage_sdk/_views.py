"""Objects whose texts of strangers are apart, in `untrusted_text`."""

from __future__ import annotations

import re
from typing import Any

# Values that the service itself writes: numbers, addresses, hashes, ids, times and lower-case words.
_TRUSTED = re.compile(r"-?\d+(\.\d+)?|0x[\da-f]+|agent_(intent|execution)_[\da-f-]+|[\d:.TZ-]+|[\da-f-]{36}", re.I | re.A)
_TRUSTED_NAMES = ("action", "status", "outcome", "error_code", "failure_reason", "rule", "claim_action", "by")
_MARKET_TEXTS = ("title", "description", "category", "outcome_yes_label", "outcome_no_label", "resolution_source")


def market_view(market: Any, evidence: Any = None) -> dict[str, Any]:
    """A market with its texts apart, and those of its resolution: anyone can write them."""
    onchain = dict(market["onchain"] or {})
    texts = {name: market.get(name) for name in _MARKET_TEXTS}
    untrusted = {**texts, "name": onchain.pop("market_id", None), **_evidence(evidence)}
    return {**market, "untrusted_text": untrusted, **onchain}


def intent_view(intent: Any) -> dict[str, Any]:
    texts = {"name": intent.get("market_id"), "question": intent.get("question"), **_evidence(intent.get("evidence"))}
    return {**intent, "untrusted_text": texts}


def _evidence(evidence: Any) -> dict[str, Any]:
    return {} if evidence is None else {"evidence": evidence}


def event_view(event: Any) -> dict[str, Any]:
    data: dict[str, Any] = event["data"]
    trusted: dict[str, Any] = {}
    for name, value in data.items():
        if value is None or isinstance(value, (int, float)) or name in _TRUSTED_NAMES and isinstance(value, str):
            trusted[name] = value
        elif isinstance(value, str) and _TRUSTED.fullmatch(value):
            trusted[name] = value
    untrusted = {name: value for name, value in data.items() if name not in trusted}
    return {**event, "data": trusted, "untrusted_text": untrusted}
