// The read-only catalog and GET /me: every field of every record.

import { describe, expect, it } from "vitest";
import { idOf } from "../../harness/catalog-rows.ts";
import { changeDeliveryMethod, createDeliveryMethod } from "../../src/catalog/delivery-method/delivery-method.store.ts";
import { moveEntry } from "../../src/catalog/entries.store.ts";
import { deliveryMethods, products } from "../../src/db/schema.ts";
import { addFinishing, addMaterial, addProduct, addProductColor, addQuality, addToShelf } from "./support/catalog.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

const FDM = { id: 1, name: "FDM", slug: "fdm", materialCount: 0 };
const UAH = { id: 1, code: "UAH", symbol: "₴" };

describe("the catalog", () => {
  it("lists the platform's five technologies", async () => {
    const studio = await createStudio();
    expect(await studio.data("/technologies")).toEqual([
      FDM,
      { id: 2, name: "SLA", slug: "sla", materialCount: 0 },
      { id: 3, name: "DLP", slug: "dlp", materialCount: 0 },
      { id: 4, name: "MSLA", slug: "msla", materialCount: 0 },
      { id: 5, name: "SLS", slug: "sls", materialCount: 0 },
    ]);
  });

  it("shows every field of a material", async () => {
    const studio = await createStudio();
    const id = await addMaterial(studio, { stockHundredthsOfGram: 50_050, lowStockHundredthsOfGram: 100_000 });
    const bare = await addMaterial(studio, { color: null, colorHex: null, status: "inactive", technologyId: 5 });
    const [first, second] = await studio.data<Record<string, unknown>[]>("/materials");
    expect(first).toEqual({
      id,
      name: "PLA",
      color: "white",
      colorHex: "#ffffff",
      technology: FDM,
      costPerKg: { amount: "600.00", currency: UAH },
      density: "1.24",
      status: "active",
      stockQuantity: "500.50",
      lowStockThreshold: "1000.00",
      isLowStock: true,
      studioId: studio.id,
    });
    expect(second).toMatchObject({ id: bare, color: null, status: "inactive", stockQuantity: null, isLowStock: false });
  });

  it("shows every field of a print-quality profile", async () => {
    const studio = await createStudio();
    const id = await addQuality(studio, {
      layerHeightMicrometres: 25,
      nozzleDiameterMicrometres: null,
      infillPercent: null,
    });
    expect(await studio.data("/printing-qualities")).toEqual([
      {
        id,
        name: "Standard",
        description: null,
        technology: FDM,
        layerHeight: "0.025",
        nozzleDiameter: null,
        infillPercent: null,
        wallCount: 2,
        topLayers: 4,
        bottomLayers: 4,
        infillPattern: "grid",
        supports: false,
        speedMode: "standard",
        isDefault: true,
        isActive: true,
        studioId: studio.id,
      },
    ]);
  });

  it("shows finishings by flat price or percentage, and no archived ones", async () => {
    const studio = await createStudio({ currencyId: 2 });
    const flat = await addFinishing(studio, { technologyId: 1 });
    await addFinishing(studio, { isArchived: true });
    const percentage = await addFinishing(studio, { priceMinor: null, percentageBasisPoints: 1250 });
    const common = { name: "Sanding", description: null, studioId: studio.id };
    expect(await studio.data("/finishings")).toEqual([
      {
        ...common,
        id: flat,
        technology: FDM,
        price: { amount: "25.00", currency: { id: 2, code: "EUR", symbol: "€" } },
        pricePercentage: null,
      },
      { ...common, id: percentage, technology: null, price: null, pricePercentage: "12.50" },
    ]);
  });

  it("shows every field of a product", async () => {
    const studio = await createStudio();
    const moment = Date.UTC(2026, 0, 2, 3, 4, 5);
    const row = {
      title: "Vase",
      description: null,
      photos: ["https://example.com/vase.jpg"],
      priceMinor: 45_000,
      leadTimeDays: 3,
      isActive: true,
    };
    await studio.db.insert(products, { ...row, createdAt: moment, updatedAt: moment });
    const [product] = await studio.data<Record<string, unknown>[]>("/products");
    expect(product).toEqual({
      id: product?.id,
      title: "Vase",
      description: null,
      photos: row.photos,
      price: { amount: "450.00", currency: UAH },
      leadTime: 3,
      isActive: true,
      studioId: studio.id,
      createdAt: "2026-01-02T03:04:05.000Z",
      updatedAt: "2026-01-02T03:04:05.000Z",
    });
  });

  it("shows a product on the shelf with the fields of every other product: pieces and colours are the order page's", async () => {
    const studio = await createStudio();
    const id = await addProduct(studio);
    const shelved = await addToShelf(studio, { stock: 3 });
    await addProductColor(studio, shelved, { stock: 2 });
    const [plain, onShelf] = await studio.data<Record<string, unknown>[]>("/products");
    expect([plain?.id, onShelf?.id]).toEqual([id, shelved]);
    expect(Object.keys(onShelf ?? {})).toEqual(Object.keys(plain ?? {}));
  });

  it("lists everything by id, ignoring page and limit, and never another studio's entries", async () => {
    const [studio, other] = [await createStudio(), await createStudio()];
    const ids: number[] = [];
    for (let index = 0; index < 60; index++) {
      ids.push(await addMaterial(studio));
      await addMaterial(other);
    }
    const listed = await studio.data<{ id: number }[]>("/materials?page=2&limit=10");
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });
});

