"""Sends requests over connections of their own. The time limit bounds the whole exchange, however slow the body."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from functools import cached_property
from http.client import HTTPException
from typing import Any

from ._errors import PresageError
from ._request import Address, Request, is_complete, parse_address, read_answer, to_bytes

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
        address, sent = self._prepare(request)
        try:
            return read_answer(self._exchange(address, sent, time.monotonic() + request.timeout), request)
        except (OSError, HTTPException) as cause:  # also of a time limit, or of an answer that was cut off
            raise self._no_answer() from cause

    def _exchange(self, address: Address, sent: bytes, deadline: float) -> bytes:
        def remaining() -> float:
            if (seconds := deadline - time.monotonic()) <= 0:
                raise TimeoutError
            return seconds

        connection = socket.create_connection((address.host, address.port), remaining())
        try:
            if address.is_tls:
                connection = self._tls.wrap_socket(connection, server_hostname=address.host)
            connection.settimeout(remaining())
            connection.sendall(sent)
            received, chunk = bytearray(), b"?"
            while chunk and not is_complete(received):
                connection.settimeout(remaining())
                received += (chunk := connection.recv(_CHUNK))
            return bytes(received)
        finally:
            connection.close()


class AsyncTransport(_Transport):
    async def send(self, request: Request) -> Any:
        address, sent = self._prepare(request)
        try:
            return read_answer(await asyncio.wait_for(self._exchange(address, sent), request.timeout), request)
        except (OSError, HTTPException, asyncio.TimeoutError) as cause:
            raise self._no_answer() from cause

    async def _exchange(self, address: Address, sent: bytes) -> bytes:
        tls = self._tls if address.is_tls else None
        reader, writer = await asyncio.open_connection(address.host, address.port, ssl=tls)
        try:
            writer.write(sent)
            received, chunk = bytearray(), b"?"
            while chunk and not is_complete(received):
                received += (chunk := await reader.read(_CHUNK))
            return bytes(received)
        finally:
            writer.transport.abort()  # a close would wait for the peer
