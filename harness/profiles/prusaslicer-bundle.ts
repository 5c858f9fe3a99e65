// Vendors' own profiles out of PrusaSlicer's bundles, and PrusaSlicer's figures with them, for measuring imports.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { resolveParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile, type FilamentProfile } from "../../slicer-service/src/contract/profile.ts";
import { readSlicerSettings } from "../../src/machine-profiles/import/read-slicer-settings.ts";
import { STANDARD_PROFILE } from "./standard-profile.ts";

const MAX_MILLISECONDS = 900_000;

type Options = ReadonlyMap<string, string>;
/** Options of each section, such as `print:0.20mm QUALITY @MK3`, as they are written. */
export type Bundle = ReadonlyMap<string, Options>;

/** One printer with one print and one filament profile, by their names in a bundle. */
export interface VendorChoice {
  readonly printer: string;
  readonly print: string;
  readonly filament: string;
}

export interface PrintFigures {
  readonly printSeconds: number;
  readonly materialCubicMm: number;
}

export function readBundle(text: string): Bundle {
  const bundle = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\[(.+)\]$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = bundle.get(heading) ?? new Map();
      bundle.set(heading, section);
      continue;
    }
    const [, name, value] = /^([a-z][a-z0-9_]*) *= *(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) section.set(name, value);
  }
  return bundle;
}

/**
 * The choice as one list of options, with all inherited ones.
 *
 * @throws Error for a profile that the bundle does not have
 */
export function flattened(bundle: Bundle, { printer, print, filament }: VendorChoice): Map<string, string> {
  const sections = [`print:${print}`, `filament:${filament}`, `printer:${printer}`];
  return new Map(sections.flatMap((section) => [...inherited(bundle, section)]));
}

function inherited(bundle: Bundle, section: string): Options {
  const own = bundle.get(section);
  if (own === undefined) throw new Error(`The bundle has no [${section}]`);
  const kind = section.slice(0, section.indexOf(":"));
  const parents = (own.get("inherits") ?? "").split(";").map((name) => name.trim());
  const options = new Map(
    parents.filter((name) => name !== "").flatMap((name) => [...inherited(bundle, `${kind}:${name}`)]),
  );
  for (const [name, value] of own) if (name !== "inherits") options.set(name, value);
  return options;
}

/**
 * One choice for each printer model of a bundle: its first printer, with the print and the filament that the vendor names for it, or
 * the bundle's first if that one is missing.
 */
export function firstChoices(bundle: Bundle): VendorChoice[] {
  const choices = new Map<string, VendorChoice>();
  for (const printer of namesOf(bundle, "printer")) {
    const options = inherited(bundle, `printer:${printer}`);
    const model = options.get("printer_model") ?? printer;
    const print = firstOf(bundle, "print", options.get("default_print_profile"));
    const filament = firstOf(bundle, "filament", options.get("default_filament_profile"));
    if (options.get("printer_technology") === "SLA" || print === undefined || filament === undefined) continue;
    if (!choices.has(model)) choices.set(model, { printer, print, filament });
  }
  return [...choices.values()];
}

/** Names of the sections of a kind. Sections with a star are parts of others. */
function namesOf(bundle: Bundle, kind: string): string[] {
  const start = `${kind}:`;
  return [...bundle.keys()]
    .filter((section) => section.startsWith(start) && !section.startsWith(`${start}*`))
    .map((section) => section.slice(start.length));
}

/** @param list such as `"Generic PLA";"Generic PETG"` */
function firstOf(bundle: Bundle, kind: string, list = ""): string | undefined {
  const named = list.split(";")[0]?.replaceAll('"', "").trim();
  const names = namesOf(bundle, kind);
  return names.find((name) => name === named) ?? names[0];
}

/**
 * The profile as a studio would have it after the import.
 *
 * @throws Error if the import cannot read it
 */
