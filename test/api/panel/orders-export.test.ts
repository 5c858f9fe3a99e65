// A period's orders as a table.

import { describe, expect, it } from "vitest";
import { countedReads } from "../support/counted-reads.ts";
import { panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { addOrder, addOrders, delivered } from "../support/panel-orders.ts";

const PERIOD = "since=2026-03-02&through=2026-03-03";

describe("the table of orders", () => {
  it("has the orders of the period in Kyiv's days, with a mark that Excel reads as UTF-8", async () => {
    const { owner, base, studio } = await panelStudio();
    await addOrder(studio, { createdAt: Date.parse("2026-03-01T21:59:00Z") });
    await addOrder(studio, { createdAt: Date.parse("2026-03-01T22:00:00Z"), dueOn: "2026-03-09" });
    const delivery = delivered({ cityName: "Львів", trackingNumber: "20450" });
    await addOrder(studio, { createdAt: Date.parse("2026-03-03T21:59:00Z"), delivery, deliveryPriceMinor: 8_000 });
    await addOrder(studio, { createdAt: Date.parse("2026-03-03T22:00:00Z") });
    const answer = await owner.download(`${base}/orders/export?${PERIOD}`);
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="orders-2026-03-02-2026-03-03.csv"');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = new TextDecoder().decode(bytes).split("\r\n");
    expect(head).toBe(
      "Order,Placed,Status,Customer,Phone,E-mail,Source,Total,Currency,Due day,City,Tracking number,Priority,Delivery price,Paid,Still to be paid",
    );
    expect(lines.map((line) => line.split(",").slice(0, 4))).toEqual([
      ["3", "2026-03-03 23:59", "New", "Леся Косач-Квітка"],
      ["2", "2026-03-02 00:00", "New", "Леся Косач-Квітка"],
      [""],
    ]);
    expect(lines[0]).toMatch(/,123\.45,UAH,,Львів,20450,,80\.00,,$/);
    expect(lines[1]).toMatch(/,123\.45,UAH,2026-03-09,,,,,,$/);
  });

  it("never hands a spreadsheet a formula, and keeps quotes and separators in their cell", async () => {
    const { owner, base, studio } = await panelStudio();
    await addOrder(studio, {
      createdAt: Date.parse("2026-03-02T12:00:00Z"),
      contact: { firstName: '=HYPERLINK("x")', lastName: "a,b", email: "@SUM(A1)" },
    });
    const text = await (await owner.download(`${base}/orders/export?${PERIOD}`)).text();
    expect(text).toContain(`,"'=HYPERLINK(""x"") a,b",'+38067`);
    expect(text).toContain(",'@SUM(A1),");
  });

  it("reads a long period page by page", async () => {
    const { owner, base, studio } = await panelStudio();
    await addOrders(studio, 1_001, { createdAt: Date.parse("2026-03-02T12:00:00Z") });
    const text = await (await owner.download(`${base}/orders/export?${PERIOD}`)).text();
    expect(text.trim().split("\r\n")).toHaveLength(1_002);
  });

  it("of an old period reads none of the newer orders, nor of the older ones", async () => {
    const { base, studio, ownerPerson } = await panelStudio();
    await addOrders(studio, 1_000, { createdAt: Date.parse("2026-02-01T12:00:00Z") });
    await addOrders(studio, 3, { createdAt: Date.parse("2026-03-02T12:00:00Z") });
    await addOrders(studio, 2_000, { createdAt: Date.parse("2026-04-01T12:00:00Z") });
    const counted = countedReads();
    const browser = await signedIn(ownerPerson, { DB: counted.database });
    const table = async (period: string) => {
      const before = counted.rows;
      const lines = (await (await browser.download(`${base}/orders/export?${period}`)).text()).trim().split("\r\n");
      return { rows: counted.rows - before, numbers: lines.slice(1).map((line) => Number(line.split(",")[0])) };
    };
    const old = await table(PERIOD);
    expect(old.numbers).toEqual([1_003, 1_002, 1_001]);
    expect(old.rows).toBeLessThan(400);
    expect((await table("since=2025-01-01&through=2026-01-31")).numbers).toEqual([]);
    expect((await table("since=2027-01-01&through=2027-01-31")).numbers).toEqual([]);
    expect((await table("since=2026-01-01&through=2026-12-31")).numbers).toHaveLength(3_003);
  });

  it("has orders whose ids do not follow the moments of their placing", async () => {
    const { owner, base, studio } = await panelStudio();
    await addOrder(studio, { createdAt: Date.parse("2026-03-03T22:00:01Z") });
    await addOrder(studio, { createdAt: Date.parse("2026-03-03T21:59:59Z") });
    const text = await (await owner.download(`${base}/orders/export?${PERIOD}`)).text();
    expect(text).toContain("\r\n2,");
    expect(text).not.toContain("\r\n1,");
  });

  it("asks for the period where it is missing, and is for owners", async () => {
    const panel = await panelStudio();
    const answer = await panel.owner.get(`${panel.base}/orders/export?since=2026-02-30`);
    expect((await panel.owner.follow(answer)).notice).toBe("Enter the first and the last day of the table.");
    const staff = await staffOf(panel);
    expect((await staff.get(`${panel.base}/orders/export?${PERIOD}`)).status).toBe(403);
    expect((await staff.get(`${panel.base}/orders?view=list`)).text).not.toContain("CSV");
  });
});
