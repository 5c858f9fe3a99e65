// Mapping of a slicer's options to parameters: one row each, and the report about options left out.

import type { InfillPattern } from "../../../slicer-service/src/contract/profile.ts";
import type { Sentence } from "../../domain/sentence.ts";
import type { MachineParameterName } from "../machine-parameters.ts";
import * as why from "./reasons.ts";
import type { SlicerOptions } from "./slicer-options.ts";
import type { PresetKind } from "./slicer-preset.ts";

/** A value in the parameter's own unit, before its bounds are applied. */
export interface Found<Value = number> {
  /** The option that gave the value. */
  readonly option: string;
  readonly value: Value;
  /** The reason of its difference from the value in the file; undefined if there is none. */
  readonly why?: Sentence | undefined;
}

/** Undefined if the files do not state the value. */
export type Reader<Value = number> = (options: SlicerOptions) => Found<Value> | undefined;

/** Options that change time or material, and are not imported. */
export interface LeftOptions {
  /** Separated by blanks. */
  readonly names: string;
  /** Values without effect, so that leaving them out loses nothing; an empty value never has one. */
  readonly neutral?: readonly string[];
  /** False if the option has no effect in this configuration. */
  readonly when?: (options: SlicerOptions) => boolean;
  readonly effect: Sentence;
}

export interface QualityReaders {
  readonly layerHeightMm: Reader;
  readonly nozzleDiameterMm: Reader;
  readonly wallCount: Reader;
  readonly infillPercent: Reader;
  readonly infillPattern: Reader<InfillPattern>;
  readonly topLayers: Reader;
  readonly bottomLayers: Reader;
  readonly supports: Reader<boolean>;
}

/** All knowledge about a slicer's options. */
export interface SlicerMapping {
  /** The slicer's own value of an option that no file states. */
  readonly defaults: Readonly<Record<PresetKind, Readonly<Record<string, string>>>>;
  /** Options that every complete preset of a kind states. */
  readonly essential: Readonly<Record<PresetKind, readonly string[]>>;
  /** The machine's parameters, which printer and print state. */
  readonly parameters: Readonly<Partial<Record<MachineParameterName, Reader>>>;
  /** The material's parameters, which the filament states. */
  readonly material: Readonly<Partial<Record<MachineParameterName, Reader>>>;
  /** Parameters that the slicer's settings do not hold, and why. */
  readonly notStated: Readonly<Partial<Record<MachineParameterName, string>>>;
  readonly quality: QualityReaders;
  /** In g/cm³. */
  readonly density: string;
  readonly left: readonly LeftOptions[];
  /** Options without effect on time and material: names, separated by blanks, and beginnings or ends of names. */
  readonly irrelevant: { readonly names: string; readonly patterns: readonly RegExp[] };
}

/** A number taken as written. */
export function plain(option: string): Reader {
  return (options) => {
    const amount = options.amount(option);
    return amount === undefined || amount.isPercent ? undefined : { option, value: amount.value };
  };
}

/** A number taken as written, or a percentage of another reader's value. */
export function share(option: string, whole: Reader): Reader {
  return (options) => {
    const amount = options.amount(option);
    if (amount === undefined) return undefined;
    if (!amount.isPercent) return { option, value: amount.value };
    const base = whole(options);
    if (base === undefined) return undefined;
    return { option, value: (base.value * amount.value) / 100, why: why.shareOf(base.option) };
  };
}

/** Another reader's value if the first finds 0, by which slicers mean it. */
export function positiveOr(reader: Reader, otherwise: Reader, because: (option: string) => Sentence): Reader {
  return (options) => {
    const found = reader(options);
    if (found === undefined || found.value > 0) return found;
    const other = otherwise(options);
    return other === undefined ? undefined : { option: found.option, value: other.value, why: because(other.option) };
  };
}

/** A filament's deretraction speed: its own; else the printer's if the filament states none; else the retraction speed. */
export function filamentDeretraction(own: string, retraction: string, ofPrinter: string): Reader {
  return (options) => {
    const found = plain(own)(options);
    if (found !== undefined && found.value > 0) return found;
    if (found === undefined && (options.number(ofPrinter) ?? 0) > 0) return undefined;
    const other = plain(retraction)(options);
    return other === undefined ? undefined : { ...other, why: why.sameAs(retraction) };
  };
}

/** A ratio, as a percentage. */
export function percentOfRatio(...factors: readonly string[]): Reader {
  return (options) => {
    const stated = factors.flatMap((option) => options.number(option) ?? []);
    const [option] = factors;
    if (stated.length === 0 || option === undefined) return undefined;
    const value = 100 * stated.reduce((product, factor) => product * factor, 1);
    return { option, value, why: factors.length > 1 ? why.ratioProduct : why.ratio };
  };
}

/** Yes or no, as 1 or 0. */
export function flag(option: string): Reader {
  return (options) => {
    const isOn = options.flag(option);
    return isOn === undefined ? undefined : { option, value: isOn ? 1 : 0 };
  };
}

/** A flag whose option has the opposite meaning. */
export function oppositeFlag(option: string): Reader {
  return (options) => {
    const found = flag(option)(options);
    return found === undefined ? undefined : { ...found, value: 1 - found.value, why: why.opposite };
  };
}

/** A choice among named ways, which the table numbers. Unknown ways are left out. */
export function oneOf(option: string, numbers: Readonly<Record<string, number>>): Reader {
  return (options) => {
    const name = options.text(option)?.toLowerCase() ?? "";
    const value = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
    if (value === undefined) return undefined;
    return { option, value, why: name === String(value) ? undefined : why.numbered };
  };
}

