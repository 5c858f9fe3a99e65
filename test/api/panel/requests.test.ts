// Price requests in the panel: the inbox, one request and its answer, and an order's source.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cube } from "../../../harness/models/shapes.ts";
import { stepOfShape } from "../../../harness/models/step.ts";
import { openRetainedRecords } from "../../../src/db/retained-records.ts";
import { priceRequests } from "../../../src/db/schema.ts";
import { forgetSenders } from "../../../src/price-requests/sender.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { undo } from "../support/page-forms.ts";
import { Browser, PANEL_ORIGIN, panelOf, panelStudio, staffOf } from "../support/panel.ts";
import { ORDERING, ordered, quoted, Visitor, visitedStudio } from "../support/storefront.ts";

type Inbox = Awaited<ReturnType<typeof inboxWithRequest>>;

/** A studio with a price request of one model, and its owner's browser. */
async function inboxWithRequest(changes: Record<string, unknown> = {}) {
  const visited = await visitedStudio();
  const panel = await panelOf(visited.studio);
  const { base } = panel;
  const { status, body, text } = await visited.visitor.post<PriceRequestAnswer>("/requests", {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    comment: "Для саду",
    items: [{ ...visited.choice, fileName: "vase.stl", quantity: 3, finishingIds: [], reason: "fits_no_printer" }],
    ...changes,
  });
  expect(status, text).toBe(201);
  const [request] = await visited.studio.db.select(priceRequests);
  const id = request?.id ?? 0;
  return { ...visited, ...panel, id, page: `${base}/requests/${id}`, customerPage: body.address };
}

async function stored({ studio }: Inbox) {
  const [request] = await studio.db.select(priceRequests);
  return request;
}

test("the navigation says how many wait, on every page, until they are answered", async () => {
  const inbox = await inboxWithRequest();
  expect((await inbox.owner.get(`${inbox.base}/catalog`)).text).toContain("Requests 1 not answered");
  await inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer: "420 грн" });
  expect((await inbox.owner.get(`${inbox.base}/catalog`)).text).not.toContain("not answered");
});

test("the inbox lists the new ones with customer and files, and leads to each", async () => {
  const { owner, base, id } = await inboxWithRequest();
  const row = (await owner.get(`${base}/requests`)).row("Леся Косач-Квітка");
  expect(row.addresses).toContain(`${base}/requests/${id}`);
  expect(row.text).toContain("vase.stl");
});

test("a request shows contact, choices, reason, comment and consent, and the customer's page", async () => {
  const inbox = await inboxWithRequest();
  const page = await inbox.owner.get(inbox.page);
  expect(page.status, page.html).toBe(200);
  const text = page.text;
  for (const shown of ["vase.stl", "Для саду", "It fits none of your printers.", "Agreed to the terms", "order page"]) {
    expect(text).toContain(shown);
  }
  expect(page.values).toContain(`${PANEL_ORIGIN}${inbox.customerPage}`);
  expect(page.addresses).toContain("tel:+380501234567");
});

test("its file can be downloaded, and looked at in 3D", async () => {
  const { owner, page } = await inboxWithRequest();
  const { addresses } = await owner.get(page);
  const file = addresses.find((address) => address.startsWith("/files/"));
  expect((await owner.get(file ?? "/none")).status).toBe(200);
  const model = addresses.find((address) => address.endsWith("/model"));
  const view = await owner.get(model ?? "/none");
  expect(view.status, view.html).toBe(200);
  expect(view.html).toContain("data-file=");
});

