// Refusals of a slicer: a profile that cannot be sliced is not saved; its owner reads the slicer's words.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceFailure, SlicerService, SliceState } from "../../../slicer-service/src/contract/slices.ts";
import { MAX_TRIED } from "../../../src/catalog/trial/combinations.ts";
import { machineProfiles, materials, printingQualities } from "../../../src/db/schema.ts";
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
import { scriptedSlicer, sliced } from "../support/scripted-slicer.ts";

const SAID = "Value out of range: raft_first_layer_density";
const REFUSED = {
  fault: "profile",
  code: "slicer_failed",
  message: "The chosen print quality cannot be sliced.",
  slicerSaid: SAID,
  numbers: ["supportDensityPercent"],
} as const satisfies SliceFailure;

const failed = (failure: SliceFailure): SliceState => ({
  status: "failed",
  progress: 0,
  finishedAt: "2026-11-22T09:00:00.000Z",
  failure,
});

/** A slicer with this answer to every profile, and the profiles that it received. */
function slicerThat(answer: (profile: FilamentProfile) => SliceState) {
  const profiles: FilamentProfile[] = [];
  const service = scriptedSlicer({
    start: async (requests) =>
      requests.map(({ profile }) => {
        if (profile.technology !== "fdm") throw new Error("only filament is tried");
        profiles.push(profile);
        return answer(profile);
      }),
    read: async (keys) => keys.map(() => null),
  });
  return { profiles, service };
}

const refusing = (failure: SliceFailure = REFUSED) => slicerThat(() => failed(failure));
const ownerMeeting = ({ ownerPerson }: PanelStudio, SLICER: SlicerService) => signedIn(ownerPerson, { SLICER });
const catalogOf = ({ base }: PanelStudio) => `${base}/catalog`;

const DENSE = { name: "Ours", supportDensityPercent: "7.772" };
const BESIDE_DENSITY = `id="fault-supportDensityPercent">The slicer refuses it: “${SAID}”`;

