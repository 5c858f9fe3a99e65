// Requests of a key in the panel: the owner finds each by time, operation, status, code, fields and id.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AskedRequest } from "../../../src/key-log/asked-request.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import {
  addMember,
  createPerson,
  type PanelStudio,
  panelOf,
  panelStudio,
  signedIn,
  staffOf,
} from "../support/panel.ts";
import { printingStudio } from "../support/requests.ts";
import { printingSandbox } from "../support/sandbox.ts";
import { fetchApi, type TestStudio } from "../support/studio.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

afterEach(() => vi.restoreAllMocks());

/** Writes an entry into the studio's log. */
async function keep({ studio }: { readonly studio: TestStudio }, changes: Partial<AskedRequest>): Promise<void> {
  await env.REQUEST_LOG.getByName(String(studio.id)).keep({
    at: Date.now(),
    keyId: studio.key.id,
    operation: "GET /me",
    status: 200,
    errorCode: null,
    faulty: [],
    ignored: [],
    milliseconds: 12,
    requestId: crypto.randomUUID(),
    orderId: null,
    isReplayed: false,
    times: 1,
    ...changes,
  });
}

const addressOf = ({ base, studio }: PanelStudio) => `${base}/keys/${studio.key.id}/requests`;

/** The operation and status of each row. */
async function rowsOf(panel: PanelStudio, query = ""): Promise<string[]> {
  const page = await panel.owner.get(`${addressOf(panel)}${query}`);
  expect(page.status, page.html).toBe(200);
  return page.ofClass("badge").flatMap(({ text }) => (/^\d{3}$/.test(text) ? [text] : []));
}