describe("a single record", () => {
  it("is the same as in its list", async () => {
    const studio = await createStudio();
    const ids = {
      materials: await addMaterial(studio, { status: "inactive" }),
      "printing-qualities": await addQuality(studio, { isActive: false, isDefault: false }),
      finishings: await addFinishing(studio),
      products: await addProduct(studio, { isActive: false }),
    };
    for (const [list, id] of Object.entries(ids)) {
      expect(await studio.data(`/${list}/${id}`), list).toEqual((await studio.data<unknown[]>(`/${list}`))[0]);
    }
  });

  it("is answered for an archived finishing, which its list leaves out: orders keep its id", async () => {
    const studio = await createStudio();
    const id = await addFinishing(studio, { isArchived: true });
    expect(await studio.data("/finishings")).toEqual([]);
    expect(await studio.data(`/finishings/${id}`)).toEqual({
      id,
      name: "Sanding",
      description: null,
      price: { amount: "25.00", currency: UAH },
      pricePercentage: null,
      technology: null,
      studioId: studio.id,
    });
  });

  it("is 404 under an unknown id", async () => {
    const studio = await createStudio();
    for (const list of ["materials", "printing-qualities", "finishings", "products"]) {
      const answer = await studio.answer(`/${list}/${Number.MAX_SAFE_INTEGER}`);
      expect([answer.status, answer.body.errorCode], list).toEqual([404, "errors.notFound"]);
      expect(answer.headers.get("Cache-Control"), list).toBe("no-store");
    }
  });
});

describe("GET /delivery/settings", () => {
  const slugsOf = async (studio: TestStudio) => {
    const { deliveryMethods: methods } = await studio.data<{ deliveryMethods: { name: string; slug: string }[] }>(
      "/delivery/settings",
    );
    return methods.map(({ slug }) => slug);
  };

  it("lists the studio's methods by id, those that are not active too, and no other studio's", async () => {
    const [studio, other] = [await createStudio(), await createStudio()];
    await createDeliveryMethod(other.db, { name: "Кур'єр" });
    const [first, second] = [
      await createDeliveryMethod(studio.db, { name: "Нова Пошта" }),
      await createDeliveryMethod(studio.db, {
        name: "Самовивіз",
        priceMinor: 8_000,
        freeFromMinor: 100_000,
        isActive: false,
      }),
    ];
    if (first === "taken" || second === "taken") throw new Error("A name of a new studio was taken");
    await moveEntry(studio.db, "deliveryMethod", second.id, "up");
    expect(await studio.data("/delivery/settings")).toEqual({
      deliveryMethods: [
        { id: first.id, name: "Нова Пошта", slug: "nova-poshta", price: null, freeFrom: null, isActive: true },
        {
          id: second.id,
          name: "Самовивіз",
          slug: "samovyviz",
          price: { amount: "80.00", currency: UAH },
          freeFrom: { amount: "1000.00", currency: UAH },
          isActive: false,
        },
      ],
    });
  });

  it("is empty if the studio has none", async () => {
    expect(await (await createStudio()).data("/delivery/settings")).toEqual({ deliveryMethods: [] });
  });

  it("keeps a slug when the name changes, and gives it to no other method of the studio", async () => {
    const [studio, other] = [await createStudio(), await createStudio()];
    await createDeliveryMethod(other.db, { name: "Courier" });
    const method = await createDeliveryMethod(studio.db, { name: "Courier" });
    if (method === "taken") throw new Error("A name of a new studio was taken");
    await changeDeliveryMethod(studio.db, method.id, { name: "Express" });
    const next = await createDeliveryMethod(studio.db, { name: "Courier!" });
    if (next === "taken") throw new Error("The name was free again");
    await createDeliveryMethod(studio.db, { name: "Express" });
    expect(await slugsOf(studio)).toEqual(["courier", `method-${next.id}`]);
    await createDeliveryMethod(studio.db, { name: "📦" });
    expect((await slugsOf(studio)).at(-1)).toMatch(/^method-\d+$/);
  });

  it("names by its id a method that was written without a slug, as an older version of the service does", async () => {
    const studio = await createStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Courier" });
    expect(await slugsOf(studio)).toEqual([`method-${idOf(method)}`]);
  });
});

describe("GET /me", () => {
  it("shows the studio, the key, the plan, the pricing settings and the rate limit", async () => {
    const studio = await createStudio({ plan: "enterprise", minimumPriceMinor: 10_000 });
    expect(await studio.data("/me")).toEqual({
      studioId: studio.id,
      studioTitle: "A studio",
      slug: studio.slug,
      apiKeyName: "first",
      apiKeyKind: "live",
      apiKeyPermission: "all",
      apiKeyExpiresAt: null,
      plan: "enterprise",
      currency: UAH,
      pricing: {
        markupPercentage: "10.00",
        minimumPrice: "100.00",
        hourlyRate: "60.00",
        setupCost: "15.00",
      },
      rateLimit: { limit: 2000, remaining: 1999 },
    });
  });
});
