// Machine profiles by the operator's command: begun with a preset or a slicer's settings, shown, changed, named by a quality.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idOf, machineProfileRow, studioRow } from "../../../harness/catalog-rows.ts";
import { machineProfiles, printingQualities, studios } from "../../../src/db/schema.ts";
import { presetBySlug } from "../../../src/machine-profiles/preset-source.ts";
import { PRESETS } from "../../../src/machine-profiles/presets/presets.ts";
import { type OpenedOperator, openOperator } from "./opened-operator.ts";

const SLUG = "kobza-druk";
const FDM = 1;
const SLA = 2;

let folder: string;
let opened: OpenedOperator;
let studioId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "machines-test-"));
  opened = await openOperator();
  studioId = idOf((await opened.local.select().from(studios).where(eq(studios.slug, SLUG)))[0]);
});

afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const machines = (...words: string[]) => opened.studio("machines", ...words);

async function machineNamed(name: string) {
  const ofName = and(eq(machineProfiles.studioId, studioId), eq(machineProfiles.name, name));
  const [machine] = await opened.local.select().from(machineProfiles).where(ofName);
  if (machine === undefined) throw new Error(`there is no machine profile "${name}"`);
  return machine;
}

async function qualityOf(technologyId: typeof FDM | typeof SLA): Promise<number> {
  const ofTechnology = and(eq(printingQualities.studioId, studioId), eq(printingQualities.technologyId, technologyId));
  return idOf((await opened.local.select().from(printingQualities).where(ofTechnology))[0]);
}

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

describe("machine profiles", () => {
  it("begin with a preset, keep its values and its name, and are listed with their qualities", async () => {
    const presets = String(await machines());
    for (const { slug } of PRESETS) expect(presets).toContain(slug);
    expect(await machines(SLUG, "--preset", "prusa-core-one", "--name", "CORE")).toContain(
      `${SLUG} has machine profile`,
    );
    const core = await machineNamed("CORE");
    expect(core).toMatchObject({
      source: "preset:prusa-core-one",
      parameters: presetBySlug("prusa-core-one")?.parameters,
      timeCorrectionBasisPoints: 10_000,
    });
    const quality = String(await qualityOf(FDM));
    expect(await machines(SLUG, String(core.id), "--quality", quality)).toContain(
      `prints by machine profile ${core.id}, "CORE" from the next request on.`,
    );
    expect(await machines(SLUG)).toMatch(new RegExp(`^${core.id} +CORE +\\S.* +preset prusa-core-one$`, "m"));
    expect(await machines(SLUG, "default", "--quality", quality)).toContain("prints by the defaults");
    expect(await machines(SLUG)).toMatch(new RegExp(`^${core.id} +CORE +\\d+ +preset prusa-core-one$`, "m"));
  });

  it("take and lose single values, show each with its source, and remember when they changed", async () => {
    await machines(SLUG, "--preset", "prusa-mk4s", "--name", "Changed");
    const { id } = await machineNamed("Changed");
    await machines(SLUG, String(id), "heatUpMinutes=4", "infillMmPerSecond=180,5");
    const changed = await machineNamed("Changed");
    expect(changed.parameters).toMatchObject({ heatUpMinutes: 4, infillMmPerSecond: 180.5 });
    expect(changed.parametersChangedAt).not.toBeNull();
    const shown = String(await machines(SLUG, String(id)));
    expect(shown).toMatch(/^infillMmPerSecond +180\.5 /m);
    expect(shown).toMatch(/^maxFlowCubicMmPerSecond +22 .*prusa/im);

    await machines(SLUG, String(id), "heatUpMinutes=4");
    expect((await machineNamed("Changed")).parametersChangedAt).toBe(changed.parametersChangedAt);
    await machines(SLUG, String(id), "heatUpMinutes=default");
    expect((await machineNamed("Changed")).parameters).not.toHaveProperty("heatUpMinutes");
  });

  it("begin with a slicer's settings, listing the taken and the left ones, and in a dry run only list them", async () => {
    const settings = await file(
      "mine.ini",
      "nozzle_diameter = 0.6\nperimeter_speed = 77\npost_process = rm -rf /\nfilament_diameter = 1.75\n",
    );
    const told = String(await machines(SLUG, settings, "--name", "Mine", "--dry-run"));
    expect(told).toMatch(/^perimeter_speed +77 +innerWallMmPerSecond 77$/m);
    expect(told).toMatch(/^post_process /m);
    expect(told).toContain("Nothing was written.");
    await expect(machineNamed("Mine")).rejects.toThrow("there is no machine profile");
    expect(await machines(SLUG, settings, "--name", "Mine")).toContain(`${SLUG} has machine profile`);
    const mine = await machineNamed("Mine");
    expect(mine.parameters).toMatchObject({ nozzleDiameterMm: 0.6, innerWallMmPerSecond: 77 });
    expect(JSON.stringify(mine)).not.toContain("rm -rf");
  });

  it("begin with several files of one slicer, which are sent together", async () => {
    const printer = { type: "machine", name: "P", from: "User", nozzle_diameter: ["0.6"] };
    const process = { type: "process", name: "Q", from: "User", inner_wall_speed: "77" };
    const files = [await file("printer.json", JSON.stringify(printer)), await file("q.json", JSON.stringify(process))];
    const told = await machines(SLUG, ...files, "--dry-run");
    expect(told).toMatch(/^nozzle_diameter +0\.6 /m);
    expect(told).toMatch(/^inner_wall_speed +77 /m);
  });
});

