// Catalog files, without a database: every fault is named, and the changes of an import are found.

import { describe, expect, it } from "vitest";
import { finishingRow, machineProfileRow, materialRow, productRow, qualityRow } from "../../../harness/catalog-rows.ts";
import { formatCatalogCsv, parseCatalogCsv } from "../../../scripts/operator/catalog-csv.ts";
import {
  AddedMachine,
  entriesOfJson,
  entriesOfTable,
  type FileFault,
  MAX_FILE_ENTRIES,
  readEntries,
} from "../../../src/catalog/catalog-file.request.ts";
import { type Catalog, exportCatalog, planImport, recordsOf } from "../../../src/catalog/catalog-file.ts";
import type { Finishing, Material, Product, Quality } from "../../../src/catalog/catalog-rows.ts";
import type { MachineProfile } from "../../../src/db/machine-profile-record.ts";
import { currencyOf } from "../../../src/domain/currency.ts";
import { asStudioId } from "../../../src/domain/ids.ts";

const HRYVNIA = currencyOf(1);
const STUDIO = { id: asStudioId(7), currency: HRYVNIA };
const NOW = Date.UTC(2026, 0, 1);
const NOTHING: Catalog = {
  machineProfile: [],
  material: [],
  quality: [],
  finishing: [],
  product: [],
  deliveryMethod: [],
};

const OWN = "/photos/7/3f2c9f0e-3b0f-4a52-9d0f-6a5b1e0c7d11.jpg";
const FOREIGN = "/photos/8/3f2c9f0e-3b0f-4a52-9d0f-6a5b1e0c7d11.jpg";

let nextId = 1;
const stored = () => ({ id: nextId++, studioId: 7, position: nextId });
// The rows of the harness state every column that has no default of the table's own.
const machine = (row = {}) => {
  const kept = { source: null, isArchived: false, correctedAt: null };
  return { ...kept, ...machineProfileRow(row), ...stored() } as MachineProfile;
};
const material = (row = {}) => ({ ...materialRow(row), ...stored() }) as Material;
const quality = (row = {}) => ({ processParameters: null, ...qualityRow(row), ...stored() }) as Quality;
const finishing = (row = {}) => ({ ...finishingRow(row), ...stored() }) as Finishing;
const product = (row = {}) => ({ ...productRow(row), ...stored() }) as Product;

function take(content: unknown, catalog: Catalog = NOTHING) {
  const written = entriesOfJson(content, STUDIO);
  const { entries, faults } = readEntries(written.entries, STUDIO, recordsOf(catalog), catalog.machineProfile);
  const plan = planImport(catalog, entries, NOW);
  return { ...plan, faults: [...written.faults, ...faults, ...plan.faults].map(sentence) };
}

function takeCsv(text: string, catalog: Catalog = NOTHING) {
  const written = entriesOfTable(parseCatalogCsv(text));
  const { entries, faults } = readEntries(written.entries, STUDIO, recordsOf(catalog), catalog.machineProfile);
  const plan = planImport(catalog, entries, NOW);
  return { ...plan, faults: [...written.faults, ...faults, ...plan.faults].map(sentence) };
}

const sentence = ({ at, field, message }: FileFault) => `${at}: ${field === null ? "" : `${field} `}${message}`;
const PLA = { technology: "fdm", name: "PLA", color: "white", costPerKg: "600", density: "1.24" };

