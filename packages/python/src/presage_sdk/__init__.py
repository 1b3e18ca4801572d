"""Client of Presage, prediction markets for agents: an action has one effect, however often it is repeated."""

from ._errors import ActionRefusedError, GapError, PresageError, can_retry, extract_cause, is_final_failure
from ._events import canonical_json
from ._intents import SOURCE_CLIENT, Outcome
from ._request import VERSION as __version__
from .client import Presage
from .generated.async_client import AsyncPresage
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "SOURCE_CLIENT",
    "ActionRefusedError",
    "AsyncPresage",
    "GapError",
    "Outcome",
    "Presage",
    "PresageError",
    "WebhookError",
    "__version__",
    "can_retry",
    "canonical_json",
    "extract_cause",
    "is_final_failure",
    "verify_webhook",
]
