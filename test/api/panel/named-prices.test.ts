// Prices that the studio names for a request: typed, changed, withdrawn, and closed to changes once accepted.

import { describe, expect, it } from "vitest";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { undo } from "../support/page-forms.ts";
import { panelStudio, posted, staffOf } from "../support/panel.ts";
import { accepted, pricedRequest, pricing, sentRequest, storedRequest } from "../support/priced-requests.ts";
import { visitedStudio } from "../support/storefront.ts";

/** A request of two models. */
async function requestOfTwo() {
  const visited = await visitedStudio();
  const item = { ...visited.choice, quantity: 1, finishingIds: [], reason: "asked" };
  return sentRequest({ items: ["vase.stl", "lid.stl"].map((fileName) => ({ ...item, fileName })) }, visited);
}

describe("a price", () => {
  it("is the sum of the parts', and holds for 14 days if nothing else is said", async () => {
    const request = await requestOfTwo();
    const [vase, lid] = request.itemIds;
    const prices = { [`itemPrices.${vase}`]: "100,10", [`itemPrices.${lid}`]: "0.90" };
    const page = await posted(request.owner, `${request.page}/answer`, { version: "1", answer: "Так", ...prices });
    expect(page.notice).toContain("101.00");
    expect(await storedRequest(request)).toMatchObject({
      status: "answered",
      answer: "Так",
      priceMinor: 10_100,
      namedPrice: { items: { [`${vase}`]: 10_010, [`${lid}`]: 90 }, readyOn: null, validUntil: dayFromNow(14) },
    });
    expect(page.field(`itemPrices.${vase}`).value).toBe("100.10");
  });

  it("holds no longer than its ready day", async () => {
    const request = await sentRequest();
    await posted(request.owner, `${request.page}/answer`, pricing(request, { readyOn: dayFromNow(3) }));
    expect(await storedRequest(request)).toMatchObject({ namedPrice: { validUntil: dayFromNow(3) } });
  });

  it.each([
    ["of a part alone", { "itemPrices.second": "" }, "itemPrices.second", "Fill in this field."],
    ["of nothing", { "itemPrices.first": "0" }, "itemPrices.first", "Enter a value from 0.01"],
    ["that is no number", { "itemPrices.first": "cheap" }, "itemPrices.first", "Enter a number"],
    ["ready on a day that has passed", { readyOn: "2026-01-02" }, "readyOn", "This day has passed."],
    ["ready on no day", { readyOn: "2099-02-30" }, "readyOn", "Enter a date that exists."],
    ["that held in the past", { validUntil: "2026-01-02" }, "validUntil", "This day has passed."],
    ["beyond its ready day", { readyOn: "2099-01-02", validUntil: "2099-01-03" }, "validUntil", "choose that day"],
  ])("%s is refused beside its field, with all that was typed", async (_, changes, field, fault) => {
    const request = await requestOfTwo();
    const [first, second] = request.itemIds;
    const named = (name: string) => name.replace("first", String(first)).replace("second", String(second));
    const typed = Object.fromEntries(Object.entries(changes).map(([name, value]) => [named(name), value]));
    const answer = await request.owner.post(`${request.page}/answer`, pricing(request, { answer: "Так", ...typed }));
    expect(answer.status, answer.html).toBe(400);
    expect(Object.keys(answer.faults)).toEqual([named(field)]);
    expect(answer.faults[named(field)]).toContain(fault);
    expect(answer.field("answer").value).toBe("Так");
    expect(await storedRequest(request)).toMatchObject({ status: "new", priceMinor: null, version: 1 });
  });

  it("of a request without a model is one of a file at least", async () => {
    const visited = await visitedStudio();
    const attachmentId = await visited.visitor.attached(new TextEncoder().encode("x"), "photo.jpg");
    const request = await sentRequest({ items: [], attachments: [{ attachmentId }] }, visited);
    const [file] = request.fileIds;
    const refused = await request.owner.post(`${request.page}/answer`, { version: "1", readyOn: dayFromNow(5) });
    expect(refused.faults).toEqual({ [`filePrices.${file}`]: "Fill in this field." });
    await posted(request.owner, `${request.page}/answer`, { version: "1", [`filePrices.${file}`]: "42" });
    expect(await storedRequest(request)).toMatchObject({ priceMinor: 4_200 });
  });

  it("is changed until it is accepted, and withdrawn with an undo", async () => {
    const request = await pricedRequest();
    await posted(request.owner, `${request.page}/answer`, pricing(request, { version: "2", answer: "Так" }, "500"));
    const withdrawn = await posted(request.owner, `${request.page}/withdraw`, { version: "3" });
    expect(await storedRequest(request)).toMatchObject({ status: "answered", priceMinor: null, namedPrice: null });
    await undo(request.owner, withdrawn);
    expect(await storedRequest(request)).toMatchObject({
      status: "answered",
      answer: "Так",
      priceMinor: 50_000,
      namedPrice: { readyOn: dayFromNow(20) },
    });
  });

  it("withdrawn without another answer leaves the request new", async () => {
    const request = await pricedRequest();
    await posted(request.owner, `${request.page}/withdraw`, { version: "2" });
    expect(await storedRequest(request)).toMatchObject({ status: "new", version: 3 });
  });

  it("of a closed request opens again with it", async () => {
    const request = await pricedRequest();
    await posted(request.owner, `${request.page}/close`, { version: "2" });
    await posted(request.owner, `${request.page}/reopen`, { version: "3" });
    expect(await storedRequest(request)).toMatchObject({ status: "answered", priceMinor: 42_000 });
    await accepted(request);
  });

  it("of another window is not overwritten: it is shown, with what was typed", async () => {
    const request = await pricedRequest();
    const staff = await staffOf(request);
    const second = await staff.post(`${request.page}/answer`, pricing(request, { version: "1" }, "399"));
    expect(second.status, second.html).toBe(409);
    expect(second.text).toMatch(/The price that is shown now: \S*420\.00/);
    expect(second.field(`itemPrices.${request.itemIds[0]}`).value).toBe("399");
    expect((await staff.post(`${request.page}/withdraw`, { version: "1" })).status).toBe(409);
    expect(await storedRequest(request)).toMatchObject({ priceMinor: 42_000, version: 2 });
  });
});

