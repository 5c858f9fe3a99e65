// An order's own page: its customer sees progress and price, and cancels it while it is pending.

import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { deliveryMethods, orderChanges, orderItems, orders } from "../../../src/db/schema.ts";
import { currencyOfCode } from "../../../src/domain/currency.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { moveOrder, type OrderMove } from "../../../src/orders/change-order.ts";
import { transferCode } from "../../../src/payments/transfer-code.ts";
import { addFinishing, addMaterial, addQuality } from "../support/catalog.ts";
import { countedReads } from "../support/counted-reads.ts";
import { createPerson } from "../support/panel.ts";
import { databaseOfTests } from "../support/recorded-statements.ts";
import { ordered, quoted, SHOP_ORIGIN, setPage, Visitor, visitedStudio } from "../support/storefront.ts";

type Visited = Awaited<ReturnType<typeof visitedStudio>>;
type Placed = Awaited<ReturnType<typeof placed>>;

async function placed(changes: Record<string, unknown> = {}, visited?: Visited) {
  const { studio, visitor, choice } = visited ?? (await visitedStudio());
  const quote = await quoted(visitor, [{ ...choice, quantity: 2 }]);
  const { orderId, address } = await ordered(visitor, quote, changes);
  const { id: personId } = await createPerson();
  return { studio, visitor, quote, orderId, address, personId };
}

