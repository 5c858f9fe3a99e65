// The log: one line a request, and errors, without values of a request and without secrets.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import worker from "../../src/index.ts";
import { faultyDatabase } from "./support/faulty-database.ts";
import { CUSTOMER, orderOfBox, placed } from "./support/orders.ts";
import { Browser, createPerson, PANEL_ORIGIN, PASSWORD, panelStudio } from "./support/panel.ts";
import { form, modelFile, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

const METHODS = ["debug", "error", "info", "log", "warn"] as const;
const ALL = { LOG_SAMPLE_PERCENT: 100 };
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CUSTOMER_NUMBER = "380501234567";

let logged: unknown[][];

beforeEach(() => {
  logged = [];
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation((...line) => void logged.push(line));
});

afterEach(() => vi.restoreAllMocks());

/** All that was logged, errors with their causes and every field. */
const everything = () => logged.flat().map(wholeText).join("\n");

function wholeText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Reflect.ownKeys(value)
    .map((name) => `${String(name)}: ${wholeText(Reflect.get(value, name))}`)
    .join("\n");
}

/** The lines of requests. */
const lines = () =>
  logged
    .flatMap(([first]) => (typeof first === "string" && first.startsWith("{") ? [JSON.parse(first)] : []))
    .filter((line: object) => "operation" in line && "status" in line);

const errorsLogged = () => logged.filter(([first]) => String(first).includes('"errors"'));

describe("the line of a request", () => {
  it("tells request, studio, operation, status, duration and trips, and no more", async () => {
    const { studio, ...ids } = await printingStudio();
    const sampled = studio.meeting(ALL);
    const order = await placed(sampled, orderOfBox(ids), { ...WAIT, "Idempotency-Key": "order-of-lesia" });
    await sampled.fetch(`/orders/${order.id}?customer=lesia`, { headers: { "X-Request-Id": TRACE } });
    await sampled.fetch("/nothing/lesia", { headers: { "X-Request-Id": CUSTOMER_NUMBER } });
    expect(lines()).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        studioId: studio.id,
        operation: "POST /api/v1/orders",
        status: 201,
        milliseconds: expect.any(Number),
        trips: expect.any(Number),
      },
      {
        requestId: TRACE,
        studioId: studio.id,
        operation: "GET /api/v1/orders/:id",
        status: 200,
        milliseconds: expect.any(Number),
        trips: expect.any(Number),
      },
      expect.objectContaining({ operation: "unknown", status: 404, studioId: studio.id }),
    ]);
    for (const part of ["lesia", "Леся", studio.key.secret, "order-of-lesia", CUSTOMER_NUMBER])
      expect(everything()).not.toContain(part);
  });

  it("counts each call of the platform once, a batch as one", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids));
    const url = String(order.items[0]?.downloadUrl);
    await (await worker.fetch(new Request(url), { ...env, ...ALL }, createExecutionContext())).arrayBuffer();
    expect(lines()).toMatchObject([{ operation: "GET /files/:token", studioId: studio.id, trips: 1 }]);
    expect(everything()).not.toContain(url.split("/").at(-1));
    await studio.meeting(ALL).fetch(`/orders/${order.id}`);
    // The gate's object, and the batch of the order.
    expect(lines().at(-1)).toMatchObject({ operation: "GET /api/v1/orders/:id", trips: 2 });
  });

  it("is written by the panel too, with patterns of its own", async () => {
    const { base, studio } = await panelStudio();
    expect((await new Browser(ALL).get(`${base}/orders/17`)).status).toBe(303);
    const named = { "X-Request-Id": CUSTOMER_NUMBER };
    expect((await new Browser(ALL).get("/panel/links/a-secret-token", named)).status).toBeLessThan(500);
    expect(lines().map(({ operation }) => operation)).toEqual([
      "GET /panel/studios/:slug/orders/:id",
      "GET /panel/links/:token",
    ]);
    for (const part of ["a-secret-token", CUSTOMER_NUMBER]) expect(everything()).not.toContain(part);
    expect(everything()).not.toContain(studio.slug);
  });

  it("is written of as many requests as is set, and of all that fail here", async () => {
    const studio = await createStudio();
    await studio.meeting({ LOG_SAMPLE_PERCENT: 0 }).fetch("/me");
    expect(lines()).toEqual([]);
    const random = vi.spyOn(Math, "random").mockReturnValue(0.25);
    await studio.meeting({ LOG_SAMPLE_PERCENT: 25 }).fetch("/me");
    expect(lines()).toEqual([]);
    await studio.meeting({ LOG_SAMPLE_PERCENT: 26 }).fetch("/me");
    expect(lines()).toHaveLength(1);
    random.mockReturnValue(0.99);
    const { database } = faultyDatabase(1, () => "D1_ERROR: no such table: studios: SQLITE_ERROR");
    expect((await studio.meeting({ LOG_SAMPLE_PERCENT: 0, DB: database }).fetch("/me")).status).toBe(500);
    expect(lines()[1]).toMatchObject({ status: 500, operation: "GET /api/v1/me" });
  });
});

