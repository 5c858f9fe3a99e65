// Qualities in the panel: allowed values, one default per technology, and the try before saving.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sampleModel } from "../../../src/catalog/trial/sample-model.ts";
import { printingQualities } from "../../../src/db/schema.ts";
import { duration } from "../../../src/pages/format.ts";
import { addForTechnology, addMaterial, addQuality } from "../support/catalog.ts";
import { type Order, orderOfBox, placed, withoutLinks } from "../support/orders.ts";
import { type FormFields, type PanelStudio, panelStudio, posted, signedIn, staffOf, textOf } from "../support/panel.ts";
import { cents, engineRuns, type Money, modelFile, post } from "../support/requests.ts";
import { scriptedSlicer } from "../support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

interface Quality {
  readonly id: number;
  readonly name: string;
  readonly layerHeight: string;
  readonly supports: boolean;
  readonly isDefault: boolean;
  readonly isActive: boolean;
}

const FINE = {
  name: "Fine",
  description: "Tiny layers",
  layerHeight: "0,12",
  nozzleDiameter: "0.4",
  infillPercent: "15",
  wallCount: "3",
  topLayers: "5",
  bottomLayers: "4",
  supports: "true",
  speedMode: "fine",
};

function qualitiesOf(studio: TestStudio): Promise<Quality[]> {
  return studio.data<Quality[]>("/printing-qualities");
}

async function defaultsOf(studio: TestStudio): Promise<string[]> {
  return (await qualitiesOf(studio)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
}

function newPath({ base }: PanelStudio, technology = "fdm"): string {
  return `${base}/catalog/qualities/new/${technology}`;
}

describe("a quality", () => {
  it("is written once and read by the API at once", async () => {
    const panel = await panelStudio();
    await posted(panel.owner, newPath(panel), FINE);
    expect(await qualitiesOf(panel.studio)).toEqual([
      expect.objectContaining({
        name: "Fine",
        description: "Tiny layers",
        layerHeight: "0.12",
        nozzleDiameter: "0.40",
        infillPercent: 15,
        wallCount: 3,
        topLayers: 5,
        bottomLayers: 4,
        supports: true,
        speedMode: "fine",
        // The first of its technology.
        isDefault: true,
        isActive: true,
      }),
    ]);
  });

  it.each<[string, FormFields, string]>([
    ["layerHeight", { layerHeight: "0.01" }, "Enter a value from 0.02 to 2 mm."],
    ["layerHeight", { layerHeight: "0.5" }, "A layer must not be thicker than the nozzle is wide."],
    ["layerHeight", { layerHeight: "0.5", nozzleDiameter: "" }, "A layer must not be thicker than the nozzle is wide."],
    ["layerHeight", { layerHeight: "0.5", infillPercent: "x" }, "A layer must not be thicker than the nozzle is wide."],
    ["nozzleDiameter", { nozzleDiameter: "2.5" }, "Enter a value from 0.1 to 2 mm."],
    ["infillPercent", { infillPercent: "101" }, "Enter a value from 0 to 100."],
    ["wallCount", { wallCount: "2.5" }, "Enter a whole number."],
    ["topLayers", { topLayers: "-1" }, "Enter a value from 0 to 1000."],
    ["speedMode", { speedMode: "turbo" }, "Choose one of the list."],
    ["name", { name: "" }, "Fill in this field."],
  ])("that the slicer would refuse for its %s is refused there: %j", async (field, wrong, sentence) => {
    const panel = await panelStudio();
    const page = await panel.owner.post(newPath(panel), { ...FINE, ...wrong });
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain(`id="fault-${field}">${sentence}`);
    // A select cannot show a value that is not among its options.
    const typed = Object.entries(wrong).filter(([name]) => name !== "speedMode");
    for (const [, text] of typed) expect(page.html).toContain(`value="${text}"`);
    expect(await qualitiesOf(panel.studio)).toEqual([]);
  });

  it("of resin has supports and own process parameters within their bounds, and nothing of filament", async () => {
    const panel = await panelStudio();
    const page = await panel.owner.get(newPath(panel, "msla"));
    expect(page.html).toContain('name="exposureSeconds"');
    expect(page.html).toContain('name="supports"');
    expect(page.html).not.toContain('name="infillPercent"');
    const wrong = { name: "Resin", layerHeight: "0.05", exposureSeconds: "301", initialLayers: "1.5" };
    const refused = await panel.owner.post(newPath(panel, "msla"), wrong);
    expect(refused.html).toContain('id="fault-exposureSeconds">Enter a value from 0.1 to 300 s.');
    expect(refused.html).toContain('id="fault-initialLayers">Enter a whole number.');
    await posted(panel.owner, newPath(panel, "msla"), { ...wrong, exposureSeconds: "2,25", initialLayers: "" });
    const [quality] = await panel.studio.db.select(printingQualities);
    expect(quality).toMatchObject({ processParameters: { exposureSeconds: 2.25 }, infillPercent: null });
  });

  it("of powder has neither supports nor speed", async () => {
    const panel = await panelStudio();
    const page = await panel.owner.get(newPath(panel, "sls"));
    for (const field of ["supports", "speedMode", "infillPercent", "exposureSeconds"]) {
      expect(page.html).not.toContain(`name="${field}"`);
    }
    expect(page.html).toContain('name="coolDownSeconds"');
  });

  it("keeps the price of placed orders after changes and archiving", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const printingQualityId = await addQuality(panel.studio);
    const order = await placed(panel.studio, orderOfBox({ materialId, printingQualityId }));
    const path = `${panel.base}/catalog/qualities/${printingQualityId}`;
    await posted(panel.owner, path, FINE);
    await posted(panel.owner, `${path}/archive`);
    const now = await panel.studio.data<Order>(`/orders/${order.id}`);
    expect(withoutLinks(now)).toEqual(withoutLinks(order));
  });
});

