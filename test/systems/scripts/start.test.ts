// `npm start` and `npm run studio` as a user runs them: real processes, with a state folder of their own.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { twistedVase } from "../../../scripts/demo/demo-models.ts";
import type { DemoPeople, DemoSignIn } from "../../../scripts/local/demo/demo-file.ts";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { localStateIn } from "../../../scripts/local/local-state.ts";
import { findLocalService, isReady } from "../../../scripts/local/running-service.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../../../scripts/wrangler.ts";

/** Paths that `wrangler dev` and Miniflare answer themselves, with the names of earlier versions. */
const ROUTES_OF_LOCAL_TOOLS = [
  "/cdn-cgi/local/explorer",
  "/cdn-cgi/local/explorer/api/d1/database",
  "/cdn-cgi/explorer",
  "/cdn-cgi/local/scheduled",
  "/cdn-cgi/handler/scheduled",
  "/cdn-cgi/mf/scheduled",
  "/__scheduled",
  "/cdn-cgi/local/email",
  "/cdn-cgi/handler/email",
  "/cdn-cgi/local/platform-proxy",
  "/cdn-cgi/local/r2/public/studio-models/any",
  "/cdn-cgi/local/r2/s3/studio-models",
  "/cdn-cgi/mf/stream",
  "/__cf_local/stream",
  "/__cf_local/imagedelivery",
  "/__cf_local/imageupload",
  "/cdn-cgi/live-reload",
  "/cdn-cgi/ProxyWorker/play",
  "/cdn-cgi/access/get-identity",
];

let stateFolder: string;
let port: number;
let system: StartedSystem;

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), "start-test-"));
  port = await findFreePort("127.0.0.1");
  system = await startSystem();
});

afterAll(async () => {
  await system.end("SIGTERM");
  await rm(stateFolder, { recursive: true, force: true });
});

