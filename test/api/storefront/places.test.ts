// Places and the carriage's estimate for a visitor who types an address: GET /{slug}/delivery/….

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CarrierTrouble, StandInNovaPoshta } from "../../../harness/carrier/nova-poshta.ts";
import { refreshPlaces } from "../../../src/carrier/refresh-places.ts";
import { carrierAccounts, orders } from "../../../src/db/schema.ts";
import type { EstimateAnswer, PlacesAnswer } from "../../../src/domain/carrier/suggestions.ts";
import worker from "../../../src/index.ts";
import { kvPlaceCopies } from "../../../src/platform/carrier/kept-places.ts";
import {
  type CarrierStudio,
  chooseSender,
  KYIV,
  LVIV,
  standInForCarrier,
  studioWithCarrier,
} from "../support/carrier.ts";
import { type PanelStudio, panelOf, panelStudio } from "../support/panel.ts";
import { order, ordered, quoted, refused, setPage, Visitor, visitedStudio } from "../support/storefront.ts";
import { configurationIn, shownPage } from "../support/storefront-page.ts";

let carrier: StandInNovaPoshta;

beforeEach(async () => {
  carrier = standInForCarrier();
  // Copies are the deployment's: those of another test are forgotten.
  const { keys } = await env.CARRIER_PLACES.list();
  await Promise.all(keys.map(({ name }) => env.CARRIER_PLACES.delete(name)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openShop(): Promise<CarrierStudio & { readonly visitor: Visitor }> {
  const shop = await studioWithCarrier(carrier);
  await setPage(shop.studio, { isOpen: true });
  carrier.calls.length = 0;
  return { ...shop, visitor: new Visitor(shop.studio) };
}

/** The answer, after the work that goes on behind it. */
async function asked<Answer>(visitor: Visitor, path: string): Promise<Answer> {
  const context = createExecutionContext();
  const response = await visitor.fetch(`/delivery/${path}`, { headers: { "Accept-Language": "en" } }, context);
  await waitOnExecutionContext(context);
  expect(response.status).toBe(200);
  return response.json();
}

const citiesOf = (visitor: Visitor, letters: string) =>
  asked<PlacesAnswer>(visitor, `cities?${new URLSearchParams({ letters })}`);
const branchesOf = (visitor: Visitor, city: string, letters: string) =>
  asked<PlacesAnswer>(visitor, `branches?${new URLSearchParams({ city, letters })}`);
const namesIn = (answer: PlacesAnswer) => (answer.status === "found" ? answer.places.map(({ name }) => name) : answer);

describe("places", () => {
  it("are cities from three letters, the largest first, with district and region", async () => {
    const { visitor } = await openShop();
    expect(namesIn(await citiesOf(visitor, "Ки"))).toEqual([]);
    expect(carrier.calls).toEqual([]);
    expect(await citiesOf(visitor, "киї")).toEqual({
      status: "found",
      places: [
        { ref: KYIV, name: "м. Київ, Київська обл." },
        { ref: expect.any(String), name: "с. Київське, Баштанський р-н, Миколаївська обл." },
        { ref: expect.any(String), name: "с. Київець, Стрийський р-н, Львівська обл." },
      ],
    });
    // Any apostrophe will do, and so will a suggestion as it was written.
    expect(namesIn(await citiesOf(visitor, "Кам’ян"))).toHaveLength(1);
    expect(namesIn(await citiesOf(visitor, "м. Львів, Львівська обл."))).toHaveLength(1);
  });

  it("are branches and parcel lockers by number or street, without those that take no parcels", async () => {
    const { visitor } = await openShop();
    expect(namesIn(await branchesOf(visitor, KYIV, "7"))).toEqual([expect.stringMatching(/^Відділення №7:/)]);
    expect(namesIn(await branchesOf(visitor, KYIV, "пирог"))).toContainEqual(expect.stringMatching(/Пирогівський/));
    expect(namesIn(await branchesOf(visitor, KYIV, "поштомат"))).toContainEqual(expect.stringMatching(/^Поштомат/));
    expect(namesIn(await branchesOf(visitor, KYIV, ""))).toHaveLength(20);
    // The last of Kyiv's.
    expect(namesIn(await branchesOf(visitor, KYIV, "40"))).not.toContainEqual(expect.stringMatching(/№40:/));
  });

  it("are asked for once in a day for all studios, and again after it", async () => {
    const [one, other] = [await openShop(), await openShop()];
    const found = namesIn(await citiesOf(one.visitor, "Київ"));
    expect(namesIn(await citiesOf(one.visitor, " КИЇВ "))).toEqual(found);
    expect(namesIn(await citiesOf(other.visitor, "київ"))).toEqual(found);
    expect(carrier.callsOf("Address.searchSettlements")).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 3_600_000 });
    expect(namesIn(await citiesOf(one.visitor, "київ"))).toEqual(found);
    expect(carrier.callsOf("Address.searchSettlements")).toHaveLength(2);
  });

  it("are those of before while the carrier does not answer", async () => {
    const { visitor } = await openShop();
    const found = namesIn(await citiesOf(visitor, "Київ"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 3_600_000 });
    carrier.trouble = "down";
    expect(namesIn(await citiesOf(visitor, "Київ"))).toEqual(found);
  });

  it("are renewed by night, and only then", async () => {
    const { visitor } = await openShop();
    await citiesOf(visitor, "Київ");
    await branchesOf(visitor, KYIV, "7");
    carrier.calls.length = 0;
    const tomorrow = new Date(Date.now() + 86_400_000);
    const at = async (hour: number) => {
      const scheduledTime = tomorrow.setUTCHours(hour, 17);
      vi.useFakeTimers({ toFake: ["Date"], now: scheduledTime });
      await worker.scheduled(createScheduledController({ scheduledTime: new Date(scheduledTime) }), env);
      // The hour also follows parcels that other tests left under way.
      const methods = carrier.calls.splice(0).map(({ method }) => method);
      return methods.filter((method) => method.startsWith("Address.")).toSorted();
    };
    expect(await at(14)).toEqual([]);
    tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
    expect(await at(1)).toEqual(["Address.getWarehouses", "Address.searchSettlements"]);
    expect(await at(2)).toEqual([]);
    expect(namesIn(await branchesOf(visitor, KYIV, "7"))).toHaveLength(1);
    expect(carrier.calls).toEqual([]);
  });

  it("are renewed by night though another studio's key is refused, and given up after three silent studios", async () => {
    const [revoked, ...others] = await Promise.all([openShop(), openShop(), openShop(), openShop(), openShop()]);
    const copies = kvPlaceCopies(env.CARRIER_PLACES);
    const keep = (letters: string, { studio }: PanelStudio) =>
      copies.keep({ of: "cities", carrier: "nova_poshta", letters }, [], studio.id);
    await Promise.all(Array.from({ length: 101 }, (_, index) => keep(`а${index + 100}`, revoked)));
    await Promise.all(others.map((shop, index) => keep(`ль${index}`, shop)));
    carrier.revokeKey(revoked.key);
    const night = new Date(Date.now() + 2 * 86_400_000).setUTCHours(1, 17);
    vi.useFakeTimers({ toFake: ["Date"], now: night });
    carrier.trouble = "down";
    const fetched = vi.mocked(globalThis.fetch).mock.calls.length;
    await refreshPlaces(env, night);
    expect(vi.mocked(globalThis.fetch).mock.calls.length - fetched).toBe(3);
    carrier.trouble = null;
    expect(await refreshPlaces(env, night)).toBe(others.length);
  });

  it.each(["down", "half", "lost", "busy", "bare", "walled"] satisfies CarrierTrouble[])(
    "are unavailable while the carrier is %s, which the owner reads and a visitor does not",
    async (trouble) => {
      const { visitor, owner, page, studio } = await openShop();
      carrier.trouble = trouble;
      expect(await citiesOf(visitor, "Одес")).toEqual({ status: "unavailable" });
      expect((await owner.get(page)).text).toMatch(/Nova Poshta (does not answer|asks for patience)/);
      // The next letter does not wait for the carrier's silence once more.
      carrier.calls.length = 0;
      expect(await citiesOf(visitor, "Одеса")).toEqual({ status: "unavailable" });
      expect(carrier.calls).toEqual([]);
      carrier.trouble = null;
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      expect(namesIn(await citiesOf(visitor, "Одес"))).toHaveLength(1);
      expect((await studio.db.select(carrierAccounts))[0]).toMatchObject({ fault: null, faultAt: null });
    },
  );

  it("are given up after some seconds of a slow carrier", async () => {
    const { visitor } = await openShop();
    carrier.trouble = "slow";
    expect(await citiesOf(visitor, "Одес")).toEqual({ status: "unavailable" });
  });

  it("are read from answers with unknown fields", async () => {
    const { visitor } = await openShop();
    carrier.trouble = "unknown_fields";
    expect(namesIn(await citiesOf(visitor, "Одес"))).toEqual(["м. Одеса, Одеська обл."]);
    expect(namesIn(await branchesOf(visitor, KYIV, "7"))).toHaveLength(1);
  });

  it("are counted by network when they reach the carrier, and refused with 429 beyond the limit", async () => {
    const { studio, visitor } = await openShop();
    await citiesOf(visitor, "Київ");
    let left = 1;
    const CARRIER_CALLS = { limit: async () => ({ success: left-- > 0 }) };
    const limited = new Visitor(studio, { CARRIER_CALLS });
    expect(namesIn(await citiesOf(limited, "Львів"))).toHaveLength(1);
    const over = await limited.answer("/delivery/cities?letters=%D0%94%D0%BD%D1%96%D0%BF&lang=en");
    expect(refused(over, 429).reason).toBe("limit");
    // A copy costs the carrier nothing.
    expect(namesIn(await citiesOf(limited, "Київ"))).toHaveLength(3);
  });

  it("are unavailable without a key, and a wrong question names its field", async () => {
    const { visitor, studio } = await visitedStudio();
    await setPage(studio, { isOpen: true });
    expect(await citiesOf(visitor, "Київ")).toEqual({ status: "unavailable" });
    expect(Object.keys(refused(await visitor.answer("/delivery/branches?city=../x"), 400).faults)).toEqual(["city"]);
    expect(carrier.calls).toEqual([]);
  });
});

describe("the page's configuration", () => {
  it("names the carrier's methods and whether it estimates, nothing of its account, and no carrier after a refused key", async () => {
    const { studio } = await visitedStudio();
    // Each view by itself: the edge keeps a copy of a page for some seconds.
    const carrierOf = async (theme: "system" | "light" | "dark") =>
      configurationIn((await shownPage(`/${studio.slug}?theme=${theme}`)).html).carrier;
    expect(await carrierOf("system")).toBeNull();
    await studio.db.insert(carrierAccounts, {
      ...{ carrier: "nova_poshta", sealedKey: "sealed", methodIds: [7], connectedAt: 1 },
    });
    expect(await carrierOf("light")).toEqual({ methodIds: [7], estimates: false });
    await studio.db.update(carrierAccounts, { fault: "key", faultAt: 1 }, undefined);
    expect(await carrierOf("dark")).toBeNull();
  });
});

describe("the carriage's estimate", () => {
  const parcel = { weightGrams: "900", lengthCm: "20", widthCm: "15", heightCm: "10" };
  const estimateOf = (visitor: Visitor, changes: Record<string, string> = {}) => {
    const question = { city: LVIV, destination: "branch", ...parcel, total: "750.00", ...changes };
    return asked<EstimateAnswer>(visitor, `estimate?${new URLSearchParams(question)}`);
  };

  it("is the carrier's own price and day, by weight, size and sum, from the sender's city", async () => {
    const shop = await openShop();
    await chooseSender(shop);
    carrier.calls.length = 0;
    const answer = await estimateOf(shop.visitor);
    expect(answer).toEqual({
      status: "estimated",
      sentence: expect.stringMatching(/about ₴70\.00, delivered around \w+/),
    });
    const [priced] = carrier.callsOf("InternetDocument.getDocumentPrice");
    expect(priced?.properties).toMatchObject({
      ...{ CitySender: KYIV, CityRecipient: LVIV, ServiceType: "WarehouseWarehouse", Weight: "0.9", Cost: "750" },
      ...{ SeatsAmount: "1", OptionsSeat: [{ weight: "0.9", volumetricLength: "20", volumetricHeight: "10" }] },
    });
    expect(await estimateOf(shop.visitor, { destination: "door", weightGrams: "3100" })).toMatchObject({
      sentence: expect.stringContaining("₴115.00"),
    });
    // The same question again is not asked.
    const calls = carrier.calls.length;
    await estimateOf(shop.visitor);
    expect(carrier.calls).toHaveLength(calls);
  });

  it("is asked for by each studio's own key: a contract has prices of its own", async () => {
    const [one, other] = [await openShop(), await openShop()];
    await chooseSender(one);
    await chooseSender(other);
    carrier.calls.length = 0;
    await estimateOf(one.visitor, { weightGrams: "777" });
    await estimateOf(other.visitor, { weightGrams: "777" });
    expect(carrier.callsOf("InternetDocument.getDocumentPrice")).toHaveLength(2);
  });

  it("is left out without a sender, for a city that the carrier does not know, and while it is down", async () => {
    const shop = await openShop();
    expect(await estimateOf(shop.visitor)).toEqual({ status: "unavailable" });
    await chooseSender(shop);
    expect(await estimateOf(shop.visitor, { city: LVIV.replace("8d5a", "ffff") })).toEqual({ status: "unavailable" });
    expect((await shop.studio.db.select(carrierAccounts))[0]?.fault).toBeNull();
    carrier.trouble = "down";
    expect(await estimateOf(shop.visitor, { weightGrams: "1234" })).toEqual({ status: "unavailable" });
  });
});

describe("an order", () => {
  it("keeps the carrier's ids of city and branch beside their names", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    expect(quote.parcel).toMatchObject({ weightGrams: expect.any(Number), lengthCm: expect.any(Number) });
    const branch = "0001ec01-391c-11dd-90d9-000000000001";
    const { orderId } = await ordered(visitor, quote, {
      ...{ deliveryCityName: "м. Київ, Київська обл.", deliveryCityRef: KYIV },
      ...{ deliveryWarehouseName: "Відділення №1", deliveryWarehouseRef: branch },
    });
    const [row] = await studio.db.select(orders, eq(orders.id, orderId));
    expect(row?.delivery).toMatchObject({
      ...{ cityName: "м. Київ, Київська обл.", cityRef: KYIV, warehouseName: "Відділення №1", warehouseRef: branch },
      npServiceType: "WarehouseWarehouse",
    });
  });

  it("to the door has the city's id, and a branch without its city's has none", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const deliveryOf = async (fields: Record<string, string>) => {
      const { orderId } = await ordered(visitor, await quoted(visitor, [choice]), fields);
      return (await studio.db.select(orders, eq(orders.id, orderId)))[0]?.delivery;
    };
    const street = { deliveryCityName: "Київ", deliveryStreetName: "Хрещатик", deliveryBuildingNumber: "1" };
    expect(await deliveryOf({ ...street, deliveryCityRef: KYIV })).toMatchObject({
      ...{ cityRef: KYIV, npServiceType: "WarehouseDoors", warehouseRef: null },
    });
    const typed = { deliveryCityName: "Київ", deliveryWarehouseName: "7", deliveryWarehouseRef: KYIV };
    expect(await deliveryOf(typed)).toMatchObject({ cityRef: null, warehouseRef: null, npServiceType: null });
  });

  it("is refused with ids that are none", async () => {
    const { visitor, choice } = await visitedStudio();
    const answer = await order<never>(visitor, await quoted(visitor, [choice]), { deliveryCityRef: "Київ" });
    expect(Object.keys(refused(answer, 400).faults)).toEqual(["deliveryCityRef"]);
  });

  it("is placed while the carrier is down", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    await chooseSender(await studioWithCarrier(carrier, await panelOf(studio)));
    const quote = await quoted(visitor, [choice]);
    carrier.trouble = "down";
    expect(await citiesOf(visitor, "Київ")).toEqual({ status: "unavailable" });
    const typed = { deliveryCityName: "Київ", deliveryWarehouseName: "7" };
    const { orderId } = await ordered(visitor, quote, typed);
    const [row] = await studio.db.select(orders, eq(orders.id, orderId));
    expect(row?.delivery).toMatchObject({ cityName: "Київ", warehouseName: "7", cityRef: null });
  });
});

describe("staff at the counter", () => {
  it("find places without a visitor's limit, in their own studio", async () => {
    const shop = await openShop();
    const answer = await shop.owner.get(`${shop.base}/places/cities?letters=${encodeURIComponent("Льві")}`);
    expect(namesIn(JSON.parse(answer.html))).toHaveLength(1);
    const stranger = await panelStudio();
    expect((await stranger.owner.get(`${shop.base}/places/cities?letters=abc`)).status).toBe(404);
  });
});