describe("a machine profile is refused", () => {
  it.each<[string, readonly string[], string]>([
    ["of no studio", ["nobody"], 'There is no studio "nobody"'],
    ["of an unknown preset", [SLUG, "--preset", "replicator"], 'There is no preset "replicator". There are: '],
    ["under an id that it has not", [SLUG, "9999999"], `${SLUG} has no machine profile 9999999.`],
    ["of a file that is not there", [SLUG, "nowhere.ini"], "nowhere.ini cannot be read: ENOENT"],
    ["with a preset and values", [SLUG, "--preset", "prusa-mk4s", "heatUpMinutes=4"], "Usage: "],
  ])("%s", async (_, words, message) => {
    await expect(machines(...words)).rejects.toThrow(message);
  });

  it("with a value that names no parameter or is out of its bounds, and nothing of it is written", async () => {
    await machines(SLUG, "--preset", "prusa-mini", "--name", "Kept");
    const before = await machineNamed("Kept");
    const set = (...words: string[]) => machines(SLUG, String(before.id), ...words);
    await expect(set("warpSpeed=9")).rejects.toThrow('There is no parameter "warpSpeed" of a machine profile.');
    await expect(set("heatUpMinutes=4", "infillMmPerSecond=-1")).rejects.toThrow(
      /infillMmPerSecond .*, or "default"\./,
    );
    expect(await machineNamed("Kept")).toEqual(before);
  });

  it("under a name that another has, or for a quality of resin", async () => {
    await machines(SLUG, "--preset", "prusa-xl", "--name", "Twice");
    await expect(machines(SLUG, "--preset", "prusa-xl", "--name", "Twice")).rejects.toThrow("say --name");
    const { id } = await machineNamed("Twice");
    const resin = String(await qualityOf(SLA));
    await expect(machines(SLUG, String(id), "--quality", resin)).rejects.toThrow("only filament has machine profiles");
    await expect(machines(SLUG, String(id), "--quality", "9999999")).rejects.toThrow(
      `${SLUG} has no printing quality 9999999.`,
    );
  });

  it("of another studio, by every command", async () => {
    const { local } = opened;
    const [other] = await local.insert(studios).values(studioRow()).returning();
    const row = { ...machineProfileRow(), studioId: idOf(other) };
    const [foreign] = await local.insert(machineProfiles).values(row).returning();
    const id = String(idOf(foreign));
    const quality = String(await qualityOf(FDM));
    for (const words of [[id], [id, "heatUpMinutes=4"], [id, "--quality", quality]]) {
      await expect(machines(SLUG, ...words), words.join(" ")).rejects.toThrow(`${SLUG} has no machine profile ${id}.`);
    }
    const [kept] = await local
      .select()
      .from(machineProfiles)
      .where(eq(machineProfiles.id, Number(id)));
    expect(kept).toEqual(foreign);
  });
});