describe("npm start", () => {
  it("writes demo.json for its owner only, with two keys and an owner for each studio", async () => {
    const file = join(stateFolder, "demo.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = expect.stringMatching(/^pk_live_[A-Za-z0-9]{64}$/);
    const password = expect.stringMatching(/^[A-Za-z0-9]{12,16}$/);
    const slugs = ["kobza-druk", "dnipro-prototyp", "arsenal-3d", "maisternia", "pershyi-shar"];
    const studio = (plan: string) => ({ slug: expect.any(String), plan, apiKey: key, revokedApiKey: key });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      panelUrl: `http://127.0.0.1:${port}/panel`,
      mailboxUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      studios: [studio("pro"), studio("pro"), studio("enterprise"), studio("basic"), studio("free")],
      owners: slugs.map((slug) => ({ slug, email: `owner@${slug}.example`, password })),
      staff: [{ slug: "kobza-druk", email: "staff@kobza-druk.example", password }],
    });
  });

  it("names its pages, which answer, and its slicer", async () => {
    const origin = `http://127.0.0.1:${port}`;
    expect(system.hasPrintedAlready(`The studio panel is at ${origin}/panel.`)).toBe(true);
    const docs = `${origin}/api/v1/docs`;
    expect(system.hasPrintedAlready(`The API is at ${origin}/api/v1, its guides and reference at ${docs}`)).toBe(true);
    expect(system.hasPrintedAlready(`Whether all of it is well: ${origin}/health`)).toBe(true);
    for (const page of [`${origin}/panel`, docs, `${origin}/health`])
      expect((await fetch(page)).status, page).toBe(200);
    const [slicer = "nothing"] = system.printed.filter((line) => line.startsWith("Filament is sliced by "));
    expect(slicer).toMatch(
      /by (PrusaSlicer \d+\.\d+\.\d+ \(\/.+\/prusa-slicer\)|CuraEngine, embedded \(cura-wasm [\d.]+\))\.$/,
    );
  });

  it("lets the demo people into the panel of their studio", async () => {
    const { owners, staff } = await demoFile();
    for (const person of [...owners, ...staff]) expect(await startPageOf(person)).toBe(200);
  });

  it("lets the demo keys in as their studio's plan says", async () => {
    const statuses: Record<string, number[]> = {};
    for (const { slug, apiKey, revokedApiKey } of await demoStudios()) {
      statuses[slug] = [await statusOfMe(apiKey), await statusOfMe(revokedApiKey)];
    }
    expect(Object.values(statuses)).toEqual([
      [200, 401],
      [200, 401],
      [200, 401],
      [403, 403],
      [403, 403],
    ]);
  });

  it("gives each studio with access a catalog of all five technologies", async () => {
    for (const { apiKey } of (await demoStudios()).slice(0, 3)) {
      for (const path of ["/materials", "/printing-qualities"]) {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers: bearer(apiKey) });
        const { data } = (await response.json()) as { data: { technology: { id: number } }[] };
        expect([...new Set(data.map(({ technology }) => technology.id))].sort()).toEqual([1, 2, 3, 4, 5]);
      }
    }
  });

  it("answers on its port with the API's routes only, for every host", async () => {
    const { apiKey } = (await demoStudios())[0] ?? { apiKey: "" };
    const answers = new Set<string>();
    for (const host of [`127.0.0.1:${port}`, "localhost", "attacker.example"]) {
      for (const path of ROUTES_OF_LOCAL_TOOLS) answers.add(await errorCodeOf(path, { Host: host }));
    }
    // Headers with which Miniflare's own Worker chooses the address and the Worker that is asked.
    const misled = {
      "MF-Original-URL": "http://localhost/cdn-cgi/local/scheduled",
      "MF-Route-Override": "studio-slicer",
    };
    answers.add(await errorCodeOf("/no-such-path", misled));
    expect([...answers]).toEqual(["404 errors.pathUnknown"]);
    expect(await errorCodeOf("/api/v1/me", { ...misled, ...bearer(apiKey) })).toBe("200 null");
  });

  it("prints one line a request: its time, pattern, status, duration and code, and no text of the client's", async () => {
    const [{ apiKey } = { apiKey: "" }] = await demoStudios();
    const before = system.printed.length;
    expect(await errorCodeOf("/api/v1/orders/987654321?lesia", bearer(apiKey))).toBe("404 errors.notFound");
    expect(await errorCodeOf("/api/v1/lesia", bearer(apiKey))).toBe("404 errors.pathUnknown");
    expect(await errorCodeOf("/api/v1/me", bearer(apiKey))).toBe("200 null");
    const line = (words: string) => expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${words}$`));
    const expected = [
      line("GET /api/v1/orders/:id 404 \\d+ ms errors\\.notFound"),
      line("an unknown address 404 \\d+ ms errors\\.pathUnknown"),
      line("GET /api/v1/me 200 \\d+ ms"),
    ];
    await expect.poll(() => system.printed.slice(before)).toEqual(expected);
    // The service's own polls, and those of a monitor, print nothing.
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/panel/assets/panel.css`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(system.printed.slice(before)).toEqual(expected);
    expect(system.printed.join("\n")).not.toMatch(/lesia|987654321/);
  });

  it("stores no trace of a request", async () => {
    const marks = [`pk_live_${"T".repeat(64)}`, "traced-token", "traced-query"] as const;
    const [key, token, query] = marks;
    expect(await errorCodeOf(`/api/v1/me?${query}`, bearer(key))).toBe("401 errors.unauthorized");
    expect(await errorCodeOf(`/files/${token}`, {})).toBe("404 errors.notFound");
    expect(await readdir(join(stateFolder, "state", "v3"))).not.toContain("observability");
    expect(await filesWith(stateFolder, marks)).toEqual([]);
  });

  it("says in one line which setting of it is wrong", async () => {
    const file = join(stateFolder, "demo.json");
    const [onFile, inProc, wrongSlicer] = await Promise.all([
      run(["scripts/local/start.ts"], { STUDIO_STATE: file, PORT: `${await findFreePort("127.0.0.1")}` }),
      run(["scripts/local/start.ts"], { STUDIO_STATE: "/proc/state" }),
      run(["scripts/local/start.ts"], {
        STUDIO_STATE: join(stateFolder, "other-slicer"),
        PORT: `${await findFreePort("127.0.0.1")}`,
        ENGINE_SLICER: "slic3r",
      }),
    ]);
    expect(onFile).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^Cannot keep the state in .*demo\.json .*Name a folder that can be written to: .*\n$/,
      ),
    });
    expect(inProc).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^No state can be kept below .proc\. .*\n$/),
    });
    expect(wrongSlicer).toMatchObject({
      code: 1,
      errors: "The engine could not be started: ENGINE_SLICER must be auto, prusaslicer or curaengine\n",
    });
  });

  it("says in one line that the port is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const taken = server.address();
    const takenPort = typeof taken === "object" ? taken?.port : undefined;
    const other = await run(["scripts/local/start.ts"], {
      STUDIO_STATE: join(stateFolder, "other"),
      PORT: `${takenPort}`,
    });
    server.close();
    expect(other).toEqual({ code: 1, output: "", errors: expect.stringMatching(/^Port \d+ is in use.*\n$/) });
  });

  it("says in one line that a system already runs on the same state", async () => {
    const second = await run(["scripts/local/start.ts"], { PORT: `${await findFreePort("127.0.0.1")}` });
    expect(second).toEqual({ code: 1, output: "", errors: expect.stringMatching(/^A system already runs on .*\n$/) });
    expect(second.errors).toContain(`http://127.0.0.1:${port}/api/v1`);
  });
});