test("a STEP file of it is looked at in 3D once it is sliced, and before said not to be", async () => {
  const { owner, base, studio, visitor, choice } = await inboxWithRequest();
  const { modelId, fileName } = await visitor.model(stepOfShape(cube(8)), "bracket.step");
  const step = { ...choice, modelId };
  const items = [{ ...step, fileName, quantity: 1, finishingIds: [], reason: "fits_no_printer" }];
  const requestKey = crypto.randomUUID();
  const { status, text } = await visitor.post("/requests", { ...ORDERING, requestKey, items });
  expect(status, text).toBe(201);
  const rows = await studio.db.select(priceRequests, undefined, priceRequests.id);
  const { addresses } = await owner.get(`${base}/requests/${rows.at(-1)?.id}`);
  const view = addresses.find((address) => address.endsWith("/model")) ?? "/none";
  const unsliced = await owner.get(view);
  expect(unsliced.status, unsliced.html).toBe(200);
  expect(unsliced.text).toContain("This STEP file has no 3D view");
  expect(unsliced.html).not.toContain("data-file=");
  await quoted(visitor, [step]);
  const sliced = await owner.get(view);
  expect(sliced.html).toMatch(/data-file="[^"]+\/mesh" data-format="stl"/);
  expect(sliced.text).toContain("Download the mesh (STL)");
});

test("a file that is no model can be saved, and is never shown in the browser", async () => {
  const visited = await inboxWithRequest();
  const bytes = new TextEncoder().encode("<script>alert(1)</script>");
  const { visitor, studio, owner, base } = visited;
  const name = 'креслення "1".html';
  const attachmentId = await visitor.attached(bytes, name);
  const sent = await visitor.post<PriceRequestAnswer>("/requests", {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    items: [
      {
        ...visited.choice,
        fileName: "lidless.stl",
        quantity: 1,
        finishingIds: [],
        reason: "not_sliced",
        said: "It has a hole.",
      },
    ],
    attachments: [{ attachmentId }],
  });
  expect(sent.status, sent.text).toBe(201);
  expect((await owner.get(`${base}/requests`)).text).toContain(`lidless.stl, ${name}`);
  const [request] = await studio.db.select(
    priceRequests,
    eq(priceRequests.customerToken, sent.body.address.split("/").at(-1) ?? ""),
  );
  const page = await owner.get(`${base}/requests/${request?.id}`);
  for (const shown of [name, "0.1 kB", "neither opened nor checked", "The model could not be sliced. It has a hole."]) {
    expect(page.text).toContain(shown);
  }
  const path = page.addresses.find((address) => /\/attachments\/\d+$/.test(address)) ?? "/none";
  const file = await owner.download(path);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringMatching(/^attachment; filename/),
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });

  // Another request's page, another studio's owner.
  const id = path.split("/").at(-1);
  expect((await owner.get(`${visited.page}/attachments/${id}`)).status).toBe(404);
  const other = await panelStudio();
  expect((await other.owner.get(path)).status).toBe(404);
  expect((await other.owner.get(path.replace(base, other.base))).status).toBe(404);
});

test("an answer is shown to the customer, and can be changed", async () => {
  const inbox = await inboxWithRequest();
  const answered = await inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer: "420 грн" });
  expect(answered.status, answered.html).toBe(303);
  expect(await stored(inbox)).toMatchObject({ status: "answered", answer: "420 грн", version: 2 });
  await inbox.owner.post(`${inbox.page}/answer`, { version: "2", answer: "400 грн" });
  const path = inbox.customerPage.slice(`/${inbox.studio.slug}`.length);
  expect(await (await inbox.visitor.fetch(path)).text()).toContain("400 грн");
});

test("an empty answer is refused, and nothing changes", async () => {
  const inbox = await inboxWithRequest();
  const answer = await inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer: " " });
  expect(answer.status).toBe(400);
  expect(answer.faults.answer).toBe("Fill in this field.");
  expect(await stored(inbox)).toMatchObject({ status: "new", version: 1 });
});

test("closed, it leaves the inbox; undo restores its status", async () => {
  const inbox = await inboxWithRequest();
  await inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer: "420 грн" });
  const closed = await inbox.owner.follow(await inbox.owner.post(`${inbox.page}/close`, { version: "2" }));
  expect(closed.undo?.action).toBe(`${inbox.page}/reopen`);
  expect((await inbox.owner.get(`${inbox.base}/requests?status=closed`)).text).toContain("vase.stl");
  expect((await inbox.owner.get(`${inbox.base}/requests`)).text).toContain("No request waits for an answer.");
  await undo(inbox.owner, closed);
  expect(await stored(inbox)).toMatchObject({ status: "answered", version: 4 });
});

