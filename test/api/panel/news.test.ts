// News of a studio: its open pages hear of each change over a WebSocket, and only of the change's kind.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sessions, studioMembers } from "../../../src/db/schema.ts";
import type { Env } from "../../../src/env.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { Browser, type PanelStudio, panelOf, panelStudio } from "../support/panel.ts";
import { addOrder } from "../support/panel-orders.ts";
import { printingStudio } from "../support/requests.ts";
import { database } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

/** The open socket of a studio's page, with its messages. */
async function listening({ owner, base }: PanelStudio): Promise<{ readonly socket: WebSocket; heard: string[] }> {
  const { status, webSocket } = await owner.socket(`${base}/news`);
  expect(status).toBe(101);
  if (webSocket === null) throw new Error("an answer of status 101 has a socket");
  const heard: string[] = [];
  webSocket.addEventListener("message", ({ data }) => void heard.push(String(data)));
  webSocket.accept();
  onTestFinished(() => webSocket.close());
  return { socket: webSocket, heard };
}

/** Waits for the socket's messages, since a change is told beside its answer. */
const heardIs = (heard: readonly string[], expected: readonly string[]) =>
  vi.waitFor(() => expect(heard).toEqual(expected), { timeout: 5_000 });

describe("an open page of the panel", () => {
  it("hears that an order was placed by the API, and another studio's page hears nothing", async () => {
    const { studio, ...choice } = await printingStudio();
    const [own, other] = [await listening(await panelOf(studio)), await listening(await panelStudio())];
    await placed(studio, orderOfBox(choice));
    await heardIs(own.heard, ["orders"]);
    expect(other.heard).toEqual([]);
  });

  it("hears of an order's move, of a change of the printers, and of no refused form", async () => {
    const panel = await panelStudio();
    const { heard } = await listening(panel);
    const id = await addOrder(panel.studio);
    const { status } = await panel.owner.post(`${panel.base}/orders/${id}/move`, { version: "1", status: "completed" });
    expect(status).toBe(400);
    await panel.owner.post(`${panel.base}/orders/${id}/move`, { version: "1", status: "confirmed" });
    await heardIs(heard, ["orders"]);
    await panel.owner.post(`${panel.base}/printers/new`, { name: "Prusa", technologyId: "1", status: "active" });
    await heardIs(heard, ["orders", "printing"]);
  });

  it("is told the numbers of the menu and the latest records, for which a page without a socket asks too", async () => {
    const panel = await panelStudio();
    for (let count = 0; count < 2; count++) await addOrder(panel.studio);
    const latest = await addOrder(panel.studio, { status: "confirmed" });
    await addOrder((await panelStudio()).studio);
    const { status, html } = await panel.owner.get(`${panel.base}/news`);
    const numbers = { orders: { count: 2, latest }, requests: { count: 0, latest: 0 } };
    expect({ status, numbers: JSON.parse(html) }).toEqual({ status: 200, numbers });
    const page = await panel.owner.get(panel.base);
    expect(page.text).toContain("Orders 2 not confirmed");
    expect(page.html).toContain(`data-count="2" data-latest="${latest}"`);
  });

  it("is answered its sign of life", async () => {
    const { socket, heard } = await listening(await panelStudio());
    socket.send("ping");
    await heardIs(heard, ["pong"]);
  });

  it("opens its socket anew after an hour, so that a former member hears nothing longer", async () => {
    const panel = await panelStudio();
    const { socket, heard } = await listening(panel);
    const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
    const later = Date.now() + 3_600_001;
    vi.spyOn(Date, "now").mockReturnValue(later);
    await env.STUDIO_NEWS.getByName(String(panel.studio.id)).tell("orders");
    expect(await closed).toBe(1001);
    expect(heard).toEqual([]);
  });
});

describe("the socket of a studio's news", () => {
  it("is refused to another site's page, and to a request without an origin", async () => {
    const { owner, base } = await panelStudio();
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}]) {
      const { status, webSocket } = await owner.socket(`${base}/news`, headers as Record<string, string>);
      expect({ status, webSocket }).toEqual({ status: 403, webSocket: null });
    }
  });

  it("is refused to a browser without a session, and to one whose session has ended", async () => {
    const { owner, ownerPerson, base } = await panelStudio();
    const refused = { status: 303, webSocket: null };
    expect(await new Browser().socket(`${base}/news`)).toMatchObject(refused);
    await database.delete(sessions).where(eq(sessions.personId, ownerPerson.id));
    expect(await owner.socket(`${base}/news`)).toMatchObject(refused);
  });

  it("answers 404 for another studio's, and to a person who is no member any more", async () => {
    const [own, other] = [await panelStudio(), await panelStudio()];
    expect(await own.owner.socket(`${other.base}/news`)).toMatchObject({ status: 404, webSocket: null });
    await database.delete(studioMembers).where(eq(studioMembers.personId, own.ownerPerson.id));
    expect(await own.owner.socket(`${own.base}/news`)).toMatchObject({ status: 404, webSocket: null });
  });

  it("costs nothing if its object fails: an order is placed all the same, and the fault is logged", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { studio, ...choice } = await printingStudio();
    const failing = {
      idFromName: (name: string) => env.STUDIO_NEWS.idFromName(name),
      get: () => ({ tell: () => Promise.reject(new Error("the platform's own fault")) }),
    };
    // Nothing else of the namespace is used.
    const meeting = studio.meeting({ STUDIO_NEWS: failing as unknown as Env["STUDIO_NEWS"] });
    await placed(meeting, orderOfBox(choice));
    expect(logged.mock.calls.flat().join(" ")).toContain('"failed":"news"');
  });
});
