"""Failures of requests, and what to do about them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .generated.advice import ADVICE, ADVICE_OF_CODE, FINAL_FAILURES, REMEDIES, REMEDY_OF_FAILURE

if TYPE_CHECKING:
    from .types import Check, Execution, Intent

# Advice by code. An unexpected answer is judged by its status.
_KNOWN = {**ADVICE_OF_CODE, "argument_invalid": "change", "no_answer": "repeat"}
_BY_STATUS = {429: "wait", 503: "wait", 501: "operator"}
_REPEATED = ("wait", "repeat")


class PresageError(Exception):
    """A request that failed: refused by the service, without a readable answer, or not sent.

    summary: the message without the `details` at its end
    status: HTTP status, None without an answer
    retryable: whether repeating the same request can succeed without a change by the caller
    is_transient: whether a repeat can soon succeed, for a request whose repeat has no second effect
    next_actions: remedies in order, in English
    retry_after: pause that the service asks for in seconds, None without one
    error: all fields of the service's error, such as `intent_status`
    details: all validation failures, empty for other errors

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
        self.code, self.summary, self.status, self.retry_after = code, message, status, retry_after
        self.error: Mapping[str, Any] = error or {}
        details = self.error.get("details")
        self.details = [text for text in details if isinstance(text, str)] if isinstance(details, list) else []
        super().__init__(" ".join(filter(None, [message, "; ".join(self.details)])))
        is_refusal = status is not None and 400 <= status < 500
        general = _KNOWN.get(code) or _BY_STATUS.get(status or 0) or ("change" if is_refusal else "check")
        # Retry-After on a refusal states that it will pass, such as the pause of an action.
        advice = "wait" if general == "state" and retry_after is not None else general
        self.retryable = advice in _REPEATED
        is_passing = status is not None and status >= 500 and general != "operator" and code != "agent_execution_failed"
        self.is_transient = general in _REPEATED or is_passing
        reason = self.error.get("failure_reason")
        final = REMEDY_OF_FAILURE[str(reason)] if is_final_failure(reason) else None
        self.next_actions = [final or REMEDIES.get(code, ADVICE[advice])]


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
        checks = self.intent["validation_result"]["checks"]
        return [one for one in checks if one["result"] == "unknown" or (one["result"] == "fail" and one["code"])]

    @property
    def can_retry(self) -> bool:
        """Whether a later attempt with `retry_failed` can succeed: no check has failed for good."""
        return not any(is_final_failure(check["failure_reason"]) for check in self.failed_checks)


class GapError(Exception):
    """The log is not continuous: events are missing, or were changed. `after_seq` is the last that was read in order."""

    def __init__(self, message: str, after_seq: int) -> None:
        super().__init__(message)
        self.after_seq = after_seq


def invalid(argument: str, problem: str) -> PresageError:
    """Failure of a call with an argument that cannot be used, before anything was sent. Its `error` names the argument."""
    message = f"Change {argument}: {problem} Nothing was sent."
    return PresageError("argument_invalid", message, error={"argument": argument})


def is_final_failure(reason: object) -> bool:
    """Whether no later attempt of the same intent can avoid a `failure_reason`, such as `already_claimed`."""
    return reason in FINAL_FAILURES


def can_retry(execution: Execution | None) -> bool:
    """Whether another attempt of a failed execution is safe, and not in vain."""
    return execution is not None and execution["retry_safe"] is True and not is_final_failure(execution["failure_reason"])


def extract_cause(message: str, reason: object = None) -> str:
    """Return a message without its remedy, which the service states as HTTP requests."""
    text = message.replace(f" {REMEDY_OF_FAILURE.get(str(reason), chr(10))}", "")
    return re.sub(r"[.:;] [^.:;]*\b(?:GET|POST|DELETE) /.*$", ".", text, count=1, flags=re.DOTALL)
