// Machine profiles in the panel: changing rights, their effect on prices, and a slicer's settings.

import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { FILAMENT_GROUPS } from "../../../slicer-service/src/contract/filament-parameters.ts";
import { machineProfiles, materials, printingQualities } from "../../../src/db/schema.ts";
import { LANGUAGES } from "../../../src/domain/person.ts";
import { MACHINE_PARAMETERS } from "../../../src/machine-profiles/machine-parameters.ts";
import { presetTitle } from "../../../src/machine-profiles/preset-source.ts";
import { PRESETS } from "../../../src/machine-profiles/presets/presets.ts";
import {
  machineDefaultSource,
  machineGroupWords,
  machineParameterMeaning,
} from "../../../src/panel/catalog/machine-profile/machine-parameters.words.ts";
import { boundsWithUnit, valueWithUnit } from "../../../src/panel/catalog/parameter-table.tsx";
import { addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import {
  addMember,
  createPerson,
  type FormFields,
  type PanelStudio,
  panelStudio,
  posted,
  signedIn,
  staffOf,
  textOf,
} from "../support/panel.ts";
import { engineRuns, modelFile, post, WAIT } from "../support/requests.ts";
import { createStudio } from "../support/studio.ts";

const FAST = { name: "Fast", outerWallMmPerSecond: "200", maxXAcceleration: "4000,5" };

const partOf = ({ base }: PanelStudio) => `${base}/catalog/machines`;

/** A number's row of the table, with its marks as people read them. */
function rowOf(html: string, name: string): string {
  const from = html.indexOf(`id="meaning-${name}"`);
  return html.slice(from, html.indexOf("</tr>", from)).replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

async function onlyMachine({ studio }: PanelStudio) {
  const [machine, ...others] = await studio.db.select(machineProfiles);
  expect(others).toEqual([]);
  if (machine === undefined) throw new Error("there is no machine profile");
  return machine;
}

describe("a machine profile", () => {
  it("shows every number by its group, with bounds, default and source, in both languages", async () => {
    const panel = await panelStudio();
    const person = await createPerson({ language: "uk" });
    await addMember(panel.studio, person, "owner");
    const path = `${partOf(panel)}/new/defaults`;
    const pages = { en: await panel.owner.get(path), uk: await (await signedIn(person)).get(path) } as const;
    for (const language of LANGUAGES) {
      const page = pages[language];
      for (const [name, parameter] of MACHINE_PARAMETERS) {
        const row = rowOf(page.html, name);
        expect(row, `${name} in ${language}`).toContain(`name="${name}"`);
        expect(row, `${name} in ${language}`).toContain(machineParameterMeaning(language, name, parameter));
        expect(row, `${name} in ${language}`).toContain(boundsWithUnit(language, parameter));
        expect(row, `${name} in ${language}`).toContain(valueWithUnit(language, parameter.default, parameter.unit));
        expect(row, `${name} in ${language}`).toContain(machineDefaultSource(language, parameter).text);
      }
      for (const group of FILAMENT_GROUPS) expect(textOf(page)).toContain(machineGroupWords(language)[group]);
    }
    expect(textOf(pages.en)).toContain("Speeds");
    expect(textOf(pages.en)).toContain("0.1–2 mm");
    expect(textOf(pages.uk)).toContain("Швидкості");
    expect(textOf(pages.uk)).toContain("0,1–2 мм");
    for (const [name, parameter] of MACHINE_PARAMETERS) {
      const english = machineParameterMeaning("en", name, parameter);
      expect(rowOf(pages.uk.html, name), `${name} is English on the Ukrainian page`).not.toContain(`>${english}<`);
    }
  });

  it("stores the typed values, and none of the empty fields", async () => {
    const panel = await panelStudio();
    const page = await posted(panel.owner, `${partOf(panel)}/new`, { ...FAST, infillMmPerSecond: "" });
    expect(textOf(page)).toContain("“Fast” is in the catalog.");
    const machine = await onlyMachine(panel);
    expect(machine).toMatchObject({
      name: "Fast",
      parameters: { outerWallMmPerSecond: 200, maxXAcceleration: 4000.5 },
      source: null,
      isArchived: false,
    });
    await posted(panel.owner, `${partOf(panel)}/${machine.id}`, { name: "Faster", outerWallMmPerSecond: "250" });
    expect(await onlyMachine(panel)).toMatchObject({ name: "Faster", parameters: { outerWallMmPerSecond: 250 } });
  });

  it.each<[string, FormFields, string]>([
    ["outerWallMmPerSecond", { outerWallMmPerSecond: "0" }, "Enter a value from 1 to 2000 mm/s."],
    ["nozzleDiameterMm", { nozzleDiameterMm: "wide" }, "Enter a number, such as 12.50."],
    ["heatUpMinutes", { heatUpMinutes: "-1" }, "Enter a value from 0 to 240 min."],
    ["name", { name: "" }, "Fill in this field."],
    ["hourlyRate", { hourlyRate: "-1" }, "Enter a value from 0 to 1000000."],
    ["powerWatts", { powerWatts: "0" }, "Enter a value from 1 to 20000 W."],
    ["powerWatts", { powerWatts: "0.2 kW" }, "Enter a whole number."],
  ])("is refused at its %s: %j", async (field, wrong, sentence) => {
    const panel = await panelStudio();
    const page = await panel.owner.post(`${partOf(panel)}/new`, { ...FAST, ...wrong });
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain(`id="fault-${field}">${sentence}`);
    expect(await panel.studio.db.select(machineProfiles)).toEqual([]);
  });

  it("is not written twice under one name, and a copy has another", async () => {
    const panel = await panelStudio();
    await posted(panel.owner, `${partOf(panel)}/new`, FAST);
    const again = await panel.owner.post(`${partOf(panel)}/new`, FAST);
    expect(again.status).toBe(400);
    expect(again.html).toContain('id="fault-name">This is taken already.');
    const { id } = await onlyMachine(panel);
    const copy = await panel.owner.get(`${partOf(panel)}/new/copies/${id}`);
    expect(copy.html).toContain('value="Fast (copy)"');
    expect(copy.html).toContain('value="4000.5"');
  });

  it("begins with a preset, and shows the source of each value", async () => {
    const panel = await panelStudio();
    const [preset] = PRESETS;
    if (preset === undefined) throw new Error("there are no presets");
    expect(textOf(await panel.owner.get(`${partOf(panel)}/new`))).toContain(preset.name);
    const page = await panel.owner.get(`${partOf(panel)}/new/presets/${preset.slug}`);
    const [published] = Object.values(preset.sources);
    expect(textOf(page)).toContain(published);
    const source = /name="source" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
    const typed = Object.fromEntries(Object.entries(preset.parameters).map(([name, value]) => [name, String(value)]));
    const saved = await posted(panel.owner, `${partOf(panel)}/new`, { name: "Ours", source, ...typed });
    expect(textOf(saved)).toContain(`Preset: ${presetTitle(preset)}`);
    expect((await onlyMachine(panel)).parameters).toEqual(preset.parameters);
    expect((await panel.owner.get(`${partOf(panel)}/new/presets/none`)).status).toBe(404);
  });

  it("has an hourly rate and a power, as people type them; empty, it has none", async () => {
    const panel = await panelStudio();
    const typed = { ...FAST, hourlyRate: "1 075,75 ₴", powerWatts: "210 W" };
    await posted(panel.owner, `${partOf(panel)}/new`, typed);
    const { id, ...machine } = await onlyMachine(panel);
    expect(machine).toMatchObject({ hourlyRateMinor: 107_575, powerWatts: 210 });
    const page = await panel.owner.get(`${partOf(panel)}/${id}`);
    expect([page.field("hourlyRate").value, page.field("powerWatts").value]).toEqual(["1075.75", "210"]);
    const copy = await panel.owner.get(`${partOf(panel)}/new/copies/${id}`);
    expect([copy.field("hourlyRate").value, copy.field("powerWatts").value]).toEqual(["1075.75", "210"]);
    const list = textOf(await panel.owner.get(partOf(panel)));
    expect(list).toContain("₴1,075.75 / h");
    expect(list).not.toContain("the studio's");

    // A form without the fields leaves them; one that sends them empty clears them.
    await posted(panel.owner, `${partOf(panel)}/${id}`, FAST);
    expect(await onlyMachine(panel)).toMatchObject({ hourlyRateMinor: 107_575, powerWatts: 210 });
    const cleared = await posted(panel.owner, `${partOf(panel)}/${id}`, { ...FAST, hourlyRate: "", powerWatts: "" });
    expect(await onlyMachine(panel)).toMatchObject({ hourlyRateMinor: null, powerWatts: null });
    expect(textOf(cleared)).toContain("the studio's");
  });

  it("is read by staff and changed by the owner only", async () => {
    const panel = await panelStudio();
    const ofHour = { hourlyRateMinor: 7550, powerWatts: 210 };
    const id = await addMachine(panel.studio, { name: "Ours", parameters: { infillMmPerSecond: 123 }, ...ofHour });
    const staff = await staffOf(panel);
    const page = await staff.get(`${partOf(panel)}/${id}`);
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("123 mm/s");
    expect(textOf(page)).toContain("Hourly rate ₴75.50 / h Power while printing 210 W");
    expect(page.html).not.toContain('name="infillMmPerSecond"');
    expect(page.html).not.toContain('name="hourlyRate"');
    for (const path of ["/new", `/${id}`, "/import", "/import/save"]) {
      expect((await staff.post(`${partOf(panel)}${path}`, FAST)).status, path).toBe(403);
    }
    expect((await onlyMachine(panel)).parameters).toEqual({ infillMmPerSecond: 123 });
  });

  it("of another studio answers 404, and no quality can name it", async () => {
    const panel = await panelStudio();
    const foreign = await addMachine(await createStudio(), { name: "Theirs" });
    const path = `${partOf(panel)}/${foreign}`;
    expect((await panel.owner.get(path)).status).toBe(404);
    expect((await panel.owner.get(`${partOf(panel)}/new/copies/${foreign}`)).status).toBe(404);
    for (const [action, fields] of [
      ["", FAST],
      ["/archive", {}],
      ["/restore", {}],
      ["/move", { direction: "up" }],
    ] as const) {
      expect((await panel.owner.post(`${path}${action}`, fields)).status, action).toBe(404);
    }
    const quality = { name: "Fine", layerHeight: "0.2", machineProfileId: String(foreign) };
    const refused = await panel.owner.post(`${panel.base}/catalog/qualities/new/fdm`, quality);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="fault-machineProfileId">Choose one of the list.');
  });

  it("that is archived is chosen for no other quality, and kept by those that have it", async () => {
    const panel = await panelStudio();
    const id = await addMachine(panel.studio, { name: "Old one" });
    const quality = await addQuality(panel.studio, { machineProfileId: id });
    expect(textOf(await panel.owner.get(`${partOf(panel)}`))).toContain("Standard");
    await posted(panel.owner, `${partOf(panel)}/${id}/archive`);
    const kept = await panel.owner.get(`${panel.base}/catalog/qualities/${quality}`);
    expect(kept.html).toContain(`<option value="${id}" selected="">Old one (archived)`);
    await posted(panel.owner, `${panel.base}/catalog/qualities/${quality}`, {
      name: "Standard",
      layerHeight: "0.2",
      machineProfileId: String(id),
    });
    const another = { name: "Other", layerHeight: "0.2", machineProfileId: String(id) };
    expect((await panel.owner.post(`${panel.base}/catalog/qualities/new/fdm`, another)).status).toBe(400);
    await posted(panel.owner, `${partOf(panel)}/${id}/restore`);
    await posted(panel.owner, `${panel.base}/catalog/qualities/new/fdm`, another);
    const qualities = await panel.studio.db.select(printingQualities);
    expect(qualities.map(({ machineProfileId }) => machineProfileId)).toEqual([id, id]);
  });
});

describe("a quality on a machine profile", () => {
  it("takes minutes by the profile's speeds, in a quote and in a try", async () => {
    const panel = await panelStudio();
    const { studio } = panel;
    const materialId = await addMaterial(studio);
    const slow = await addMachine(studio, {
      name: "Slow",
      parameters: { outerWallMmPerSecond: 1, innerWallMmPerSecond: 1, smallPerimeterMmPerSecond: 1 },
    });
    const onDefaults = await addQuality(studio, { name: "Defaults", isDefault: false });
    const onSlow = await addQuality(studio, { name: "Slow", isDefault: false, machineProfileId: slow });
    const model = anotherBox();
    const minutes = async (printingQualityId: number) => {
      const fields = { model: modelFile(model), materialId, printingQualityId };
      const { status, body } = await post<{ printingTime: number }>(studio, "/quotes", fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data.printingTime;
    };
    expect(await minutes(onSlow)).toBeGreaterThan(1.5 * (await minutes(onDefaults)));

    const tried = async (machineProfileId: string) => {
      const typed = { name: "", layerHeight: "0.3", machineProfileId, trialMaterialId: String(materialId) };
      const page = await panel.owner.post(`${panel.base}/catalog/qualities/new/fdm/try`, typed);
      expect(page.status, page.html).toBe(200);
      const [, hours = "0", rest = "0"] = /Time (?:(\d+) h )?(?:(\d+) min )?/.exec(textOf(page)) ?? [];
      return 60 * Number(hours) + Number(rest);
    };
    expect(await tried(String(slow))).toBeGreaterThan(await tried(""));
  });

  it("has layers as thick as the profile's nozzle is wide, and no thicker", async () => {
    const panel = await panelStudio();
    const wide = await addMachine(panel.studio, { name: "Wide", parameters: { nozzleDiameterMm: 0.8 } });
    const path = `${panel.base}/catalog/qualities/new/fdm`;
    const thick = { name: "Thick", layerHeight: "0.7", machineProfileId: String(wide), infillPattern: "gyroid" };
    const tooThick = "A layer must not be thicker than the nozzle is wide.";
    for (const wrong of [{ machineProfileId: "" }, { layerHeight: "0.9" }, { nozzleDiameter: "0.6" }]) {
      const page = await panel.owner.post(path, { ...thick, ...wrong });
      expect(page.status, JSON.stringify(wrong)).toBe(400);
      expect(page.html).toContain(`id="fault-layerHeight">${tooThick}`);
    }
    await posted(panel.owner, path, thick);
    expect(await panel.studio.db.select(printingQualities)).toEqual([
      expect.objectContaining({ machineProfileId: wide, infillPattern: "gyroid", nozzleDiameterMicrometres: null }),
    ]);
  });

  it("cannot have its profile or pattern changed by staff", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const id = await addMachine(panel.studio);
    const quality = await addQuality(panel.studio);
    for (const field of [{ machineProfileId: String(id) }, { infillPattern: "lines" }]) {
      const answer = await staff.post(`${panel.base}/catalog/qualities/${quality}`, { name: "Standard", ...field });
      expect(answer.status, JSON.stringify(field)).toBe(403);
    }
  });
});

describe("the limits of a plastic", () => {
  it("are the material's own, begin with usual values in one press, and are left out of resin", async () => {
    const panel = await panelStudio();
    const path = `${panel.base}/catalog/materials`;
    const typed = { technologyId: "1", name: "PLA", costPerKg: "600", density: "1.24" };
    const filled = await panel.owner.post(`${path}/new/presets/pla`, typed);
    expect(filled.status, filled.html).toBe(200);
    expect(textOf(filled)).toContain("The usual values of PLA are filled in.");
    const flow = /name="maxFlowCubicMmPerSecond"[^>]*value="([^"]+)"/.exec(filled.html)?.[1] ?? "";
    expect(Number(flow)).toBeGreaterThan(0);
    expect(await panel.studio.db.select(materials)).toEqual([]);
    await posted(panel.owner, `${path}/new`, { ...typed, maxFlowCubicMmPerSecond: flow });
    await posted(panel.owner, `${path}/new`, { ...typed, technologyId: "4", maxFlowCubicMmPerSecond: flow });
    const [pla, resin] = await panel.studio.db.select(materials);
    expect(pla?.processParameters).toEqual({ maxFlowCubicMmPerSecond: Number(flow) });
    expect(resin?.processParameters).toBeNull();
    const wrong = await panel.owner.post(`${path}/${pla?.id}`, { ...typed, maxFlowCubicMmPerSecond: "9999" });
    expect(wrong.html).toContain('id="fault-maxFlowCubicMmPerSecond">Enter a value from 0 to 200 mm³/s.');
    const { technologyId: _, ...changes } = typed;
    await posted(panel.owner, `${path}/${pla?.id}`, { ...changes, maxFlowCubicMmPerSecond: "" });
    expect((await panel.studio.db.select(materials))[0]?.processParameters).toBeNull();
  });

  it("are changed by the owner only, and read by staff", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const id = await addMaterial(panel.studio, { processParameters: { minLayerSeconds: 17 } });
    const path = `${panel.base}/catalog/materials/${id}`;
    expect(textOf(await staff.get(path))).toContain("17 s");
    expect((await staff.post(path, { name: "PLA", minLayerSeconds: "1" })).status).toBe(403);
    expect((await staff.post(`${path}/presets/pla`, { name: "PLA" })).status).toBe(403);
  });

  it("cause a new slice only if they differ: colours share a slice, and each price states its own minutes", async () => {
    const { studio } = await panelStudio();
    const limits = { maxFlowCubicMmPerSecond: 0.5 };
    const white = await addMaterial(studio, { color: "white" });
    const black = await addMaterial(studio, { color: "black", costPerKgMinor: 90_000 });
    const soft = await addMaterial(studio, { name: "TPU", processParameters: limits });
    const softRed = await addMaterial(studio, { name: "TPU", color: "red", processParameters: limits });
    const printingQualityId = await addQuality(studio);
    const { body } = await post<{ modelId: string }>(studio, "/models", { model: modelFile(anotherBox()) });
    const { modelId } = body.data;
    const runs = await engineRuns();
    const prices = `/models/${modelId}/prices?printingQualityIds=${printingQualityId}`;
    const [quality] = await studio.data<
      { printingTime: number; prices: { materialId: number; printingTime: number }[] }[]
    >(prices, { headers: WAIT });
    expect(await engineRuns()).toBe(runs + 2);
    const minutes = new Map(quality?.prices.map(({ materialId, printingTime }) => [materialId, printingTime]));
    expect([...minutes.keys()]).toEqual([white, black, soft, softRed]);
    expect(minutes.get(white)).toBe(quality?.printingTime);
    expect(minutes.get(black)).toBe(minutes.get(white));
    expect(minutes.get(soft)).toBeGreaterThan(minutes.get(white) ?? Infinity);
    expect(minutes.get(softRed)).toBe(minutes.get(soft));
    for (const materialId of minutes.keys()) {
      const quote = await post<{ printingTime: number }>(studio, "/quotes", { modelId, materialId, printingQualityId });
      expect(quote.body.data.printingTime, String(materialId)).toBe(minutes.get(materialId));
    }
    expect(await engineRuns()).toBe(runs + 2);
  });

  it("determine a slice ahead that names the material", async () => {
    const { studio } = await panelStudio();
    const soft = await addMaterial(studio, { processParameters: { maxFlowCubicMmPerSecond: 0.5 } });
    const printingQualityId = await addQuality(studio);
    const { body } = await post<{ modelId: string }>(studio, "/models", { model: modelFile(anotherBox()) });
    const asked = { modelId: body.data.modelId, printingQualityId, materialId: soft };
    const runs = await engineRuns();
    const ahead = await post<{ jobId: string }>(studio, "/slicing-jobs", asked);
    expect([200, 202], JSON.stringify(ahead.body)).toContain(ahead.status);
    await studio.data(`/slicing-jobs/${ahead.body.data.jobId}`, { headers: WAIT });
    expect((await post(studio, "/quotes", asked)).status).toBe(200);
    expect(await engineRuns()).toBe(runs + 1);
    const foreign = await addMaterial(await createStudio());
    const resin = await addMaterial(studio, { technologyId: 3 });
    const missing = await post<unknown>(studio, "/slicing-jobs", { ...asked, materialId: foreign });
    expect(missing.status).toBe(404);
    expect(missing.body.errors).toHaveProperty("materialId");
    const wrong = await post<unknown>(studio, "/slicing-jobs", { ...asked, materialId: resin });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toHaveProperty("printingQualityId");
  });
});

