// Price requests that the studio has priced, and the form by which their customer accepts.

import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { attachments, priceRequestItems, priceRequests } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { type FormFields, type Page, panelOf, posted, readPage } from "./panel.ts";
import { ORDERING, type Visitor, visitedStudio } from "./storefront.ts";

export type PricedRequest = Awaited<ReturnType<typeof sentRequest>>;

type VisitedStudio = Awaited<ReturnType<typeof visitedStudio>>;

/** A request of one model, and the panel of its studio. */
export async function sentRequest(changes: Record<string, unknown> = {}, visited?: VisitedStudio) {
  const { studio, visitor, choice } = visited ?? (await visitedStudio());
  const sent = await visitor.post<PriceRequestAnswer>("/requests", {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    comment: "Для саду",
    items: [{ ...choice, fileName: "vase.stl", quantity: 3, finishingIds: [], reason: "asked" }],
    ...changes,
  });
  expect(sent.status, sent.text).toBe(201);
  const [request] = (await studio.db.select(priceRequests, undefined, priceRequests.id)).slice(-1);
  const id = request?.id ?? 0;
  const parts = await studio.db.select(priceRequestItems, undefined, priceRequestItems.id);
  const files = await studio.db.select(attachments, undefined, attachments.id);
  const itemIds = parts.filter(({ requestId }) => requestId === id).map((part) => part.id);
  const fileIds = files.filter(({ requestId }) => requestId === id).map((file) => file.id);
  const panel = await panelOf(studio);
  const page = `${panel.base}/requests/${id}`;
  return { ...panel, visitor, choice, id, itemIds, fileIds, page, customerPage: sent.body.address };
}

/** The fields of an answer that names a price, the same for each item. */
export function pricing(
  { itemIds }: Pick<PricedRequest, "itemIds">,
  changes: FormFields = {},
  price = "420",
): FormFields {
  const prices = Object.fromEntries(itemIds.map((id) => [`itemPrices.${id}`, price]));
  return { version: "1", answer: "", readyOn: dayFromNow(20), validUntil: "", ...prices, ...changes };
}

/** A request with a price of 420.00 for each item, to be accepted. */
export async function pricedRequest(changes: Record<string, unknown> = {}, visited?: VisitedStudio) {
  const sent = await sentRequest(changes, visited);
  await posted(sent.owner, `${sent.page}/answer`, pricing(sent));
  return sent;
}

export async function storedRequest({ studio, id }: Pick<PricedRequest, "studio" | "id">) {
  const [request] = await studio.db.select(priceRequests, eq(priceRequests.id, id));
  return request;
}

/** A page of the customer, by its path. */
export async function customerPageAt(visitor: Visitor, address: string, init: RequestInit = {}): Promise<Page> {
  const path = address.slice(`/${visitor.studio.slug}`.length);
  const query = path.includes("?") ? "" : "?lang=en";
  const headers = { Accept: "text/html", ...init.headers };
  return readPage(await visitor.fetch(`${path}${query}`, { ...init, headers }));
}

/** The form of the customer's page that is sent to this action; undefined if the page has none. */
export function formTo(page: Page, action: "accept" | "ask-anew") {
  return page.forms.find((form) => form.action?.split("?")[0]?.endsWith(`/${action}`) === true);
}

/** Fills in the shown form, with a pick-up and the consent unless `typed` states otherwise, and sends it. */
export async function accept(
  { visitor, customerPage }: Pick<PricedRequest, "visitor" | "customerPage">,
  typed: Readonly<Record<string, string>> = {},
  shown?: Page,
): Promise<Page> {
  const page = shown ?? (await customerPageAt(visitor, customerPage));
  const form = formTo(page, "accept") ?? expect.fail(`no form accepts a price:\n${page.text}`);
  const fields = { ...Object.fromEntries(form.fields), place: "later", consent: "true", ...typed };
  return customerPageAt(visitor, form.action ?? "", { method: "POST", body: new URLSearchParams(fields) });
}

/** The page of a browser after an acceptance, which must lead to the order. */
export async function accepted(...sent: Parameters<typeof accept>): Promise<string> {
  const answer = await accept(...sent);
  expect(answer.status, answer.text).toBe(303);
  return answer.location ?? "";
}