/** A fault in every call of the database that an order makes, one after the other. Answers the statuses. */
async function failEachCallOfAnOrder(words: (values: string) => string): Promise<number[]> {
  const { studio, ...ids } = await printingStudio();
  const statuses: number[] = [];
  for (let failing = 1; failing < 30; failing++) {
    const { database, hasFailed } = faultyDatabase(failing, words);
    const fields = orderOfBox(ids, { "models[]": [modelFile(anotherBox(), "деталь для Лесі.stl")], source: "site-a" });
    // A key that the isolate does not know yet, so that looking it up is among the calls.
    const key = await studio.addKey();
    const headers = { ...WAIT, "Idempotency-Key": `key-of-lesia-${failing}`, Authorization: `Bearer ${key.secret}` };
    const request = new Request("https://studio.example/api/v1/orders", {
      method: "POST",
      body: form(fields),
      headers,
    });
    const context = createExecutionContext();
    const response = await worker.fetch(request, { ...env, DB: database }, context);
    await response.text();
    await waitOnExecutionContext(context);
    if (!hasFailed()) return statuses;
    statuses.push(response.status);
    expect(everything()).not.toContain(key.secret);
  }
  throw new Error("an order makes more calls of the database than it should");
}

describe("the log of an error", () => {
  it("holds no value of a statement, whichever statement of an order fails", async () => {
    const statuses = await failEachCallOfAnOrder(
      (values) => `D1_TYPE_ERROR: Type 'object' not supported for value '${values}'`,
    );
    expect(statuses.length).toBeGreaterThanOrEqual(3);
    expect(errorsLogged().length).toBeGreaterThanOrEqual(3);
    const text = everything();
    const { customerFirstName, customerLastName, customerEmail } = CUSTOMER;
    for (const value of [customerFirstName, customerLastName, customerEmail, "+380501234567", "50) 123", "деталь"]) {
      expect(text).not.toContain(value);
    }
    // Hashes of keys and files, ids of requests to be, and the client's own key.
    expect(text).not.toMatch(/[0-9a-f]{64}|key-of-lesia|site-a|models\/[0-9a-f]/);
    // The fault is logged all the same: its kind, and its place.
    expect(text).toContain("D1_TYPE_ERROR");
    expect(text).toMatch(/\bat .*\.ts:\d+:\d+/);
  });

  it("holds the statement without its values, if a single one fails", async () => {
    const { database } = faultyDatabase(1, (values) => `D1_ERROR: UNIQUE constraint failed: api_keys.hash ${values}`);
    const studio = await createStudio();
    await studio.meeting({ DB: database }).fetch("/printing-qualities");
    const [line] = errorsLogged()[0] ?? [];
    const { errors } = JSON.parse(String(line));
    expect(errors[0]).toMatch(
      /^(?:DrizzleQueryError|Error): Failed query: select .* from "printing_qualities" where .* = \?/,
    );
    expect(errors[1]).toBe("Error: D1_ERROR; UNIQUE constraint failed: api_keys.hash");
  });

  it("holds no address of a person who signs in", async () => {
    const person = await createPerson();
    let failed = 0;
    for (let failing = 1; failing < 5; failing++) {
      const { database, hasFailed } = faultyDatabase(failing, (values) => `D1_TYPE_ERROR: unexpected ${values}`);
      const healthy = new Browser();
      const formToken = await healthy.formToken();
      const browser = new Browser({ DB: database });
      browser.setCookie("__Host-panel", healthy.cookie("__Host-panel") ?? "");
      const fields = { formToken, email: person.email, password: PASSWORD };
      await browser.postBare("/panel/sign-in", fields, { Origin: PANEL_ORIGIN });
      if (hasFailed()) failed++;
    }
    expect(failed).toBeGreaterThan(1);
    expect(errorsLogged().length).toBeGreaterThan(1);
    for (const part of [person.email, person.email.split("@")[0], PASSWORD]) expect(everything()).not.toContain(part);
  });
});

