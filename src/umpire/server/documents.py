"""The OpenAPI document and the JSON Schemas: made from the records that go over the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from umpire.server import commands, messages

REF = "#/components/schemas/{name}"


def _records(module: Any) -> list[type[msgspec.Struct]]:
    found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    return [each for each in found if each not in (msgspec.Struct, commands.Say)]


def schemas(template: str = REF) -> dict[str, Any]:
    """The JSON Schema of every record by its name."""
    records = dict.fromkeys([*_records(messages), *_records(commands)])
    _, components = msgspec.json.schema_components(list(records), ref_template=template)
    return dict(components)


def answers(kind: Any, text: str = "As asked.", status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for the OpenAPI document."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    found: dict[int | str, dict[str, Any]] = {
        status: {"description": text, "content": {"application/json": {"schema": schema}}}
    }
    return {**found, **REFUSALS}


def files(media: str, text: str) -> dict[int | str, dict[str, Any]]:
    schema = {"type": "object"} if media == "application/json" else {"type": "string", "format": "binary"}
    content = {media: {"schema": schema}}
    return {200: {"description": text, "content": content}, **REFUSALS}


def _refusal(text: str) -> dict[str, Any]:
    schema = {"$ref": REF.format(name="Failure")}
    return {"description": text, "content": {"application/json": {"schema": schema}}}


REFUSALS: dict[int | str, dict[str, Any]] = {
    403: _refusal("The token is missing, of another battle, or not for that."),
    404: _refusal("There is no such thing."),
    409: _refusal("Answered already, or against the rules."),
    413: _refusal("Too large."),
    422: _refusal("It cannot be understood."),
}


def takes(kind: type[msgspec.Struct], without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The body of a route, for the OpenAPI document; `without` names fields that come from the address."""
    _, components = msgspec.json.schema_components([kind], ref_template=REF)
    schema: dict[str, Any] = {"$ref": REF.format(name=kind.__name__)}
    if without:
        schema = dict(components[kind.__name__])
        schema["properties"] = {name: each for name, each in schema["properties"].items() if name not in without}
        schema["required"] = [name for name in schema.get("required", []) if name not in without]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