describe("an accepted request", () => {
  it.each(["answer", "withdraw", "close", "reopen"])("takes no %s, with its version seen or not", async (action) => {
    const request = await pricedRequest();
    await accepted(request);
    for (const version of ["2", "3"]) {
      const answer = await request.owner.post(`${request.page}/${action}`, pricing(request, { version }, "1"));
      expect(answer.status, answer.html).toBe(409);
      expect(answer.text).toContain("The customer has accepted the price.");
    }
    expect(await storedRequest(request)).toMatchObject({ status: "closed", priceMinor: 42_000, version: 3 });
  });

  it("shows its price and its order, and no form of an answer", async () => {
    const request = await pricedRequest();
    await accepted(request);
    const page = await request.owner.get(request.page);
    expect(page.text).toContain("420.00");
    expect(page.links["Order 1"]).toMatch(/\/orders\/\d+$/);
    const actions = page.forms.map(({ action }) => action ?? "").filter((action) => action.startsWith(request.page));
    expect(actions).toEqual([]);
  });
});

it("a price of another studio's request is neither named nor withdrawn", async () => {
  const [ours, theirs] = await Promise.all([panelStudio(), pricedRequest()]);
  for (const action of ["answer", "withdraw"]) {
    const path = `${ours.base}/requests/${theirs.id}/${action}`;
    expect((await ours.owner.post(path, pricing(theirs, { version: "2" }, "1"))).status, action).toBe(404);
  }
  expect(await storedRequest(theirs)).toMatchObject({ priceMinor: 42_000, version: 2 });
});
