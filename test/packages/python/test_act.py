"""`act` of both clients: one effect, whatever is lost and wherever the process dies."""

from __future__ import annotations

import asyncio
import os
import random
import unittest
from typing import Any

from fake_service import BUY, WALLET, Clock, FakeService, connect, connect_async, random_faults
from presage_sdk import ActionRefusedError, PresageError
from presage_sdk._request import Request

RUNS = int(os.environ.get("KILLED_RUNS", "1000"))


class Killed(BaseException):
    """The end of the process."""


class DyingTransport:
    """Kills the process before a request is sent, or before its answer is received."""

    def __init__(self, service: FakeService, *, at: int, before_send: bool) -> None:
        self.service, self.left, self.before_send = service, at, before_send

    def send(self, request: Request) -> Any:
        self.left -= 1
        if self.left >= 0:
            return self.service.send(request)
        if not self.before_send:
            try:
                self.service.send(request)
            except PresageError:
                pass
        raise Killed


def act_until_killed(service: FakeService, at: int, before_send: bool, is_async: bool, **options: Any) -> bool:
    """Whether the process died."""
    transport = DyingTransport(service, at=at, before_send=before_send)
    try:
        if is_async:
            asyncio.run(connect_async(transport).act(**BUY, **options))
        else:
            connect(transport).act(**BUY, **options)
    except Killed:
        return True
    return False


class ActTest(unittest.TestCase):
    def test_returns_the_executed_intent_and_the_same_again(self) -> None:
        service = FakeService()
        for _ in range(2):
            outcome = connect(service).act(**BUY)
            self.assertEqual((outcome.status, outcome.execution and outcome.execution["status"]), ("executed", "executed"))
        self.assertEqual(list(service.effects.values()), [1])

    def test_derives_the_key_from_the_purpose_and_the_user_wallet_from_the_agent(self) -> None:
        service = FakeService()
        connect(service).act(**BUY)
        [intent] = service.intents.values()
        derived = {"client_request_id": BUY["purpose"], "source_client": "presage-sdk", "user_wallet": WALLET}
        self.assertEqual(intent["body"], {**{k: v for k, v in BUY.items() if k != "purpose"}, **derived})

    def test_is_one_request_once_the_address_of_the_wallet_is_known(self) -> None:
        service = FakeService(duration=lambda: 0)
        client = connect(service)
        client.act(**BUY)
        service.requests = 0
        client.act(**{**BUY, "purpose": "rain entry 2"})
        self.assertEqual(service.requests, 1)

    def test_returns_a_proven_failure_and_starts_another_attempt_only_when_asked(self) -> None:
        results = [True, False]
        service = FakeService(duration=lambda: 0, fails=lambda: results.pop(0))
        for _ in range(2):
            self.assertEqual(connect(service).act(**BUY).status, "failed")
        self.assertEqual(connect(service).act(**BUY, retry_failed=True).status, "executed")
        self.assertEqual(list(service.effects.values()), [1])

    def test_starts_no_other_attempt_of_what_is_final_or_unproven(self) -> None:
        for service in (FakeService(fails=lambda: True, failure_reason="already_claimed"), FakeService(fails=lambda: True, is_proven=False)):
            for _ in range(3):
                connect(service).act(**BUY, retry_failed=True)
            self.assertEqual([len(intent["executions"]) for intent in service.intents.values()], [1])

    def test_returns_pending_after_its_time_limit_and_the_outcome_to_the_next_call(self) -> None:
        service = FakeService(duration=lambda: 20)
        self.assertEqual(connect(service).act(**BUY, timeout=2).status, "pending")
        self.assertEqual(connect(service).act(**BUY).status, "executed")

    def test_raises_what_was_not_accepted_with_its_checks(self) -> None:
        warning = {"rule": "duplicate", "result": "fail", "code": None, "failure_reason": None}
        for reason, can_retry in (("insufficient_balance", True), ("already_claimed", False)):
            check = {"rule": "simulation", "result": "fail", "code": "x", "failure_reason": reason}
            service = FakeService(checks=[check, warning])
            for retry_failed in (True, False):
                with self.assertRaises(ActionRefusedError) as refused:
                    connect(service).act(**BUY, retry_failed=retry_failed)
                self.assertEqual(refused.exception.failed_checks, [check])
                self.assertEqual((refused.exception.can_retry, refused.exception.retryable), (can_retry, False))
            if can_retry:
                self.assertEqual(connect(service).act(**BUY, retry_failed=True).status, "executed")
            else:
                self.assertRaises(ActionRefusedError, connect(service).act, **BUY, retry_failed=True)

    def test_executes_what_no_check_refuses(self) -> None:
        unknown = {"rule": "gas", "result": "unknown", "code": None, "failure_reason": None}
        self.assertEqual(connect(FakeService(checks=[unknown])).act(**BUY).status, "executed")
        previewed = FakeService()
        connect(previewed).preview(**BUY)
        self.assertEqual(connect(previewed).act(**BUY).status, "executed")

    def test_never_executes_what_misses_its_terms(self) -> None:
        service = FakeService()
        for _ in range(2):
            self.assertRaises(ActionRefusedError, connect(service).act, **BUY, expect={"min_multiple": "2"}, retry_failed=True)
        self.assertEqual(service.effects, {})

    def test_returns_unknown_when_the_service_stops_answering_after_it_has_accepted(self) -> None:
        accepted: list[bool] = []
        service = FakeService(lose=lambda: "request" if accepted else None, duration=lambda: accepted.append(True) or 1)
        self.assertEqual(connect(service).act(**BUY, timeout=30).status, "unknown")
        accepted.clear()
        self.assertEqual(connect(service).act(**BUY).status, "executed")
        self.assertEqual(list(service.effects.values()), [1])

    def test_raises_no_answer_when_nothing_was_answered_in_time(self) -> None:
        with self.assertRaises(PresageError) as failure:
            connect(FakeService(lose=lambda: "request")).act(**BUY, timeout=5)
        self.assertEqual((failure.exception.code, failure.exception.retryable), ("no_answer", True))

    def test_waits_as_long_as_retry_after_asks_for(self) -> None:
        refusals = [(503, {"error": {"code": "overloaded", "retry_after": 7}})]
        clock = Clock()
        connect(FakeService(refuse=lambda path: refusals.pop() if refusals else None), clock).act(**BUY)
        self.assertGreaterEqual(clock.now, 7)

    def test_raises_a_refusal_at_once_that_names_a_time_to_come_again(self) -> None:
        refusal = (403, {"error": {"code": "agent_policy_violation", "retry_after": 30}})
        clock = Clock()
        with self.assertRaises(PresageError) as failure:
            connect(FakeService(refuse=lambda path: refusal if path.endswith("actions") else None), clock).act(**BUY)
        self.assertEqual((failure.exception.retryable, failure.exception.retry_after, clock.now), (True, 30, 0))
        self.assertEqual(failure.exception.next_actions, ["Repeat the same request after `Retry-After` seconds."])

    def test_refuses_a_blank_purpose_and_a_float_before_anything_is_sent(self) -> None:
        service = FakeService()
        for wrong, argument in (({"purpose": " \n"}, "purpose"), ({"purpose": None}, "purpose"), ({"amount": 5.0, "user_wallet": WALLET}, "amount")):
            with self.assertRaises(PresageError) as failure:
                connect(service).act(**{**BUY, **wrong})
            self.assertEqual((failure.exception.code, failure.exception.error), ("argument_invalid", {"argument": argument}))
        self.assertEqual(service.requests, 0)

    def test_reports_every_state_that_is_not_final(self) -> None:
        seen: list[str] = []
        connect(FakeService(duration=lambda: 3)).act(**BUY, on_progress=lambda state: seen.append(state.status))
        self.assertEqual(set(seen), {"pending"})


