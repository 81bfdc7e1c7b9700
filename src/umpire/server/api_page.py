"""The OpenAPI document as one page for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin-top: 2.5rem } h3 { font: 600 15px ui-monospace, monospace; margin: 1.6rem 0 .2rem; overflow-wrap: anywhere }
h3 b { display: inline-block; min-width: 4rem } p { margin: .2rem 0 } pre { overflow-x: auto; font-size: 13px }
summary { cursor: pointer; padding: .4rem 0 } td { padding: .1rem 1rem .1rem 0; vertical-align: top }
code { font-size: 13px }
"""


def api_page(document: Mapping[str, Any]) -> str:
    info = document["info"]
    operations = "\n".join(
        _operation(path, method, each)
        for path, methods in document["paths"].items()
        for method, each in methods.items()
    )
    schemas = "\n".join(_schema(name, each) for name, each in sorted(document["components"]["schemas"].items()))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(info["title"])}: API</title><style>{STYLE}</style></head>
<body><h1>{escape(info["title"])}: the API</h1><p>{escape(info["description"])}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>, <a href="/api/schemas">schemas</a>.</p>
<h2>What can be asked</h2>
{operations}
<h2>Records</h2>
{schemas}
</body></html>
"""


def _operation(path: str, method: str, each: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(item['name'])}</code></td><td>{escape(item['in'])}</td>"
        f"<td>{escape(item.get('description', ''))}</td></tr>"
        for item in each.get("parameters", ())
    )
    table = f"<table>{rows}</table>" if rows else ""
    body = each.get("requestBody", {}).get("content", {})
    takes = "".join(f"<p>takes {_named(media.get('schema', {}))}</p>" for media in body.values())
    good: Mapping[str, Any] = next((answer for code, answer in each["responses"].items() if code.startswith("2")), {})
    gives = "".join(f"<p>gives {_named(media.get('schema', {}))}</p>" for media in good.get("content", {}).values())
    text = escape(each.get("description") or each.get("summary", ""))
    return f"<h3><b>{method.upper()}</b> {escape(path)}</h3><p>{text}</p>{table}{takes}{gives}"


def _named(schema: Mapping[str, Any]) -> str:
    """A schema in a word, with a link where it has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if schema.get("type") == "array":
        return f"a list of {_named(schema.get('items', {}))}"
    if "properties" in schema:
        return "<code>" + escape(", ".join(schema["properties"])) + "</code>"
    return escape(schema.get("format") or schema.get("type") or "anything")


def _schema(name: str, schema: Any) -> str:
    text = escape(json.dumps(schema, indent=1))
    return f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary><pre>{text}</pre></details>'
