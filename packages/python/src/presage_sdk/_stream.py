"""Server-sent events from the bytes of an answer, without receiving them."""

from __future__ import annotations

import re
from http.client import HTTPException

from ._errors import PresageError
from ._request import Request, is_complete, read_answer


class EventStream:
    """Messages of one answer, as its bytes arrive."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._head, self._body, self._text = b"", bytearray(), b""
        self.is_ended = False

    def feed(self, received: bytes) -> list[dict[str, str]]:
        """Return the fields of the messages that are now complete. `received` is empty at the end of the connection.

        Raises `PresageError` for an answer that is no stream, and `http.client.HTTPException` for one that is not HTTP.
        """
        self._body += received
        self.is_ended = not received
        if not self._head and not self._has_head():
            return []
        *messages, self._text = (self._text + self._take()).replace(b"\r\n", b"\n").split(b"\n\n")
        return [_parse(message.decode("utf-8", "replace")) for message in messages]

    def _has_head(self) -> bool:
        head, end, body = self._body.partition(b"\r\n\r\n")
        if end and re.match(rb"(?is)HTTP/1\.\d 200 .*\r\ncontent-type:[ \t]*text/event-stream\b", head):
            self._head, self._body = bytes(head), body
        elif self.is_ended or is_complete(self._body):
            read_answer(bytes(self._body), self._request)
            raise PresageError("unexpected_answer", "The answer is no stream of events.", status=200)
        return bool(self._head)

    def _take(self) -> bytes:
        """Take what has arrived of the body."""
        if not re.search(rb"(?im)^transfer-encoding:[ \t]*chunked", self._head):
            text, self._body = bytes(self._body), bytearray()
            return text
        text = b""
        while not self.is_ended:
            size, end, rest = self._body.partition(b"\r\n")
            if end and not re.match(b"[0-9a-fA-F]+[ \t]*(;|$)", size):
                raise HTTPException
            length = int(re.split(b"[; \t]", size)[0], 16) if end else 0
            self.is_ended = bool(end) and length == 0
            if not end or length == 0 or len(rest) < length + 2:
                break
            text += rest[:length]
            self._body = rest[length + 2 :]
        return text


def _parse(message: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in message.split("\n"):
        name, _, value = line.partition(":")
        before = f"{fields[name]}\n" if name == "data" and name in fields else ""
        fields[name] = before + value.removeprefix(" ")
    return fields
