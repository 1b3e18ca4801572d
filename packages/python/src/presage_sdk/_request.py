"""Requests and answers as bytes, without sending them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any, NamedTuple, NoReturn
from urllib.parse import quote, quote_plus, urlsplit

from ._errors import ActionRefusedError, PresageError, invalid
from .generated.operations import OPERATIONS

VERSION = "0.1.0"
MAX_TIMEOUT = 75.0
"""Longer than the longest wait that a request can ask the service for, seconds."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_DECIMAL = "it must be text such as '5', because a float is not exact."


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    """Path and query."""
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float
    """Maximum time until the whole answer is there, seconds."""


class Address(NamedTuple):
    host: str
    port: int
    is_tls: bool
    authority: str
    prefix: str


def parse_address(base_url: object) -> Address:
    """@raises PresageError argument_invalid"""
    try:
        url = urlsplit(base_url if isinstance(base_url, str) else "")
        port = url.port
        host = url.hostname or ""
        host = host if ":" in host else host.encode("idna").decode()
        if url.scheme not in ("http", "https") or not host or re.search(r"[@\s]", url.netloc):
            raise ValueError
    except ValueError:  # also of a port or a name
        raise invalid("base_url", "it must be an address such as http://127.0.0.1:4000, without a user.") from None
    name = f"[{host}]" if ":" in host else host
    authority = name if port is None else f"{name}:{port}"
    is_tls = url.scheme == "https"
    return Address(host, port or (443 if is_tls else 80), is_tls, authority, quote(url.path.rstrip("/"), safe="/%"))


def to_request(
    operation_id: str,
    parameters: Mapping[str, Any],
    *,
    headers: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Request:
    """Build the request of an operation. Parameters of the path and the query are taken by name, others form the body.

    @raises PresageError argument_invalid
    """
    if operation_id not in OPERATIONS:
        raise invalid("operation_id", f"{operation_id} is no operation id of /openapi.json, such as createIntent.")
    method, path, query_names, has_body = OPERATIONS[operation_id]
    path_names = re.findall(r"\{(\w+)\}", path)
    # `from_` stands for `from`, which is a keyword.
    known = {name.rstrip("_") if name.rstrip("_") in query_names else name: value for name, value in parameters.items()}
    given = {name: value for name, value in known.items() if value is not None or has_body}
    others = {name: value for name, value in given.items() if name not in path_names and name not in query_names}
    if not has_body and others:
        raise invalid(next(iter(others)), f"{operation_id} has no such parameter.")
    for name in path_names:
        path = path.replace("{%s}" % name, _segment(name, given.get(name)), 1)
    query = "&".join(f"{name}={_encode(name, given[name], _form)}" for name in given if name in query_names)
    body = others if has_body else None
    if body == {}:
        raise invalid("body", f"{operation_id} needs one.")
    return Request(
        method,
        f"{path}?{query}" if query else path,
        headers or {},
        None if body is None else encode_json("body", body).encode(),
        MAX_TIMEOUT if timeout is None else max(0.0, min(timeout, MAX_TIMEOUT)),
    )


def to_bytes(request: Request, address: Address, api_key: str | None) -> bytes:
    """@raises PresageError argument_invalid"""
    headers = {
        "host": address.authority,
        "connection": "close",
        "user-agent": f"presage-sdk-python/{VERSION}",
        "accept": "application/json",
    }
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
    lines = [f"{request.method} {address.prefix}{request.target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (request.body or b"")


def encode_json(argument: str, value: object) -> str:
    """Write JSON as JavaScript's JSON.stringify does. @raises PresageError argument_invalid"""
    for name, member in _members(value, argument):
        if isinstance(member, float):
            raise invalid(name, _DECIMAL)
    try:
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        _refuse(argument)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _members(value: object, name: str, depth: int = 0) -> Iterator[tuple[str, object]]:
    yield name, value
    if isinstance(value, (Mapping, list, tuple)) and depth < 100:
        named = value.items() if isinstance(value, Mapping) else ((name, item) for item in value)
        for key, member in named:
            yield from _members(member, str(key), depth + 1)


def _segment(name: str, value: object) -> str:
    # Clients and proxies remove dot segments: the request would reach another route.
    if value in (None, "", ".", ".."):
        raise invalid(name, 'it must not be empty, "." or "..".')
    return _encode(name, value, lambda text: quote(text, safe="!*'()"))


def _form(text: str) -> str:
    return quote_plus(text, safe="*").replace("~", "%7E")


def _encode(name: str, value: object, encode: Any) -> str:
    try:
        return str(encode(value if isinstance(value, str) else encode_json(name, value)))
    except UnicodeEncodeError:
        _refuse(name)


def _field(name: str, value: object) -> str:
    """A value of a header."""
    text = value.strip(" \t\r\n") if isinstance(value, str) else ""
    if not isinstance(value, str) or re.search(r"[\0\r\n]|[^\0-\xff]", text) or not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name):
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


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON


class _Received:
    def __init__(self, received: bytes) -> None:
        self._received = received

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._received)


def read_answer(received: bytes, request: Request) -> Any:
    """Return the parsed JSON, or the text of another content type.

    @raises PresageError for any other answer than 2xx
    @raises http.client.HTTPException for an answer that was cut off
    """
    response = HTTPResponse(_Received(received), method=request.method)  # type: ignore[arg-type]
    response.begin()
    text = response.read().decode("utf-8-sig", "replace")
    status = response.status
    try:
        body = json.loads(text, parse_constant=_no_constant)
        is_json = True
    except (ValueError, RecursionError):
        body, is_json = None, False
    if 200 <= status < 300:
        if "json" not in (response.getheader("content-type") or ""):
            return text
        if is_json:
            return body
        raise PresageError("unexpected_answer", "The answer is not JSON.", status=status)
    if status < 400:
        error = {"argument": "base_url"}
        raise PresageError("argument_invalid", "Change base_url: the service redirects.", status=status, error=error)
    seconds = response.getheader("retry-after") or ""
    retry_after = float(seconds) if re.fullmatch(r"[0-9]+", seconds) else None
    fields = body.get("error") if isinstance(body, dict) else None
    if isinstance(fields, dict) and isinstance(fields.get("code"), str):
        code, message = fields["code"], fields.get("message")
        intent = fields.get("intent")
        kind = ActionRefusedError if isinstance(intent, dict) and "validation_result" in intent else PresageError
        text = message if isinstance(message, str) else code
        raise kind(code, text, status=status, retry_after=retry_after, error=fields)
    message = f"The service answered {status} without an error code."
    raise PresageError("unexpected_answer", message, status=status, retry_after=retry_after)
