// A month on one page: orders, money, hours, grams and failures, beside the month before.

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { endedPrints, payments } from "../../../src/db/schema.ts";
import { addMaterial } from "../support/catalog.ts";
import { countedReads } from "../support/counted-reads.ts";
import { type PanelStudio, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { addPrinter } from "../support/printing.ts";

type End = Partial<Omit<typeof endedPrints.$inferInsert, "studioId">> & { readonly orderItemId: number };

const end = ({ studio }: PanelStudio, print: End) =>
  studio.db.insert(endedPrints, {
    copies: 1,
    outcome: "printed",
    reason: print.outcome === "failed" ? "Warped" : null,
    endedAt: Date.parse("2026-03-10T12:00:00Z"),
    ...print,
  });

/** The cells of March 2026, each with that of February. */
const pairs = (...figures: readonly string[]) =>
  figures.flatMap((figure, place) => (place % 2 === 0 ? [`${figure} February 2026: ${figures[place + 1]}`] : []));

describe("the month's page", () => {
  let panel: PanelStudio;
  beforeAll(async () => {
    panel = await panelStudio();
    const { studio } = panel;
    const [pla, petg] = [
      await addMaterial(studio, { name: "PLA", color: "white" }),
      await addMaterial(studio, { name: "PETG", color: null }),
    ];
    const [ender, prusa] = [
      await addPrinter(panel, { name: "Ender" }),
      await addPrinter(panel, { name: "Prusa", status: "offline" }),
    ];
    const at = (moment: string, row: Parameters<typeof addOrder>[1] = {}) =>
      addOrder(studio, { createdAt: Date.parse(moment), ...row });
    // Two months before.
    await at("2026-01-31T21:59:59Z");
    await at("2026-01-31T22:00:00Z", { status: "completed" });
    const first = await at("2026-02-28T22:00:00Z", { status: "completed", totalPriceMinor: 10_000_000_000_001 });
    await at("2026-03-15T12:00:00Z", { status: "completed", totalPriceMinor: 2 });
    await at("2026-03-16T12:00:00Z", { status: "cancelled", totalPriceMinor: 500 });
    await at("2026-03-31T20:59:59Z");
    await at("2026-03-31T21:00:00Z");
    const ofPla = await addItem(studio, first, { materialId: pla, quantity: 4, printMinutes: 240 });
    const ofPetg = await addItem(studio, first, { position: 1, materialId: petg, weightHundredthsOfGram: 1_000 });
    // A share of the estimate, and noted figures.
    await end(panel, { orderItemId: ofPla, printerId: ender, printer: "Ender, once", copies: 3 });
    const noted = { minutes: 90, hundredthsOfGram: 70_000 };
    await end(panel, { orderItemId: ofPla, printerId: ender, outcome: "failed", ...noted });
    await end(panel, { orderItemId: ofPetg, printerId: prusa });
    await end(panel, { orderItemId: ofPetg, printerId: 999_999, printer: "Sold", endedAt: Date.parse("2026-02-03") });
    await end(panel, { orderItemId: ofPetg, printerId: prusa, endedAt: Date.parse("2026-01-03") });
    const paid = (paidOn: string, amountMinor: number, row: Partial<typeof payments.$inferInsert> = {}) =>
      studio.db.insert(payments, {
        ...{ orderId: first, requestKey: crypto.randomUUID(), kind: "payment", method: "cash", amountMinor, paidOn },
        ...{ personId: panel.ownerPerson.id, createdAt: Date.parse("2026-06-01"), ...row },
      });
    await paid("2026-01-31", 1);
    await paid("2026-02-01", 2_000);
    await paid("2026-02-28", 500, { kind: "refund", method: "transfer" });
    await paid("2026-03-01", 10_000_000_000_001);
    await paid("2026-03-31", 2);
    await paid("2026-03-31", 7_000, { removedAt: Date.parse("2026-06-02") });
    await paid("2026-03-15", 300, { kind: "refund" });
    await paid("2026-04-01", 4_000);
  });

  const month = async (query = "?month=2026-03") => {
    const page = await panel.owner.get(`${panel.base}/month${query}`);
    expect(page.status, page.html).toBe(200);
    return page;
  };

  it("counts the orders placed in Kyiv's month by their status, and adds their money exactly", async () => {
    const page = await month();
    expect(page.row("New").cells).toEqual(["New", ...pairs("1", "0", "₴123.45", "₴0.00")]);
    expect(page.row("Completed").cells).toEqual(["Completed", ...pairs("2", "1", "₴100,000,000,000.03", "₴123.45")]);
    expect(page.row("Cancelled").cells).toEqual(["Cancelled", ...pairs("1", "0", "₴5.00", "₴0.00")]);
    expect(page.row("Without cancelled").cells.slice(1)).toEqual(pairs("3", "1", "₴100,000,000,123.48", "₴123.45"));
  });

  it("has the money received by the days of its payments, less refunds and without removed notes", async () => {
    const page = await month();
    expect(page.row("Cash").cells.slice(1)).toEqual(
      pairs("₴100,000,000,000.03", "₴20.00", "₴3.00", "₴0.00", "₴99,999,999,997.03", "₴20.00"),
    );
    expect(page.row("Bank transfer").cells.slice(1)).toEqual(
      pairs("₴0.00", "₴0.00", "₴0.00", "₴5.00", "₴0.00", "−₴5.00"),
    );
    const table = await panel.owner.download(`${panel.base}/month/table?month=2026-03`);
    expect((await table.text()).split("\r\n")).toContain(
      "Cash,100000000000.03,3.00,99999999997.03,20.00,0.00,20.00,UAH",
    );
  });

  it("has each printer's hours and failures: noted ones, and the estimate's share where none are", async () => {
    const page = await month();
    expect(page.row("Ender").cells).toEqual(["Ender", ...pairs("4.5", "0", "4", "0", "1", "0", "25 %", "—")]);
    expect(page.row("Prusa").cells).toEqual(["Prusa", ...pairs("0.7", "0", "1", "0", "0", "0", "0 %", "—")]);
    expect(page.row("Sold").cells).toEqual(["Sold", ...pairs("0", "0.7", "0", "1", "0", "0", "—", "0 %")]);
  });

  it("has each material's grams and failures", async () => {
    const page = await month();
    expect(page.row("PLA, white").cells).toEqual([
      "PLA, white",
      ...pairs("703.8", "0", "4", "0", "1", "0", "25 %", "—"),
    ]);
    expect(page.row("PETG").cells).toEqual(["PETG", ...pairs("10", "10", "1", "1", "0", "0", "0 %", "0 %")]);
  });

  it("leads to the month before and after, and shows the current one for a text that is no month", async () => {
    const page = await month();
    expect(page.related("prev")).toBe(`${panel.base}/month?month=2026-02`);
    expect(page.related("next")).toBe(`${panel.base}/month?month=2026-04`);
    for (const query of ["", "?month=2999-01", "?month=2026-13", "?month=x"]) {
      const now = await month(query);
      expect(now.related("next"), query).toBeUndefined();
      expect(now.text, query).toContain("No orders were placed in these two months.");
    }
  });

  it("is the same as a table, with numbers that a spreadsheet adds", async () => {
    const answer = await panel.owner.download(`${panel.base}/month/table?month=2026-03`);
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="month-2026-03.csv"');
    const lines = (await answer.text()).split("\r\n");
    expect(lines).toContain("Completed,2,100000000000.03,1,123.45,UAH");
    expect(lines).toContain("Ender,4.50,4,1,25.00,0.00,0,0,");
    expect(lines).toContain('"PLA, white",703.80,4,1,25.00,0.00,0,0,');
    expect(lines.some((line) => line.startsWith("Printers: Printer,Hours,Copies ended"))).toBe(true);
  });

  it("is for owners", async () => {
    const staff = await staffOf(panel);
    for (const path of ["/month", "/month/table"]) {
      expect((await staff.get(`${panel.base}${path}`)).status, path).toBe(403);
    }
    expect((await staff.get(panel.base)).addresses).not.toContain(`${panel.base}/month`);
  });

  it("counts the latest of more prints than it adds, and says so on the page and at the table's end", async () => {
    const busy = await panelStudio();
    const orderItemId = await addItem(
      busy.studio,
      await addOrder(busy.studio, { createdAt: Date.parse("2025-01-01") }),
    );
    await env.DB.prepare(
      `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20000)
       INSERT INTO ended_prints (studio_id, order_item_id, printer_id, printer, copies, outcome, ended_at)
       SELECT ?, ?, 1, 'Ender', 1, 'printed', ? FROM counted`,
    )
      .bind(busy.studio.id, orderItemId, Date.parse("2026-02-10"))
      .run();
    for (const copies of [2, 3]) await end(busy, { orderItemId, copies, printerId: 1, printer: "Ender" });
    const page = await busy.owner.get(`${busy.base}/month?month=2026-03`);
    expect(page.row("Ender").cells).toContain("5 February 2026: 19,998");
    const said =
      "There are more than 20,000 orders, payments or prints in these two months. Only the latest were counted.";
    expect(page.text).toContain(said);
    const table = await busy.owner.download(`${busy.base}/month/table?month=2026-03`);
    expect((await table.text()).trim().split("\r\n").at(-1)).toBe(`"${said}"`);
  });

  it("reads no payments of other days", async () => {
    const old = await panelStudio();
    const { studio } = old;
    const order = await addOrder(studio, { createdAt: Date.parse("2025-01-01") });
    for (const day of ["2025-06-10", "2026-03-10", "2026-05-10"]) {
      await env.DB.prepare(
        `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000)
         INSERT INTO payments (studio_id, order_id, request_key, kind, method, amount_minor, paid_on, person_id, created_at)
         SELECT ?1, ?2, ?3 || n, 'payment', 'cash', 100, ?3, ?4, 1 FROM counted`,
      )
        .bind(studio.id, order, day, old.ownerPerson.id)
        .run();
    }
    const counted = countedReads();
    const owner = await signedIn(old.ownerPerson, { DB: counted.database });
    await owner.get(`${old.base}/month?month=2025-12`);
    const none = counted.rows;
    const page = await owner.get(`${old.base}/month?month=2026-03`);
    console.log(`a month without payments: ${none} rows; one with a thousand: ${counted.rows - none}`);
    expect(page.row("All ways together").cells).toContain("₴1,000.00 February 2026: ₴0.00");
    expect(none).toBeLessThan(300);
    expect(counted.rows - none).toBeLessThan(5_000);
  });

  it("reads no rows of other months", async () => {
    const old = await panelStudio();
    const { studio } = old;
    const first = await addOrder(studio, { createdAt: Date.parse("2025-01-01") });
    const orderItemId = await addItem(studio, first);
    /** A thousand orders and as many ended prints at the moment. */
    const addThousand = async (moment: string) => {
      const counted = "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000)";
      const at = Date.parse(moment);
      await env.DB.batch([
        env.DB.prepare(
          `${counted}
           INSERT INTO orders (studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source, version, created_at, updated_at)
           SELECT studio_id, request_key || n || ?, customer_id, contact, status, 100, currency_id, source, version, ?, updated_at
           FROM counted JOIN orders ON orders.id = ?`,
        ).bind(moment, at, first),
        env.DB.prepare(
          `${counted}
           INSERT INTO ended_prints (studio_id, order_item_id, printer_id, printer, copies, outcome, ended_at)
           SELECT ?, ?, 1, 'Ender', 1, 'printed', ? FROM counted`,
        ).bind(studio.id, orderItemId, at),
      ]);
    };
    for (const moment of ["2025-06-10", "2026-02-10", "2026-03-10", "2026-05-10"]) await addThousand(moment);
    const counted = countedReads();
    const owner = await signedIn(old.ownerPerson, { DB: counted.database });
    await owner.get(`${old.base}/month?month=2025-12`);
    const none = counted.rows;
    const page = await owner.get(`${old.base}/month?month=2026-03`);
    console.log(
      `a month without orders: ${none} rows; one with a thousand, and as many the month before: ${counted.rows - none}`,
    );
    expect(page.row("In all").cells.slice(1)).toEqual(pairs("1,000", "1,000", "₴1,000.00", "₴1,000.00"));
    expect(none).toBeLessThan(300);
    // Each order by an index, and each print by another with its item.
    expect(counted.rows - none).toBeLessThan(12_000);
  });
});