/** The page that a printed one-time link of the running service leads to. */
async function pageOfLink(output: string): Promise<string> {
  const [link = "none"] = new RegExp(`http://127\\.0\\.0\\.1:${port}/panel/links/[\\w-]{43}`).exec(output) ?? [];
  const page = await fetch(link, { headers: { "Accept-Language": "en" } });
  expect(page.status, output).toBe(200);
  return page.text();
}

describe("npm run studio", () => {
  it("makes a studio and a key that works; a changed plan or a revoked key takes effect at the next request", async () => {
    const title = `О'Бласть; DROP TABLE studios; -- "3D" ✂ ?`;
    const created = await studio("create", "--slug", "oblast", "--title", title, "--plan", "pro", "--markup", "12.5");
    expect(created.output, created.errors).toContain(title);
    expect(created.output).toMatch(/^ {2}hourly rate +60\.00 UAH\n {2}set-up cost +0\.00 UAH$/m);
    expect(created.output).toMatch(/^ {2}markup +12\.50 %$/m);
    expect(await pageOfLink(created.output)).toContain("You are invited as the studio&#39;s owner.");

    const { output } = await studio("keys", "create", "oblast", "--name", "Сайт 'студії'");
    const key = /pk_live_\w{64}/.exec(output)?.[0] ?? "";
    const keyId = /^Key (\d+)/.exec(output)?.[1] ?? "";
    const me = await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: bearer(key) });
    expect(await me.json()).toMatchObject({ data: { studioTitle: title, apiKeyName: "Сайт 'студії'" } });

    // The key's revocation is seen past the plan, since a revoked key of a plan without access is 403 too.
    expect((await studio("keys", "revoke", "oblast", keyId)).output).toContain("The running service has been told");
    expect(await statusOfMe(key)).toBe(401);
    expect((await studio("plan", "oblast", "basic")).output).toContain("The running service has been told");
    expect(await statusOfMe(key)).toBe(403);
  });

  it("names the fault in one line, and ends with 1", async () => {
    const answer = await studio("owner", "nobody");
    expect(answer).toMatchObject({ code: 1, output: "" });
    expect(answer.errors).toBe('There is no studio "nobody". npm run studio -- list shows all studios.\n');
  });
});

