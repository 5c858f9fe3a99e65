// Differences of machine profiles, imported or preset, from the vendors' own in PrusaSlicer, on real models.
//
// Each model is sliced with a vendor's profile from PrusaSlicer's bundle, and with the same profile by both engines: as the import
// reads it, or as that machine's preset. Needs prusa-slicer on the PATH; the figures name its version.
//
//   npm run bench -- profiles <folder of models> [--all] [--every <n>] [--rotate <n>] [--only <words of profiles>]
//                             [--models <words>] [--profiles <folder of bundles>] [--without-skirts] [--embedded no]
//   npm run bench -- profiles <folder of models> --presets [--only <words of presets>] [--models <words>] [--embedded no]
//
// With --all it takes every printer model of every bundle, with the vendor's default print and filament, and --every takes each n-th
// of the machines. With --rotate it takes n machines of every bundle, and one model for each: bundle, machine and model move on
// together, so that every vendor and every model stands in the sample. --models takes the models with one of the words in their
// names, separated by commas. With --presets it prints the models' times on each preset, compared with the default table.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { engineOf, sliceWith, stlOf } from "../harness/engine/engine-slice.ts";
import { modelsIn } from "../harness/models/model-folder.ts";
import {
  firstChoices,
  flattened,
  importedProfile,
  type PrintFigures,
  readBundle,
  sliceAsVendor,
  type VendorChoice,
} from "../harness/profiles/prusaslicer-bundle.ts";
import { STANDARD_PROFILE } from "../harness/profiles/standard-profile.ts";
import { median, percentile } from "../harness/statistics.ts";
import { figure, printTable } from "../harness/table.ts";
import { filamentEngineName } from "../slicer-service/engine/choose-slicer.ts";
import type { SlicerChoice } from "../slicer-service/engine/filament/slicer.ts";
import { resolveParameters } from "../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile } from "../slicer-service/src/contract/profile.ts";
import { PRESETS } from "../src/machine-profiles/presets/presets.ts";

const BUNDLES = "/usr/share/PrusaSlicer/profiles";

interface Vendor extends VendorChoice {
  readonly bundle: string;
  /** The preset to slice with in place of the imported profile. */
  readonly preset?: string;
}

const MK3 = { bundle: "PrusaResearch", printer: "Original Prusa i3 MK3S & MK3S+" };
const MINI = { bundle: "PrusaResearch", printer: "Original Prusa MINI & MINI+" };
const ENDER = { bundle: "Creality", printer: "Creality Ender-3 (0.4 mm nozzle)" };

/** Prusa's machines: their presets come from the same profiles. */
const PRESET_VENDORS: readonly Vendor[] = [
  { ...MK3, print: "0.20mm QUALITY @MK3", filament: "Prusament PLA", preset: "prusa-mk3s" },
  {
    bundle: "PrusaResearch",
    printer: "Original Prusa MINI & MINI+ Input Shaper",
    print: "0.20mm SPEED @MINIIS 0.4",
    filament: "Generic PLA @MINIIS",
    preset: "prusa-mini",
  },
  {
    bundle: "PrusaResearch",
    printer: "Original Prusa MK4S HF0.4 nozzle",
    print: "0.20mm SPEED @MK4S HF0.4",
    filament: "Generic PLA @MK4S HF0.4",
    preset: "prusa-mk4s",
  },
  {
    bundle: "PrusaResearch",
    printer: "Prusa CORE One HF0.4 nozzle",
    print: "0.20mm SPEED @COREONE HF0.4",
    filament: "Generic PLA @COREONE HF0.4",
    preset: "prusa-core-one",
  },
  {
    bundle: "PrusaResearch",
    printer: "Original Prusa XL Input Shaper 0.4 nozzle",
    print: "0.20mm SPEED @XLIS 0.4",
    filament: "Generic PLA @XLIS",
    preset: "prusa-xl",
  },
];