describe("the default of a technology", () => {
  it("is exactly one: the first, until another is made it", async () => {
    const panel = await panelStudio();
    await posted(panel.owner, newPath(panel), FINE);
    await posted(panel.owner, newPath(panel), { ...FINE, name: "Draft" });
    await posted(panel.owner, newPath(panel, "msla"), { name: "Resin", layerHeight: "0.05" });
    expect(await defaultsOf(panel.studio)).toEqual(["Fine", "Resin"]);
    await posted(panel.owner, newPath(panel), { ...FINE, name: "Standard", isDefault: "true" });
    expect(await defaultsOf(panel.studio)).toEqual(["Resin", "Standard"]);
    const [fine] = await qualitiesOf(panel.studio);
    const path = `${panel.base}/catalog/qualities/${fine?.id}`;
    // Saving it without the mark makes it no default.
    await posted(panel.owner, path, FINE);
    expect(await defaultsOf(panel.studio)).toEqual(["Resin", "Standard"]);
    await posted(panel.owner, path, { ...FINE, isDefault: "true" });
    expect(await defaultsOf(panel.studio)).toEqual(["Fine", "Resin"]);
  });

  it("passes to the next quality when it is archived, and comes back with undo", async () => {
    const panel = await panelStudio();
    const first = await addQuality(panel.studio, { name: "First" });
    await addQuality(panel.studio, { name: "Second", isDefault: false });
    const path = `${panel.base}/catalog/qualities/${first}`;
    const archived = await posted(panel.owner, `${path}/archive`);
    expect(await defaultsOf(panel.studio)).toEqual(["Second"]);
    expect(archived.html).toContain('<input type="hidden" name="isDefault" value="true"');
    await posted(panel.owner, `${path}/restore`, { isDefault: "true" });
    expect(await defaultsOf(panel.studio)).toEqual(["First"]);
    await posted(panel.owner, `${path}/archive`);
    await posted(panel.owner, `${path}/restore`);
    expect(await defaultsOf(panel.studio)).toEqual(["Second"]);
  });

  it("is not touched by a form for another studio's quality", async () => {
    const panel = await panelStudio();
    await addQuality(panel.studio, { name: "Mine" });
    const foreign = await addQuality(await createStudio());
    const path = `${panel.base}/catalog/qualities/${foreign}`;
    expect((await panel.owner.get(path)).status).toBe(404);
    for (const [action, fields] of [
      ["", { ...FINE, isDefault: "true" }],
      ["/try", FINE],
      ["/archive", {}],
      ["/restore", { isDefault: "true" }],
      ["/move", { direction: "up" }],
    ] as const) {
      expect((await panel.owner.post(`${path}${action}`, fields)).status, action).toBe(404);
    }
    expect(await defaultsOf(panel.studio)).toEqual(["Mine"]);
  });
});

