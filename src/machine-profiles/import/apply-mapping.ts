// Applies a slicer's mapping to its options: the values found, brought within bounds, and the report of every option.

import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../machine-parameters.ts";
import type { Found, LeftOptions, Reader, SlicerMapping } from "./option-mapping.ts";
import * as why from "./reasons.ts";
import type { SlicerOptions } from "./slicer-options.ts";
import type { ChangedSetting, ImportedQuality, ImportReport, LeftSetting, TakenSetting } from "./slicer-settings.ts";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
  readonly unit: string;
}

export interface AppliedMapping {
  readonly machine: Record<string, number>;
  readonly material: Record<string, number>;
  readonly densityGramsPerCubicCm: number | null;
  readonly quality: Omit<ImportedQuality, "name">;
  readonly report: Omit<ImportReport, "lacking">;
}

/** Options with commands; their values are never shown. */
const COMMANDS = /gcode|^post_process$|plugin/;
const SHOWN_CHARACTERS = 120;
/** Decimals kept; further ones mean nothing in any unit. */
const DECIMALS = 4;
/** Denser than any plastic, even filled with metal. */
const MAX_DENSITY = 20;

export function applyMapping(mapping: SlicerMapping, options: SlicerOptions): AppliedMapping {
  const taken: TakenSetting[] = [];
  const changed: ChangedSetting[] = [];
  const resolved = new Set<string>();
  const unresolved = new Set<string>();
  /** Options whose value was imported. */
  const used = new Set<string>();

  /** A reader's result; records the options that it looked at. */
  function read<Value>(reader: Reader<Value>): Found<Value> | undefined {
    const found = reader(options);
    const lookedAt = options.takeLookedAt().filter((name) => options.isStated(name));
    for (const name of lookedAt) (found === undefined ? unresolved : resolved).add(name);
    if (found !== undefined) used.add(found.option);
    return found;
  }

  function note(found: Found<unknown>, becomes: string, as: number | string, more?: Sentence): void {
    const reasons = [found.why, more, ...noteOfOption(options, found.option)];
    const reason = reasons.reduce((all, next) => (all && next ? why.both(all, next) : (all ?? next)), undefined);
    const setting = { option: found.option, value: shown(options, found.option), becomes, as };
    if (reason === undefined) taken.push(setting);
    else changed.push({ ...setting, why: reason });
  }

  function number(reader: Reader, name: string, bounds: Bounds): number | undefined {
    const found = read(reader);
    if (found === undefined || Number.isNaN(found.value)) return undefined;
    const [value, reason] = withinBounds(found.value, bounds);
    note(found, name, value, reason);
    return value;
  }

  function numbers(
    readers: Readonly<Partial<Record<string, Reader>>>,
    table: ReadonlyMap<string, Bounds>,
  ): Record<string, number> {
    const values: Record<string, number> = {};
    for (const [name, reader] of Object.entries(readers)) {
      const bounds = table.get(name);
      if (reader === undefined || bounds === undefined) continue;
      const value = number(reader, name, bounds);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  const machine = numbers(mapping.parameters, MACHINE_PARAMETERS);
  const material = numbers(mapping.material, MATERIAL_PARAMETERS);
  const { filament } = PROCESS_PARAMETERS;
  const { quality: readers } = mapping;
  const pattern = read(readers.infillPattern);
  if (pattern !== undefined) note(pattern, "infillPattern", pattern.value);
  const supports = read(readers.supports);
  if (supports !== undefined) note(supports, "supports", String(supports.value));
  const quality = {
    layerHeightMm: number(readers.layerHeightMm, "layerHeightMm", filament.layerHeightMm) ?? null,
    nozzleDiameterMm: machine.nozzleDiameterMm ?? null,
    wallCount: number(readers.wallCount, "wallCount", filament.wallCount) ?? null,
    infillPercent: number(readers.infillPercent, "infillPercent", filament.infillPercent) ?? null,
    infillPattern: pattern?.value ?? null,
    topLayers: number(readers.topLayers, "topLayers", filament.topLayers) ?? null,
    bottomLayers: number(readers.bottomLayers, "bottomLayers", filament.bottomLayers) ?? null,
    supports: supports?.value ?? null,
  };
  const density = options.number(mapping.density);
  const hasDensity = density !== undefined && density > 0 && density <= MAX_DENSITY;
  if (hasDensity) note({ option: mapping.density, value: density }, "densityGramsPerCubicCm", density);
  options.takeLookedAt();

  for (const name of resolved) unresolved.delete(name);
  const { left, irrelevant } = leftOptions(mapping, options, { used, resolved, unresolved });
  return {
    machine,
    material,
    densityGramsPerCubicCm: hasDensity ? density : null,
    quality,
    report: { taken, changed, left, irrelevant },
  };
}

/** Says that the value comes from a list, or from no file. */
function noteOfOption(options: SlicerOptions, option: string): Sentence[] {
  if (!options.isStated(option)) return [why.slicersDefault];
  // A machine's lists hold a value per mode, the first being the mode of printing; a bed's list is its outline.
  if (option.startsWith("machine_") || /^\s*-?[\d.]+x/.test(options.written(option) ?? "")) return [];
  const values = new Set(
    options
      .written(option)
      ?.split(",")
      .map((value) => value.trim()),
  );
  return values.size > 1 ? [why.firstOfSeveral(options.count(option))] : [];
}

function withinBounds(value: number, bounds: Bounds): [number, Sentence | undefined] {
  const { min, max, whole, unit } = bounds;
  const inside = Math.min(max, Math.max(min, value));
  if (whole === true && !Number.isInteger(inside)) return [Math.round(inside), why.rounded];
  const rounded = Number(inside.toFixed(DECIMALS));
  // An absent limit is imported as the highest allowed value.
  const isUnlimited = value === Number.POSITIVE_INFINITY;
  return [rounded, inside === value || isUnlimited ? undefined : why.outOfBounds(min, max, unit)];
}

/** Commands are never shown, and long texts are cut. */
function shown(options: SlicerOptions, option: string): string {
  if (COMMANDS.test(option) && option !== "gcode_flavor") return "…";
  const written = options.written(option) ?? "";
  return written.length > SHOWN_CHARACTERS ? `${written.slice(0, SHOWN_CHARACTERS)}…` : written;
}

interface LookedAt {
  readonly used: ReadonlySet<string>;
  readonly resolved: ReadonlySet<string>;
  readonly unresolved: ReadonlySet<string>;
}

function leftOptions(
  mapping: SlicerMapping,
  options: SlicerOptions,
  { used, resolved, unresolved }: LookedAt,
): { left: LeftSetting[]; irrelevant: number } {
  const rows = new Map(
    mapping.left.flatMap((row) => row.names.split(" ").map((name): [string, LeftOptions] => [name, row])),
  );
  const ignored = new Set(mapping.irrelevant.names.split(" "));
  const left: LeftSetting[] = [];
  let irrelevant = 0;
  for (const option of options.stated.keys()) {
    if (used.has(option)) continue;
    const row = rows.get(option);
    if (row !== undefined) {
      if (isLost(row, options, option)) left.push({ option, value: shown(options, option), effect: row.effect });
      else irrelevant += 1;
    } else if (unresolved.has(option) && !isEmpty(options.text(option))) {
      left.push({ option, value: shown(options, option), effect: why.LOST.unresolved });
    } else if (!resolved.has(option) && !unresolved.has(option)) {
      const isKnown = ignored.has(option) || mapping.irrelevant.patterns.some((pattern) => pattern.test(option));
      if (isKnown || option === mapping.density) irrelevant += 1;
      else left.push({ option, value: shown(options, option), effect: why.LOST.unknown });
    }
  }
  options.takeLookedAt();
  return { left, irrelevant };
}

function isLost({ neutral = [], when }: LeftOptions, options: SlicerOptions, option: string): boolean {
  const text = options.text(option);
  if (isEmpty(text) || neutral.includes(text ?? "")) return false;
  return when === undefined || when(options);
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === "" || text === "nil";
}
