"""Schemathesis throws whatever fits the API's own document, and what does not, at a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.installed import PATIENCE
from tests.server.running import Server, running
from umpire.server.app import create_app

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("schema"), "toy") as found:
        yield found


@pytest.fixture(scope="module")
def known(house: Server) -> dict[str, Any]:
    """A battle that exists, so that not everything ends at the door."""
    body = {"game": "toy", "pace": 0}
    made: dict[str, Any] = httpx2.post(f"{house.url}/api/battles", json=body, timeout=PATIENCE).json()
    return made


schema = schemathesis.openapi.from_dict(create_app(Path("nowhere")).openapi())


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_makes_the_server_fail(case: Any, house: Server, known: dict[str, Any]) -> None:
    parameters = case.path_parameters or {}
    if "battle" in parameters and case.method != "DELETE":
        parameters["battle"] = known["id"]
        case.query = {**(case.query or {}), "token": known["links"][0]["token"]}
    if "slug" in parameters:
        parameters["slug"] = "toy"
    if "procedure" in parameters:
        parameters["procedure"] = "shot"
    case.call_and_validate(base_url=house.url, checks=CHECKS, timeout=PATIENCE)