/** Several vendors, qualities and plastics. */
const VENDORS: readonly Vendor[] = [
  ...PRESET_VENDORS,
  { ...MK3, print: "0.20mm QUALITY @MK3", filament: "Prusament PLA" },
  { ...MK3, print: "0.20mm SPEED @MK3", filament: "Prusament PLA" },
  { ...MK3, print: "0.20mm SPEED @MK3", filament: "Generic FLEX" },
  { ...MK3, print: "0.15mm QUALITY @MK3", filament: "Prusament PETG" },
  { ...MINI, print: "0.20mm QUALITY @MINI", filament: "Prusament PLA" },
  { ...MINI, print: "0.20mm SPEED @MINI", filament: "Prusament PLA" },
  { ...ENDER, print: "0.20 mm NORMAL (0.4 mm nozzle) @CREALITY", filament: "Generic PLA @CREALITY" },
  { ...ENDER, print: "0.28 mm SUPERDRAFT (0.4 mm nozzle) @CREALITY", filament: "Generic PETG @CREALITY" },
  { bundle: "Voron", printer: "Voron_v2_300 0.4 nozzle", print: "0.2mm 0.4nozzle V2", filament: "Basic PLA @VORON" },
  { bundle: "Anycubic", printer: "Anycubic i3 Mega S", print: "0.20mm QUALITY @MEGA", filament: "Generic PLA @MEGA" },
  { bundle: "Anycubic", printer: "Anycubic i3 Mega S", print: "0.20mm QUALITY @MEGA", filament: "Generic FLEX @MEGA" },
  {
    bundle: "Elegoo",
    printer: "Elegoo Neptune-3",
    print: "0.20mm NORMAL @ELEGOO",
    filament: "Generic PLA @ELEGOO",
  },
];

/** Aims for imports, as shares of the vendor's own figure. */
const AIMS = {
  prusaslicer: { median: 0.02, worst: 0.1 },
  curaengine: { median: 0.05, worst: 0.2 },
} as const;

/** A vendor's profile, and the models to slice with it. */
interface Comparison {
  readonly vendor: Vendor;
  readonly models: readonly SolidModel[];
}

/** A model that the engine's mesh step accepts. */
interface SolidModel {
  readonly name: string;
  readonly stl: Uint8Array;
}

interface Ratio {
  readonly model: string;
  readonly profile: string;
  readonly time: number;
  readonly material: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    profiles: { type: "string", default: BUNDLES },
    only: { type: "string", default: "" },
    models: { type: "string", default: "" },
    all: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
    rotate: { type: "string" },
    presets: { type: "boolean", default: false },
    "without-skirts": { type: "boolean", default: false },
    embedded: { type: "string", default: "yes" },
  },
});
const [modelFolder] = positionals;
if (modelFolder === undefined) throw new Error("Name a folder of models: node bench/profiles.ts <folder>");
const wanted = values.models.split(",");
const models = await solidModels(modelFolder);
const engines = (await Promise.all(["prusaslicer", "curaengine"].map(engineOf))).filter(
  ({ kind }) => kind === "prusaslicer" || values.embedded !== "no",
);

if (values.presets) await comparePresets();
else await compareVendors();

