"""Failures of requests, and what to do about them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .generated.advice import ADVICE, ADVICE_OF_CODE, FINAL_FAILURES, REMEDY_OF_FAILURE

if TYPE_CHECKING:
    from .types import Check, Execution, Intent

# Remedies of single codes, instead of the advice of the error catalogue.
_REMEDIES = {
    "agent_wallet_missing": "Register a wallet for the agent.",
    "agent_wallet_not_found": "Register a wallet for the agent.",
    "agent_intent_not_confirmed": "Read the intent. Confirm it if its status is preview.",
    "agent_intent_conflict": "Use a new purpose for a new action, or repeat the first request unchanged.",
    "agent_action_refused": "Remove the causes that `details` lists. Then call act again with retry_failed.",
    "agent_intent_archived": "The action was carried out or ended long ago. Use a new purpose for a new action.",
    "agent_execution_failed": "Read the execution. With retry_safe true, fix the cause and execute the same intent again.",
    "agent_approval_required": "The owner approves the intent with the passcode in the e-mail. Then repeat the same call.",
    "agent_wallet_frozen": "The owner of the agent unfreezes the wallet.",
    "api_key_invalid": "Send a valid API key.",
    "no_answer": "The service may have carried out the request. Repeat it unchanged, with exponential backoff.",
}
# Advice by code. An unexpected answer is judged by its status.
_KNOWN = {**ADVICE_OF_CODE, "argument_invalid": "change", "no_answer": "repeat"}
_REPEATED = ("wait", "repeat")


class PresageError(Exception):
    """A request that failed: refused by the service, without a readable answer, or not sent.

    Codes without an error of the service are `argument_invalid`, `no_answer` and `unexpected_answer`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        error: Mapping[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.summary = message
        """The message without the `details` at its end."""
        self.status = status
        """HTTP status, None without an answer."""
        self.retry_after = retry_after
        """Pause that the service asks for, seconds. None without one."""
        self.error: Mapping[str, Any] = error or {}
        """All fields of the service's error, such as `intent_status`."""
        details = self.error.get("details")
        self.details = [text for text in details if isinstance(text, str)] if isinstance(details, list) else []
        """All validation failures, empty for other errors."""
        super().__init__(" ".join(filter(None, [message, "; ".join(self.details)])))

    @property
    def _advice(self) -> str:
        known = _KNOWN.get(self.code)
        if known is not None:
            return known
        if self.status in (429, 503):
            return "wait"
        if self.status == 501:
            return "operator"
        return "change" if self.status is not None and 400 <= self.status < 500 else "check"

    @property
    def retryable(self) -> bool:
        """Whether repeating the same request can succeed without a change by the caller."""
        # Retry-After on a refusal states that it will pass, such as the pause of an action.
        return self._advice in _REPEATED or (self._advice == "state" and self.retry_after is not None)

    @property
    def is_transient(self) -> bool:
        """Whether a repeat can soon succeed, for a request whose repeat has no second effect."""
        if self._advice in _REPEATED:
            return True
        is_failure = self._advice == "operator" or self.code == "agent_execution_failed"
        return self.status is not None and self.status >= 500 and not is_failure

    @property
    def next_actions(self) -> list[str]:
        """Remedies in order, in English."""
        reason = self.error.get("failure_reason")
        if isinstance(reason, str) and is_final_failure(reason):
            return [REMEDY_OF_FAILURE[reason]]
        advice = "wait" if self.retryable and self._advice == "state" else self._advice
        return [_REMEDIES.get(self.code, ADVICE[advice])]


class ActionRefusedError(PresageError):
    """An action that was not accepted, because it would not execute now or misses `expect`. A repeat finds it as it is."""

    @property
    def intent(self) -> Intent:
        """The refused intent, a preview. `run(intent)` executes it all the same."""
        intent: Intent = self.error["intent"]
        return intent

    @property
    def failed_checks(self) -> list[Check]:
        """Checks of the preview that failed or are unknown. None when only `expect` is missed."""
        checks = self.intent["validation_result"].get("checks") or []
        return [one for one in checks if one["result"] == "unknown" or (one["result"] == "fail" and one["code"])]

    @property
    def can_retry(self) -> bool:
        """Whether a later attempt with `retry_failed` can succeed: no check has failed for good."""
        return not any(is_final_failure(check.get("failure_reason")) for check in self.failed_checks)


class GapError(Exception):
    """The log is not continuous: events are missing, or were changed."""

    def __init__(self, message: str, after_seq: int) -> None:
        super().__init__(message)
        self.after_seq = after_seq
        """The last event that was read in order."""


def invalid(argument: str, problem: str) -> PresageError:
    """Failure of a call with an argument that cannot be used, before anything was sent. Its `error` names the argument."""
    message = f"Change {argument}: {problem} Nothing was sent."
    return PresageError("argument_invalid", message, error={"argument": argument})


def is_final_failure(reason: object) -> bool:
    """Whether no later attempt of the same intent can avoid a `failure_reason`, such as `already_claimed`."""
    return reason in FINAL_FAILURES


def can_retry(execution: Execution | None) -> bool:
    """Whether another attempt of a failed execution is safe, and not in vain."""
    if execution is None or execution.get("retry_safe") is not True:
        return False
    return not is_final_failure(execution.get("failure_reason"))


def extract_cause(message: str, reason: str | None = None) -> str:
    """Return a message without its remedy, which the service states as HTTP requests."""
    remedy = REMEDY_OF_FAILURE.get(reason or "")
    text = message if remedy is None else message.replace(f" {remedy}", "")
    return re.sub(r"[.:;] [^.:;]*\b(?:GET|POST|DELETE) /.*$", ".", text, count=1, flags=re.DOTALL)
