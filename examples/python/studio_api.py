"""A small client of the Studio Integration API: waits for slicing, retries safe requests, and names the fields at fault."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Optional, Union

import requests

__all__ = ["ApiError", "FileName", "Record", "StudioApi"]

# An answer's object, with the fields of the contract.
Record = dict[str, Any]
FileName = Union[str, "os.PathLike[str]"]

# Seconds. The API holds an answer up to HELD while a model is sliced.
HELD = 30
TIMEOUT = (10, HELD + 60)
TRIES = 5


class ApiError(Exception):
    """A failed request's status, code, and messages by field. Without an answer the status is None."""

    def __init__(
        self,
        status: Optional[int],
        code: Optional[str],
        errors: Optional[Mapping[str, Sequence[str]]] = None,
        hint: Optional[str] = None,
    ) -> None:
        self.status = status
        self.code = code
        self.errors = errors or {}
        faults = [f"  {field}: {message}" for field, messages in self.errors.items() for message in messages]
        answered = "nothing" if status is None else status
        hints = [f"  {hint}"] if hint else []
        super().__init__("\n".join([f"The API answered {answered} {code or ''}".rstrip() + ".", *faults, *hints]))


class StudioApi:
    """One studio's API, by its key."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        on_progress: Callable[[int], object] = lambda percent: None,
    ) -> None:
        """Takes STUDIO_API_URL and STUDIO_API_KEY from the environment for an address or key that is not given."""
        self._base_url = (base_url or from_environment("base_url", "STUDIO_API_URL")).rstrip("/")
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {api_key or from_environment('api_key', 'STUDIO_API_KEY')}"
        self._on_progress = on_progress

    def get(self, path: str, **options: Any) -> Any:
        """Reads the data of a GET."""
        return self._send("GET", path, **options).json()["data"]

    def quote(self, model: FileName, fields: Mapping[str, object]) -> Record:
        """The price of a print. `fields`: materialId, printingQualityId, finishingIds, quantity."""
        return self._send_until_sliced("/quotes", [("model", model)], fields)

    def order(
        self,
        models: Iterable[FileName],
        items: Sequence[Mapping[str, object]],
        customer: Mapping[str, object],
        idempotency_key: str,
    ) -> Record:
        """
        Places an order of one model per item. Send it again with the same key after any doubt: there will be one order.
        """
        fields: dict[str, object] = {"items": json.dumps(items), **customer}
        files = [("models[]", model) for model in models]
        return self._send_until_sliced("/orders", files, fields, {"Idempotency-Key": idempotency_key})

    def _send_until_sliced(
        self,
        path: str,
        models: Sequence[tuple[str, FileName]],
        fields: Mapping[str, object],
        headers: Optional[Mapping[str, str]] = None,
    ) -> Record:
        has_failed = False
        while True:
            # Files are read anew for each request, which consumes them.
            files = [(name, (Path(model).name, Path(model).read_bytes())) for name, model in models]
            response = self._send("POST", path, data=fields, files=files, headers=headers or {})
            data: Record = response.json()["data"]
            if response.status_code != 202:
                return data
            # Nothing is priced or ordered yet. Repeated after its job is done, the request finds the slice ready.
            time.sleep(seconds_until_again(response))
            job = self._wait_for_job(data["jobId"])
            if job["status"] == "failed":
                # Sent again once: if the file is at fault, the answer names it; otherwise it is sliced anew.
                if has_failed:
                    raise ApiError(response.status_code, f"(slicing failed twice, job {job['jobId']})")
                has_failed = True

    def _wait_for_job(self, job_id: str) -> Record:
        while True:
            response = self._send("GET", f"/slicing-jobs/{job_id}", headers={"Prefer": f"wait={HELD}"})
            job: Record = response.json()["data"]
            self._on_progress(job["progress"])
            if job["status"] in ("done", "failed"):
                return job
            time.sleep(seconds_until_again(response))

    def _send(self, method: str, path: str, **options: Any) -> requests.Response:
        """
        Sends a request, again if the connection broke or the service is busy for a moment. All requests of this client
        may be repeated: reading, quoting, and an order, which has its key. A 429 is not repeated: its hour is too long.
        """
        for attempt in range(1, TRIES + 1):
            try:
                response = self._session.request(method, f"{self._base_url}{path}", timeout=TIMEOUT, **options)
            except (requests.ConnectionError, requests.Timeout) as error:
                if attempt == TRIES:
                    raise ApiError(None, f"(no answer from {self._base_url})") from error
                time.sleep(attempt)
                continue
            if response.ok:
                return response
            refusal = read_error(response)
            is_busy = response.status_code == 503 or refusal.code == "errors.idempotencyInProgress"
            if not is_busy or attempt == TRIES:
                raise refusal
            time.sleep(seconds_until_again(response))
        raise AssertionError("the last try either answers or fails")


def from_environment(argument: str, variable: str) -> str:
    value = os.environ.get(variable, "").strip()
    if not value:
        raise ValueError(f"{argument} is missing: give it, or set the environment variable {variable}")
    return value


def seconds_until_again(response: requests.Response) -> float:
    """Reads Retry-After, which is seconds or, from a proxy, a date: at least one second, and a minute at most."""
    value = response.headers.get("Retry-After", "1")
    try:
        seconds = float(value) if value.isdecimal() else (utc(parsedate_to_datetime(value)) - utc()).total_seconds()
    except (TypeError, ValueError):
        seconds = 1
    return min(max(seconds, 1), 60)


def utc(moment: Optional[datetime] = None) -> datetime:
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc) if moment else datetime.now(timezone.utc)


def read_error(response: requests.Response) -> ApiError:
    try:
        body = response.json()
    except ValueError:
        body = {}
    # A proxy may answer in JSON of its own.
    if not isinstance(body, dict):
        body = {}
    errors = body.get("errors")
    if not isinstance(errors, dict) or not all(isinstance(messages, list) for messages in errors.values()):
        errors = None
    if response.status_code == 429:
        # RateLimit: "hourly";r=0;t=<seconds until one more request is free>
        return ApiError(429, f"({body.get('error')}; {response.headers.get('RateLimit', '')})")
    return ApiError(response.status_code, body.get("errorCode"), errors, read_hint(response, body.get("errorCode")))


def read_hint(response: requests.Response, code: object) -> Optional[str]:
    """The sentence of a refused key, and the way back from a path that no operation has."""
    if code == "errors.pathUnknown":
        nearest = response.headers.get("X-Nearest-Path")
        return f"The nearest path is {nearest}" if nearest else "The base address ends with /api/v1"
    said = re.search(r'error_description="([^"]*)"', response.headers.get("WWW-Authenticate", ""))
    return said.group(1) if said else None
