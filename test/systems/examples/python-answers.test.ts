// The Python example's reading of refusals, the API's and a proxy's. Skipped without a Python with requests.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const hasRequests = spawnSync("python3", ["-c", "import requests"]).status === 0;
if (!hasRequests) console.log("There is no Python with requests: its example is not asked.");

/** The value of an expression with an answer of this status, headers and body. */
function evaluate(expression: string, status: number, headers: object, body: string): string {
  const program = `
import json, sys, requests, studio_api
status, headers, body = json.loads(sys.argv[1])
response = requests.Response()
response.status_code = status
response.headers.update(headers)
response._content = body.encode()
print(${expression})
`;
  const answer = JSON.stringify([status, headers, body]);
  const cwd = join(PROJECT_FOLDER, "examples/python");
  const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  const run = spawnSync("python3", ["-c", program, answer], { cwd, env: environment, encoding: "utf8" });
  expect(run.stderr).toBe("");
  return run.stdout.trim();
}

describe.skipIf(!hasRequests)("the Python example, only with Python and requests", () => {
  it.each(["[]", '"no"', "7", '{"errors": ["no"]}', '{"errors": {"name": 7}}', "<h1>no</h1>"])(
    "makes an error of a status whose body is %s",
    (body) => {
      expect(evaluate("studio_api.read_error(response)", 502, {}, body)).toBe("The API answered 502.");
      expect(evaluate("studio_api.read_error(response).status", 429, {}, body)).toBe("429");
    },
  );

  it("says what is wrong with a key, and with a path, where no field can", () => {
    const refused = {
      "WWW-Authenticate": 'Bearer realm="studio", error="invalid_token", error_description="No studio has this key"',
    };
    const key = evaluate("studio_api.read_error(response)", 401, refused, '{"errorCode": "errors.unauthorized"}');
    expect(key).toBe("The API answered 401 errors.unauthorized.\n  No studio has this key");
    const unknown = '{"errorCode": "errors.pathUnknown"}';
    const near = evaluate("studio_api.read_error(response)", 404, { "X-Nearest-Path": "/api/v1/quotes" }, unknown);
    expect(near).toBe("The API answered 404 errors.pathUnknown.\n  The nearest path is /api/v1/quotes");
    expect(evaluate("studio_api.read_error(response)", 404, {}, unknown)).toContain("ends with /api/v1");
  });

  it.each([
    ["7", 7],
    ["0", 1],
    ["99999", 60],
    ["Sat, 21 Nov 2020 12:00:20 GMT", 1],
    ["Sat, 21 Nov 2020 12:00:20 -0000", 1],
    ["Sun, 21 Nov 2100 12:00:20 GMT", 60],
    ["soon", 1],
  ])("waits after Retry-After: %s for %i seconds", (value, seconds) => {
    expect(Number(evaluate("studio_api.seconds_until_again(response)", 503, { "Retry-After": value }, ""))).toBe(
      seconds,
    );
  });
});