export function importedProfile(bundle: string, choice: VendorChoice, text: string): FilamentProfile {
  const read = readSlicerSettings([{ name: `${bundle}.ini`, bytes: new TextEncoder().encode(text) }], choice);
  if (read.outcome !== "read") throw new Error(`The import of ${choice.print} answers ${JSON.stringify(read)}`);
  const { machine, quality, material } = read;
  const flows = [machine.parameters, material?.parameters].map((of) => of?.maxFlowCubicMmPerSecond ?? 0);
  const limits = flows.filter((flow) => flow > 0);
  const known = Object.fromEntries(Object.entries(quality).filter(([, value]) => value !== null));
  const checked = checkProfile({
    ...STANDARD_PROFILE,
    ...resolveParameters("fdm", machine.parameters, material?.parameters),
    ...known,
    maxFlowCubicMmPerSecond: limits.length === 0 ? 0 : Math.min(...limits),
  });
  if ("faults" in checked || checked.profile.technology !== "fdm") throw new Error(JSON.stringify(checked));
  return checked.profile;
}

/** Changes to a vendor's profile so that its figures are the part's alone: the G-code around it, and the bed's place. */
const NEUTRAL: Readonly<Record<string, string>> = {
  start_gcode: "",
  end_gcode: "",
  before_layer_gcode: "",
  layer_gcode: "",
  toolchange_gcode: "",
  between_objects_gcode: "",
  color_change_gcode: "",
  pause_print_gcode: "",
  template_custom_gcode: "",
  start_filament_gcode: '""',
  end_filament_gcode: '""',
  post_process: "",
  binary_gcode: "0",
  // Relative lengths need G-code before each layer, and a tower for several filaments needs them.
  use_relative_e_distances: "0",
  wipe_tower: "0",
  thumbnails: "",
  // Centred, as the mesh is, and larger than any part.
  bed_shape: "-500x-500,500x-500,500x500,-500x500",
  max_print_height: "1000",
};

/** Options about which profiles fit each other, without effect on a slice. */
const UNUSED = /^(inherits|renamed_from|compatible_.*|default_.*_profile|.*_settings_id|printer_model|.*_notes|notes)$/;

/**
 * Slices a mesh with a vendor's profile unchanged, but for `NEUTRAL` and, if `withSkirt` is false, skirt and brim.
 *
 * @param stl centred at X = Y = 0, standing on Z = 0
 * @throws Error with PrusaSlicer's message if it makes no print of it
 */
export async function sliceAsVendor(stl: Uint8Array, options: Options, withSkirt: boolean): Promise<PrintFigures> {
  const folder = await mkdtemp(join(tmpdir(), "prusaslicer-vendor-"));
  try {
    const [settings, model, print] = [
      join(folder, "vendor.ini"),
      join(folder, "model.stl"),
      join(folder, "print.gcode"),
    ];
    const used = new Map([...options, ...Object.entries(NEUTRAL)].filter(([name]) => !UNUSED.test(name)));
    if (!withSkirt) for (const name of ["skirts", "brim_width"]) used.set(name, "0");
    await writeFile(settings, [...used].map(([name, value]) => `${name} = ${value}\n`).join(""));
    await writeFile(model, stl);
    const words = ["-g", "--loglevel", "0", "--datadir", join(folder, "data"), "--load", settings, "--dont-arrange"];
    await promisify(execFile)("prusa-slicer", [...words, "-o", print, model], { timeout: MAX_MILLISECONDS });
    // Printers of several extruders list a diameter for each.
    const diameterMm = Number.parseFloat(options.get("filament_diameter") ?? "1.75");
    return readFigures((await readFile(print)).toString("latin1"), diameterMm);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

function readFigures(gcode: string, filamentDiameterMm: number): PrintFigures {
  const lengthMm = Number(/^; filament used \[mm\] = ([\d.]+)/m.exec(gcode)?.[1]);
  const duration = /^; estimated printing time \(normal mode\) = (.+)$/m.exec(gcode)?.[1] ?? "";
  const printSeconds = [...duration.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ""] ?? 0),
    0,
  );
  if (!(lengthMm > 0 && printSeconds > 0)) throw new Error("PrusaSlicer's G-code states no time or no filament");
  return { printSeconds, materialCubicMm: (Math.PI / 4) * filamentDiameterMm ** 2 * lengthMm };
}