describe("a try on the sample", () => {
  it("is sliced with the values as typed, priced as a quote of it, and not saved", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const path = `${panel.base}/catalog/qualities`;
    const typed = { ...FINE, name: "", layerHeight: "0.28", trialMaterialId: String(materialId) };
    const page = await panel.owner.post(`${path}/new/fdm/try`, typed);
    expect(page.status, page.html).toBe(200);
    expect(page.html).toContain('value="0.28"');
    expect(await qualitiesOf(panel.studio)).toEqual([]);

    const { name: _, ...values } = { ...FINE, layerHeight: "0.28" };
    await posted(panel.owner, `${path}/new/fdm`, { ...values, name: "Saved" });
    const [quality] = await qualitiesOf(panel.studio);
    const bytes = new Uint8Array(sampleModel());
    const runs = await engineRuns();
    const quote = await post<{ totalPrice: Money; printingTime: number; weight: string }>(panel.studio, "/quotes", {
      model: modelFile(bytes),
      materialId,
      printingQualityId: quality?.id ?? 0,
    });
    expect(quote.status, JSON.stringify(quote.body)).toBe(200);
    // The very slice of the try.
    expect(await engineRuns()).toBe(runs);
    const { totalPrice, printingTime, weight } = quote.body.data;
    expect(textOf(page)).toContain(`Time ${duration("en", printingTime)}`);
    expect(textOf(page)).toContain(`Material ${Number(weight)} g`);
    expect(textOf(page)).toContain(`Price of one copy ₴${(cents(totalPrice) / 100).toFixed(2)}`);
  });

  it("takes other values of a quality that is kept, and leaves it as it is", async () => {
    const panel = await panelStudio();
    const { materialId, printingQualityId } = await addForTechnology(panel.studio, 4);
    const path = `${panel.base}/catalog/qualities/${printingQualityId}`;
    const minutes = async (exposureSeconds: string) => {
      const typed = { layerHeight: "0.1", exposureSeconds, trialMaterialId: String(materialId) };
      const page = await panel.owner.post(`${path}/try`, typed);
      expect(page.status, page.html).toBe(200);
      const [, hours = "0", rest = "0"] = /Time (?:(\d+) h )?(?:(\d+) min )?/.exec(textOf(page)) ?? [];
      return 60 * Number(hours) + Number(rest);
    };
    expect(await minutes("30")).toBeGreaterThan(await minutes("2"));
    expect(await qualitiesOf(panel.studio)).toEqual([
      expect.objectContaining({ id: printingQualityId, name: "Standard" }),
    ]);
  });

  it("with wrong values says so beside them, and slices nothing", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const runs = await engineRuns();
    const typed = { ...FINE, layerHeight: "1", trialMaterialId: String(materialId) };
    const page = await panel.owner.post(`${newPath(panel)}/try`, typed);
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="fault-layerHeight">A layer must not be thicker');
    expect(await engineRuns()).toBe(runs);
  });

  it("of another studio's material, or another technology's, is refused at the material", async () => {
    const panel = await panelStudio();
    await addMaterial(panel.studio);
    const foreign = await addMaterial(await createStudio());
    const resin = await addMaterial(panel.studio, { technologyId: 4 });
    for (const id of [foreign, resin]) {
      const page = await panel.owner.post(`${newPath(panel)}/try`, { ...FINE, trialMaterialId: String(id) });
      expect(page.status).toBe(400);
      expect(page.html).toContain('id="fault-trialMaterialId">Choose one of the list.');
    }
  });

  it("that takes longer than the page waits asks to look again, and keeps the typed values", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const slow = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({ start: async () => [{ status: "slicing", progress: 10 }], read: async () => [null] }),
    });
    const page = await slow.post(`${newPath(panel)}/try`, { ...FINE, trialMaterialId: String(materialId) });
    expect(page.status, page.html).toBe(200);
    expect(textOf(page)).toContain("Still slicing.");
    expect(textOf(page)).toContain("Look again");
    expect(page.html).toContain('value="0,12"');
  });

  it("is refused while another of the studio is sliced, from whatever browser, and taken again after it", async () => {
    const panel = await panelStudio();
    const trialMaterialId = String(await addMaterial(panel.studio));
    const { promise: sliced, resolve: endSlicing } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({
        start: async (requests, wait) => {
          begin();
          await sliced;
          return env.SLICER.start(requests, wait);
        },
        read: async (keys, wait) => env.SLICER.read(keys, wait),
      }),
    });
    const path = `${newPath(panel)}/try`;
    const first = slow.post(path, { ...FINE, layerHeight: "0.16", trialMaterialId });
    await begun;
    const runs = await engineRuns();
    const second = await panel.owner.post(path, { ...FINE, layerHeight: "0.24", trialMaterialId });
    expect(second.status, second.html).toBe(429);
    expect(textOf(second)).toContain("Another try of your studio is still being sliced.");
    expect(second.html).toContain('value="0.24"');
    expect(await engineRuns()).toBe(runs);
    const other = await panelStudio();
    const elsewhere = { ...FINE, trialMaterialId: String(await addMaterial(other.studio)) };
    expect((await other.owner.post(`${newPath(other)}/try`, elsewhere)).status).toBe(200);
    endSlicing();
    expect(textOf(await first)).toContain("Price of one copy");
    const third = await panel.owner.post(path, { ...FINE, layerHeight: "0.24", trialMaterialId });
    expect(textOf(third)).toContain("Price of one copy");
  });

  it("is looked at again while it is sliced, and keeps its turn until then", async () => {
    const panel = await panelStudio();
    const trialMaterialId = String(await addMaterial(panel.studio));
    const slow = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({ start: async () => [{ status: "slicing", progress: 10 }], read: async () => [null] }),
    });
    const path = `${newPath(panel)}/try`;
    const typed = { ...FINE, trialMaterialId };
    for (let look = 0; look < 2; look++) expect(textOf(await slow.post(path, typed))).toContain("Still slicing.");
    expect((await panel.owner.post(path, { ...typed, layerHeight: "0.3" })).status).toBe(429);
    expect(textOf(await panel.owner.post(path, typed))).toContain("Price of one copy");
    expect((await panel.owner.post(path, { ...typed, layerHeight: "0.3" })).status).toBe(200);
  });

  it("that failed, or was forgotten a minute ago, holds up no other", async () => {
    const panel = await panelStudio();
    const trialMaterialId = String(await addMaterial(panel.studio));
    const path = `${newPath(panel)}/try`;
    const unreachable = async () => {
      throw new Error("unreachable");
    };
    const cut = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({ start: unreachable, read: unreachable }),
    });
    await cut.post(path, { ...FINE, trialMaterialId });
    expect((await panel.owner.post(path, { ...FINE, layerHeight: "0.3", trialMaterialId })).status).toBe(200);
    const slow = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({ start: async () => [{ status: "slicing", progress: 10 }], read: async () => [null] }),
    });
    await slow.post(path, { ...FINE, layerHeight: "0.14", trialMaterialId });
    vi.setSystemTime(Date.now() + 61_000);
    try {
      expect((await panel.owner.post(path, { ...FINE, layerHeight: "0.3", trialMaterialId })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it("without a reachable slicer keeps the typed values", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const unreachable = async () => {
      throw new Error("unreachable");
    };
    const cut = await signedIn(panel.ownerPerson, {
      SLICER: scriptedSlicer({ start: unreachable, read: unreachable }),
    });
    const page = await cut.post(`${newPath(panel)}/try`, { ...FINE, trialMaterialId: String(materialId) });
    expect(page.status, page.html).toBe(200);
    expect(textOf(page)).toContain("The slicer cannot be reached right now.");
    expect(page.html).toContain('value="0,12"');
  });

  it("leads back to the form if its address is opened again", async () => {
    const panel = await panelStudio();
    const id = await addQuality(panel.studio);
    const list = `${panel.base}/catalog/qualities`;
    expect((await panel.owner.get(`${list}/new/fdm/try`)).location).toBe(`${list}/new/fdm`);
    expect((await panel.owner.get(`${list}/new/wood/try`)).status).toBe(404);
    expect((await panel.owner.get(`${list}/${id}/try`)).location).toBe(`${list}/${id}`);
  });

  it("asks for a material first if the technology has none", async () => {
    const panel = await panelStudio();
    const page = await panel.owner.get(newPath(panel));
    expect(textOf(page)).toContain("To try it, add a material of FDM first.");
  });
});