/** Undefined, with a word, for a profile that inherits another one that its bundle lacks, or that the import refuses. */
function readVendor(
  vendor: Vendor,
  text: string,
): { options: Map<string, string>; profile: FilamentProfile } | undefined {
  try {
    return { options: flattened(readBundle(text), vendor), profile: profileOf(vendor, text) };
  } catch (error) {
    console.log(`\n${nameOf(vendor)} is left out: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

async function compareVendors(): Promise<void> {
  const all = new Map<SlicerChoice, Ratio[]>(engines.map((engine) => [engine, []]));
  for (const { vendor, models } of await comparisons()) {
    const name = nameOf(vendor);
    const text = await readFile(join(values.profiles, `${vendor.bundle}.ini`), "utf8");
    const read = readVendor(vendor, text);
    if (read === undefined) continue;
    const { options, profile } = read;
    console.log(`\n${name}: ${skirtInWords(options)}`);
    const ofProfile = new Map<SlicerChoice, Ratio[]>(engines.map((engine) => [engine, []]));
    const rows: string[][] = [];
    for (const { name: model, stl } of models) {
      console.error(`${name}: ${model}`);
      const [theirs, ...ours] = await Promise.all([
        sliceAsVendor(stl, options, !values["without-skirts"]).catch(sayWhy),
        ...engines.map((engine) => sliceWith(engine, profile, stl)),
      ]);
      const cells = ours.map((figures, index) => {
        if (figures === undefined || theirs === undefined) return "–";
        const ratio = {
          model,
          profile: name,
          time: figures.printSeconds / theirs.printSeconds,
          material: figures.materialCubicMm / theirs.materialCubicMm,
        };
        const engine = engines[index];
        if (engine !== undefined) for (const list of [ofProfile, all]) list.get(engine)?.push(ratio);
        return `${ratio.time.toFixed(3)} / ${ratio.material.toFixed(3)}`;
      });
      rows.push([model, written(theirs), ...cells]);
    }
    printTable(
      [
        "model",
        `vendor's own, PrusaSlicer ${engines[0]?.version}`,
        ...engines.map((engine) => `${filamentEngineName(engine)}: time / material`),
      ],
      rows,
    );
    for (const engine of engines) summarise(engine, ofProfile.get(engine) ?? []);
  }
  console.log("\nAll machines");
  for (const engine of engines) {
    summarise(engine, all.get(engine) ?? []);
    judge(engine, all.get(engine) ?? []);
  }
}

function nameOf({ printer, print, filament, preset }: Vendor): string {
  return `${printer}, ${print}, ${filament}${preset === undefined ? "" : `, by the preset ${preset}`}`;
}

async function solidModels(folder: string): Promise<SolidModel[]> {
  const found = (await modelsIn(folder)).filter(({ name }) => wanted.some((word) => name.includes(word)));
  const solids = found.map(async (model) => ({ name: model.name, stl: await stlOf(model) }));
  return (await Promise.all(solids)).flatMap(({ name, stl }) => (stl === undefined ? [] : [{ name, stl }]));
}

async function comparisons(): Promise<Comparison[]> {
  const chosen =
    values.rotate === undefined
      ? (values.all ? (await machinesOfBundles()).flat() : VENDORS).map((vendor) => ({ vendor, models }))
      : rotated(await machinesOfBundles(), Number(values.rotate));
  return chosen
    .filter(({ vendor }) => nameOf(vendor).includes(values.only))
    .filter((_, index) => index % Number(values.every) === 0);
}

/** Machines and models of every bundle's turns: neither repeats before its list ends. */
function rotated(bundles: readonly (readonly Vendor[])[], turns: number): Comparison[] {
  return bundles.flatMap((machines, bundle) =>
    Array.from({ length: turns }, (_, turn) => bundle + turn).flatMap((place) => {
      const [vendor, model] = [machines[place % machines.length], models[place % models.length]];
      return vendor === undefined || model === undefined ? [] : [{ vendor, models: [model] }];
    }),
  );
}

/** Every printer model of each bundle, with its vendor's defaults. */
async function machinesOfBundles(): Promise<Vendor[][]> {
  const names = (await readdir(values.profiles)).filter((name) => name.endsWith(".ini")).sort();
  const ofBundles = names.map(async (name) => {
    const choices = firstChoices(readBundle(await readFile(join(values.profiles, name), "utf8")));
    return choices.map((choice) => ({ bundle: name.slice(0, -".ini".length), ...choice }));
  });
  return (await Promise.all(ofBundles)).filter((machines) => machines.length > 0);
}

/** The profile to slice with: the preset's, or the vendor's as the import reads it. */
function profileOf({ bundle, preset, ...choice }: Vendor, text: string): FilamentProfile {
  if (preset === undefined) return importedProfile(bundle, choice, text);
  const found = PRESETS.find(({ slug }) => slug === preset);
  if (found === undefined) throw new Error(`There is no preset ${preset}`);
  return { ...STANDARD_PROFILE, ...resolveParameters("fdm", found.parameters), ...found.quality };
}

