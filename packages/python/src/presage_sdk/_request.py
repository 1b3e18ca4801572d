"""Requests and answers as bytes, without sending them."""

from __future__ import annotations

import io
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http.client import HTTPResponse
from typing import Any, NamedTuple, NoReturn
from urllib.parse import quote, quote_plus, urlsplit

from ._errors import ActionRefusedError, PresageError, invalid
from .generated.operations import OPERATIONS

VERSION = "0.1.0"
_MAX_TIMEOUT = 75.0
"""Longer than the longest wait that a request can ask the service for, seconds."""


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float
    """Maximum time until the whole answer is there, seconds."""

    def traced(self, traceparent: str) -> Request:
        return replace(self, headers={"traceparent": traceparent, **self.headers})


def new_traceparent() -> str:
    """W3C `traceparent` of a new trace, which the client does not export."""
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-00"


class Address(NamedTuple):
    host: str
    port: int
    is_tls: bool
    authority: str
    prefix: str


def parse_address(base_url: object) -> Address:
    try:
        url = urlsplit(base_url if isinstance(base_url, str) else "")
        port, host = url.port, url.hostname or ""
        host = host if ":" in host else host.encode("idna").decode()
        if url.scheme not in ("http", "https") or not host or re.search(r"[@\s]", url.netloc):
            raise ValueError
    except ValueError:  # also of a port or a name
        raise invalid("base_url", "it must be an address such as http://127.0.0.1:4000, without a user.") from None
    name = f"[{host}]" if ":" in host else host
    is_tls = url.scheme == "https"
    authority = name if port is None else f"{name}:{port}"
    return Address(host, port or (443 if is_tls else 80), is_tls, authority, quote(url.path.rstrip("/"), safe="/%"))


def to_request(
    operation_id: str,
    parameters: Mapping[str, Any],
    *,
    headers: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Request:
    """Build the request of an operation. Parameters of the path and the query are taken by name, others form the body."""
    if operation_id not in OPERATIONS:
        raise invalid("operation_id", f"{operation_id} is no operation id of /openapi.json, such as createIntent.")
    method, path, in_query, has_body = OPERATIONS[operation_id]
    in_path = re.findall(r"\{(\w+)\}", path)
    # `from_` stands for `from`, which is a keyword.
    named = {name[:-1] if name[:-1] in in_query and name.endswith("_") else name: value for name, value in parameters.items()}
    others = {name: value for name, value in named.items() if name not in in_path and name not in in_query}
    if bool(others) != has_body:
        name, problem = ("body", "needs one") if has_body else (next(iter(others)), "has no such parameter")
        raise invalid(name, f"{operation_id} {problem}.")
    for name in in_path:
        # Clients and proxies remove dot segments: the request would reach another route.
        if named.get(name) in (None, "", ".", ".."):
            raise invalid(name, 'it must not be empty, "." or "..".')
        path = path.replace(f"{{{name}}}", _encode(name, named[name], lambda text: quote(text, safe="!*'()")))
    asked = [(name, value) for name, value in named.items() if name in in_query and value is not None]
    # A list repeats its parameter.
    each = [(name, one) for name, value in asked for one in (value if isinstance(value, (list, tuple)) else [value])]
    query = "&".join(f"{name}={_encode(name, one, _form)}" for name, one in each if one is not None)
    members = ",".join(f"{_json(name, name)}:{_json(name, value)}" for name, value in others.items())
    body = f"{{{members}}}".encode() if has_body else None
    limit = _MAX_TIMEOUT if timeout is None else max(0.0, min(timeout, _MAX_TIMEOUT))
    return Request(method, f"{path}?{query}" if query else path, headers or {}, body, limit)


def to_bytes(request: Request, address: Address, api_key: str | None) -> bytes:
    headers = {"host": address.authority, "connection": "close", "user-agent": f"presage-sdk-python/{VERSION}"}
    headers["accept"] = "application/json"
    if request.body is not None:
        # Misspelt fields are refused: an ignored limit would not protect.
        headers |= {"content-type": "application/json", "prefer": "handling=strict"}
    if api_key is not None:
        headers["authorization"] = _field("api_key", f"Bearer {api_key}")
    for name, value in request.headers.items():
        before = headers.get(name.lower())
        headers[name.lower()] = _field(name, value) if before is None else f"{before}, {_field(name, value)}"
    if request.method != "GET":
        headers["content-length"] = str(len(request.body or b""))
    lines = [f"{request.method} {address.prefix}{request.target} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (request.body or b"")


def _json(argument: str, value: object) -> str:
    """JSON as JavaScript's JSON.stringify writes it."""

    def refuse(_text: str) -> NoReturn:
        raise invalid(argument, "it must be text such as '5', because a float is not exact.")

    try:
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        json.loads(text, parse_float=refuse, parse_constant=refuse)
    except (TypeError, ValueError, RecursionError):
        _refuse(argument)
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _form(text: str) -> str:
    return quote_plus(text, safe="*").replace("~", "%7E")


def _encode(name: str, value: object, encode: Callable[[str], str]) -> str:
    try:
        return encode(value if isinstance(value, str) else _json(name, value))
    except UnicodeEncodeError:
        _refuse(name)


def _field(name: str, value: str) -> str:
    """A value of a header."""
    text = value.strip(" \t\r\n")
    if re.search(r"[\0\r\n]|[^\0-\xff]", text) or not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII):
        _refuse(name)
    return text


def _refuse(argument: str) -> NoReturn:
    # Names no cause: it quotes the value, which may be a key.
    raise invalid(argument, "it has characters that no request can carry.") from None


def is_complete(received: bytes | bytearray) -> bool:
    """Whether the answer has the length that it states. Other answers end with the connection."""
    head, end, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"(?im)^content-length:[ \t]*(\d+)", head)
    return bool(end) and length is not None and len(body) >= int(length[1])


class _Received(io.BytesIO):
    def makefile(self, _mode: str) -> io.BytesIO:
        return self


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def read_answer(received: bytes, request: Request) -> Any:
    """Return the parsed JSON, or the text of another content type.

    Raises `PresageError` for any other answer than 2xx, and `http.client.HTTPException` for one that was cut off.
    """
    response = HTTPResponse(_Received(received), method=request.method)  # type: ignore[arg-type]
    response.begin()
    text, status = response.read().decode("utf-8-sig", "replace"), response.status
    is_ok = 200 <= status < 300
    if is_ok and "json" not in (response.getheader("content-type") or ""):
        return text
    try:
        body = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        if is_ok:
            raise PresageError("unexpected_answer", "The answer is not JSON.", status=status) from None
        body = None
    if is_ok:
        return body
    if status < 400:
        error = {"argument": "base_url"}
        raise PresageError("argument_invalid", "Change base_url: the service redirects.", status=status, error=error)
    seconds = response.getheader("retry-after") or ""
    retry_after = float(seconds) if re.fullmatch("[0-9]+", seconds) else None
    fields = body.get("error") if isinstance(body, dict) else None
    if not isinstance(fields, dict) or not isinstance(fields.get("code"), str):
        message = f"The service answered {status} without an error code."
        raise PresageError("unexpected_answer", message, status=status, retry_after=retry_after)
    message, intent = fields.get("message"), fields.get("intent")
    kind = ActionRefusedError if isinstance(intent, dict) and "validation_result" in intent else PresageError
    summary = message if isinstance(message, str) else fields["code"]
    raise kind(fields["code"], summary, status=status, retry_after=retry_after, error=fields)
