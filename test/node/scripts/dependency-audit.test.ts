// The audit of dependencies: npm's own command against a registry with faults, and one without an audit.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { AUDIT_EXCEPTIONS } from "../../../scripts/supply-chain/audit-exceptions.ts";
import { auditPackages } from "../../../scripts/supply-chain/audited-packages.ts";
import { type FoundAdvisory, judgeAudit, readAudit } from "../../../scripts/supply-chain/judged-audit.ts";
import type { ShippedPackage } from "../../../scripts/supply-chain/shipped-packages.ts";

const HONO: ShippedPackage = {
  ...{ name: "hono", version: "4.13.19", licence: "MIT", folder: "node_modules/hono", integrity: undefined },
  artefacts: ["api-worker"],
};

let registry: Server | undefined;
let cache: string;

/** npm keeps the advisories that it has met in its cache. */
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), "audit-cache-"));
});

afterEach(async () => {
  await rm(cache, { recursive: true, force: true });
  registry?.close();
  registry?.closeAllConnections();
});

/** npm's environment with a registry that knows these faults of every version; without one it refuses to audit. */
async function withFaults(faults?: Readonly<Record<string, "high" | "moderate">>): Promise<NodeJS.ProcessEnv> {
  registry = createServer(async (request, response) => {
    if (request.method !== "POST" || faults === undefined) {
      response.writeHead(request.method === "POST" ? 405 : 404).end("{}");
      return;
    }
    await text(request).catch(() => "");
    const advisories = Object.entries(faults).map(([name, severity], index) => [
      name,
      [
        {
          ...{
            id: index + 1,
            url: `https://advisories.example/GHSA-0000-0000-000${index}`,
            title: `A fault of ${name}`,
          },
          ...{ severity, vulnerable_versions: "*", cwe: [], cvss: { score: 8, vectorString: null } },
        },
      ],
    ]);
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(Object.fromEntries(advisories)));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  // A server that listens on TCP has an address of this type.
  const { port } = registry.address() as AddressInfo;
  const ofNpm = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: cache,
    npm_config_fetch_retries: "0",
  };
  return { ...process.env, ...ofNpm };
}

describe("the audit of dependencies", () => {
  it("refuses a high fault in a shipped package, and names it", async () => {
    const audit = await auditPackages(PROJECT_FOLDER, [HONO], await withFaults({ hono: "high" }));
    expect(audit?.refused).toEqual(["hono: high, A fault of hono (GHSA-0000-0000-0000)"]);
  });

  it("tells of a moderate one, and of one in a tool, and refuses neither", async () => {
    const audit = await auditPackages(PROJECT_FOLDER, [HONO], await withFaults({ hono: "moderate", vitest: "high" }));
    const ofRegistry = audit?.found.map((one) => [one.package, one.severity, one.isShipped]);
    expect(ofRegistry).toContainEqual(["hono", "moderate", true]);
    expect(ofRegistry).toContainEqual(["vitest", "high", false]);
    expect(audit?.refused).toEqual([]);
  });

  it("knows nothing where the registry gives no audit, which refuses nothing", async () => {
    expect(await auditPackages(PROJECT_FOLDER, [HONO], await withFaults())).toBeUndefined();
  });

  it("takes no report of another form for a missing one", () => {
    const via = [{ url: "https://advisories.example/GHSA-1", title: "A fault", severity: "grave" }];
    const answer = JSON.stringify({ vulnerabilities: { hono: { name: "hono", nodes: ["node_modules/hono"], via } } });
    expect(() => readAudit(answer, [HONO])).toThrow();
    expect(readAudit("no JSON", [HONO])).toBeUndefined();
  });

  it("excuses an advisory until the last day of its exception, and refuses the exception after it", () => {
    const found: FoundAdvisory = {
      ...{ package: "hono", advisory: "GHSA-1", title: "A fault", severity: "critical", isShipped: true },
    };
    const exception = { advisory: "GHSA-1", package: "hono", reason: "not reached", until: "2026-12-31" };
    expect(judgeAudit([found], [exception], "2026-12-31").refused).toEqual([]);
    expect(judgeAudit([found], [{ ...exception, package: "zod" }], "2026-12-31").refused).toHaveLength(1);
    expect(judgeAudit([found], [exception], "2027-01-01").refused).toEqual([
      "hono: critical, A fault (GHSA-1)",
      "hono: the exception of GHSA-1 ended on 2026-12-31",
    ]);
  });

  it("has exceptions of a reason and a last day within a year", () => {
    const inOneYear = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10);
    for (const { reason, until } of AUDIT_EXCEPTIONS) {
      expect(reason.length).toBeGreaterThan(20);
      expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(until <= inOneYear, until).toBe(true);
    }
  });
});
