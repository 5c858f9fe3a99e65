// The read-only catalog and GET /me: every field of every record.

import { describe, expect, it } from "vitest";
import { products } from "../../src/db/schema.ts";
import { addFinishing, addMaterial, addQuality } from "./support/catalog.ts";
import { createStudio } from "./support/studio.ts";

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

describe("GET /me", () => {
  it("shows the studio, the key, the plan, the pricing settings and the rate limit", async () => {
    const studio = await createStudio({ plan: "enterprise", minimumPriceMinor: 10_000 });
    expect(await studio.data("/me")).toEqual({
      studioId: studio.id,
      studioTitle: "A studio",
      slug: studio.slug,
      apiKeyName: "first",
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
