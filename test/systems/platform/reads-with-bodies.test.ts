// Reads that carry a body are answered like any other, at every door, over a real socket.

import { once } from "node:events";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addStudio, type BenchStudio, SMALL_CATALOG } from "../../../harness/studios.ts";
import { type MiniflareSystem, NO_ENGINE, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { studios } from "../../../src/db/schema.ts";

let system: MiniflareSystem;
let studio: BenchStudio;
let slug: string;

beforeAll(async () => {
  system = await startMiniflareSystem({ engine: NO_ENGINE });
  studio = await addStudio(system.database, SMALL_CATALOG);
  const [row] = await system.database.select().from(studios).where(eq(studios.id, studio.id));
  slug = row?.slug ?? "";
});

afterAll(() => system?.stop());

const DOORS = [
  ...["/me", "/printers", "/printers/1", "/materials", "/orders", "/models/x/prices", "/openapi.json"].map(
    (path) => `/api/v1${path}`,
  ),
  ...["/panel/sign-in", "/panel/account", "/:slug", "/:slug/orders/x", "/files/x", "/docs", "/health", "/nothing"],
];

/** The end of a request's head, and the text that follows it. */
const BODIES = {
  "an empty body of unstated length": "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "a body of unstated length": "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  "a body": "Content-Length: 5\r\n\r\nhello",
  "a long body": `Content-Length: 300000\r\n\r\n${"x".repeat(300_000)}`,
} as const;

/** The status line: fetch sends no body with a GET. */
async function statusOf(method: string, door: string, end: string): Promise<string> {
  const path = door.replace(":slug", slug);
  const socket = connect(Number(system.url.port), system.url.hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  const head = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close"];
  // A closed connection may lose the answer: the status is then empty.
  socket.on("error", () => {});
  socket.write(`${[...head, `Authorization: Bearer ${studio.key}`].join("\r\n")}\r\n${end}`);
  await once(socket, "close");
  return answer.slice(0, answer.indexOf("\r\n"));
}

describe.each(["GET", "HEAD"])("a %s", (method) => {
  it.each(Object.entries(BODIES))("with %s is answered as one without", async (_, end) => {
    for (const door of DOORS) {
      const without = await statusOf(method, door, "\r\n");
      expect(without, door).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(await statusOf(method, door, end), `${method} ${door}`).toBe(without);
    }
  });
});
