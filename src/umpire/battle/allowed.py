"""What may stand in a field of a data file, as its shape says: for the words of a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import inspect

Steps: TypeAlias = "tuple[str | int, ...]"
"""The way to a field: names of fields and numbers of items."""

_ROOM = 100
"""Letters for the values that a field may have; more are cut."""


def told_values(values: Sequence[str]) -> str:
    """
    >>> told_values(["hill", "wood"])
    ': hill, wood'
    """
    told: list[str] = []
    for value in values:
        if len(", ".join([*told, value])) > _ROOM:
            told.append("...")
            break
        told.append(value)
    return f": {', '.join(told)}" if told else ""


def allowed(shape: type[object], steps: Steps) -> list[str]:
    """The values that a field may have, if there is a list of them; of a table with such keys, these."""
    found: list[Any] = [inspect.type_info(shape)]
    for step in steps:
        found = [inner for each in found for inner in _inside(each, step)]
    found = [inner for each in found for inner in _choices(each)]
    keys = [each.key_type for each in found if isinstance(each, inspect.DictType)]
    values: list[Any] = []
    for each in (*found, *keys):
        if isinstance(each, inspect.LiteralType):
            values += each.values
        elif isinstance(each, inspect.EnumType):
            values += [member.value for member in each.cls]
    return [str(value) for value in values if value != ""]


def _choices(kind: Any) -> list[Any]:
    """The types that a type leaves to choose from; mostly itself."""
    if isinstance(kind, inspect.UnionType):
        return list(kind.types)
    return _choices(kind.type) if isinstance(kind, inspect.Metadata) else [kind]


def _inside(kind: Any, step: str | int) -> list[Any]:
    """The type of one field, value or item of a type."""
    found: list[Any] = []
    for each in _choices(kind):
        if isinstance(each, inspect.StructType):
            found += [field.type for field in each.fields if field.encode_name == step]
        elif isinstance(each, inspect.DictType):
            found.append(each.value_type)
        elif isinstance(each, inspect.CollectionType):
            found.append(each.item_type)
        elif isinstance(each, inspect.TupleType) and isinstance(step, int):
            found += each.item_types[step : step + 1]
    return found
