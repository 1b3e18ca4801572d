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
        self._base_url = base_url
        self._api_key = api_key

    def _prepare(self, request: Request) -> tuple[Address, bytes]:
        address = parse_address(self._base_url)
        return address, to_bytes(request, address, self._api_key)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def _read(self, received: bytes, request: Request) -> Any:
        try:
            return read_answer(received, request)
        except (HTTPException, ValueError, EOFError) as cause:  # of an answer that was cut off
            raise self._no_answer() from cause

    def _no_answer(self) -> PresageError:
        return PresageError("no_answer", f"The service at {self._base_url} did not answer.")


class Transport(_Transport):
    def send(self, request: Request) -> Any:
        """@raises PresageError"""
        address, sent = self._prepare(request)
        deadline = time.monotonic() + request.timeout
        try:
            received = self._exchange(address, sent, deadline)
        except OSError as cause:  # TimeoutError and ssl.SSLError included
            raise self._no_answer() from cause
        return self._read(received, request)

    def _exchange(self, address: Address, sent: bytes, deadline: float) -> bytes:
        def remaining() -> float:
            seconds = deadline - time.monotonic()
            if seconds <= 0:
                raise TimeoutError
            return seconds

        connection = socket.create_connection((address.host, address.port), remaining())
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if address.is_tls:
                connection = self._tls.wrap_socket(connection, server_hostname=address.host)
            connection.settimeout(remaining())
            connection.sendall(sent)
            received = bytearray()
            while not is_complete(received):
                connection.settimeout(remaining())
                chunk = connection.recv(_CHUNK)
                if not chunk:
                    break
                received += chunk
            return bytes(received)
        finally:
            connection.close()


class AsyncTransport(_Transport):
    async def send(self, request: Request) -> Any:
        """@raises PresageError"""
        address, sent = self._prepare(request)
        try:
            received = await asyncio.wait_for(self._exchange(address, sent), request.timeout)
        except (OSError, asyncio.TimeoutError) as cause:
            raise self._no_answer() from cause
        return self._read(received, request)

    async def _exchange(self, address: Address, sent: bytes) -> bytes:
        tls = self._tls if address.is_tls else None
        reader, writer = await asyncio.open_connection(address.host, address.port, ssl=tls)
        try:
            writer.write(sent)
            received = bytearray()
            while not is_complete(received):
                chunk = await reader.read(_CHUNK)
                if not chunk:
                    break
                received += chunk
            return bytes(received)
        finally:
            writer.transport.abort()  # a close would wait for the peer
