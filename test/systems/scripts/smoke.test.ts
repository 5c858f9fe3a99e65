// `npm run smoke` as a user runs it, on a whole system and on broken ones.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addStudio, type BenchStudio, SMALL_CATALOG } from "../../../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { buildBrowserFiles } from "../../../scripts/browser/build.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { materials, orders, printers } from "../../../src/db/schema.ts";

let engine: EngineProcess;
let system: MiniflareSystem;
let studio: BenchStudio;

beforeAll(async () => {
  await buildBrowserFiles();
  engine = await startEngine({ ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1" });
  system = await startMiniflareSystem({ engine: { url: engine.url, engineName: engine.engineName } });
  studio = await addStudio(system.database, SMALL_CATALOG);
});

afterAll(async () => {
  await system.stop();
  engine.child.kill("SIGKILL");
});

interface Smoked {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  /** The outcome of each row, by its subject. */
  readonly outcomes: Readonly<Record<string, string>>;
}

function smoke(...args: string[]): Promise<Smoked> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(PROJECT_FOLDER, "scripts/smoke/smoke.ts"), ...args],
      { cwd: PROJECT_FOLDER },
      (_, output, errors) => {
        const rows = [...output.matchAll(/^(works|FAILS|not tried) +(.+?)(?: {2,}|$)/gm)];
        const outcomes = Object.fromEntries(rows.map(([, outcome = "", what = ""]) => [what, outcome]));
        resolve({ code: child.exitCode ?? -1, output, errors, outcomes });
      },
    );
  });
}

const EVERYTHING = {
  "its health, as a monitor sees it": "works",
  "a request without a key is refused": "works",
  "the key opens a studio": "works",
  "its order page, as a visitor opens it": "works",
  "the widget for other sites": "works",
  "an unknown order is not found": "works",
  "the hour counts down": "works",
  "the catalog": "works",
  "a quote of a new model, sliced": "works",
  "an order cut off twice, sent again": "works",
  "its file, whole and in part": "works",
  "a printer, added and removed": "works",
};

const ordersOf = ({ id }: BenchStudio) => system.database.select().from(orders).where(eq(orders.studioId, id));
const printersOf = ({ id }: BenchStudio) => system.database.select().from(printers).where(eq(printers.studioId, id));

describe("npm run smoke", () => {
  it("says that everything works, and leaves one order and no printer", async () => {
    const { code, output, errors, outcomes } = await smoke("--url", system.url.href, "--key", studio.key);
    expect({ code, errors, outcomes }, output).toEqual({ code: 0, errors: "", outcomes: EVERYTHING });
    expect(await ordersOf(studio)).toMatchObject([{ source: "smoke" }]);
    expect(await printersOf(studio)).toEqual([]);
  });

  it.each([
    ["POST", /\/quotes$/, "a quote of a new model, sliced"],
    ["PATCH", /\/printers\/\d+$/, "a printer, added and removed"],
    ["GET", /^\/files\//, "its file, whole and in part"],
    ["GET", /^\/health$/, "its health, as a monitor sees it"],
    ["GET", /^\/studio-[^/]+$/, "its order page, as a visitor opens it"],
    ["GET", /^\/widget\.js$/, "the widget for other sites"],
  ])("finds out that %s %s answers 500", async (method, path, what) => {
    const broken = await addStudio(system.database, SMALL_CATALOG);
    const proxy = await startProxy((incoming, response) => {
      if (incoming.method !== method || !path.test(incoming.url ?? "")) return false;
      incoming.resume().on("end", () => response.writeHead(500).end("broken"));
      return true;
    });
    const { code, output, errors, outcomes } = await smoke("--url", addressOf(proxy), "--key", broken.key);
    proxy.close();
    expect({ code, errors, outcomes }, output).toEqual({
      code: 1,
      errors: "",
      outcomes: { ...EVERYTHING, [what]: "FAILS" },
    });
    expect(output).toMatch(/500/);
    expect(await printersOf(broken)).toEqual([]);
  });

  it("finds out that one key places two orders", async () => {
    const twice = await addStudio(system.database, SMALL_CATALOG);
    const proxy = await startProxy((incoming) => {
      delete incoming.headers["idempotency-key"];
      return false;
    });
    const { code, output } = await smoke("--url", addressOf(proxy), "--key", twice.key);
    proxy.close();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAILS +an order cut off twice, sent again +one Idempotency-Key placed two orders: \d+ and \d+$/m,
    );
  });

  it("names the missing parts of a studio without a catalog", async () => {
    const empty = await addStudio(system.database, SMALL_CATALOG);
    await system.database.update(materials).set({ status: "inactive" }).where(eq(materials.studioId, empty.id));
    const { code, output } = await smoke("--url", system.url.href, "--key", empty.key);
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILS +the catalog +the studio has 0 active materials .*: enter some in its panel$/m);
  });

  it("says in rows that nothing answers, or that the answering port speaks no TLS", async () => {
    const proxy = await startProxy(() => false);
    const withoutTls = await smoke("--url", addressOf(proxy).replace("http:", "https:"), "--key", "pk_live_x");
    proxy.close();
    await once(proxy, "close");
    const silent = await smoke("--url", addressOf(proxy), "--key", "pk_live_x");
    for (const { code, output, errors, outcomes } of [withoutTls, silent]) {
      expect({ code, errors, outcomes }, output).toEqual({
        code: 1,
        errors: "",
        outcomes: {
          "its health, as a monitor sees it": "FAILS",
          "a request without a key is refused": "FAILS",
          "the key opens a studio": "FAILS",
          "everything else": "not tried",
        },
      });
    }
    expect(silent.output).toContain("ECONNREFUSED");
  });

  it("names in one line the missing argument", async () => {
    expect(await smoke("--url", "https://api.example")).toMatchObject({
      code: 1,
      output: "",
      errors: expect.stringMatching(/^Say the studio's key.*\n$/),
    });
    expect(await smoke("--url", "api.example", "--key", "x")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^--url is .*\n$/),
    });
  });
});

/** @param breaks answers the request itself, or changes it and lets it pass */
async function startProxy(breaks: (incoming: IncomingMessage, response: ServerResponse) => boolean): Promise<Server> {
  const server = createServer((incoming, response) => {
    if (breaks(incoming, response)) return;
    const { method = "GET", url = "/", headers } = incoming;
    const outgoing = request(new URL(url, system.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.on("error", () => outgoing.destroy()).pipe(outgoing);
    response.on("close", () => outgoing.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const addresses = new WeakMap<Server, string>();

/** Known after it has closed, too. */
function addressOf(server: Server): string {
  const known = addresses.get(server);
  if (known !== undefined) return known;
  // A server that listens on a port has an address of this kind.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  addresses.set(server, address);
  return address;
}
