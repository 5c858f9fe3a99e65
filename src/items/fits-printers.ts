// Whether a print goes into a printer: the studio's own, or the machine that its process is calculated for.

import { eq } from "drizzle-orm";
import { isLayeredTechnology, machineVolumeOf } from "../../slicer-service/src/contract/process-parameters.ts";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { printers } from "../db/schema.ts";
import { prepared, type Statement, type StudioDb } from "../db/studio-db.ts";
import type { ItemWarning, VolumeSource } from "../domain/item-warning.ts";
import { type BoxMm, fitsInto, parseBuildVolume } from "../domain/print/build-volume.ts";
import { technologyOf } from "../domain/technology.ts";
import type { QualityInUse } from "./slice-profile.ts";

type Printer = typeof printers.$inferSelect;

/** The statement that finds the printers that `fitOfPrint` takes. */
export function activePrinters(db: StudioDb): Statement<Printer[]> {
  return activePrinterReads(db, {}).active;
}

const activePrinterReads = prepared((db) => ({ active: db.select(printers, eq(printers.status, "active")) }));

/** Whether a print fits, and the source of the build volume. Each plate of a project must fit. */
export type PrintFit =
  | { readonly fits: true; readonly volumeOf: VolumeSource }
  | {
      readonly fits: false;
      readonly volumeOf: VolumeSource;
      /** The largest volume. Without a height, only the bed is known. */
      readonly largestMm: { readonly x: number; readonly y: number; readonly z?: number };
      readonly warning: ItemWarning;
    }
  /** No build volume is known, or not enough of it to tell. */
  | { readonly fits: null; readonly volumeOf: null };

const NOT_KNOWN: PrintFit = { fits: null, volumeOf: null };

type PrintedSize = Pick<SliceResult, "platesMm" | "dimensionsMm">;

/** The parts printed at once: each plate of a project, else the whole. */
export function printedBoxes({ platesMm, dimensionsMm }: PrintedSize): readonly BoxMm[] {
  return platesMm === undefined || platesMm.length === 0 ? [dimensionsMm] : platesMm;
}

export function fitOfPrint(
  active: readonly Printer[],
  inUse: Pick<QualityInUse, "quality" | "studio" | "machine">,
  slice: PrintedSize,
): PrintFit {
  const boxes = printedBoxes(slice);
  const stated = volumesOf(active, inUse.quality.technologyId);
  const [largestMm] = stated.toSorted((one, other) => litresOf(other) - litresOf(one));
  if (largestMm === undefined) return fitOfMachine(inUse, boxes);
  const fits = boxes.every((box) => stated.some((volume) => fitsInto(box, volume)));
  if (fits) return { fits, volumeOf: "printers" };
  const volumeMm = stated.length === 1 ? largestMm : null;
  return {
    fits,
    volumeOf: "printers",
    largestMm,
    warning: { code: "fits_no_printer", volumeOf: "printers", volumeMm },
  };
}

/** Whether the studio's own volumes exclude the print. A usual machine's volume says nothing of the studio's. */
export function isTooLarge({ fits, volumeOf }: PrintFit): boolean {
  return fits === false && volumeOf !== "default_machine";
}

/** The warnings of a sliced item. */
export function warningsOf({ warnings = [] }: Pick<SliceResult, "warnings">, fit: PrintFit): ItemWarning[] {
  return [...warnings, ...(fit.fits === false ? [fit.warning] : [])];
}

function volumesOf(active: readonly Printer[], technologyId: Printer["technologyId"]): BoxMm[] {
  return active
    .filter((printer) => printer.technologyId === technologyId)
    .map(({ buildVolume }) => (buildVolume === null ? undefined : parseBuildVolume(buildVolume)))
    .filter((volume) => volume !== undefined);
}

function litresOf({ x, y, z }: BoxMm): number {
  return (x * y * z) / 1e6;
}

/** The bed of a filament printer is known if its profile states it, the volume of the others always. */
function fitOfMachine(
  { quality, studio, machine }: Pick<QualityInUse, "quality" | "studio" | "machine">,
  boxes: readonly BoxMm[],
): PrintFit {
  const { slug } = technologyOf(quality.technologyId);
  if (!isLayeredTechnology(slug)) {
    const { bedXMm: x = 0, bedYMm: y = 0 } = machine?.parameters ?? {};
    if (x <= 0 || y <= 0) return NOT_KNOWN;
    // Without the height only prints larger than the bed are known not to fit.
    const bed = { x, y, z: Number.POSITIVE_INFINITY };
    if (boxes.every((box) => fitsInto(box, bed))) return NOT_KNOWN;
    return tooLargeFor("parameters", { x, y });
  }
  const { volumeMm, isOwn } = machineVolumeOf(slug, studio.processParameters?.[slug], quality.processParameters);
  const volumeOf = isOwn ? "parameters" : "default_machine";
  return boxes.every((box) => fitsInto(box, volumeMm)) ? { fits: true, volumeOf } : tooLargeFor(volumeOf, volumeMm);
}

function tooLargeFor(volumeOf: VolumeSource, largestMm: Extract<PrintFit, { fits: false }>["largestMm"]) {
  return {
    fits: false,
    volumeOf,
    largestMm,
    warning: { code: "fits_no_printer", volumeOf, volumeMm: largestMm },
  } as const;
}