describe("a catalog file", () => {
  it("names every wrong field of every entry, and its right values", () => {
    const { faults } = take({
      materials: [
        PLA,
        { technology: "wood", name: " ", costPerKg: "багато", density: 0, colorHex: "red", status: "gone" },
        { ...PLA, name: "PETG", costPerKg: { amount: "10.00", currency: { code: "EUR" } } },
        "PLA",
      ],
      printingQualities: [
        { name: "A", layerHeight: "0.2" },
        { technology: 1, name: "B", layerHeight: 0.5, supports: "yes", exposureSeconds: 2, infillPercent: 1.5 },
        { technology: { slug: "msla" }, name: "C", layerHeight: "0.05", exposureSeconds: "400" },
      ],
      finishings: [
        { name: "Sanding", technology: "any" },
        { name: "Paint", price: 5, pricePercentage: 5 },
      ],
      products: [
        { title: "Vase", price: -1, leadTime: "soon", photos: ["http://a.example/1.jpg"] },
        { title: "Cup", color: "red" },
      ],
      deliveryMethods: [{ name: ["A"] }, null],
    });
    const quality =
      "technology, name, description, nameInSecondLanguage, descriptionInSecondLanguage, machineProfile, layerHeight, nozzleDiameter, infillPercent, wallCount, topLayers, bottomLayers";
    expect(faults).toEqual(
      [
        "materials #4: must be an object",
        "deliveryMethods #2: must be an object",
        "materials #2: name is required",
        "materials #2: colorHex must be # and six hexadecimal digits, such as #1a73e8",
        "materials #2: status must be one of active, inactive",
        "materials #2: costPerKg must be a decimal number, such as 12.50",
        "materials #2: density must be from 0.01 to 30 g/cm³",
        "materials #2: technology must be one of fdm, sla, dlp, msla, sls",
        'materials #3: costPerKg is in "EUR", but the studio\'s prices are in UAH: nothing is converted',
        "printingQualities #1: technology is required",
        `printingQualities #2: exposureSeconds is no field of a printingQuality: there are ${quality}, infillPattern, supports, speedMode, isDefault, isActive, isOnOrderPage`,
        "printingQualities #2: supports must be true or false",
        "printingQualities #2: infillPercent must be a whole number",
        "printingQualities #2: layerHeight must not be thicker than the nozzle is wide",
        "printingQualities #3: exposureSeconds must be from 0.1 to 300 s",
        "finishings #1: technology must be one of fdm, sla, dlp, msla, sls",
        "finishings #2: pricePercentage must not be given together with a price",
        "products #1: leadTime must be a whole number",
        "products #1: photos must be an address that begins with https://",
        "products #1: price must be from 0 to 1000000",
        "products #2: color is no field of a product: there are title, description, titleInSecondLanguage, descriptionInSecondLanguage, photos, price, leadTime, isActive, isOnOrderPage",
        "products #2: price is required",
        "deliveryMethods #1: name must be a text or a number",
        "deliveryMethods #1: name is required",
      ].sort(asFoundIn(faults)),
    );
  });

  it("names a column that no entry has, under any name", () => {
    expect(takeCsv("type;name;__proto__;constructor\ndeliveryMethod;Дрон;x;y").faults).toEqual([
      "line 2: __proto__ is no field of a deliveryMethod: there are name, isPickup, price, freeFrom, isActive",
      "line 2: constructor is no field of a deliveryMethod: there are name, isPickup, price, freeFrom, isActive",
    ]);
  });

  it("names the line and the column of a table", () => {
    const { faults } = takeCsv(
      "type;technology;name;costPerKg;density;infillPercent\nmaterial;fdm;PLA;600,00;1,24;20\nscrew;;M3;;;\n;;;;1;\nmaterial;fdm;;1;1;",
    );
    expect(faults).toEqual([
      'line 3: type must be one of machineProfile, material, printingQuality, finishing, product, deliveryMethod, not "screw"',
      'line 4: type must be one of machineProfile, material, printingQuality, finishing, product, deliveryMethod, not ""',
      expect.stringContaining("line 2: infillPercent is no field of a material"),
      "line 5: name is required",
    ]);
  });

  it.each([
    [[PLA], "file: must be an object of lists: machineProfiles, materials, printingQualities"],
    [null, "file: must be an object of lists"],
    [{ materials: PLA }, "file: materials must be a list"],
    [{ material: [PLA] }, "file: material is not a list of a catalog"],
    [{ printers: [] }, "file: printers is not a list of a catalog"],
    [{ currency: "EUR", materials: [PLA] }, 'file: currency is in "EUR", but the studio\'s prices are in UAH'],
    [{ materials: [PLA, PLA] }, "materials #2: name names the same material as materials #1"],
    [
      {
        printingQualities: ["A", "B"].map((name) => ({ technology: "fdm", name, layerHeight: "0.2", isDefault: true })),
      },
      "file: isDefault is true of 2 qualities of fdm: only one of them can be the default",
    ],
    [JSON.parse('{"materials":[{"__proto__":{"name":"x"}}]}'), "materials #1: name is required"],
    [JSON.parse('{"materials":[{"__proto__":"x"}]}'), "materials #1: __proto__ is no field of a material"],
    [{ deliveryMethods: [{ name: "\u0000" }] }, "deliveryMethods #1: name is required"],
    [{ deliveryMethods: [{ name: "Ку\u0000рєр" }] }, "deliveryMethods #1: name must not have characters that"],
    [{ materials: [{ ...PLA, color: "\u001b[2J" }] }, "materials #1: color must not have characters that"],
  ])("is refused if it is %j", (content, message) => {
    expect(take(content).faults).toContainEqual(expect.stringContaining(message));
  });

  it("is refused if it is beyond bounds", () => {
    const many = { materials: Array.from({ length: MAX_FILE_ENTRIES + 1 }, () => PLA) };
    expect(take(many).faults).toEqual(["file: has 5001 entries, and may have 5000"]);
    const deep: unknown = JSON.parse(`{"materials":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
    expect(take(deep).faults).toEqual(["materials #1: must be an object"]);
  });

  it("takes the API's answer, whole or its list", () => {
    const shown = {
      id: 5,
      studioId: 7,
      name: "PLA",
      color: "white",
      colorHex: "#FFFFFF",
      technology: { id: 1, name: "FDM", slug: "fdm", materialCount: 0 },
      costPerKg: { amount: "600.00", currency: { id: 1, code: "UAH", symbol: "₴" } },
      density: "1.24",
      status: "active",
      stockQuantity: null,
      lowStockThreshold: null,
      isLowStock: false,
    };
    const catalog = { ...NOTHING, material: [material()] };
    for (const materials of [[shown], { data: [shown], metadata: null, errors: null, errorCode: null }]) {
      expect(take({ materials }, catalog)).toMatchObject({ added: [], changed: [], unchanged: 1, faults: [] });
    }
  });
});

describe("an import with machine profiles", () => {
  const MK4S = { name: "MK4S", source: "preset:prusa-mk4s", infillMmPerSecond: "200", nozzleDiameterMm: 0.6 };
  const FINE = { technology: "fdm", name: "Fine", layerHeight: "0.2", machineProfile: "MK4S", infillPattern: "gyroid" };

  it("adds a profile before the quality that names it, in any order of the file", () => {
    const { added, faults } = take({ printingQualities: [FINE], machineProfiles: [MK4S] });
    expect(faults).toEqual([]);
    expect(added).toMatchObject([
      { kind: "machineProfile", row: { parameters: { infillMmPerSecond: 200, nozzleDiameterMm: 0.6 } } },
      { kind: "quality", row: { machineProfileId: new AddedMachine("MK4S"), infillPattern: "gyroid" } },
    ]);
  });

  it("names the studio's own profile, and measures layers by the nozzle of the one that is named", () => {
    const kept = machine({ name: "MK4S", parameters: { nozzleDiameterMm: 0.4 } });
    const catalog = { ...NOTHING, machineProfile: [kept] };
    const { added } = take({ printingQualities: [FINE] }, catalog);
    expect(added).toMatchObject([{ row: { machineProfileId: kept.id } }]);
    const thick = { ...FINE, layerHeight: "0.5" };
    const tooThick = "printingQualities #1: layerHeight must not be thicker than the nozzle is wide";
    expect(take({ printingQualities: [thick] }, catalog).faults).toEqual([tooThick]);
    expect(take({ printingQualities: [thick], machineProfiles: [MK4S] }, catalog).faults).toEqual([]);
    expect(take({ printingQualities: [{ ...FINE, machineProfile: "Other" }] }, catalog).faults).toEqual([
      "printingQualities #1: machineProfile must be the name of a machine profile, of the file's or the studio's",
    ]);
  });

  it("exports its imports: profiles, their qualities and plastics' values", () => {
    const mk4s = machine({ name: "MK4S", parameters: { infillMmPerSecond: 200.5 }, source: "preset:prusa-mk4s" });
    const ofHour = { hourlyRateMinor: 7_550, powerWatts: 210 };
    const catalog = {
      ...NOTHING,
      machineProfile: [mk4s, machine({ name: "Old", isArchived: true, ...ofHour })],
      material: [material({ processParameters: { maxFlowCubicMmPerSecond: 11.5 } })],
      quality: [
        quality({ machineProfileId: mk4s.id, infillPattern: "cubic" }),
        quality({ name: "Plain", isDefault: false }),
      ],
    };
    const file = exportCatalog(catalog, HRYVNIA);
    const csv = takeCsv(formatCatalogCsv(file), catalog);
    for (const again of [take(file, catalog), csv]) {
      expect(again).toMatchObject({ faults: [], added: [], changed: [], unchanged: 5 });
    }
    const elsewhere = take(file);
    expect(elsewhere.faults).toEqual([]);
    expect(elsewhere.added).toHaveLength(5);
    expect(file.machineProfiles).toMatchObject([
      { hourlyRate: null, powerWatts: null },
      { hourlyRate: "75.50", powerWatts: 210 },
    ]);
    expect(elsewhere.added.map(({ row }) => row)).toMatchObject([
      { hourlyRateMinor: null, powerWatts: null },
      ofHour,
      {},
      {},
      {},
    ]);
    const faster = { ...file, machineProfiles: [{ name: "MK4S", infillMmPerSecond: 250 }] };
    expect(take({ machineProfiles: faster.machineProfiles }, catalog).changed).toMatchObject([
      { kind: "machineProfile", fields: [{ name: "infillMmPerSecond", from: "200.5", to: "250" }] },
    ]);
  });

  it("changes a rate and a power that the file names, clears those named empty, and refuses impossible ones", () => {
    const kept = machine({ name: "XL", hourlyRateMinor: 7_550, powerWatts: 210 });
    const catalog = { ...NOTHING, machineProfile: [kept] };
    const changesOf = (entry: object) => {
      const { changed, faults } = take({ machineProfiles: [{ name: "XL", ...entry }] }, catalog);
      return faults.length > 0 ? faults : changed.map(({ changes }) => changes);
    };
    expect(changesOf({ source: "typed" })).toEqual([{ source: "typed" }]);
    expect(changesOf({ hourlyRate: "80", powerWatts: "300 W" })).toEqual([{ hourlyRateMinor: 8_000, powerWatts: 300 }]);
    expect(changesOf({ hourlyRate: { amount: "80.00", currency: { code: "UAH" } } })).toEqual([
      { hourlyRateMinor: 8_000 },
    ]);
    expect(changesOf({ hourlyRate: null, powerWatts: "" })).toEqual([{ hourlyRateMinor: null, powerWatts: null }]);
    expect(changesOf({ hourlyRate: "-1", powerWatts: 20_001 })).toEqual([
      "machineProfiles #1: hourlyRate must be from 0 to 1000000",
      "machineProfiles #1: powerWatts must be from 1 to 20000 W",
    ]);
  });
});

describe("an import", () => {
  it("takes a delivery method's price and the sum from which it is free, and names a free sum without a price", () => {
    const courier = { name: "Courier", price: { amount: "80.00", currency: { code: "UAH" } }, freeFrom: 1000 };
    const { added } = take({ deliveryMethods: [courier] });
    expect(added).toMatchObject([{ row: { priceMinor: 8_000, freeFromMinor: 100_000 } }]);
    expect(take({ deliveryMethods: [{ name: "Courier", freeFrom: "1000" }] }).faults).toEqual([
      "deliveryMethods #1: freeFrom must not be given without a price",
    ]);
  });

  it("adds new entries after all others, like the panel", () => {
    const catalog = { ...NOTHING, material: [material({ name: "PETG" })] };
    const { added, changed, unchanged, faults } = take({ materials: [PLA, { ...PLA, color: null }] }, catalog);
    expect({ changed, unchanged, faults }).toEqual({ changed: [], unchanged: 0, faults: [] });
    const position = (catalog.material[0]?.position ?? 0) + 1;
    const row = { name: "PLA", status: "active", stockHundredthsOfGram: null, costPerKgMinor: 60_000 };
    expect(added).toMatchObject([
      { kind: "material", name: "PLA, white, fdm", row: { ...row, color: "white", position } },
      { kind: "material", name: "PLA, fdm", row: { ...row, color: null, position: position + 1 } },
    ]);
  });

  it("changes fields that differ, lists them, and leaves fields that the file lacks", () => {
    const row = material({ lowStockHundredthsOfGram: 5000, stockHundredthsOfGram: 100_000 });
    const list = { technology: "fdm", name: "PLA", color: "white", costPerKg: 650.5 };
    const { changed, added, faults } = take({ materials: [list] }, { ...NOTHING, material: [row] });
    expect(faults).toEqual([]);
    expect(added).toEqual([]);
    expect(changed).toEqual([
      {
        kind: "material",
        name: "PLA, white, fdm",
        id: row.id,
        changes: { costPerKgMinor: 65_050 },
        fields: [{ name: "costPerKg", from: "600.00", to: "650.50" }],
      },
    ]);
    const cleared = take(
      { materials: [{ ...list, costPerKg: 600, lowStockThreshold: null, stockQuantity: null }] },
      {
        ...NOTHING,
        material: [row],
      },
    );
    expect(cleared.changed.map(({ changes }) => changes)).toEqual([{ lowStockHundredthsOfGram: null }]);
  });

  it("puts nothing archived on offer again, unless the file says so", () => {
    const row = finishing({ isArchived: true });
    const entry = { technology: null, name: "Sanding", price: "25.00" };
    const catalog = { ...NOTHING, finishing: [row] };
    expect(take({ finishings: [entry] }, catalog)).toMatchObject({ changed: [], unchanged: 1 });
    expect(take({ finishings: [{ ...entry, isArchived: false }] }, catalog).changed).toMatchObject([
      { id: row.id, changes: { isArchived: false } },
    ]);
  });

  it("says whether an entry is on the order page, and leaves it if the file does not say so", () => {
    const hidden = material({ isOnStorefront: false });
    const fine = quality({ isOnStorefront: false });
    const catalog = { ...NOTHING, material: [hidden], quality: [fine] };
    const file = exportCatalog(catalog, HRYVNIA);
    expect([file.materials[0]?.isOnOrderPage, file.printingQualities[0]?.isOnOrderPage]).toEqual([false, false]);
    expect(take(file, catalog)).toMatchObject({ changed: [], unchanged: 2, faults: [] });
    // A file of before has no such field, and an empty one means the same.
    expect(take({ materials: [PLA] }, catalog)).toMatchObject({ changed: [], unchanged: 1 });
    expect(take({ materials: [{ ...PLA, isOnOrderPage: null }] }, catalog)).toMatchObject({
      changed: [],
      unchanged: 1,
    });
    expect(take({ materials: [{ ...PLA, isOnOrderPage: true }] }, catalog).changed).toMatchObject([
      { id: hidden.id, changes: { isOnStorefront: true } },
    ]);
    expect(take({ materials: [{ ...PLA, isOnOrderPage: false }] }).added).toMatchObject([
      { row: { isOnStorefront: false } },
    ]);
    expect(take({ materials: [PLA] }).added).toMatchObject([{ row: { isOnStorefront: true } }]);
  });

  it("leaves one default of each technology: the file's, else the one that is it, else the first", () => {
    const [standard, fine] = [quality(), quality({ name: "Fine", isDefault: false })];
    const catalog = { ...NOTHING, quality: [standard, fine] };
    const entry = (name: string, isDefault: boolean | null) => ({
      technology: "fdm",
      name,
      layerHeight: "0.2",
      isDefault,
    });
    const defaults = (...entries: object[]) =>
      take({ printingQualities: entries }, catalog).changed.map(({ name, changes }) => [name, changes.isDefault]);
    expect(defaults(entry("Fine", true))).toEqual([
      ["Fine, fdm", true],
      ["Standard, fdm", false],
    ]);
    expect(defaults(entry("Standard", false))).toEqual([]);
    expect(take({ printingQualities: [entry("New", true)] }, catalog)).toMatchObject({
      added: [{ row: { isDefault: true } }],
      changed: [{ id: standard.id, changes: { isDefault: false } }],
    });
    expect(take({ printingQualities: [entry("New", null)] }, catalog)).toMatchObject({
      added: [{ row: { isDefault: false } }],
      changed: [],
    });
    expect(take({ printingQualities: [entry("A", null), entry("B", null)] }).added).toMatchObject([
      { row: { isDefault: true } },
      { row: { isDefault: false } },
    ]);
  });

  it("keeps process parameters that the file does not speak of, as the API shows none", () => {
    const row = quality({
      technologyId: 4,
      name: "MSLA",
      layerHeightMicrometres: 50,
      speedMode: "fine",
      processParameters: { exposureSeconds: 2.4 },
    });
    const catalog = { ...NOTHING, quality: [row] };
    const entry = { technology: "msla", name: "MSLA", layerHeight: "0.05", speedMode: "fine" };
    expect(take({ printingQualities: [entry] }, catalog)).toMatchObject({ changed: [], unchanged: 1 });
    expect(take({ printingQualities: [{ ...entry, exposureSeconds: 1.8 }] }, catalog).changed).toMatchObject([
      { changes: { processParameters: { exposureSeconds: 1.8 } } },
    ]);
    expect(take({ printingQualities: [{ ...entry, exposureSeconds: null }] }, catalog).changed).toMatchObject([
      { changes: { processParameters: null } },
    ]);
  });

  it("never takes away a photo that was uploaded, nor takes one over from another studio", () => {
    const vase = product({ photos: [OWN, "https://a.example/1.jpg"] });
    const catalog = { ...NOTHING, product: [vase] };
    const withPhotos = (photos: unknown) => take({ products: [{ title: "Vase", price: "250.00", photos }] }, catalog);
    for (const same of [[], null, vase.photos, [`https://api.example${OWN}`, "https://a.example/1.jpg"]]) {
      expect(withPhotos(same)).toMatchObject({ changed: [], unchanged: 1, faults: [], photosLeftOut: 0 });
    }
    expect(withPhotos(["https://a.example/2.jpg", FOREIGN])).toMatchObject({
      changed: [{ changes: { photos: ["https://a.example/2.jpg", OWN], updatedAt: NOW } }],
      photosLeftOut: 1,
      faults: [],
    });
    expect(withPhotos(["/etc/passwd"]).faults).toEqual([
      "products #1: photos must be addresses that begin with https://",
    ]);
    const ten = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}`);
    expect(withPhotos(ten).faults).toEqual([
      "products #1: photos are 11 with those uploaded in the panel, and may be 10",
    ]);
  });

  it("changes none of several entries of one name, unless the file names them all", () => {
    const three = [material(), material({ costPerKgMinor: 70_000 }), material({ costPerKgMinor: 80_000 })];
    const catalog = { ...NOTHING, material: three };
    const ids = three.map(({ id }) => id).join(", ");
    const message = `name is that of 3 of the studio's materials (ids ${ids}): rename them in the panel, or name all of them here`;
    const list = { ...PLA, costPerKg: "650" };
    expect(take({ materials: [list] }, catalog).faults).toEqual([`materials #1: ${message}`]);
    const short = { technology: "fdm", name: "PLA", color: "white" };
    expect(take({ materials: [short, short] }, catalog).faults).toEqual([
      `materials #1: ${message}`,
      `materials #2: ${message}`,
    ]);
    expect(take({ materials: [short, short] }, { ...NOTHING, material: three.slice(1, 2) }).faults).toEqual([
      "materials #2: name names the same material as materials #1",
    ]);
    expect(take({ materials: [list, list, list] }, catalog).changed.map(({ id }) => id)).toEqual(
      three.map(({ id }) => id),
    );
  });

  it("means the entry on offer, if others of its name are archived", () => {
    const [old, now] = [material({ status: "inactive", densityMilligramsPerCubicCm: 1000 }), material()];
    const catalog = { ...NOTHING, material: [old, now] };
    const list = { technology: "fdm", name: "PLA", color: "white", costPerKg: "650" };
    expect(take({ materials: [list] }, catalog)).toMatchObject({
      faults: [],
      added: [],
      changed: [{ id: now.id, changes: { costPerKgMinor: 65_000 } }],
    });
    // Each keeps the fields that the file leaves out.
    expect(take({ materials: [list, list] }, catalog).changed.map(({ id, changes }) => [id, changes])).toEqual([
      [old.id, { costPerKgMinor: 65_000 }],
      [now.id, { costPerKgMinor: 65_000 }],
    ]);
  });

  it("matches entries of the same name one after the other, if the studio has several", () => {
    const catalog = { ...NOTHING, material: [material(), material({ costPerKgMinor: 70_000 })] };
    const file = exportCatalog(catalog, HRYVNIA);
    expect(take(file, catalog)).toMatchObject({ added: [], changed: [], unchanged: 2, faults: [] });
    expect(take({ ...file, materials: [...file.materials, PLA] }, catalog).faults).toEqual([
      "materials #3: name names the same material as materials #1",
    ]);
  });
});

/** The order in which the faults are found is of no importance. */
function asFoundIn(found: readonly string[]) {
  return (a: string, b: string) => found.indexOf(a) - found.indexOf(b);
}