async function pageAt(visitor: Visitor, address: string, query = "?lang=en", init: RequestInit = {}) {
  const path = address.slice(`/${visitor.studio.slug}`.length);
  const response = await visitor.fetch(`${path}${query}`, {
    ...init,
    headers: { Accept: "text/html", ...init.headers },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

function cancel({ visitor, address }: Pick<Placed, "visitor" | "address">, comment = "") {
  return pageAt(visitor, `${address}/cancel`, "?lang=en", {
    method: "POST",
    body: new URLSearchParams({ comment }),
  });
}

/** A move by a person of the studio, as they saw the order. */
function move({ studio, orderId, personId }: Placed, version: number, change: OrderMove) {
  return moveOrder(studio.db, { orderId, version, personId }, change);
}

test("it shows the file, the choices and the price with the lines that the quote had", async () => {
  const { visitor, quote, address } = await placed({ comment: "Після шостої" });
  const { status, html } = await pageAt(visitor, address);
  expect(status).toBe(200);
  expect(html).toContain("Your order 1");
  expect(html).toContain("box.stl");
  expect(html).toContain("Після шостої");
  expect(html).toContain("The studio has your order and will confirm it.");
  const [item] = quote.items;
  for (const { amount } of item?.lines ?? []) expect(html.replaceAll(/[,\s]/g, "")).toContain(amount);
  expect(html.replaceAll(/[,\s]/g, "")).toContain(quote.total);
});

test("it shows each item with its own material, quality and finishings, of an order that was placed before prices had lines too", async () => {
  const { studio, visitor, choice } = await visitedStudio();
  const other = {
    materialId: await addMaterial(studio, { name: "PETG of the second" }),
    printingQualityId: await addQuality(studio, { name: "Rough of the second" }),
    finishingIds: [await addFinishing(studio, { name: "Sanding of the second" })],
  };
  const first = { ...choice, finishingIds: [await addFinishing(studio, { name: "Painting of the first" })] };
  const { orderId, address } = await ordered(visitor, await quoted(visitor, [first, { ...choice, ...other }]));
  const shownAt = async () => {
    const [, ...items] = (await pageAt(visitor, address)).html.split('class="sent-item card"');
    return items.map((html) => [/PETG/, /Rough/, /Sanding/, /Painting/].map((name) => name.test(html)));
  };
  const own = [
    [false, false, false, true],
    [true, true, true, false],
  ];
  expect(await shownAt()).toEqual(own);
  await studio.db.update(orderItems, { costBreakdown: null }, eq(orderItems.orderId, orderId));
  expect(await shownAt()).toEqual(own);
});

test("it shows the top-up to the minimum as a line of its own, and each item at its own price", async () => {
  const visited = await visitedStudio();
  await setPage(visited.studio, { minimumOrderMinor: 100_000 });
  const { visitor, quote, address } = await placed({}, visited);
  const text = (await pageAt(visitor, address)).html.replaceAll(/<[^>]*>/g, "").replaceAll(/[,\s]/g, "");
  expect(text).toContain(`Top-uptotheminimumorder₴${quote.topUp}`);
  expect(text).toContain(`Price₴${quote.items[0]?.total}`);
  expect(text).toContain("Total₴1000.00");
});

test("it shows the delivery's price as a line of its own, and the sum to pay with it", async () => {
  const visited = await visitedStudio();
  const [method] = await visited.studio.db.insert(deliveryMethods, { name: "Кур'єр", priceMinor: 8_000 });
  const textAt = async (address: string) =>
    (await pageAt(visited.visitor, address)).html.replaceAll(/<[^>]*>/g, "").replaceAll(/[,\s]/g, "");
  const { quote, address } = await placed({ deliveryMethodId: method?.id ?? 0 }, visited);
  const toPay = (Number(quote.total) + 80).toFixed(2);
  expect(await textAt(address)).toContain(`Total₴${quote.total}Delivery₴80.00Topay₴${toPay}`);
  const without = await placed({}, visited);
  expect(await textAt(without.address)).toContain(`Total₴${quote.total}Deliveryisnotincluded.`);
});

describe("the payment of an order", () => {
  const PAYEE = { payeeName: "ФОП Косач", payeeIban: "UA213223130000026007233566001", payeeCode: "1234567890" };
  const textAt = async ({ visitor, address }: Placed, query?: string) =>
    (await pageAt(visitor, address, query)).html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  test("is asked for in advance by the studio's share, half a unit rounded up, and then in all", async () => {
    const visited = await visitedStudio();
    await setPage(visited.studio, { advancePercent: 30 });
    const order = await placed({}, visited);
    const [row] = await visited.studio.db.select(orders, eq(orders.id, order.orderId));
    const { totalPriceMinor = 0, advanceMinor } = row ?? {};
    expect(advanceMinor).toBe(Math.floor((totalPriceMinor * 30 + 50) / 100));
    const advance = ((advanceMinor ?? 0) / 100).toFixed(2);
    expect(await textAt(order)).toContain(`To pay now, in advance ₴${advance}`);
    expect(await textAt(order, "?lang=uk")).toContain("Зараз — передоплата");
    await visited.studio.db.update(orders, { paidMinor: advanceMinor ?? 0 }, eq(orders.id, order.orderId));
    const rest = ((totalPriceMinor - (advanceMinor ?? 0)) / 100).toFixed(2);
    const paid = await textAt(order);
    expect(paid).toContain(`You have paid ₴${advance}`);
    expect(paid).toContain(`To pay ₴${rest}`);
    await visited.studio.db.update(orders, { paidMinor: totalPriceMinor }, eq(orders.id, order.orderId));
    expect(await textAt(order)).toContain("The order is paid. Thank you!");
  });

  test("has the sum and the purpose to copy, and a bank's code once the studio has stated its account", async () => {
    const visited = await visitedStudio();
    await setPage(visited.studio, { requisites: "Mono 4441" });
    const order = await placed({}, visited);
    const { html } = await pageAt(order.visitor, order.address);
    expect(html).toContain('value="Payment for order 1"');
    expect(html).toContain(`value="${order.quote.total}"`);
    expect(html).not.toContain("https://bank.gov.ua/qr/");
    await setPage(visited.studio, PAYEE);
    const { html: withCode } = await pageAt(order.visitor, order.address);
    const [, link] = /href="(https:\/\/bank\.gov\.ua\/qr\/[\w-]+)"/.exec(withCode) ?? [];
    const sum = minorUnits(Math.round(Number(order.quote.total) * 100));
    const transfer = { amount: sum, currency: currencyOfCode("UAH"), purpose: "Payment for order 1" };
    expect(link).toBe(transferCode(PAYEE, transfer));
    expect(withCode).toContain('aria-label="QR code of the transfer"');
  });

  test("is not told of a cancelled order without one, nor of an order older than payments", async () => {
    const order = await placed();
    expect(await textAt(order)).toContain("Purpose of the payment");
    await order.studio.db.update(orders, { paidMinor: null }, eq(orders.id, order.orderId));
    expect(await textAt(order)).not.toContain("Purpose of the payment");
    await order.studio.db.update(orders, { paidMinor: 0, status: "cancelled" }, eq(orders.id, order.orderId));
    expect(await textAt(order)).not.toContain("Purpose of the payment");
    await order.studio.db.update(orders, { paidMinor: 300 }, eq(orders.id, order.orderId));
    expect(await textAt(order)).toContain("The studio will pay the money back.");
  });
});

test("it shows each item's picture, at an address below its own that leads to no other order's", async () => {
  const { visitor, address, orderId } = await placed();
  const { html } = await pageAt(visitor, address);
  const [, path = "", alt] =
    /<img class="model-picture" src="([^"]+)" alt="([^"]+)" width="120" height="90"/.exec(html) ?? [];
  expect(alt, html).toBe("box.stl");
  expect(path).toMatch(new RegExp(`^${address}/items/\\d+/picture$`));
  await vi.waitFor(async () => {
    const { headers } = await visitor.fetch(path.slice(`/${visitor.studio.slug}`.length));
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
  }, 20_000);
  const other = await placed();
  expect((await pageAt(other.visitor, path.replace(address, other.address), "")).status).toBe(404);
  expect((await pageAt(visitor, path.replace(address, `${address}x`), "")).status).toBe(404);
  expect((await pageAt(visitor, path.replace(/\d+\/picture/, `${orderId + 1_000_000}/picture`), "")).status).toBe(404);
});

test("nothing of it tells the studio's costs of material and time, or its markup", async () => {
  const { visitor, address } = await placed();
  const { html } = await pageAt(visitor, address);
  expect(html).not.toMatch(/markup|materialCost|hourly|per kg|націнка/i);
});

test("it speaks Ukrainian as well", async () => {
  const { visitor, address } = await placed();
  const { html } = await pageAt(visitor, address, "?lang=uk");
  expect(html).toContain("Ваше замовлення № 1");
  expect(html).toContain('<html lang="uk"');
});

test("it is kept by no cache, found by no search, told to no other site", async () => {
  const { visitor, address } = await placed();
  const { headers, html } = await pageAt(visitor, address);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain(`${SHOP_ORIGIN}${address}`);
});

test("under another studio's slug, or with another token, there is no page and nothing to cancel", async () => {
  const [ours, theirs] = await Promise.all([visitedStudio(), placed()]);
  const token = theirs.address.split("/").at(-1) ?? "";
  const foreign = `/${ours.studio.slug}/orders/${token}`;
  expect((await pageAt(ours.visitor, foreign)).status).toBe(404);
  expect((await cancel({ visitor: ours.visitor, address: foreign })).status).toBe(404);
  expect((await pageAt(theirs.visitor, `${theirs.address.slice(0, -1)}`)).status).toBe(404);
  expect(await theirs.studio.db.select(orders)).toMatchObject([{ status: "pending" }]);
});

test("the customer cancels it while it is pending, and the history names them and the reason", async () => {
  const order = await placed();
  const answer = await cancel(order, "Знайшли помилку в моделі");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(`${order.address}?lang=en`);
  expect(await order.studio.db.select(orders)).toMatchObject([{ status: "cancelled", version: 2 }]);
  const changes = await order.studio.db.select(orderChanges, undefined, orderChanges.version);
  expect(changes.at(-1)).toMatchObject({
    status: "cancelled",
    isByCustomer: true,
    personId: null,
    comment: "Знайшли помилку в моделі",
  });
  const { html } = await pageAt(order.visitor, order.address);
  expect(html).toContain("You have cancelled this order.");
  expect(html).not.toContain("<form");
});

test("cancelled twice, it is cancelled once", async () => {
  const order = await placed();
  const answers = await Promise.all([cancel(order), cancel(order)]);
  answers.push(await cancel(order));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await order.studio.db.select(orderChanges)).toHaveLength(2);
});

test("once the studio has confirmed it, it is not cancelled here, and the page says so", async () => {
  const order = await placed();
  await move(order, 1, { status: "confirmed", comment: null });
  const { status, html } = await cancel(order);
  expect(status).toBe(409);
  expect(html).toContain("The order was not cancelled: the studio is already at work on it.");
  expect(html).not.toContain("<form");
  expect(await order.studio.db.select(orders)).toMatchObject([{ status: "confirmed" }]);
});

test("of a cancellation and a confirmation at once, one takes place", async () => {
  const order = await placed();
  const [cancelled, confirmed] = await Promise.allSettled([
    cancel(order),
    move(order, 1, { status: "confirmed", comment: null }),
  ]);
  const [row] = await order.studio.db.select(orders);
  expect(row?.version).toBe(2);
  if (row?.status === "cancelled") {
    expect(cancelled).toMatchObject({ value: { status: 303 } });
    expect(confirmed.status).toBe("rejected");
  } else {
    expect(row?.status).toBe("confirmed");
    expect(cancelled).toMatchObject({ value: { status: 409 } });
  }
});

test("the studio's own notes are not shown", async () => {
  const order = await placed();
  await move(order, 1, { status: "cancelled", comment: "клієнт ненадійний" });
  const { html } = await pageAt(order.visitor, order.address);
  expect(html).toContain("The studio has cancelled this order.");
  expect(html).not.toContain("ненадійний");
});

test("on its way, it shows the tracking number and the steps with their times", async () => {
  const order = await placed({ deliveryCityName: "Львів", deliveryWarehouseName: "Відділення 7" });
  let version = 1;
  for (const status of ["confirmed", "printing", "ready"] as const) {
    await move(order, version++, { status, comment: null });
  }
  await move(order, version, { status: "shipped", comment: null, trackingNumber: "20450012345678" });
  const { html } = await pageAt(order.visitor, order.address);
  expect(html).toContain("Your order is on its way.");
  expect(html).toContain("20450012345678");
  expect(html).toContain('href="https://novaposhta.ua/tracking/?cargo_number=20450012345678"');
  expect(html).toContain("Львів");
  expect(html.match(/<time /g)).toHaveLength(5);
});

test("printed copy by copy, it reads both ends of its history, and its steps have their times", async () => {
  const order = await placed({ comment: "Після шостої" });
  for (const [version, status] of (["confirmed", "printing"] as const).entries()) {
    await move(order, version + 1, { status, comment: null });
  }
  const { studio, orderId, address } = order;
  const counted = countedReads();
  const visitor = new Visitor(studio, { DB: counted.database });
  const rowsOfPage = async () => {
    const before = counted.rows;
    await pageAt(visitor, address);
    return counted.rows - before;
  };
  const rows = await rowsOfPage();
  await databaseOfTests
    .prepare(
      `WITH RECURSIVE counted(version) AS (SELECT 4 UNION ALL SELECT version + 1 FROM counted WHERE version < 1000)
       INSERT INTO order_changes (studio_id, order_id, version, status, is_by_customer, changed_at)
       SELECT ?, ?, version, 'printing', 0, 1e12 + version * 1e9 FROM counted`,
    )
    .bind(studio.id, orderId)
    .run();
  await studio.db.update(orders, { version: 1000 }, eq(orders.id, orderId));
  await move(order, 1000, { status: "ready", comment: null });
  const { html } = await pageAt(visitor, address);
  expect(html).toContain("Після шостої");
  expect(html.match(/<time /g)).toHaveLength(4);
  const today = new Date().toISOString().slice(0, 10);
  expect(html.match(new RegExp(`datetime="${today}`, "g"))).toHaveLength(4);
  expect(await rowsOfPage()).toBeLessThan(rows + 2 * 100);
});

test("one to be picked up is ready, and never on its way", async () => {
  const order = await placed();
  let version = 1;
  for (const status of ["confirmed", "printing", "ready", "shipped"] as const) {
    await move(order, version++, { status, comment: null });
  }
  const { html } = await pageAt(order.visitor, order.address);
  expect(html).toContain("Your order is ready.");
  expect(html).not.toMatch(/on its way/i);
});

test("its ready day has its month in full", async () => {
  const order = await placed();
  await order.studio.db.update(orders, { dueOn: "2026-11-25" }, eq(orders.id, order.orderId));
  expect((await pageAt(order.visitor, order.address)).html).toContain("To be ready by November 25, 2026");
  const ukrainian = await pageAt(order.visitor, order.address, "?lang=uk");
  expect(ukrainian.html.replaceAll("\u00a0", " ")).toContain("Буде готове до 25 листопада 2026 р.");
});

test("a reason that is too long is refused beside its field, with the typed text", async () => {
  const order = await placed();
  const { status, html } = await cancel(order, "а".repeat(2001));
  expect(status).toBe(400);
  expect(html).toContain("cancel-fault");
  expect(html).toContain("а".repeat(2001));
  expect(await order.studio.db.select(orders)).toMatchObject([{ status: "pending" }]);
});

test("a form of another site cancels nothing", async () => {
  const order = await placed();
  const answer = await pageAt(order.visitor, `${order.address}/cancel`, "", {
    method: "POST",
    body: new URLSearchParams(),
    headers: { Origin: "https://evil.example" },
  });
  expect(answer.status).toBe(403);
  expect(await order.studio.db.select(orders)).toMatchObject([{ status: "pending" }]);
});

test("it stays when the studio closes its order page, and leads on inside the widget", async () => {
  const { studio, visitor, address } = await placed();
  await setPage(studio, { isOpen: false, allowedSites: ["https://site.example"] });
  const { status, headers, html } = await pageAt(visitor, address, "?lang=en&widget=1&host=https://site.example");
  expect(status).toBe(200);
  expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors https://site.example");
  expect(html).toContain("widget=1");
  expect(html).toContain("framed.js");
});

test("markup in every field is shown as it was typed", async () => {
  const { visitor, address } = await placed({ comment: "<script>alert(1)</script>", deliveryCityName: "<b>Київ</b>" });
  const { html } = await pageAt(visitor, address);
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<b>Київ");
  expect(html).toContain("&lt;b&gt;Київ");
});