const PRINTER =
  "printer_technology = FFF\ngcode_flavor = marlin2\nnozzle_diameter = 0.6\nmachine_max_acceleration_x = 4000,1250\n";
const PRINT = "layer_height = 0.3\nperimeters = 3\nfill_density = 15%\nfill_pattern = gyroid\nperimeter_speed = 60\n";
const FILAMENT =
  "filament_diameter = 1.75\nfilament_max_volumetric_speed = 8\nfilament_density = 1.27\nslowdown_below_layer_time = 12\n";
const SINGLE = `# generated by PrusaSlicer 2.9.2\n${PRINTER}${PRINT}${FILAMENT}post_process = rm -rf /\n`;
const BUNDLE = `# generated by PrusaSlicer 2.9.2\n[printer:One]\n${PRINTER}\n[printer:Two]\n${PRINTER}max_print_speed = 80\n
[print:Fine]\n${PRINT}\n[filament:PETG]\n${FILAMENT}\n`;

const ini = (text: string, name = "config.ini") => new File([text], name);

/** The fields of the review's form, as a browser sends them. */
function fieldsOf(html: string): Record<string, string> {
  const form = html.slice(html.indexOf("/import/save"));
  const inputs = [...form.matchAll(/<input ([^>]*)>/g)].map(([, attributes = ""]) => attributes);
  const attribute = (text: string, name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1] ?? "";
  return Object.fromEntries(
    inputs
      .filter((text) => attribute(text, "type") !== "checkbox" && attribute(text, "name") !== "formToken")
      .map((text) => [attribute(text, "name"), attribute(text, "value")]),
  );
}