describe("a fault of the platform that passes", () => {
  it.each([
    "D1_ERROR: Network connection lost.",
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB reset because its code was updated.",
  ])("is never a 500, whichever statement of an order meets it: %s", async (words) => {
    const statuses = await failEachCallOfAnOrder(() => words);
    // The order may succeed if the failed call is safe to repeat.
    expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([]);
  });

  it.each(["retryable", "overloaded"])("is 503 if the gate's object is %s, before anything was done", async (flag) => {
    const studio = await createStudio();
    const objects = new Proxy(env.STUDIO_GATE, {
      get(real, name) {
        if (name !== "get" && name !== "getByName") return Reflect.get(real, name).bind(real);
        const fail = () => Promise.reject(Object.assign(new Error("the object moved"), { [flag]: true }));
        return () => new Proxy({}, { get: () => fail });
      },
    });
    const meeting = studio.meeting({ STUDIO_GATE: objects });
    for (const init of [{}, { method: "POST", body: JSON.stringify({ name: "P", technologyId: 1 }) }]) {
      const headers = { "Content-Type": "application/json" };
      const answer = await meeting.answer("/printers", { ...init, headers });
      expect(answer.status).toBe(503);
      expect(answer.body.errorCode).toBe("errors.overloaded");
    }
    expect(await studio.data("/printers")).toEqual([]);
  });

  it("says when to come again, in the API and in the panel", async () => {
    const studio = await createStudio();
    const overloaded = () =>
      new Proxy(env.DB, {
        get: () => () => {
          throw new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.");
        },
      });
    const answer = await studio.meeting({ DB: overloaded() }).answer("/me");
    expect(answer.status).toBe(503);
    expect(answer.body.errorCode).toBe("errors.overloaded");
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);

    const { base, owner } = await panelStudio();
    const browser = new Browser({ DB: overloaded() });
    browser.setCookie("__Host-panel", owner.cookie("__Host-panel") ?? "");
    const page = await browser.get(base);
    expect(page.status).toBe(503);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(page.html).toContain("<title>");
  });
});

describe("a client that closes the connection while it sends", () => {
  /** As workerd ends such a body: measured with a socket that was closed in the middle of one. */
  const lostBody = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(Object.assign(new Error("Network connection lost."), { retryable: true }));
      },
    });

  it("is no error in the log, of the panel or of the API", async () => {
    const { studio } = await printingStudio();
    for (const [url, type] of [
      [`${PANEL_ORIGIN}/panel/sign-in`, "application/x-www-form-urlencoded"],
      ["https://studio.example/api/v1/orders", "multipart/form-data; boundary=x"],
      ["https://studio.example/api/v1/printers", "application/json"],
    ] as const) {
      const request = new Request(url, {
        method: "POST",
        body: lostBody(),
        headers: { "Content-Type": type, Origin: PANEL_ORIGIN, Authorization: `Bearer ${studio.key.secret}` },
      });
      const response = await worker.fetch(request, { ...env, ...ALL }, createExecutionContext());
      expect(response.status, url).toBeLessThan(500);
    }
    expect(errorsLogged()).toEqual([]);
    expect(lines()[0]).toMatchObject({ operation: "POST /panel/sign-in", status: 499 });
  });
});
