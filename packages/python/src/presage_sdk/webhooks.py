"""Verifies deliveries as Standard Webhooks describes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

_TOLERANCE = 300
"""Maximum difference from the time of a delivery, seconds."""


class WebhookError(Exception):
    """A request that is no delivery of the service, or an old one. Answer it with 400."""


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> dict[str, Any]:
    """Return the event of a delivery, whose signature covers the bytes of `body` as they were received.

    An event may arrive twice: handle each `webhook-id` once. Raises `WebhookError`.

    headers: those of the request, with names in any case
    secret: `whsec_…`, shown when the webhook was created
    """
    named = {str(name).lower(): value for name, value in headers.items()}
    event_id, sent_at, signatures = (named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    content = body.encode() if isinstance(body, str) else bytes(body)
    try:
        is_recent = abs(time.time() - int(sent_at)) <= _TOLERANCE
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        signed = hmac.new(key, f"{event_id}.{sent_at}.".encode() + content, hashlib.sha256).digest()
        expected = f"v1,{base64.b64encode(signed).decode()}".encode()
        # Two signatures while the secret is rotated.
        is_signed = any([hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")])
        event: Any = json.loads(content) if is_recent and is_signed else None
    except ValueError as cause:  # of a header, the secret or the body
        raise WebhookError("The delivery cannot be read.") from cause
    if not isinstance(event, dict):
        raise WebhookError("No signature is that of the secret, or the delivery is more than five minutes old.")
    return event
