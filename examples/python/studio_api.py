"""A small client of the Studio Integration API: waits for slicing, retries safe requests, and names the fields at fault."""

import json
import os
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path

import requests

# Seconds. The API holds an answer up to HELD while a model is sliced.
HELD = 30
TIMEOUT = (10, HELD + 60)
TRIES = 5


class ApiError(Exception):
    """A failed request's status, code, and messages by field."""

    def __init__(self, status, code, errors):
        self.status = status
        self.code = code
        self.errors = errors or {}
        faults = [f"  {field}: {message}" for field, messages in self.errors.items() for message in messages]
        super().__init__("\n".join([f"The API answered {status} {code or ''}".rstrip() + ".", *faults]))


def access():
    """The API's address and key, from the environment."""
    url, key = os.environ.get("STUDIO_API_URL"), os.environ.get("STUDIO_API_KEY")
    if not url or not key:
        raise SystemExit("Set STUDIO_API_URL (https://<host>/api/v1) and STUDIO_API_KEY.")
    return url, key


class StudioApi:
    def __init__(self, base_url, api_key, on_progress=lambda percent: None):
        self._base_url = base_url.rstrip("/")
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {api_key}"
        self._on_progress = on_progress

    def get(self, path, **options):
        """Reads the data of a GET."""
        return self._send("GET", path, **options).json()["data"]

    def quote(self, model, fields):
        """The price of a print. `fields`: materialId, printingQualityId, finishingIds, quantity."""
        return self._send_until_sliced("/quotes", [("model", model)], fields)

    def order(self, models, items, customer, idempotency_key):
        """
        Places an order of one model per item. Send it again with the same key after any doubt: there will be one order.
        """
        fields = {"items": json.dumps(items), **customer}
        files = [("models[]", model) for model in models]
        return self._send_until_sliced("/orders", files, fields, {"Idempotency-Key": idempotency_key})

    def _send_until_sliced(self, path, models, fields, headers=None):
        has_failed = False
        while True:
            # Files are read anew for each request, which consumes them.
            files = [(name, (Path(model).name, Path(model).read_bytes())) for name, model in models]
            response = self._send("POST", path, data=fields, files=files, headers=headers or {})
            data = response.json()["data"]
            if response.status_code != 202:
                return data
            # Nothing is priced or ordered yet. Repeated after its job is done, the request finds the slice ready.
            time.sleep(seconds_until_again(response))
            job = self._wait_for_job(data["jobId"])
            if job["status"] == "failed":
                # Sent again once: if the file is at fault, the answer names it; otherwise it is sliced anew.
                if has_failed:
                    raise ApiError(response.status_code, f"(slicing failed twice, job {job['jobId']})", None)
                has_failed = True

    def _wait_for_job(self, job_id):
        while True:
            response = self._send("GET", f"/slicing-jobs/{job_id}", headers={"Prefer": f"wait={HELD}"})
            job = response.json()["data"]
            self._on_progress(job["progress"])
            if job["status"] in ("done", "failed"):
                return job
            time.sleep(seconds_until_again(response))

    def _send(self, method, path, **options):
        """
        Sends a request, again if the connection broke or the service is busy for a moment. All requests of this client
        may be repeated: reading, quoting, and an order, which has its key. A 429 is not repeated: its hour is too long.
        """
        for attempt in range(1, TRIES + 1):
            try:
                response = self._session.request(method, f"{self._base_url}{path}", timeout=TIMEOUT, **options)
            except (requests.ConnectionError, requests.Timeout) as error:
                if attempt == TRIES:
                    raise ApiError("nothing", f"(no answer from {self._base_url})", None) from error
                time.sleep(attempt)
                continue
            if response.ok:
                return response
            error = read_error(response)
            is_busy = response.status_code == 503 or error.code == "errors.idempotencyInProgress"
            if not is_busy or attempt == TRIES:
                raise error
            time.sleep(seconds_until_again(response))
        raise AssertionError("the last try either answers or fails")


def seconds_until_again(response):
    """Reads Retry-After, which is seconds or, from a proxy, a date: at least one second, and a minute at most."""
    value = response.headers.get("Retry-After", "1")
    try:
        seconds = int(value) if value.isdecimal() else (utc(parsedate_to_datetime(value)) - utc()).total_seconds()
    except (TypeError, ValueError):
        seconds = 1
    return min(max(seconds, 1), 60)


def utc(time=None):
    return time.replace(tzinfo=time.tzinfo or timezone.utc) if time else datetime.now(timezone.utc)


def read_error(response):
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
        return ApiError(429, f"({body.get('error')}; {response.headers.get('RateLimit', '')})", None)
    return ApiError(response.status_code, body.get("errorCode"), errors)