describe("importing a slicer's settings", () => {
  it("reports taken and left values before anything is saved, and saves profile, quality and limits together", async () => {
    const panel = await panelStudio();
    const { studio } = panel;
    const [white, black] = [
      await addMaterial(studio, { color: "white" }),
      await addMaterial(studio, { color: "black" }),
    ];
    const path = `${partOf(panel)}/import`;
    const review = await panel.owner.post(path, { files: ini(SINGLE) });
    expect(review.status, review.html).toBe(200);
    expect(textOf(review)).toContain("Nothing is saved yet.");
    expect(textOf(review)).toContain("perimeter_speed");
    expect(textOf(review)).toContain("layer_height 0.3 Layer height: 0.3 mm");
    expect(textOf(review)).toContain("fill_density 15% Infill: 15 %");
    // A preset's name is not written for customers.
    expect(fieldsOf(review.html)).toMatchObject({ qualityName: "", qualityPreset: "config" });
    expect(review.html).not.toContain("rm -rf");
    expect(await studio.db.select(machineProfiles)).toEqual([]);

    const fields = { ...fieldsOf(review.html), name: "Ours", hourlyRate: "75.50", powerWatts: "210" };
    const chosen = {
      qualityId: "new",
      qualityName: "From the slicer",
      "materialIds[]": [String(white), String(black)],
    };
    const saved = await posted(panel.owner, `${path}/save`, { ...fields, ...chosen });
    expect(textOf(saved)).toContain(
      "The machine profile “Ours” is created. The quality “From the slicer” is created. New limits for: “PLA, white”, “PLA, black”.",
    );
    const machine = await onlyMachine(panel);
    expect(machine.parameters).toMatchObject({ nozzleDiameterMm: 0.6, maxXAcceleration: 4000 });
    expect(machine).toMatchObject({ hourlyRateMinor: 7550, powerWatts: 210 });
    expect(machine.source).toContain("config.ini");
    expect(await studio.db.select(printingQualities)).toEqual([
      expect.objectContaining({
        name: "From the slicer",
        machineProfileId: machine.id,
        layerHeightMicrometres: 300,
        wallCount: 3,
        infillPercent: 15,
        infillPattern: "gyroid",
        nozzleDiameterMicrometres: null,
      }),
    ]);
    for (const { processParameters } of await studio.db.select(materials)) {
      expect(processParameters).toMatchObject({ maxFlowCubicMmPerSecond: 8, minLayerSeconds: 12 });
    }
  });

  it("into an existing profile and quality changes the values of the files, and keeps the rest", async () => {
    const panel = await panelStudio();
    const { studio } = panel;
    const parameters = { heatUpMinutes: 4, nozzleDiameterMm: 0.4 };
    const id = await addMachine(studio, { name: "Ours", parameters, hourlyRateMinor: 7550, powerWatts: 210 });
    const quality = await addQuality(studio, { name: "Kept", description: "As it was", supports: true });
    const review = await panel.owner.post(`${partOf(panel)}/import`, { files: ini(SINGLE), machineId: String(id) });
    const fields = { ...fieldsOf(review.html), name: "Ours", machineId: String(id), qualityId: String(quality) };
    const saved = await posted(panel.owner, `${partOf(panel)}/import/save`, fields);
    expect(textOf(saved)).toContain("The machine profile “Ours” is changed. The quality “Kept” is changed.");
    const machine = await onlyMachine(panel);
    expect(machine).toMatchObject({ id, parameters: { heatUpMinutes: 4, nozzleDiameterMm: 0.6 } });
    expect(machine).toMatchObject({ hourlyRateMinor: 7550, powerWatts: 210 });
    expect(await studio.db.select(printingQualities)).toEqual([
      expect.objectContaining({
        id: quality,
        name: "Kept",
        description: "As it was",
        machineProfileId: id,
        wallCount: 3,
      }),
    ]);
  });

  it("asks for a choice if the files hold several presets, and carries the files along", async () => {
    const panel = await panelStudio();
    const asking = await panel.owner.post(`${partOf(panel)}/import`, { files: ini(BUNDLE, "bundle.ini") });
    expect(asking.status, asking.html).toBe(200);
    expect(asking.html).toContain('<option value="Two">');
    const carried = /name="carried" value="([^"]+)"/.exec(asking.html)?.[1] ?? "";
    const review = await panel.owner.post(`${partOf(panel)}/import`, { carried, printer: "Two" });
    expect(review.status, review.html).toBe(200);
    expect(fieldsOf(review.html)).toMatchObject({ name: "Two", nozzleDiameterMm: "0.6" });
    expect(asking.html).not.toContain('name="print"');
    const broken = await panel.owner.post(`${partOf(panel)}/import`, { carried: "AAAA", printer: "Two" });
    expect(broken.status).toBe(400);
  });

  it("reads a project's archive, and refuses one that holds more than its directory states", async () => {
    const panel = await panelStudio();
    const config = strToU8(SINGLE.replace(/^/gm, "; "));
    const project = (content: Uint8Array) => zipSync({ "Metadata/Slic3r_PE.config": content });
    const imported = (bytes: Uint8Array<ArrayBuffer>) =>
      panel.owner.post(`${partOf(panel)}/import`, { files: [new File([bytes], "part.3mf")] });
    const review = await imported(project(config));
    expect(review.status, review.html).toBe(200);
    expect(fieldsOf(review.html)).toMatchObject({ nozzleDiameterMm: "0.6" });

    const lying = project(new Uint8Array(50_000_000));
    const view = new DataView(lying.buffer);
    // The unpacked size of the directory's only entry, at the place that the end record states.
    view.setUint32(view.getUint32(lying.length - 6, true) + 24, 100, true);
    const refused = await imported(lying);
    expect(refused.status, refused.html).toBe(400);
    expect(textOf(refused)).toContain("part.3mf cannot be unpacked");
  });

  it("shows its faults, and writes nothing", async () => {
    const panel = await panelStudio();
    const { studio } = panel;
    const path = `${partOf(panel)}/import`;
    for (const files of [[], ini("nothing of a slicer", "x.txt"), ini("\0\0", "x.3mf")]) {
      const page = await panel.owner.post(path, { files });
      expect(page.status, page.html).toBe(400);
      expect(page.html).toContain('id="fault-files"');
    }
    await addQuality(studio, { name: "Taken" });
    const foreign = await createStudio();
    const fields = { ...fieldsOf((await panel.owner.post(path, { files: ini(SINGLE) })).html), name: "Ours" };
    for (const [wrong, field] of [
      [{ qualityId: "new", qualityName: "Taken" }, "qualityName"],
      [{ qualityId: "new", qualityName: "" }, "qualityName"],
      [{ qualityId: String(await addQuality(foreign)) }, "qualityId"],
      [{ machineId: String(await addMachine(foreign)) }, "machineId"],
      [{ nozzleDiameterMm: "9" }, "nozzleDiameterMm"],
      [{ qualityId: "new", qualityName: "Thick", nozzleDiameterMm: "0.2" }, "qualityId"],
    ] as const) {
      const page = await panel.owner.post(`${path}/save`, { ...fields, ...wrong });
      expect(page.status, JSON.stringify(wrong)).toBe(400);
      expect(page.html, JSON.stringify(wrong)).toContain(`id="fault-${field}"`);
    }
    const material = { "materialIds[]": [String(await addMaterial(foreign))] };
    expect((await panel.owner.post(`${path}/save`, { ...fields, ...material })).status).toBe(400);
    expect(await studio.db.select(machineProfiles)).toEqual([]);
    expect(await studio.db.select(printingQualities)).toHaveLength(1);
  });
});