/** Times and weights of the models on each preset, with its suggested quality and with the default table's. */
async function comparePresets(): Promise<void> {
  for (const engine of engines) {
    const rows: string[][] = [];
    const base = await Promise.all(models.map(({ stl }) => sliceWith(engine, STANDARD_PROFILE, stl)));
    for (const { slug, parameters, quality } of PRESETS.filter(({ slug }) => slug.includes(values.only))) {
      console.error(`${slug}: ${filamentEngineName(engine)}`);
      const machine = { ...STANDARD_PROFILE, ...resolveParameters("fdm", parameters) };
      const cells: string[] = [slug];
      for (const profile of [machine, { ...machine, ...quality }]) {
        const ratios: number[] = [];
        for (const [index, { stl }] of models.entries()) {
          const figures = await sliceWith(engine, profile, stl);
          const standard = base[index];
          if (figures !== undefined && standard !== undefined)
            ratios.push(standard.printSeconds / figures.printSeconds);
        }
        cells.push(
          `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
        );
      }
      rows.push(cells);
    }
    console.log(
      `\n${filamentEngineName(engine)}: the default table's time divided by the preset's, ${models.length} models`,
    );
    printTable(["preset", "same quality", "the preset's own quality"], rows);
  }
}

function skirtInWords(options: ReadonlyMap<string, string>): string {
  const skirts = Number(options.get("skirts") ?? 1);
  const brimMm = Number(options.get("brim_width") ?? 0);
  const skirt = skirts === 0 ? "no skirt" : `${skirts} skirt(s) ${options.get("skirt_height") ?? 1} layers high`;
  const left = values["without-skirts"] && skirts + brimMm > 0 ? ", left out here" : "";
  return `${skirt}, ${brimMm === 0 ? "no brim" : `a brim of ${brimMm} mm`}${left}`;
}

function sayWhy(error: unknown): undefined {
  console.error(error instanceof Error ? error.message : error);
}

function written(figures: PrintFigures | undefined): string {
  if (figures === undefined) return "–";
  return `${figure(figures.printSeconds / 60)} min ${figure(figures.materialCubicMm / 1000)} cm³`;
}

function worstOf(ratios: readonly Ratio[], what: "time" | "material"): Ratio | undefined {
  return ratios.toSorted((a, b) => Math.abs(Math.log(b[what])) - Math.abs(Math.log(a[what])))[0];
}

function summarise(engine: SlicerChoice, ratios: readonly Ratio[]): void {
  for (const what of ["time", "material"] as const) {
    const numbers = ratios.map((ratio) => ratio[what]);
    const [low, high] = [percentile(numbers, 0.05), percentile(numbers, 0.95)];
    const worst = worstOf(ratios, what);
    console.log(
      `${filamentEngineName(engine)}, ${what} of ${ratios.length}: median ${median(numbers).toFixed(3)}, ` +
        `p5 to p95 ${low.toFixed(3)} to ${high.toFixed(3)}, worst ${worst?.[what].toFixed(3)} (${worst?.model}, ${worst?.profile})`,
    );
  }
}

/** Prints whether the aims are met. The exit code is 0 either way: it depends on the models. */
function judge(engine: SlicerChoice, ratios: readonly Ratio[]): void {
  const aim = AIMS[engine.kind];
  for (const what of ["time", "material"] as const) {
    const worst = worstOf(ratios, what)?.[what] ?? Number.NaN;
    const meets =
      Math.abs(median(ratios.map((ratio) => ratio[what])) - 1) <= aim.median && Math.abs(worst - 1) <= aim.worst;
    const aims = `${100 * aim.median} % in the median and ${100 * aim.worst} % at worst`;
    console.log(`${meets ? "pass" : "FAIL"}: ${what} of ${filamentEngineName(engine)} within ${aims}`);
  }
}