test("a person with an older version overwrites nothing, and keeps the typed fields", async () => {
  const inbox = await inboxWithRequest();
  const staff = await staffOf(inbox);
  await inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer: "420 грн" });
  const second = await staff.post(`${inbox.page}/answer`, { version: "1", answer: "399 грн" });
  expect(second.status).toBe(409);
  expect(second.text).toContain("420 грн");
  expect(second.field("answer").value).toBe("399 грн");
  expect(Object.fromEntries(second.form(`${inbox.page}/answer`).fields)).toMatchObject({ version: "2" });
  expect(await stored(inbox)).toMatchObject({ answer: "420 грн", version: 2 });
});

test("of two answers at once, one is stored", async () => {
  const inbox = await inboxWithRequest();
  const answers = await Promise.all(
    ["420", "399"].map((answer) => inbox.owner.post(`${inbox.page}/answer`, { version: "1", answer })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await stored(inbox)).toMatchObject({ version: 2 });
});

/** New requests of one /56 with the same e-mail, each from a /64 and with a phone of its own, beside the inbox's first. */
async function floodedInbox(count: number) {
  const inbox = await inboxWithRequest();
  for (let index = 0; index < count; index++) {
    const visitor = new Visitor(inbox.studio, {}, `2001:db8:7:1${index}::1`);
    const { status, text } = await visitor.post("/requests", {
      ...ORDERING,
      email: index % 2 === 0 ? "flood@example.com" : "Flood@Example.com",
      phoneNumber: `+38067123456${index}`,
      requestKey: crypto.randomUUID(),
      items: [{ ...inbox.choice, fileName: "flood.stl", quantity: 1, finishingIds: [], reason: "asked" }],
    });
    expect(status, text).toBe(201);
  }
  const rows = await inbox.studio.db.select(priceRequests, undefined, priceRequests.id);
  const flooding = rows.slice(1);
  return { ...inbox, flooding, pageOf: (id = 0) => `${inbox.base}/requests/${id}` };
}

const statusesOf = async ({ studio }: Pick<Inbox, "studio">) =>
  (await studio.db.select(priceRequests, undefined, priceRequests.id)).map(({ status }) => status);

test.each([
  ["network", "Close 4 requests from the same network"],
  ["email", "Close 4 requests with the same e-mail"],
])("a flood is closed by its sender's %s at once, and the notice opens it again", async (trait, words) => {
  const inbox = await floodedInbox(4);
  const [first] = inbox.flooding;
  const page = await inbox.owner.get(inbox.pageOf(first?.id));
  expect(page.text).toContain(words);
  expect(page.text).not.toContain("with the same phone");
  const cleared = await inbox.owner.post(`${inbox.pageOf(first?.id)}/clear-sender`, { trait });
  const shown = await inbox.owner.follow(cleared);
  expect(shown.text).toContain("Closed: 4 requests.");
  expect(await statusesOf(inbox)).toEqual(["new", "closed", "closed", "closed", "closed"]);
  const restored = await undo(inbox.owner, shown);
  expect(restored.notice).toBe("Open again: 4 requests.");
  expect(await statusesOf(inbox)).toEqual(Array(5).fill("new"));
});

test("clearing leaves answered requests, and its undo leaves requests changed since", async () => {
  const inbox = await floodedInbox(3);
  const [first, second, third] = inbox.flooding;
  await inbox.owner.post(`${inbox.pageOf(second?.id)}/answer`, { version: "1", answer: "420" });
  const shown = await inbox.owner.follow(
    await inbox.owner.post(`${inbox.pageOf(first?.id)}/clear-sender`, { trait: "network" }),
  );
  expect(await statusesOf(inbox)).toEqual(["new", "closed", "answered", "closed"]);
  await inbox.owner.post(`${inbox.pageOf(third?.id)}/answer`, { version: "2", answer: "sorry" });
  await undo(inbox.owner, shown);
  expect(await statusesOf(inbox)).toEqual(["new", "new", "answered", "answered"]);
});

test("one request of a sender is not offered to be cleared, nor another studio's found by its sender", async () => {
  const [ours, theirs] = await Promise.all([inboxWithRequest(), inboxWithRequest()]);
  expect((await ours.owner.get(ours.page)).text).not.toContain("More from this sender");
  const foreign = `${ours.base}/requests/${theirs.id}/clear-sender`;
  expect((await ours.owner.post(foreign, { trait: "phone" })).status).toBe(404);
  await ours.owner.post(`${ours.page}/clear-sender`, { trait: "phone" });
  expect([await statusesOf(ours), await statusesOf(theirs)]).toEqual([["closed"], ["new"]]);
});

test("a sender is kept as a hash that differs from studio to studio, for 30 days", async () => {
  const [inbox, other] = await Promise.all([floodedInbox(2), floodedInbox(1)]);
  const hashes = inbox.flooding.map(({ senderHash }) => senderHash);
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toMatch(/^[\w-]{43}$/);
  expect(other.flooding[0]?.senderHash).not.toBe(hashes[0]);
  const [first, second] = inbox.flooding;
  const daysAgo = (days: number) => ({ createdAt: Date.now() - days * 86_400_000 });
  await inbox.studio.db.update(priceRequests, daysAgo(30.1), eq(priceRequests.id, first?.id ?? 0));
  await inbox.studio.db.update(priceRequests, daysAgo(29.9), eq(priceRequests.id, second?.id ?? 0));
  await forgetSenders(openRetainedRecords(env.DB));
  const kept = await inbox.studio.db.select(priceRequests, undefined, priceRequests.id);
  expect(kept.map(({ senderHash }) => senderHash !== null)).toEqual([true, false, true]);
});

test("staff answer requests too", async () => {
  const inbox = await inboxWithRequest();
  const staff = await staffOf(inbox);
  expect((await staff.get(`${inbox.base}/requests`)).status).toBe(200);
  expect((await staff.post(`${inbox.page}/answer`, { version: "1", answer: "420" })).status).toBe(303);
});

test("another studio's request is not found, neither its file", async () => {
  const [ours, theirs] = await Promise.all([panelStudio(), inboxWithRequest()]);
  const address = `${ours.base}/requests/${theirs.id}`;
  const { addresses } = await theirs.owner.get(theirs.page);
  const model = addresses.find((link) => link.endsWith("/model"))?.slice(theirs.page.length);
  expect((await ours.owner.get(address)).status).toBe(404);
  expect(model).toMatch(/^\/items\/\d+\/model$/);
  expect((await ours.owner.get(`${address}${model}`)).status).toBe(404);
  expect((await ours.owner.post(`${address}/answer`, { version: "1", answer: "mine" })).status).toBe(404);
  expect(await stored(theirs)).toMatchObject({ status: "new", answer: null });
});

test("requests are not shown without a session", async () => {
  const { page } = await inboxWithRequest();
  expect((await new Browser().get(page)).status).toBe(303);
});

test("markup of the customer is shown as it was typed", async () => {
  const markup = '<img src=x onerror="alert(1)">';
  const { owner, page } = await inboxWithRequest({ comment: markup });
  const shown = await owner.get(page);
  expect(shown.html).not.toContain("<img src=x");
  expect(shown.text).toContain(markup);
});

test("an order of the page says so in the panel, with the customer's comment, consent, page and cancellation", async () => {
  const { studio, visitor, choice } = await visitedStudio();
  const { owner, base } = await panelOf(studio);
  const { orderId, address } = await ordered(visitor, await quoted(visitor, [choice]), {
    source: "widget",
    comment: "Після шостої",
  });
  await visitor.fetch(`${address.slice(`/${studio.slug}`.length)}/cancel`, {
    method: "POST",
    body: new URLSearchParams({ comment: "Передумали" }),
  });
  const page = await owner.get(`${base}/orders/${orderId}`);
  expect(page.values).toContain(`${PANEL_ORIGIN}${address}`);
  const text = page.text;
  expect(text).toContain("Source: widget");
  expect(text).toContain("Після шостої");
  expect(text).toContain("Agreed to the terms");
  expect(text).toContain("The customer");
  expect(text).toContain("Передумали");
});
