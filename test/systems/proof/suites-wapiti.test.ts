// Wapiti, a scanner of web services, against order page, documents and panel, signed in and not. Skipped without it.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasWapiti, runWapiti } from "../../../harness/proof/suites/wapiti.ts";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";

if (!hasWapiti) console.log("There is no wapiti on the PATH: the service is not scanned with it.");

describe.skipIf(!hasWapiti)("Wapiti, only with wapiti on the PATH", () => {
  let system: TestSystem;
  let origin: string;

  beforeAll(async () => {
    system = await startSystem();
    origin = new URL(system.baseUrl).origin;
  });

  afterAll(() => system?.stop());

  it.each(["/kobza-druk", "/panel/sign-in", "/api/v1/docs/"])(
    "finds no way in, and no loose policy, at %s",
    async (path) => {
      expect((await runWapiti(`${origin}${path}`)).findings).toEqual([]);
    },
  );

  it("finds none in a panel in which it is signed in", async () => {
    const client = new PanelClient(origin);
    await client.signIn(system.owner);
    const { findings } = await runWapiti(`${origin}/panel/studios/${system.owner.slug}/`, client.cookies());
    expect(findings).toEqual([]);
  });

  it("finds a page that repeats its query as markup, and asks with the given cookie", async () => {
    const cookies = new Set<string | undefined>();
    const server = createServer(({ url = "/", headers }, answer) => {
      cookies.add(headers.cookie);
      const query = new URL(url, "http://loose.invalid").searchParams.get("q") ?? "";
      answer.setHeader("Content-Type", "text/html");
      answer.end(`<form action="/"><input name="q"></form><p>${query}</p>`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo;
    const { findings } = await runWapiti(`http://127.0.0.1:${port}/`, [{ name: "panel", value: "signed-in" }]);
    server.close();
    expect(findings.join("\n")).toContain("Cross Site Scripting");
    expect([...cookies]).toContain("panel=signed-in");
  });
});