describe("staff", () => {
  it("change a quality's words, its place and whether it is on offer, but nothing that reaches the slicer", async () => {
    const panel = await panelStudio();
    const id = await addQuality(panel.studio, { supports: true });
    const staff = await staffOf(panel);
    const path = `${panel.base}/catalog/qualities/${id}`;
    expect((await staff.get(path)).html).not.toContain('name="layerHeight"');
    await posted(staff, path, { name: "Renamed", description: "" });
    await posted(staff, `${path}/archive`);
    await posted(staff, `${path}/restore`);
    expect(await qualitiesOf(panel.studio)).toMatchObject([{ name: "Renamed", layerHeight: "0.20", supports: true }]);
    for (const [field, value] of Object.entries({ layerHeight: "0.1", supports: "true", exposureSeconds: "1" })) {
      const refused = await staff.post(path, { name: "Cheap", [field]: value });
      expect(refused.status, field).toBe(403);
    }
    for (const closed of ["new", "new/fdm"]) {
      expect((await staff.get(`${panel.base}/catalog/qualities/${closed}`)).status).toBe(403);
    }
    expect((await staff.post(newPath(panel), FINE)).status).toBe(403);
    expect((await staff.post(`${path}/try`, FINE)).status).toBe(403);
    expect(await qualitiesOf(panel.studio)).toMatchObject([{ name: "Renamed" }]);
  });
});