describe("npm start, when its engine is killed in the middle of a slice", () => {
  it("starts it again at the Workers' address for it, and the job ends in done while the client only waits", async () => {
    const [{ apiKey } = { apiKey: "" }] = await demoStudios();
    const qualities = (await askApi("/printing-qualities", apiKey)) as { id: number; technology: { slug: string } }[];
    const form = new FormData();
    form.set("printingQualityId", String(qualities.find(({ technology }) => technology.slug === "fdm")?.id));
    form.set("model", new Blob([twistedVase()]), "vase.stl");
    const { jobId, statusUrl } = (await askApi("/slicing-jobs", apiKey, { method: "POST", body: form })) as {
      jobId: string;
      statusUrl: string;
    };
    const job = async (seconds: number) =>
      (await askApi(statusUrl, apiKey, { headers: { Prefer: `wait=${seconds}` } })) as {
        status: string;
        progress: number;
      };

    await expect.poll(async () => (await job(0)).progress, { timeout: 30_000 }).toBeGreaterThan(5);
    const { status, progress } = await job(0);
    expect(status).toBe("processing");
    const [engine] = (await descendantsOf(system.child)).filter(({ command }) => command.includes("engine/main.ts"));
    process.kill(engine?.pid ?? Number.NaN, "SIGSTOP");
    const { output, errors } = await studio("jobs");
    expect(output, errors).toMatch(new RegExp(`^kobza-druk +${jobId} +\\d+ s +is sliced for \\d+ s$`, "m"));
    expect(output).toContain("No engine answers");
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ database: { ok: true }, slicer: { problem: "no engine answers" } });
    process.kill(engine?.pid ?? Number.NaN, "SIGKILL");
    await system.hasPrinted("The engine ended. Starting it again");

    const seen = [progress];
    await expect
      .poll(
        async () => {
          const now = await job(1);
          seen.push(now.progress);
          return now.status;
        },
        { timeout: 90_000 },
      )
      .toBe("done");
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe("npm start, when the runtime of its Workers is killed again and again", () => {
  it("starts them anew, and stored data and given links still hold", async () => {
    const [{ apiKey } = { apiKey: "" }] = await demoStudios();
    const workers = await runtimesOf(system.child);
    expect(workers.length).toBeGreaterThan(0);
    // Miniflare itself starts a runtime again once; killed in its first moment too, it stays dead.
    await expect
      .poll(
        async () => {
          for (const { pid } of await runtimesOf(system.child)) process.kill(pid, "SIGKILL");
          return system.hasPrintedAlready("The Workers stopped answering. Starting them again");
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true);
    await expect.poll(() => statusOfMe(apiKey).catch(() => 0), { timeout: 60_000 }).toBe(200);
    const service = await findLocalService(localStateIn(stateFolder));
    expect(service !== undefined && (await isReady(service))).toBe(true);
  });
});

describe("npm start, when it ends,", () => {
  it("leaves no process at Ctrl-C, and keeps a later start's files", async () => {
    const started = await descendantsOf(system.child);
    expect(started.some(({ command }) => command.includes("workerd"))).toBe(true);
    expect(await system.end("SIGINT")).toBe(0);
    const running = new Set((await processes()).map(({ pid }) => pid));
    expect(started.filter(({ pid }) => running.has(pid))).toEqual([]);
    await expect(access(join(stateFolder, "operator.json"))).rejects.toThrow("ENOENT");
  });

  it("deletes at its next start the records that expired meanwhile, and leaves no process if it is killed itself", async () => {
    const database = await openDatabaseFile();
    database.exec(
      "INSERT INTO idempotency_keys (studio_id, key, fingerprint, request_key, claimed_at) VALUES (1, 'expired', '', '', 0)",
    );
    // Without demo.json the start makes new keys.
    const before = await demoStudios();
    await rm(join(stateFolder, "demo.json"));
    system = await startSystem();
    const expired = database.prepare("SELECT count(*) AS count FROM idempotency_keys WHERE key = 'expired'");
    await expect.poll(() => expired.get()?.count, { timeout: 10_000 }).toBe(0);
    database.close();
    const after = await demoStudios();
    expect(after.map(({ slug }) => slug)).toEqual(before.map(({ slug }) => slug));
    expect(await statusOfMe(after[0]?.apiKey ?? "")).toBe(200);
    for (const owner of (await demoFile()).owners) expect(await startPageOf(owner)).toBe(200);

    const started = await descendantsOf(system.child);
    await system.end("SIGKILL");
    await expect
      .poll(
        async () => {
          const running = new Set((await processes()).map(({ pid }) => pid));
          return started.filter(({ pid }) => running.has(pid));
        },
        { timeout: 15_000 },
      )
      .toEqual([]);
  });
});

describe("wrangler dev by itself", () => {
  it("ends at once, and names the command to run instead", async () => {
    const words = [WRANGLER_PROGRAM, "dev", "--port", "0"];
    const { code, output, errors } = await run(words, { ...QUIET_WRANGLER, LOCAL_WORKERS: undefined });
    expect(code, output).toBe(1);
    expect(output + errors).toContain("Run `npm run dev`");
  });
});

describe("npm run dev", () => {
  it("answers on the same state, and leaves no process at Ctrl-C", async () => {
    system = await startSystem("--reload");
    const [{ apiKey } = { apiKey: "" }] = await demoStudios();
    expect(await statusOfMe(apiKey)).toBe(200);
    await expect.poll(() => system.printed.at(-1)).toMatch(/^\d\d:\d\d:\d\d GET \/api\/v1\/me 200 \d+ ms$/);
    const started = await descendantsOf(system.child);
    expect(started.some(({ command }) => command.includes("wrangler"))).toBe(true);
    expect(await system.end("SIGINT")).toBe(0);
    const running = new Set((await processes()).map(({ pid }) => pid));
    expect(started.filter(({ pid }) => running.has(pid))).toEqual([]);
  });
});

interface StartedSystem {
  readonly child: ChildProcess;
  /** Its lines so far. */
  readonly printed: readonly string[];
  /** Settles once a line of the output begins with these words. */
  hasPrinted(words: string): Promise<void>;
  hasPrintedAlready(words: string): boolean;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

async function startSystem(...options: string[]): Promise<StartedSystem> {
  const child = spawn(process.execPath, ["scripts/local/start.ts", ...options], {
    env: environment({ PORT: `${port}` }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const lines = createInterface({ input: child.stdout }).on("line", (line) => printed.push(line));
  const hasPrintedAlready = (words: string) => printed.some((line) => line.startsWith(words));
  const hasPrinted = async (words: string) => {
    while (!hasPrintedAlready(words)) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${errors.join("\n")}`);
      await Promise.race([once(lines, "line"), once(child, "exit")]);
    }
  };
  await hasPrinted("The state is kept in");
  return {
    child,
    printed,
    hasPrinted,
    hasPrintedAlready,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

/** The files below a folder in which one of the words stands. */
async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // A file may go meanwhile.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (words.some((word) => content.includes(word))) found.push(file);
  }
  return found;
}

/** The local D1 as its file. */
async function openDatabaseFile(): Promise<DatabaseSync> {
  const folder = join(stateFolder, "state", "v3", "d1", "miniflare-D1DatabaseObject");
  const name = (await readdir(folder)).find((file) => /^[0-9a-f]+\.sqlite$/.test(file)) ?? "none";
  return new DatabaseSync(join(folder, name), { timeout: 5000 });
}

function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // As from a shell: with npm's own variable the scripts would take npm for their parent.
  const { npm_lifecycle_event: _, ...rest } = process.env;
  return {
    ...rest,
    STUDIO_STATE: stateFolder,
    // The remains of a killed process are removed with the folder.
    TMPDIR: stateFolder,
    // Every command loads wrangler, which takes a third longer before its code is compiled.
    NODE_COMPILE_CACHE: join(stateFolder, "compiled"),
    ...more,
  };
}

async function run(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, words, { env: environment(more), stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, output, errors };
}

function studio(...words: string[]) {
  return run(["scripts/operator/studio.ts", ...words]);
}

async function demoStudios(): Promise<{ slug: string; apiKey: string; revokedApiKey: string }[]> {
  return JSON.parse(await readFile(join(stateFolder, "demo.json"), "utf8")).studios;
}

async function demoFile(): Promise<DemoPeople> {
  return JSON.parse(await readFile(join(stateFolder, "demo.json"), "utf8"));
}

/** The status of the start page of the person's studio, after signing in. */
async function startPageOf(person: DemoSignIn): Promise<number> {
  const panel = new PanelClient(`http://127.0.0.1:${port}`);
  await panel.signIn(person);
  return (await panel.get(`/panel/studios/${person.slug}`)).status;
}

function bearer(apiKey: string) {
  return { Authorization: `Bearer ${apiKey}` };
}

/** Returns the `data` of the answer. `path` is relative to the API's base address, or a whole URL. */
async function askApi(path: string, apiKey: string, init: RequestInit = {}): Promise<unknown> {
  const url = path.startsWith("http") ? path : `http://127.0.0.1:${port}/api/v1${path}`;
  const response = await fetch(url, { ...init, headers: { ...bearer(apiKey), ...init.headers } });
  const { data } = (await response.json()) as { data: unknown };
  return data;
}

async function statusOfMe(apiKey: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: bearer(apiKey) })).status;
}

/** Status and error code of the API's answer; the text of any other. */
async function errorCodeOf(path: string, headers: Record<string, string>): Promise<string> {
  // `fetch` would not send a Host of our own.
  const asked = request({ host: "127.0.0.1", port, path, headers }).end();
  const [response]: [IncomingMessage] = await once(asked, "response").then(([first]) => [first]);
  const body = await text(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  return `${response.statusCode} ${isJson ? JSON.parse(body).errorCode : body}`;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes of the machine but zombies, which have ended. */
async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid=,stat=,args="], { maxBuffer: 2 ** 24 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || command === undefined || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

async function runtimesOf(child: ChildProcess): Promise<Process[]> {
  return (await descendantsOf(child)).filter(({ command }) => /workerd\S* serve/.test(command));
}

async function descendantsOf({ pid }: ChildProcess): Promise<Process[]> {
  const all = await processes();
  const childrenOf = (parent: number | undefined): Process[] =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...childrenOf(child.pid)]);
  return childrenOf(pid);
}
