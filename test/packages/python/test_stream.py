"""Streams of events, from a server that plays one script for each connection."""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
import threading
import unittest
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any

from presage_sdk import AsyncPresage, GapError, Presage, PresageError, canonical_json
from presage_sdk._request import Request
from presage_sdk._stream import EventStream

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
REQUEST = Request("GET", "/", {}, None, 1.0)


def make_log(length: int) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for seq in range(1, length + 1):
        event = {"seq": seq, "type": "wallet.frozen", "data": {"text": "Größe"}, "previous_hash": events[-1]["hash"] if events else None}
        events.append({**event, "hash": hashlib.sha256(canonical_json(event).encode()).hexdigest()})
    return events


LOG = make_log(4)


def frame(event: dict[str, Any]) -> bytes:
    return f"id: {event['seq']}\nevent: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def head(seq: int) -> bytes:
    return f'event: stream.head\ndata: {{"head_seq":{seq}}}\n\n'.encode()


def chunk(*texts: bytes) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(text), text) for text in texts)


def refusal(status: int, code: str, *headers: str, **fields: Any) -> bytes:
    body = json.dumps({"error": {"code": code, "message": f"{code}.", **fields}})
    return "\r\n".join([f"HTTP/1.1 {status} No", f"content-length: {len(body)}", *headers, "", body]).encode()


class Server:
    """Answers each connection with the next script, and ends it. The last one stays open until the client leaves."""

    def __init__(self, scripts: Sequence[bytes]) -> None:
        self.requests: list[dict[str, str]] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=self.serve, args=(scripts,))
        self.thread.start()

    def serve(self, scripts: Sequence[bytes]) -> None:
        for script in scripts:
            connection = self.listener.accept()[0]
            with connection:
                received = b""
                while not received.endswith(b"\r\n\r\n"):
                    received += connection.recv(65_536)
                target, *headers = received.decode().strip().split("\r\n")
                self.requests.append({"": target, **dict(line.split(": ", 1) for line in headers)})
                connection.sendall(script)
                if script is scripts[-1]:
                    connection.recv(1)

    def close(self) -> None:
        self.thread.join()
        self.listener.close()


class StreamTest(unittest.TestCase):
    def read(self, count: int, *scripts: bytes, **query: Any) -> list[Any]:
        """Seqs that both clients yield, or the failure, then pauses, requests."""
        runs = [self.run_one(kind, count, scripts, query) for kind in (Presage, AsyncPresage)]
        self.assertEqual(runs[0], runs[1])
        return runs[0]

    def run_one(self, kind: Any, count: int, scripts: Sequence[bytes], query: dict[str, Any]) -> list[Any]:
        server, pauses = Server(scripts), []
        client = kind(server.url, "key")
        seen: list[Any] = []

        async def sleep(seconds: float) -> None:
            pauses.append(int(seconds))

        async def read() -> None:
            client._sleep = sleep
            async for event in client.events("a", **query):
                seen.append(event["seq"])
                if len(seen) == count:
                    break

        try:
            if kind is AsyncPresage:
                asyncio.run(read())
            else:
                client._sleep = lambda seconds: pauses.append(int(seconds))
                events = client.events("a", **query)
                for event in events:
                    seen.append(event["seq"])
                    if len(seen) == count:
                        break
                events.close()
        except GapError as gap:
            seen += [("gap", gap.after_seq)]
        except PresageError as error:
            seen += [error.code]
        server.close()
        return [seen, pauses, [(one[""].split(" ")[1], one["last-event-id"]) for one in server.requests]]

    def test_resumes_with_the_last_event_id(self) -> None:
        cut = CHUNKED + chunk(frame(LOG[0]), head(1), b": comment\n\n") + chunk(frame(LOG[1]))[:40]
        ended = CHUNKED + chunk(frame(LOG[1]) + frame(LOG[2]), b"retry: 3000\n\n") + b"0\r\n\r\n"
        plain = HEAD + b"\r\n" + frame(LOG[3])
        target = "/agent/events/a"
        expected = [[1, 2, 3, 4], [0, 3], [(target, "0"), (target, "1"), (target, "3")]]
        self.assertEqual(self.read(4, cut, ended, plain), expected)

    def test_starts_after_a_known_event(self) -> None:
        answer = CHUNKED + chunk(frame(LOG[1]))
        self.assertEqual(self.read(1, answer, after=1, after_hash=LOG[0]["hash"])[0], [2])
        self.assertEqual(self.read(0, answer, after=1, after_hash="other")[0], [("gap", 1)])

    def test_resumes_after_events_of_other_types(self) -> None:
        target = "/agent/events/a?types=wallet.frozen"
        answers = (CHUNKED + chunk(head(2)) + b"0\r\n\r\n", CHUNKED + chunk(frame(LOG[3])))
        self.assertEqual(self.read(1, *answers, types=["wallet.frozen"]), [[4], [0], [(target, "0"), (target, "2")]])

    def test_reports_what_is_missing(self) -> None:
        self.assertEqual(self.read(0, CHUNKED + chunk(frame(LOG[0]), head(3)))[0], [1, ("gap", 1)])
        self.assertEqual(self.read(0, CHUNKED + chunk(frame(LOG[0]), frame(LOG[2])))[0], [1, ("gap", 1)])
        self.assertEqual(self.read(0, refusal(410, "events_expired", oldest_seq=9), after=5)[0], [("gap", 5)])

    def test_waits_when_the_service_asks_for_it_and_raises_what_no_repeat_mends(self) -> None:
        busy, forbidden = refusal(503, "overloaded", "retry-after: 7"), refusal(403, "forbidden")
        garbage = CHUNKED + b"no size\r\n"
        self.assertEqual(self.read(0, busy, garbage, forbidden)[:2], [["forbidden"], [7, 0]])
        page = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
        self.assertEqual(self.read(0, page)[0], ["unexpected_answer"])
        self.assertEqual(self.read(0, CHUNKED + chunk(b"data: {\n\n"))[0], ["unexpected_answer"])

    def test_asks_for_a_stream_with_key_and_trace(self) -> None:
        server = Server([CHUNKED + chunk(frame(LOG[0]))])
        events = Presage(server.url, "key").events(market_id="m")
        next(events)
        events.close()
        server.close()
        sent = server.requests[0]
        self.assertEqual((sent[""], sent["authorization"]), ("GET /markets/m/events HTTP/1.1", "Bearer key"))
        self.assertRegex(sent["accept"], r"\btext/event-stream\b")
        self.assertRegex(sent["traceparent"], "^00-[0-9a-f]{32}-[0-9a-f]{16}-00$")


class EventStreamTest(unittest.TestCase):
    def test_finds_the_same_messages_wherever_the_bytes_are_divided(self) -> None:
        text = frame(LOG[0]).replace(b"\n", b"\r\n") + b"data: one\ndata:two\nother\n\nevent: x\n\n"
        answer = CHUNKED + chunk(text[:7], text[7:90], text[90:]) + b"0\r\n\r\n"
        expected = EventStream(REQUEST).feed(answer)
        self.assertEqual([json.loads(expected[0]["data"]), *expected[1:]], [LOG[0], {"data": "one\ntwo", "other": ""}, {"event": "x"}])
        for size in range(1, 20):
            stream = EventStream(REQUEST)
            found = [one for at in range(0, len(answer), size) for one in stream.feed(answer[at : at + size])]
            self.assertEqual((found, stream.is_ended), (expected, True))

    def test_refuses_an_answer_that_is_cut_off_in_its_head(self) -> None:
        with self.assertRaises(HTTPException):
            EventStream(REQUEST).feed(b"")