/** The first reader's value that is found: options of older and newer versions. */
export function firstFound(...readers: readonly Reader[]): Reader {
  return (options) => {
    for (const reader of readers) {
      const found = reader(options);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** A percentage as written; older versions write a share of 1. */
export function percent(option: string): Reader {
  return (options) => {
    const amount = options.amount(option);
    if (amount === undefined) return undefined;
    if (amount.isPercent || amount.value > 1 || amount.value === 0) return { option, value: amount.value };
    return { option, value: 100 * amount.value, why: why.ratio };
  };
}

/** The angle above which overhangs need support; at 0 the slicer decides by itself. */
export function supportAngle(option: string): Reader {
  return (options) => {
    const found = plain(option)(options);
    if (found === undefined || found.value === 0) return undefined;
    return { ...found, value: 90 - found.value, why: why.fromTheVertical };
  };
}

/**
 * The density of supports, from the gap between their lines: Slic3r's formula of the spacing of two lines that touch.
 *
 * @param width of a support's line, as a percentage of the nozzle
 */
export function supportDensity(gap: string, width: Reader, nozzle: Reader, layerHeight: Reader): Reader {
  return (options) => {
    const found = plain(gap)(options);
    const [percentOfNozzle, nozzleMm, layerMm] = [width, nozzle, layerHeight].map((reader) => reader(options)?.value);
    if (found === undefined || !percentOfNozzle || !nozzleMm || !layerMm) return undefined;
    const line = (percentOfNozzle * nozzleMm) / 100 - layerMm * (1 - Math.PI / 4);
    if (line <= 0 || found.value < 0) return undefined;
    return { option: gap, value: (100 * line) / (found.value + line), why: why.densityOfGap };
  };
}

/** A length, as a percentage of a line's width. */
export function percentOfLine(option: string, width: Reader, nozzle: Reader): Reader {
  return (options) => {
    const amount = options.amount(option);
    if (amount === undefined) return undefined;
    if (amount.isPercent) return { option, value: amount.value };
    const [percentOfNozzle, nozzleMm] = [width, nozzle].map((reader) => reader(options)?.value);
    if (!percentOfNozzle || !nozzleMm) return undefined;
    return { option, value: (10_000 * amount.value) / (percentOfNozzle * nozzleMm), why: why.ofLine };
  };
}

/** A line's width in mm. */
export function lineMm(width: Reader, nozzle: Reader): Reader {
  return (options) => {
    const [found, nozzleMm] = [width(options), nozzle(options)?.value];
    if (found === undefined || nozzleMm === undefined) return undefined;
    return { ...found, value: (found.value * nozzleMm) / 100 };
  };
}

/** Layers of an interface; a negative number takes that of the other side. */
export function interfaceLayers(option: string, otherSide: string): Reader {
  return (options) => {
    const found = plain(option)(options);
    if (found === undefined || found.value >= 0) return found;
    const other = plain(otherSide)(options);
    return other === undefined ? undefined : { option, value: other.value, why: why.sameLayers(otherSide) };
  };
}

/** Width or depth of a bed drawn as points "0x0,250x0,…". */
export function bedSize(option: string, axis: 0 | 1): Reader {
  return (options) => {
    const points = options.written(option)?.split(",") ?? [];
    const along = points.flatMap((point) => {
      const at = Number(point.trim().split("x")[axis]);
      return Number.isFinite(at) ? [at] : [];
    });
    if (along.length < 3) return undefined;
    return { option, value: Math.max(...along) - Math.min(...along), why: why.bed };
  };
}

/** Kinds of cubic infill, which `adaptiveInfill` tells apart. */
const CUBIC_KINDS = ["adaptivecubic", "supportcubic"];

/** The kind of a cubic infill; undefined for other patterns. */
export function kindOfCubic(option: string): Reader {
  return oneOf(option, { cubic: 0, adaptivecubic: 1, supportcubic: 2 });
}

/** The pattern that prices the slicer's one: each engine prints four, and others count as the nearest. */
export function patternOf(option: string, patterns: Readonly<Record<string, InfillPattern>>): Reader<InfillPattern> {
  return (options) => {
    const name = options.text(option)?.toLowerCase();
    if (name === undefined) return undefined;
    const nearest = Object.hasOwn(patterns, name) ? patterns[name] : undefined;
    if (nearest === name) return { option, value: nearest };
    const because = CUBIC_KINDS.includes(name) ? why.cubicKind : why.nearestPattern;
    return { option, value: nearest ?? "grid", why: because };
  };
}

/** Firmwares that travel with the acceleration of printing. */
const FLAVORS_OF_ONE_ACCELERATION = ["marlin", "klipper"];

/** The firmware that the G-code is for; both slicers name it alike. */
export function flavor(options: SlicerOptions): string {
  return options.text("gcode_flavor") ?? "";
}

/** The limit of travel; for a firmware with one limit only, that of printing. */
export function travelLimitOf(ofTravel: Reader, ofPrinting: Reader): Reader {
  return (options) => {
    if (!FLAVORS_OF_ONE_ACCELERATION.includes(flavor(options))) return ofTravel(options);
    const found = ofPrinting(options);
    return found === undefined ? undefined : { ...found, why: found.why ?? why.oneAcceleration };
  };
}

/** Options of the firmware, alike in both slicers, that are left out. */
export const LEFT_OF_FIRMWARE: readonly LeftOptions[] = [
  {
    names: "gcode_flavor",
    neutral: ["marlin", "marlin2", "reprap", "reprapfirmware", "repetier", "teacup", "makerware", "sailfish", "mach3"],
    effect: why.LOST.klipper,
  },
  { names: "machine_min_extruding_rate machine_min_travel_rate", neutral: ["0"], effect: why.LOST.minimumRate },
];
