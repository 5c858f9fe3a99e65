// Files that are no models: kept as they are for a price request, a day before it, never opened.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { like } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { attachments, discardedObjects, priceRequests } from "../../../src/db/schema.ts";
import { DAILY_ALLOWANCES, networksOf } from "../../../src/domain/visitor.ts";
import { CLIENT_CLOSED } from "../../../src/http/middleware/request-log.middleware.ts";
import worker from "../../../src/index.ts";
import { sha256OfBytes } from "../../../src/platform/sha256.ts";
import { sendPriceRequest } from "../../../src/price-requests/send-price-request.ts";
import { priceRequestSchema, toPriceRequest } from "../../../src/storefront/requests/requests.request.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { openTenant } from "../../../src/tenant/tenant.ts";
import { dayOf, ORDERING, refused, setPage, Visitor } from "../support/storefront.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";
import { turnedClock } from "../support/turned-clock.ts";

const DAY = 24 * 3_600_000;
const clock = turnedClock();

/** A web page, with a script that a browser would run if it were shown. */
const PHOTO = new TextEncoder().encode("<script>alert(1)</script>");

/** The keys of the studio's files of price requests in R2. */
async function filesOf({ id }: TestStudio): Promise<string[]> {
  return (await env.MODELS.list({ prefix: `studios/${id}/attachments/` })).objects.map(({ key }) => key);
}

/** Its objects that wait for their deletion. */
function discardedOf({ id }: TestStudio) {
  const ofStudio = like(discardedObjects.objectKey, `studios/${id}/%`);
  return database.select().from(discardedObjects).where(ofStudio);
}

const rowsOf = (studio: TestStudio) => studio.db.select(attachments, undefined, attachments.position);

function requestOf(attachmentIds: readonly string[], changes: Record<string, unknown> = {}) {
  return {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    items: [],
    attachments: attachmentIds.map((attachmentId) => ({ attachmentId })),
    ...changes,
  };
}

async function sent(visitor: Visitor, request: unknown): Promise<string> {
  const { status, body, text } = await visitor.post<PriceRequestAnswer>("/requests", request);
  expect(status, text).toBe(201);
  return body.address;
}

async function runSchedule(): Promise<void> {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await worker.scheduled(createScheduledController(), env);
}

test("a file of any format is kept as it is, with its hash, below the studio's own prefix", async () => {
  const visitor = new Visitor(await createStudio());
  await visitor.attached(PHOTO, "\u202eфото.jpg");
  const [row] = await rowsOf(visitor.studio);
  expect(row).toMatchObject({
    fileName: "фото.jpg",
    sizeBytes: PHOTO.length,
    sha256: await sha256OfBytes(PHOTO),
    requestId: null,
  });
  expect(await filesOf(visitor.studio)).toEqual([row?.objectKey]);
  expect(row?.objectKey).toMatch(new RegExp(`^studios/${visitor.studio.id}/attachments/`));
  const stored = await env.MODELS.get(row?.objectKey ?? "");
  expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PHOTO);
});

test("a request may be about files only, which it keeps in their order", async () => {
  const visitor = new Visitor(await createStudio());
  const ids = [await visitor.attached(PHOTO, "photo.jpg"), await visitor.attached(PHOTO, "part.igs")];
  const said = "«part.igs» обірваний.";
  const request = requestOf([], {
    attachments: [{ attachmentId: ids[1], said }, { attachmentId: ids[0] }],
  });
  const address = await sent(visitor, request);
  expect(await sent(visitor, request)).toBe(address);
  const [stored] = await visitor.studio.db.select(priceRequests);
  expect(await rowsOf(visitor.studio)).toMatchObject([
    { fileName: "part.igs", requestId: stored?.id, keptUntil: null, said },
    { fileName: "photo.jpg", requestId: stored?.id, keptUntil: null, said: null },
  ]);
  const page = await visitor.fetch(`${address.slice(`/${visitor.studio.slug}`.length)}?lang=en`);
  const html = await page.text();
  for (const shown of ["part.igs", "photo.jpg", said, "The studio looks at this file itself."]) {
    expect(html).toContain(shown);
  }
});

test("a request about nothing is refused", async () => {
  const visitor = new Visitor(await createStudio());
  expect(Object.keys(refused(await visitor.post("/requests", requestOf([])), 400).faults)).toEqual(["items"]);
});