describe("a machine profile that the slicer refuses", () => {
  it("is not created: the slicer's words stand beside the number, and the typed values are kept", async () => {
    const panel = await panelStudio();
    const { profiles, service } = refusing();
    const owner = await ownerMeeting(panel, service);
    const page = await owner.post(`${catalogOf(panel)}/machines/new`, DENSE);
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain(BESIDE_DENSITY);
    expect(page.html).toContain('value="7.772"');
    expect(await panel.studio.db.select(machineProfiles)).toEqual([]);
    // No quality names it yet: usual values, with supports, so that all of its numbers take part.
    expect(profiles).toEqual([expect.objectContaining({ supportDensityPercent: 7.772, supports: true })]);
  });

  it("is shown at the form's top if the words name no number of the form", async () => {
    const panel = await panelStudio();
    const owner = await ownerMeeting(panel, refusing({ ...REFUSED, numbers: ["layerHeightMm"] }).service);
    const page = await owner.post(`${catalogOf(panel)}/machines/new`, DENSE);
    expect(page.status, page.html).toBe(400);
    const summary = page.html.slice(page.html.indexOf('class="fault-summary"'));
    expect(summary.slice(0, summary.indexOf("</div>"))).toContain(SAID);
  });

  it("is told in the owner's language", async () => {
    const panel = await panelStudio();
    const person = await createPerson({ language: "uk" });
    await addMember(panel.studio, person, "owner");
    const owner = await signedIn(person, { SLICER: refusing().service });
    const page = await owner.post(`${catalogOf(panel)}/machines/new`, { ...DENSE, supportDensityPercent: "7,772" });
    expect(page.html).toContain(`id="fault-supportDensityPercent">Слайсер відхиляє це: «${SAID}»`);
  });

  it("is not changed if a quality of it could no longer be sliced, and the quality is named", async () => {
    const panel = await panelStudio();
    const machineProfileId = await addMachine(panel.studio, { name: "Ours", parameters: {} });
    await addQuality(panel.studio, {
      name: "Plain",
      machineProfileId,
      supports: false,
      nozzleDiameterMicrometres: null,
    });
    await addQuality(panel.studio, { name: "With supports", isDefault: false, machineProfileId, supports: true });
    await addQuality(panel.studio, { name: "Old", isDefault: false, isActive: false, machineProfileId });
    const { profiles, service } = slicerThat(({ supports }) => (supports ? failed(REFUSED) : sliced()));
    const owner = await ownerMeeting(panel, service);
    const page = await owner.post(`${catalogOf(panel)}/machines/${machineProfileId}`, DENSE);
    expect(page.status, page.html).toBe(400);
    expect(textOf(page)).toContain(`With the quality “With supports”: The slicer refuses it: “${SAID}”`);
    expect(textOf(page)).not.toContain("With the quality “Plain”");
    expect(profiles.map(({ supports }) => supports)).toEqual([false, true]);
    expect(await panel.studio.db.select(machineProfiles)).toMatchObject([{ parameters: {} }]);
    // The nozzle of a quality's layers, without asking a slicer.
    const thin = await panel.owner.post(`${catalogOf(panel)}/machines/${machineProfileId}`, {
      name: "Ours",
      nozzleDiameterMm: "0.1",
    });
    expect(thin.status, thin.html).toBe(400);
    expect(textOf(thin)).toContain("With the quality “Plain”: cannot be sliced: its layers are thicker");
  });

  it("is tried once by qualities that are sliced alike, so that the ninth of another kind is tried too, and named", async () => {
    const panel = await panelStudio();
    const machineProfileId = await addMachine(panel.studio, { name: "Ours", parameters: {} });
    const alike = Array.from({ length: MAX_TRIED }, (_, index) => `Alike ${index}`);
    for (const name of [...alike, "With supports", "With supports too"]) {
      const supports = !alike.includes(name);
      await addQuality(panel.studio, { name, isDefault: false, machineProfileId, supports });
    }
    const { profiles, service } = slicerThat(({ supports }) => (supports ? failed(REFUSED) : sliced()));
    const owner = await ownerMeeting(panel, service);
    const page = await owner.post(`${catalogOf(panel)}/machines/${machineProfileId}`, DENSE);
    expect(page.status, page.html).toBe(400);
    expect(textOf(page)).toContain("With the quality “With supports”: The slicer refuses it");
    expect(textOf(page)).toContain("With the quality “With supports too”: The slicer refuses it");
    expect(profiles.map(({ supports }) => supports)).toEqual([false, true]);
  });

  it("is saved with a note if it has more different qualities than one save tries", async () => {
    const panel = await panelStudio();
    const machineProfileId = await addMachine(panel.studio, { name: "Ours", parameters: {} });
    for (const wallCount of Array.from({ length: MAX_TRIED + 1 }, (_, index) => index + 1)) {
      await addQuality(panel.studio, { name: `${wallCount} walls`, isDefault: false, machineProfileId, wallCount });
    }
    const { profiles, service } = slicerThat(() => sliced());
    const owner = await ownerMeeting(panel, service);
    const page = await posted(owner, `${catalogOf(panel)}/machines/${machineProfileId}`, DENSE);
    expect(textOf(page)).toContain(`A sample was sliced with the first ${MAX_TRIED} qualities that differ`);
    expect(profiles).toHaveLength(MAX_TRIED);
  });

  it("is not imported, with its quality and plastic, and nothing of it is written", async () => {
    const panel = await panelStudio();
    const materialId = await addMaterial(panel.studio);
    const { profiles, service } = refusing();
    const owner = await ownerMeeting(panel, service);
    const fields: FormFields = {
      name: "Ultimaker 2",
      supportDensityPercent: "7.772",
      source: "config.ini",
      qualityId: "new",
      qualityName: "From the slicer",
      "quality.layerHeight": "0.1",
      "plastic.maxFlowCubicMmPerSecond": "8",
      "materialIds[]": [String(materialId)],
    };
    const page = await owner.post(`${catalogOf(panel)}/machines/import/save`, fields);
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain('id="fault-supportDensityPercent">With the quality “From the slicer”: The slicer');
    expect(profiles).toEqual([
      expect.objectContaining({ supportDensityPercent: 7.772, layerHeightMm: 0.1, maxFlowCubicMmPerSecond: 8 }),
    ]);
    expect(await panel.studio.db.select(machineProfiles)).toEqual([]);
    expect(await panel.studio.db.select(printingQualities)).toEqual([]);
    expect(await panel.studio.db.select(materials)).toMatchObject([{ processParameters: null }]);
  });

  it("is saved if no slicer answers, with a note that it was not tried", async () => {
    const panel = await panelStudio();
    const unreachable = async () => {
      throw new Error("unreachable");
    };
    const cut = await ownerMeeting(panel, scriptedSlicer({ start: unreachable, read: unreachable }));
    vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await posted(cut, `${catalogOf(panel)}/machines/new`, DENSE);
    expect(textOf(page)).toContain("“Ours” is in the catalog. It was not tried on a sample");
    const busy = slicerThat(() => ({ status: "queued", progress: 0, ahead: 3 }));
    const waiting = await ownerMeeting(panel, busy.service);
    const again = await posted(waiting, `${catalogOf(panel)}/machines/new`, { ...DENSE, name: "Theirs" });
    expect(textOf(again)).toContain("“Theirs” is in the catalog. It was not tried on a sample");
    vi.restoreAllMocks();
    expect(await panel.studio.db.select(machineProfiles)).toHaveLength(2);
  });

  it("that is kept already says so on its page and on its quality's, to the owner; an untried one is tried", async () => {
    const panel = await panelStudio();
    const machineProfileId = await addMachine(panel.studio, { parameters: { supportDensityPercent: 7.772 } });
    const quality = await addQuality(panel.studio, { name: "Fine", machineProfileId });
    const pages = [`machines/${machineProfileId}`, `qualities/${quality}`].map((path) => `${catalogOf(panel)}/${path}`);
    const known = scriptedSlicer({ read: async (keys) => keys.map(() => failed(REFUSED)) });
    for (const path of pages) {
      const page = await (await ownerMeeting(panel, known)).get(path);
      expect(page.status, page.html).toBe(200);
      expect(textOf(page), path).toContain("Nothing can be sliced by these values");
      expect(textOf(page), path).toContain(SAID);
      expect(textOf(await (await staffOf(panel)).get(path)), path).not.toContain(SAID);
      const untried = refusing();
      expect(textOf(await (await ownerMeeting(panel, untried.service)).get(path))).not.toContain(SAID);
      await vi.waitFor(() => expect(untried.profiles, path).toHaveLength(1));
    }
  });

  it("is none if the sample takes too long, or the service itself fails", async () => {
    const panel = await panelStudio();
    const failures: SliceFailure[] = [
      { fault: "model", code: "model_too_complex", message: "Too detailed." },
      { fault: "service", code: "engine_unavailable", message: "Interrupted." },
    ];
    for (const failure of failures) {
      const owner = await ownerMeeting(panel, refusing(failure).service);
      const page = await posted(owner, `${catalogOf(panel)}/machines/new`, { name: failure.code });
      expect(textOf(page)).toContain("It was not tried on a sample");
    }
  });
});

