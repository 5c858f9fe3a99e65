// compose.yaml as an operator runs it: builds, becomes healthy, slices for its token, finishes its slice when stopped.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { docker } from "../../harness/engine/docker.ts";
import { newSliceKey, ReachableEngine, readEngineJson } from "../../harness/engine/running-engine.ts";
import { binaryStl, cube, sphere } from "../../harness/models.ts";
import { findFreePort } from "../../scripts/local/free-port.ts";
import type { EngineHealth, EngineSliceState } from "../../slicer-service/src/engine-protocol.ts";

const isBuilt = inject("engineImage") !== undefined;
const projectCopy = inject("projectCopy");
const ENGINE_TOKEN = "a-token-of-an-engine-that-only-tests-know";
const environment = { ENGINE_TOKEN };

/** A client that carries the token, as the slicer Worker does. */
class ComposedEngine extends ReachableEngine {
  override put(...given: Parameters<ReachableEngine["put"]>): Promise<Response> {
    const [sliceKey, upload, options = this.options(upload)] = given;
    return fetch(`${this.url}/slices/${sliceKey}`, {
      method: "PUT",
      headers: { ...AUTHORIZED, "Slice-Options": JSON.stringify(options) },
      body: upload.model,
    });
  }

  override get(sliceKey: string, query = ""): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}${query}`, { headers: AUTHORIZED });
  }
}

const AUTHORIZED = { Authorization: `Bearer ${ENGINE_TOKEN}` };

describe.skipIf(!isBuilt)("compose.yaml", () => {
  let compose: (...words: string[]) => Promise<string>;
  let engine: ComposedEngine;

  beforeAll(async () => {
    const port = await findFreePort("127.0.0.1");
    // Its own port may be in use here, and its project a service of this machine's.
    const override = join(projectCopy, "port-of-a-test.yaml");
    await writeFile(override, `services: { engine: { ports: !override ["127.0.0.1:${port}:8080"] } }\n`);
    const files = ["-f", join(projectCopy, "slicer-service/compose.yaml"), "-f", override];
    compose = (...words) => docker(["compose", "-p", `compose-test-${port}`, ...files, ...words], { environment });
    await compose("up", "--build", "--detach", "--wait");
    const url = `http://127.0.0.1:${port}`;
    const { engineName } = await readEngineJson<EngineHealth>(await fetch(`${url}/health`, { headers: AUTHORIZED }));
    engine = new ComposedEngine(url, engineName);
  });
  afterAll(async () => {
    await compose("down", "--timeout", "0");
  });

  it("runs an engine that its health check finds well, and that answers for its token only", async () => {
    expect(await compose("ps", "--format", "{{.Health}}")).toBe("healthy");
    expect((await fetch(`${engine.url}/health`)).status).toBe(401);
    expect((await engine.slice({ model: binaryStl(cube(8)) })).printSeconds).toBeGreaterThan(0);
  });

  it("stops once its slice is finished", async () => {
    const sliceKey = newSliceKey();
    expect((await engine.put(sliceKey, { model: binaryStl(sphere(60, 300)) })).status).toBe(202);
    await expect
      .poll(async () => (await readEngineJson<EngineSliceState>(await engine.get(sliceKey))).status, {
        timeout: 30_000,
      })
      .toBe("slicing");
    const stopped = compose("stop");
    const state = await engine.end(sliceKey);
    expect(state.status).toBe("done");
    await stopped;
    expect(await compose("ps", "--all", "--format", "{{.ExitCode}}")).toBe("0");
  });
});
