// Client aborts over a real socket: a connection closed in a body's middle is not logged as an error.

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addOwner, addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { type MiniflareSystem, NO_ENGINE, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { linksIn } from "../../../scripts/browser/panel-crawler.ts";

let system: MiniflareSystem;
let studio: BenchStudio;

beforeAll(async () => {
  system = await startMiniflareSystem({ engine: NO_ENGINE });
  studio = await addStudio(system.database);
});

afterAll(() => system.stop());

/** Sends the head and the beginning of a body, and closes the connection. */
async function abandon(path: string, headers: Readonly<Record<string, string>>, begun: string): Promise<void> {
  const socket = connect(Number(system.url.port), system.url.hostname);
  await once(socket, "connect");
  const fields = { Host: system.url.host, "Content-Length": "100000", ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join("")}\r\n${begun}`);
  // Long enough for the Worker to begin to read; it goes on as soon as the connection is closed.
  await delay(300);
  socket.destroy();
  await delay(300);
}

describe("a client that closes the connection in the middle of its request", () => {
  it("leaves no error in the log", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const part = '--x\r\nContent-Disposition: form-data; name="model"; filename="box.stl"\r\n\r\nsolid';
    const authorized = { Authorization: `Bearer ${studio.key}` };
    const upload = { ...authorized, "Content-Type": "multipart/form-data; boundary=x" };
    await abandon("/api/v1/orders", upload, part);
    await abandon("/api/v1/orders", { ...upload, "Idempotency-Key": "k" }, part);
    await abandon("/api/v1/printers", { ...authorized, "Content-Type": "application/json" }, '{"name":');
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: system.url.origin };
    await abandon("/panel/sign-in", form, "email=lesia");
    expect((await fetch(new URL("/api/v1/technologies", system.url), { headers: authorized })).status).toBe(200);
    expect(printed.mock.calls).toEqual([]);
  });

  it("is in the log of its key", async () => {
    await abandon(
      "/api/v1/printers",
      { Authorization: `Bearer ${studio.key}`, "Content-Type": "application/json" },
      '{"name":',
    );
    const owner = new PanelClient(system.url.href);
    await owner.signIn(await addOwner(system.database, studio.id));
    const [, start = ""] = /href="(\/panel\/studios\/[^/"]+)/.exec((await owner.get("/panel")).html) ?? [];
    const requests = linksIn((await owner.get(`${start}/keys`)).html).find((link) => /keys\/\d+\/requests$/.test(link));
    const { html } = await owner.get(requests ?? "none");
    expect(html).toContain(">499</span>");
    expect(html).toContain("POST /printers");
  });
});
