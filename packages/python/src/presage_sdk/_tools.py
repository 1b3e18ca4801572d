"""The tools of the MCP server as functions of a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ._errors import GapError, PresageError, extract_cause
from ._intents import Flow, Intents
from ._tool_flows import ToolError, ToolFlows
from .generated.tools import TOOLS

Json = dict[str, Any]


class Tools(NamedTuple):
    """Function schemas, as the API of the model takes them, and what carries out a call of the model.

    `call(name, arguments)` takes the arguments as JSON or as an object. It returns the text for the model.
    """

    schemas: list[Json]
    call: Callable[[str, "str | Mapping[str, Any]"], Any]


def schemas(form: str) -> list[Json]:
    if form not in ("openai", "anthropic"):
        raise ValueError("The format is openai or anthropic.")
    name = "parameters" if form == "openai" else "input_schema"
    functions = [{"name": tool["name"], "description": tool["description"], name: tool["input"]} for tool in TOOLS]
    return functions if form == "anthropic" else [{"type": "function", "function": function} for function in functions]


def call(intents: Intents, name: str, given: str | Mapping[str, Any]) -> Flow[str]:
    """Carry out a call. A refusal is an answer, too: its code, cause and remedy."""
    try:
        tool = next((one for one in TOOLS if one["name"] == name), None)
        if tool is None:
            names = ", ".join(one["name"] for one in TOOLS)
            raise ToolError("tool_unknown", f"There is no tool {name}.", f"Call one of {names}.")
        answer = yield from getattr(ToolFlows(intents), name)(**_parse(tool["input"], given))
        return json.dumps(_project(tool["output"], answer), separators=(",", ":"), ensure_ascii=False)
    except ToolError as error:
        return str(error)
    except GapError as error:
        return f"gap: {error}\nDo not rely on these events. Call get_briefing without since."
    except PresageError as error:
        cause = extract_cause(error.summary, error.error.get("failure_reason"))
        return "\n".join([f"{error.code}: {cause}", *map(extract_cause, error.details), *error.next_actions])


def _parse(schema: Json, given: str | Mapping[str, Any]) -> Json:
    """Arguments as the schema names them. Null and blank texts are left out: models send them for what they do not use."""
    try:
        values = json.loads(given or "{}") if isinstance(given, str) else given
        arguments = {name: value for name, value in values.items() if str("" if value is None else value).strip()}
    except (ValueError, AttributeError):
        raise ToolError("argument_invalid", "The arguments are no JSON object.", "Repeat the call with one.") from None
    properties, problems = schema["properties"], [f"{name} is missing" for name in schema["required"] if name not in arguments]
    for name, value in arguments.items():
        rule = properties.get(name, {})
        words = {str(word).lower(): word for word in rule.get("enum", ())}
        if name not in properties:
            problems.append(f"there is no argument {name[:100]}, only {', '.join(properties)}")
        elif words:
            arguments[name] = words.get(str(value).lower())
            problems += [] if arguments[name] else [f"{name} must be one of {', '.join(words.values())}"]
        elif rule["type"] == "integer":
            text, low, high = str(value), rule.get("minimum", 0), rule.get("maximum", 10**15)
            arguments[name] = int(text) if re.fullmatch("[0-9]{1,16}", text) else -1
            problems += [] if low <= arguments[name] <= high else [f"{name} must be an integer from {low} to {high}"]
        elif rule["type"] == "string" and not isinstance(value, str):
            problems.append(f"{name} must be a string")
    if problems:
        raise ToolError("argument_invalid", "; ".join(problems), "Repeat the call with other arguments.")
    return arguments


def _project(schema: Json, value: Any) -> Any:
    """Keep the properties that the schema names."""
    if isinstance(value, list) and "items" in schema:
        return [_project(schema["items"], item) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    return {name: _project(rule, value[name]) for name, rule in schema["properties"].items() if name in value}