test("a file of another request, of another studio, or that was never sent, is named, and nothing is stored", async () => {
  const [ours, theirs] = [new Visitor(await createStudio()), new Visitor(await createStudio())];
  const taken = await ours.attached(PHOTO, "photo.jpg");
  await sent(ours, requestOf([taken]));
  const foreign = await theirs.attached(PHOTO, "photo.jpg");
  const answer = await ours.post("/requests?lang=en", requestOf([taken, foreign, "none"]));
  const { faults } = refused(answer, 404);
  expect(Object.keys(faults)).toEqual([0, 1, 2].map((index) => `attachments.${index}.attachmentId`));
  expect(faults["attachments.0.attachmentId"]).toEqual(["This file is no longer kept. Add it again."]);
  expect(await ours.studio.db.select(priceRequests)).toHaveLength(1);
  expect(await rowsOf(theirs.studio)).toMatchObject([{ requestId: null }]);
});

test("of two requests sent at once for one file, one has it, and the other is not stored", async () => {
  const visitor = new Visitor(await createStudio());
  const id = await visitor.attached(PHOTO, "photo.jpg");
  const errors = vi.spyOn(console, "error");
  const answers = await Promise.all([
    visitor.post("/requests", requestOf([id])),
    visitor.post("/requests", requestOf([id])),
  ]);
  const [had, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect(had?.status, had?.text).toBe(201);
  expect(lost?.status, lost?.text).toBe(404);
  expect(lost?.body).toMatchObject({ faults: { "attachments.0.attachmentId": [expect.any(String)] } });
  expect(await visitor.studio.db.select(priceRequests)).toHaveLength(1);
  expect(errors).not.toHaveBeenCalled();
});

test("a request whose files an attempt at the same moment has taken is the request of that attempt", async () => {
  const visitor = new Visitor(await createStudio());
  const { studio } = visitor;
  const tenant = openTenant(env, studio.id, createExecutionContext(), "visitor");
  const fields = priceRequestSchema.parse(requestOf([await visitor.attached(PHOTO, "photo.jpg")]));
  const attempt = () => sendPriceRequest(tenant, toPriceRequest(fields, studio.id, "en", null));
  const { id } = await attempt();
  expect((await attempt()).id).toBe(id);
  expect(await studio.db.select(priceRequests)).toHaveLength(1);
});

test("a request that finds a file taken only when it is written names that file, and is not stored", async () => {
  const visitor = new Visitor(await createStudio());
  const { studio } = visitor;
  const [free, taken] = [await visitor.attached(PHOTO, "free.jpg"), await visitor.attached(PHOTO, "taken.jpg")];
  const tenant = openTenant(env, studio.id, createExecutionContext(), "visitor");
  const write = tenant.db.writeThenRead.bind(tenant.db);
  vi.spyOn(tenant.db, "writeThenRead").mockImplementationOnce(async (writes, reads) => {
    await sent(visitor, requestOf([taken]));
    return write(writes, reads);
  });
  const fields = priceRequestSchema.parse(requestOf([free, taken]));
  const missing = [expect.objectContaining({ isMissing: true })];
  await expect(sendPriceRequest(tenant, toPriceRequest(fields, studio.id, "en", null))).rejects.toMatchObject({
    kind: "not_found",
    faults: { "attachments.1.attachmentId": missing },
  });
  expect(await studio.db.select(priceRequests)).toHaveLength(1);
});

test("a file named twice in one request is refused by its field", async () => {
  const visitor = new Visitor(await createStudio());
  const id = await visitor.attached(PHOTO, "photo.jpg");
  const { faults } = refused(await visitor.post("/requests?lang=en", requestOf([id, id])), 400);
  expect(faults).toEqual({ attachments: ["Choose each one once."] });
  expect(await visitor.studio.db.select(priceRequests)).toEqual([]);
});

test("a file whose sender hangs up is not kept, and is no error", async () => {
  const visitor = new Visitor(await createStudio());
  const errors = vi.spyOn(console, "error");
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(PHOTO),
    pull: (controller) => controller.error(new Error("Network connection lost.")),
  });
  const context = createExecutionContext();
  const headers = { "Content-Length": "1000" };
  const answer = await visitor.fetch("/attachments", { method: "POST", body, headers }, context);
  await waitOnExecutionContext(context);
  expect(answer.status).toBe(CLIENT_CLOSED);
  expect(errors).not.toHaveBeenCalled();
  expect(await rowsOf(visitor.studio)).toEqual([]);
});