describe("the requests of a key", () => {
  it("are reached from the list of keys, and lead to the order and to the guide", async () => {
    const { studio, ...ids } = await printingStudio();
    const panel = await panelOf(studio);
    const order = await placed(studio, orderOfBox(ids, { gift_wrap: "yes" }));
    await studio.fetch("/orders/999999999", { headers: { "X-Request-Id": TRACE } });
    const keys = await panel.owner.get(`${panel.base}/keys`);
    expect(keys.addresses).toContain(addressOf(panel));
    await expect.poll(() => rowsOf(panel)).toEqual(["404", "201"]);
    const page = await panel.owner.get(addressOf(panel));
    const made = page.row("POST /orders");
    expect(made.addresses).toContain(`${panel.base}/orders/${order.id}`);
    expect(made.text).toContain("ignored: gift_wrap");
    const refused = page.row("GET /orders/{id}");
    expect(refused.addresses).toContain("/api/v1/docs/errors#errors.notFound");
    expect(refused.text).toContain(TRACE);
    expect(page.text).toContain("The last 30 days, and at most the latest 100,000 requests");
  });

  it("lead from a test order to the list of test orders, which begins with it", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const panel = await panelOf(studio);
    const order = await placed(sandbox, orderOfBox(choice));
    await placed(sandbox, orderOfBox(choice));
    const log = `${panel.base}/keys/${sandbox.key.id}/requests`;
    await expect
      .poll(async () => (await panel.owner.get(log)).ofClass("copied-id").length, { timeout: 10_000 })
      .toBe(2);
    const { addresses } = await panel.owner.get(log);
    expect(addresses).not.toContain(`${panel.base}/orders/${order.id}`);
    const address = addresses.find((one) => one.endsWith(`/test-orders?after=${order.id + 1}`));
    const list = await panel.owner.get(address ?? "no link");
    expect(list.status).toBe(200);
    expect(list.cells.filter((cell) => cell.startsWith("100000"))).toEqual([String(order.id)]);
  });

  it("are told in Ukrainian, by the clock of Kyiv", async () => {
    const panel = await panelStudio();
    const person = await createPerson({ language: "uk" });
    await addMember(panel.studio, person, "owner");
    const at = Date.now();
    await keep(panel, { at, operation: "unknown", status: 404, errorCode: "errors.pathUnknown", times: 3 });
    const page = await (await signedIn(person)).get(addressOf(panel));
    const clock = { timeZone: "Europe/Kyiv", timeStyle: "medium", hourCycle: "h23" } as const;
    const row = page.row(new Intl.DateTimeFormat("uk", clock).format(at));
    expect(row.text).toContain("невідома операція");
    expect(row.text).toContain("3 запити, це останній");
  });

  it("are filtered by status, code, operation, id, day and named fields", async () => {
    const panel = await panelStudio();
    const yesterday = Date.now() - 86_400_000;
    await keep(panel, { at: yesterday, status: 201, operation: "POST /orders", ignored: ["colour"] });
    await keep(panel, {
      status: 400,
      errorCode: "errors.validationFailed",
      operation: "POST /quotes",
      faulty: ["items"],
    });
    await keep(panel, { status: 404, errorCode: "errors.notFound", operation: "GET /orders/{id}", requestId: TRACE });
    await keep(panel, { status: 503, errorCode: "errors.overloaded" });
    expect(await rowsOf(panel)).toEqual(["503", "404", "400", "201"]);
    expect(await rowsOf(panel, "?status=failed")).toEqual(["503", "404", "400"]);
    expect(await rowsOf(panel, "?status=4xx")).toEqual(["404", "400"]);
    expect(await rowsOf(panel, "?status=5xx")).toEqual(["503"]);
    expect(await rowsOf(panel, "?status=2xx")).toEqual(["201"]);
    expect(await rowsOf(panel, "?code=errors.notFound")).toEqual(["404"]);
    expect(await rowsOf(panel, `?operation=${encodeURIComponent("POST /quotes")}`)).toEqual(["400"]);
    expect(await rowsOf(panel, `?request=%20${TRACE}`)).toEqual(["404"]);
    expect(await rowsOf(panel, "?names=true")).toEqual(["400", "201"]);
    const kyiv = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Kyiv" });
    expect(await rowsOf(panel, `?day=${kyiv.format(yesterday)}`)).toEqual(["201"]);
    expect(await rowsOf(panel, "?status=nonsense&day=nonsense&before=nonsense")).toHaveLength(4);
    const page = await panel.owner.get(`${addressOf(panel)}?status=4xx&code=errors.notFound`);
    expect(page.field("status").value).toBe("4xx");
    expect(page.field("code").value).toBe("errors.notFound");
  });

  it("come fifty to a page, and keep the filter from page to page", async () => {
    const panel = await panelStudio();
    for (let sent = 0; sent < 120; sent++) await keep(panel, { status: sent < 60 ? 404 : 200 });
    let page = await panel.owner.get(`${addressOf(panel)}?status=4xx`);
    const seen = [page.ofClass("copied-id").length];
    for (let next = page.related("next"); next !== undefined; next = page.related("next")) {
      page = await panel.owner.get(next);
      seen.push(page.ofClass("copied-id").length);
    }
    expect(seen).toEqual([50, 10]);
    expect(page.related("prev")).toBe(`${addressOf(panel)}?status=4xx`);
  });

  it("tell of requests that share a line, of a repeated answer, and of a client that hung up", async () => {
    const panel = await panelStudio();
    await keep(panel, { status: 429, times: 39 });
    await keep(panel, { status: 201, isReplayed: true });
    await keep(panel, { status: 499 });
    const { text, addresses } = await panel.owner.get(addressOf(panel));
    expect(text).toContain("39 requests, this is the last");
    expect(text).toContain("repeated answer");
    expect(text).toContain("the client hung up");
    expect(addresses).toContain("/api/v1/docs/errors#429");
  });

  it("stay for a key that was revoked", async () => {
    const panel = await panelStudio();
    await keep(panel, {});
    await panel.studio.revoke(panel.studio.key);
    expect(await rowsOf(panel)).toEqual(["200"]);
  });

  it("are the owner's alone, and no other studio's", async () => {
    const [panel, other] = [await panelStudio(), await panelStudio()];
    await keep(other, { requestId: TRACE });
    expect((await (await staffOf(panel)).get(addressOf(panel))).status).toBe(403);
    const foreign = await panel.owner.get(`${panel.base}/keys/${other.studio.key.id}/requests`);
    expect(foreign.status).toBe(404);
    expect(foreign.html).not.toContain(TRACE);
    for (const id of ["0", "999999999", "first"])
      expect((await panel.owner.get(`${panel.base}/keys/${id}/requests`)).status).toBe(404);
  });

  it("say so if the log does not answer, and keep the page", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const panel = await panelStudio();
    const silent = new Proxy(env.REQUEST_LOG, {
      get(real, name) {
        if (name !== "get") return Reflect.get(real, name).bind(real);
        return () => new Proxy({}, { get: () => () => Promise.reject(new Error("the object moved")) });
      },
    });
    const owner = await signedIn(panel.ownerPerson, { REQUEST_LOG: silent });
    const page = await owner.get(addressOf(panel));
    expect(page.status).toBe(200);
    expect(page.text).toContain("The log does not answer right now");
  });

  it("show an empty log, and an empty search, as such", async () => {
    const panel = await panelStudio();
    expect((await panel.owner.get(addressOf(panel))).text).toContain("There are no requests");
    expect((await panel.owner.get(`${addressOf(panel)}?status=5xx`)).text).toContain("No request fits");
    expect((await fetchApi("/me", panel.studio.key.secret)).status).toBe(200);
  });
});
