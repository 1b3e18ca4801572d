"""Verifies deliveries as Standard Webhooks describes."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

_TOLERANCE = 300
"""Maximum age of a delivery, seconds."""


class WebhookError(Exception):
    """A delivery that is not from the service, or is too old. Answer it with 400."""


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> dict[str, Any]:
    """Return the event of a delivery, whose signature covers the bytes of `body` as they were received.

    An event may arrive twice: handle each `data.id` once.
    headers: those of the request, with names in any case
    secret: `whsec_…`, shown when the webhook was created
    Raises `WebhookError`.
    """
    named = {str(name).lower(): value for name, value in headers.items()}
    event_id, sent_at, signatures = (named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    content = body.encode() if isinstance(body, str) else bytes(body)
    if not sent_at.isascii() or not sent_at.isdigit() or abs(time.time() - int(sent_at)) > _TOLERANCE:
        raise WebhookError("The delivery has no time, or is more than five minutes old.")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        raise WebhookError("The secret is not one of a webhook.") from None
    signed = b".".join([event_id.encode(), sent_at.encode(), content])
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two signatures while the secret is rotated.
    if not any([hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")]):
        raise WebhookError("No signature is that of the secret.")
    event = json.loads(content)
    if not isinstance(event, dict):
        raise WebhookError("The body is not an event.")
    return event