test("more files than a request may have are refused by their field", async () => {
  const visitor = new Visitor(await createStudio());
  const ids = Array.from({ length: 11 }, (_, index) => `file ${index}`);
  expect(Object.keys(refused(await visitor.post("/requests", requestOf(ids)), 400).faults)).toEqual(["attachments"]);
});

test.each([
  {
    lang: "en",
    empty: /“?"photo.jpg"”? is empty: save it again/,
    large: /"photo.jpg" is larger than 1 MB: send a smaller copy/,
  },
  { lang: "uk", empty: /«photo.jpg» порожній: збережіть/, large: /«photo.jpg» більший за 1 МБ: надішліть меншу копію/ },
])("an empty or too large file is refused by its name, with the remedy, in $lang", async ({ lang, empty, large }) => {
  const visitor = new Visitor(await createStudio(), { MAX_FILE_MEGABYTES: 1 });
  const query = `?lang=${lang}`;
  expect(refused(await visitor.attach(new Uint8Array(), "photo.jpg", query), 400).message).toMatch(empty);
  const tooLarge = await visitor.attach(new Uint8Array(1024 * 1024 + 1), "photo.jpg", query);
  expect(refused(tooLarge, 413)).toMatchObject({ reason: "too_large", message: expect.stringMatching(large) });
  expect(await filesOf(visitor.studio)).toEqual([]);
});

test("files count to the network's uploads of a day, and need a pass if the studio has set Turnstile's keys", async () => {
  const studio = await createStudio();
  const address = "2001:db8:77:1::7";
  const taken = Array.from({ length: DAILY_ALLOWANCES.subnet.upload }, (_, index) => `upload ${index}`);
  await dayOf(studio, address).take(networksOf(address), "upload", taken);
  expect(refused(await new Visitor(studio, {}, address).attach(PHOTO, "photo.jpg"), 429).reason).toBe("limit");

  await setPage(studio, { turnstileSiteKey: "a site key", turnstileSecret: "a secret" });
  expect(refused(await new Visitor(studio).attach(PHOTO, "photo.jpg"), 403).reason).toBe("check");
  expect(await filesOf(studio)).toEqual([]);
});

test("a studio that takes no price requests takes no files for them", async () => {
  const studio = await createStudio();
  await setPage(studio, { takesPriceRequests: false });
  expect(refused(await new Visitor(studio).attach(PHOTO, "photo.jpg"), 403).reason).toBe("closed");
  expect(await filesOf(studio)).toEqual([]);
});

test("a file that was never sent is removed after a day, row and object; a request's file stays", async () => {
  const visitor = new Visitor(await createStudio());
  const kept = await visitor.attached(PHOTO, "kept.jpg");
  const abandoned = await visitor.attached(PHOTO, "abandoned.jpg");
  await sent(visitor, requestOf([kept]));
  clock.turn(0.99 * DAY);
  await runSchedule();
  expect(await filesOf(visitor.studio)).toHaveLength(2);
  clock.turn(1.01 * DAY);
  refused(await visitor.post("/requests", requestOf([abandoned])), 404);
  await runSchedule();
  const rows = await rowsOf(visitor.studio);
  expect(rows).toMatchObject([{ fileName: "kept.jpg" }]);
  expect(await filesOf(visitor.studio)).toEqual(rows.map(({ objectKey }) => objectKey));
  // The sweep over objects without a row leaves them too.
  clock.turn(40 * DAY);
  await runSchedule();
  expect(await filesOf(visitor.studio)).toHaveLength(1);
  expect(await discardedOf(visitor.studio)).toEqual([]);
});

test("an object that lost its row on the way is discarded", async () => {
  const studio = await createStudio();
  const key = `studios/${studio.id}/attachments/lost`;
  await env.MODELS.put(key, PHOTO);
  clock.turn(2 * DAY);
  await runSchedule();
  expect(await discardedOf(studio)).toMatchObject([{ objectKey: key }]);
});