class KilledActTest(unittest.TestCase):
    def test_has_one_effect_when_it_is_killed_at_each_send_and_each_receive(self) -> None:
        for is_async in (False, True):
            for before_send in (True, False):
                for at in range(100):
                    service = FakeService(duration=lambda: 2)
                    died = act_until_killed(service, at, before_send, is_async)
                    self.assertEqual(connect(service).act(**BUY).status, "executed")
                    self.assertEqual(list(service.effects.values()), [1], (at, before_send, is_async))
                    if not died:
                        break
                self.assertGreater(at, 3)

    def test_has_one_effect_in_runs_that_lose_messages_and_are_killed_at_random(self) -> None:
        for seed in range(RUNS):
            source = random.Random(seed)
            service = FakeService(**random_faults(source))
            for _ in range(5):
                act_until_killed(service, source.randrange(12), source.random() < 0.5, is_async=seed % 10 == 0)
            self.assertEqual(connect(service).act(**BUY).status, "executed", seed)
            self.assertEqual(list(service.effects.values()), [1], seed)

    def test_has_one_effect_when_failed_attempts_are_retried_under_kills(self) -> None:
        for seed in range(RUNS // 10):
            source = random.Random(seed)
            service = FakeService(**random_faults(source), fails=lambda: source.random() < 0.3)
            for _ in range(5):
                act_until_killed(service, source.randrange(12), source.random() < 0.5, is_async=False, retry_failed=True)
            for _ in range(50):
                if connect(service).act(**BUY, retry_failed=True).status == "executed":
                    break
            self.assertEqual(list(service.effects.values()), [1], seed)


if __name__ == "__main__":
    unittest.main()