describe("a quality", () => {
  const typed = { name: "Fine", layerHeight: "0.2", supports: "true" };

  it.each([
    [
      "another save came between",
      ({ studio }: PanelStudio) => studio.db.update(printingQualities, { layerHeightMicrometres: 280 }, undefined),
    ],
    ["the slicer's first call broke off", () => Promise.reject(new Error("connection lost"))],
  ])("waits for its sample once, though %s", async (_, meanwhile) => {
    const panel = await panelStudio();
    const id = await addQuality(panel.studio, { name: "Fine" });
    const waits: number[] = [];
    const slow = scriptedSlicer({
      start: async (requests, waitMilliseconds) => {
        waits.push(waitMilliseconds);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (waits.length === 1) await meanwhile(panel);
        return requests.map(() => ({ status: "queued", progress: 0, ahead: 3 }));
      },
      read: async (keys) => keys.map(() => null),
    });
    const owner = await ownerMeeting(panel, slow);
    await posted(owner, `${catalogOf(panel)}/qualities/${id}`, { ...typed, layerHeight: "0.24" });
    expect(waits.length).toBeGreaterThanOrEqual(2);
    expect(waits[1]).toBeLessThanOrEqual((waits[0] ?? 0) - 20);
    expect(await panel.studio.db.select(printingQualities)).toMatchObject([{ layerHeightMicrometres: 240 }]);
  });

  it("is neither created nor changed if the slicer refuses it", async () => {
    const panel = await panelStudio();
    const owner = await ownerMeeting(panel, refusing({ ...REFUSED, numbers: ["layerHeightMm"] }).service);
    const page = await owner.post(`${catalogOf(panel)}/qualities/new/fdm`, typed);
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain(`id="fault-layerHeight">The slicer refuses it: “${SAID}”`);
    expect(await panel.studio.db.select(printingQualities)).toEqual([]);
    const id = await addQuality(panel.studio, { name: "Fine" });
    const change = await owner.post(`${catalogOf(panel)}/qualities/${id}`, { ...typed, layerHeight: "0.3" });
    expect(change.status, change.html).toBe(400);
    expect(change.html).toContain('value="0.3"');
    expect(await panel.studio.db.select(printingQualities)).toMatchObject([{ layerHeightMicrometres: 200 }]);
  });

  it("of which nothing would be printed is not saved either, whichever slicer is installed", async () => {
    const panel = await panelStudio();
    const empty = { ...typed, supports: "", wallCount: "0", infillPercent: "0", topLayers: "0", bottomLayers: "0" };
    const page = await panel.owner.post(`${catalogOf(panel)}/qualities/new/fdm`, empty);
    expect(page.status, page.html).toBe(400);
    expect(textOf(page)).toContain("A sample cannot be sliced by it: At this print quality nothing of the model");
  });

  it("of resin is estimated by the engine itself, which refuses nothing: no slicer is asked", async () => {
    const panel = await panelStudio();
    const owner = await ownerMeeting(panel, scriptedSlicer({}));
    await posted(owner, `${catalogOf(panel)}/qualities/new/msla`, { name: "Resin", layerHeight: "0.05" });
  });

  it("is renamed by staff without a trial", async () => {
    const panel = await panelStudio();
    const id = await addQuality(panel.studio);
    const person = await createPerson();
    await addMember(panel.studio, person, "staff");
    const staff = await signedIn(person, { SLICER: scriptedSlicer({}) });
    await posted(staff, `${catalogOf(panel)}/qualities/${id}`, { name: "Renamed" });
  });
});

