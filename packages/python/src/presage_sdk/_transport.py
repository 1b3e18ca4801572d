"""Sends requests over connections of their own. The time limit of a request bounds the whole exchange, however slow the body."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import aclosing, closing
from functools import cached_property
from http.client import HTTPException
from typing import Any

from ._errors import PresageError
from ._request import Address, Request, is_complete, parse_address, read_answer, to_bytes
from ._stream import EventStream

_CHUNK = 65_536


class _Transport:
    def __init__(self, base_url: str, api_key: str | None) -> None:
        self._base_url, self._api_key = base_url, api_key

    def _prepare(self, request: Request) -> tuple[Address, bytes]:
        address = parse_address(self._base_url)
        return address, to_bytes(request, address, self._api_key)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def _no_answer(self) -> PresageError:
        return PresageError("no_answer", f"The service at {self._base_url} did not answer.")


class Transport(_Transport):
    def send(self, request: Request) -> Any:
        deadline = time.monotonic() + request.timeout

        def remaining() -> float:
            if (seconds := deadline - time.monotonic()) <= 0:
                raise TimeoutError
            return seconds

        received = bytearray()
        try:
            with closing(self._exchange(request, remaining)) as chunks:
                for chunk in chunks:
                    received += chunk
                    if is_complete(received):
                        break
            return read_answer(bytes(received), request)
        except (OSError, HTTPException) as cause:  # also of a time limit, or of an answer that was cut off
            raise self._no_answer() from cause

    def stream(self, request: Request) -> Iterator[dict[str, str]]:
        """Yield the messages of a stream of events. The time limit bounds each wait for a further one."""
        stream = EventStream(request)
        try:
            with closing(self._exchange(request, lambda: request.timeout)) as chunks:
                for chunk in chunks:
                    yield from stream.feed(chunk)
                    if stream.is_ended:
                        break
        except (OSError, HTTPException) as cause:
            raise self._no_answer() from cause

    def _exchange(self, request: Request, remaining: Callable[[], float]) -> Generator[bytes, None, None]:
        """Yield what arrives, and nothing at last when the peer ends the connection."""
        address, sent = self._prepare(request)
        connection = socket.create_connection((address.host, address.port), remaining())
        try:
            if address.is_tls:
                connection = self._tls.wrap_socket(connection, server_hostname=address.host)
            connection.settimeout(remaining())
            connection.sendall(sent)
            chunk = b"?"
            while chunk:
                connection.settimeout(remaining())
                yield (chunk := connection.recv(_CHUNK))
        finally:
            connection.close()


class AsyncTransport(_Transport):
    async def send(self, request: Request) -> Any:
        async def receive() -> bytes:
            received = bytearray()
            async with aclosing(self._exchange(request, None)) as chunks:
                async for chunk in chunks:
                    received += chunk
                    if is_complete(received):
                        break
            return bytes(received)

        try:
            return read_answer(await asyncio.wait_for(receive(), request.timeout), request)
        except (OSError, HTTPException, asyncio.TimeoutError) as cause:
            raise self._no_answer() from cause

    async def stream(self, request: Request) -> AsyncIterator[dict[str, str]]:
        stream = EventStream(request)
        try:
            async with aclosing(self._exchange(request, request.timeout)) as chunks:
                async for chunk in chunks:
                    for message in stream.feed(chunk):
                        yield message
                    if stream.is_ended:
                        break
        except (OSError, HTTPException, asyncio.TimeoutError) as cause:
            raise self._no_answer() from cause

    async def _exchange(self, request: Request, limit: float | None) -> AsyncGenerator[bytes, None]:
        address, sent = self._prepare(request)
        opening = asyncio.open_connection(address.host, address.port, ssl=self._tls if address.is_tls else None)
        reader, writer = await asyncio.wait_for(opening, limit)
        try:
            writer.write(sent)
            chunk = b"?"
            while chunk:
                yield (chunk := await asyncio.wait_for(reader.read(_CHUNK), limit))
        finally:
            writer.transport.abort()  # a close would wait for the peer
