// The delivery's price: changed by staff with a reason, with the sums that follow it.

import { describe, expect, it } from "vitest";
import { undo } from "../support/page-forms.ts";
import { posted, signedIn } from "../support/panel.ts";
import { historyOf, panelWithOrder, stored } from "../support/panel-orders.ts";

const reasoned = (deliveryPrice: string, version = "1") => ({
  ...{ version, deliveryPrice, deliveryPriceReason: "By courier instead" },
});

describe("the price of an order's delivery", () => {
  it("is changed with a reason, is owed, stands in the history, and the notice undoes it", async () => {
    const { studio, owner, id, address } = await panelWithOrder({ totalPriceMinor: 10_000, deliveryPriceMinor: 5_000 });
    const page = await posted(owner, `${address}/delivery-price`, reasoned("85,50"));
    expect(page.text).toContain("Price of the delivery: ₴50.00 → ₴85.50");
    expect(page.text).toContain("₴185.50");
    const [, entry] = await historyOf(studio, id);
    expect(entry).toMatchObject({ comment: "By courier instead", changes: { deliveryPrice: [5_000, 8_550] } });
    await undo(owner, page);
    expect(await stored(studio, id)).toMatchObject({ deliveryPriceMinor: 5_000, totalPriceMinor: 10_000 });
  });

  it("is agreed, free, and not agreed again", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    for (const [typed, deliveryPriceMinor] of [
      ["60", 6_000],
      ["0", 0],
      ["", null],
    ] as const) {
      const before = await stored(studio, id);
      const page = await posted(owner, `${address}/delivery-price`, reasoned(typed, String(before?.version)));
      expect(await stored(studio, id), page.text).toMatchObject({ deliveryPriceMinor });
      if (deliveryPriceMinor === null) await undo(owner, page);
    }
    expect(await stored(studio, id), "none is undone to free").toMatchObject({ deliveryPriceMinor: 0 });
  });

  it.each([
    ["-1", "By courier", "deliveryPrice"],
    ["1,000", "By courier", "deliveryPrice"],
    ["free", "By courier", "deliveryPrice"],
    ["60", "", "deliveryPriceReason"],
  ])("refuses %s because of “%s”, with the field marked", async (deliveryPrice, deliveryPriceReason, field) => {
    const { studio, owner, id, address } = await panelWithOrder();
    const answer = await owner.post(`${address}/delivery-price`, { version: "1", deliveryPrice, deliveryPriceReason });
    expect([answer.status, Object.keys(answer.faults)], answer.text).toEqual([400, [field]]);
    expect(await stored(studio, id)).toMatchObject({ deliveryPriceMinor: null, version: 1 });
  });

  it("keeps the other person's change: the second gets the page as it is now, with what was typed", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await posted(owner, `${address}/delivery-price`, reasoned("60"));
    const second = await owner.post(`${address}/delivery-price`, reasoned("70"));
    expect([second.status, second.text]).toEqual([409, expect.stringContaining("not agreed → ₴60.00")]);
    expect(second.values).toContain("70");
    expect(await stored(studio, id)).toMatchObject({ deliveryPriceMinor: 6_000 });
  });

  it("of another studio's order is not found", async () => {
    const [own, other] = [await panelWithOrder(), await panelWithOrder()];
    const stranger = await signedIn(own.ownerPerson);
    const path = other.address.replace(/studios\/[^/]+/, `studios/${own.studio.slug}`);
    for (const address of [other.address, path]) {
      expect((await stranger.post(`${address}/delivery-price`, reasoned("60"))).status).toBe(404);
    }
  });
});