describe("a material with limits of its own", () => {
  const typed = { name: "TPU", technologyId: "1", costPerKg: "600", density: "1.24", retractionMm: "0.5" };

  it("is saved only if it can be sliced with a quality of each machine profile", async () => {
    const panel = await panelStudio();
    const machineProfileId = await addMachine(panel.studio, { parameters: { innerWallMmPerSecond: 77 } });
    await addQuality(panel.studio, { name: "On defaults" });
    await addQuality(panel.studio, { name: "On ours", isDefault: false, machineProfileId });
    const { profiles, service } = slicerThat(({ innerWallMmPerSecond }) =>
      innerWallMmPerSecond === 77 ? failed({ ...REFUSED, numbers: ["retractionMm"] }) : sliced(),
    );
    const owner = await ownerMeeting(panel, service);
    const page = await owner.post(`${catalogOf(panel)}/materials/new`, typed);
    expect(page.status, page.html).toBe(400);
    expect(page.html).toContain('id="fault-retractionMm">With the quality “On ours”: The slicer refuses it');
    const ofMaterial = profiles.filter(({ retractionMm }) => retractionMm === 0.5);
    expect(ofMaterial.map(({ innerWallMmPerSecond }) => innerWallMmPerSecond)).toEqual([40, 77]);
    expect(await panel.studio.db.select(materials)).toEqual([]);
    const id = await addMaterial(panel.studio);
    const { technologyId: _, ...changes } = typed;
    expect((await owner.post(`${catalogOf(panel)}/materials/${id}`, changes)).status).toBe(400);
    // Without limits there is nothing to try.
    await posted(owner, `${catalogOf(panel)}/materials/${id}`, { ...changes, retractionMm: "" });
  });
});

describe("the slicer that is installed", () => {
  it("slices with every default, and is named beside the numbers that it cannot follow", async () => {
    const panel = await panelStudio();
    const page = await panel.owner.get(`${catalogOf(panel)}/machines/new/defaults`);
    const isEmbedded = env.SLICE_ENGINE.startsWith("curaengine");
    const beside = page.html.slice(page.html.indexOf('id="meaning-oneWallOnTop"'));
    const row = beside.slice(0, beside.indexOf("</tr>"));
    if (isEmbedded)
      expect(row).toContain("Not followed by the slicer in use: surfaces that face up have all their walls.");
    else expect(row).not.toContain("Not followed by the slicer in use");
    await posted(panel.owner, `${catalogOf(panel)}/machines/new`, { name: "Plain" });
  });
});
