// Prices a resolved and sliced item by the studio's settings, catalog and machine profile of today.

import { PRINT_PARAMETERS } from "../../slicer-service/src/contract/filament-parameters.ts";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { processOf } from "../../slicer-service/src/contract/technologies.ts";
import { correctionOf, type MachineProfile } from "../db/machine-profile-record.ts";
import type { StudioPricing } from "../db/studio-record.ts";
import { type MinorUnits, minorUnits, multiplyDivide, sumMinorUnits } from "../domain/money.ts";
import {
  type FinishingCharge,
  type MachineHour,
  minutesOfOneCopy,
  type PricedItem,
  type PrintStart,
  priceItem,
} from "../pricing/price.ts";
import type { Priority } from "../pricing/price-rules.ts";
import { copiesPerPrint, printsOf } from "../pricing/print-count.ts";
import { printedBoxes } from "./fits-printers.ts";
import type { ResolvedItem } from "./resolve-items.ts";

/** @param priority of the whole order; undefined: none was chosen */
export function priceResolvedItem(
  item: ResolvedItem,
  slice: SliceResult,
  settings: StudioPricing,
  priority: Priority | undefined,
): PricedItem {
  return priceItem({
    ...priceInput(item, slice, settings),
    startUp: startOf(item, slice),
    correction: correctionOf(machineInUse(item)),
    priority,
  });
}

function priceInput(item: ResolvedItem, slice: SliceResult, settings: StudioPricing) {
  const { choice, material, finishings } = item;
  const { perHour, machineHour } = hourOn(machineInUse(item), settings);
  return {
    slice,
    densityMilligramsPerCubicCm: material.densityMilligramsPerCubicCm,
    costPerKg: minorUnits(material.costPerKgMinor),
    finishings: finishings.map((finishing) => ({
      id: finishing.id,
      name: finishing.name,
      charge: chargeOf(finishing),
    })),
    quantity: choice.quantity,
    settings: { ...settings, hourlyRate: perHour },
    machineHour,
  };
}

/**
 * The price of an hour on a machine: its own rate, else the studio's, and the electricity of its power, rounded half up to the cent
 * once (specification 7.6).
 */
export function hourOn(
  machine: MachineProfile | undefined,
  { hourlyRate: ofStudio, electricityPrice }: Pick<StudioPricing, "hourlyRate" | "electricityPrice">,
): { readonly perHour: MinorUnits; readonly machineHour: MachineHour | undefined } {
  if (machine === undefined) return { perHour: ofStudio, machineHour: undefined };
  const hourlyRate = minorUnits(machine.hourlyRateMinor ?? ofStudio);
  // A price in kilowatt-hours, a power in watts.
  const electricity = multiplyDivide(machine.powerWatts ?? 0, electricityPrice, 1000);
  if (machine.hourlyRateMinor === null && electricity === 0) return { perHour: ofStudio, machineHour: undefined };
  const electricityPerHour = minorUnits(electricity);
  return {
    perHour: sumMinorUnits([hourlyRate, electricityPerHour]),
    machineHour: { machineProfileId: machine.id, name: machine.name, hourlyRate, electricityPerHour },
  };
}

/** Slicing's figures of a whole item with the starts of its prints, before any correction, and its machine. */
export interface SlicedFigures {
  readonly machineProfileId: number | null;
  readonly seconds: number;
  readonly hundredthsOfGram: number;
}

/**
 * The figures that real minutes and grams are compared with after printing. undefined for resin and powder: their machine's own
 * numbers are set instead of corrected.
 */
export function slicedFigures(
  item: ResolvedItem,
  slice: SliceResult,
  settings: StudioPricing,
): SlicedFigures | undefined {
  if (processOf(item.profile.technology) !== "filament") return undefined;
  const startUp = startOf(item, slice);
  const { weightHundredthsOfGram } = priceItem({ ...priceInput(item, slice, settings), startUp });
  const startSeconds = startUp === undefined ? 0 : 60 * startUp.minutes * startUp.prints;
  return {
    machineProfileId: machineInUse(item)?.id ?? null,
    seconds: Math.max(1, Math.round(slice.printSeconds * item.choice.quantity + startSeconds)),
    hundredthsOfGram: weightHundredthsOfGram,
  };
}

/** Minutes of one copy as priced: after the machine's correction, without the start of its print. */
export function copyMinutes(item: Pick<ResolvedItem, "machine" | "profile">, { printSeconds }: SliceResult): number {
  return minutesOfOneCopy(printSeconds, correctionOf(machineInUse(item)));
}

/** Only a filament printer has a machine profile. */
function machineInUse({ machine, profile }: Pick<ResolvedItem, "machine" | "profile">): MachineProfile | undefined {
  return processOf(profile.technology) === "filament" ? machine : undefined;
}

function startOf(item: ResolvedItem, slice: SliceResult): PrintStart | undefined {
  const machine = machineInUse(item);
  if (machine === undefined) return undefined;
  const { bed, ...start } = printStartOf(machine);
  const perPrint = printedBoxes(slice).map(({ x, y }) => copiesPerPrint(bed, { xMm: x, yMm: y }));
  return {
    ...start,
    prints: printsOf(item.choice.quantity, perPrint),
    copiesPerPrint: perPrint.reduce((least, copies) =>
      least === null || copies === null ? null : Math.min(least, copies),
    ),
  };
}

/** Start and end of a print on this machine, and its bed. */
export function printStartOf({ parameters }: Pick<MachineProfile, "parameters">) {
  const number = (name: keyof typeof PRINT_PARAMETERS) => parameters[name] ?? PRINT_PARAMETERS[name].defaults.fdm.value;
  return {
    minutes: number("heatUpMinutes") + number("levellingMinutes") + number("endMinutes"),
    grams: number("primeGrams"),
    bed: { xMm: number("bedXMm"), yMm: number("bedYMm"), copySpacingMm: number("copySpacingMm") },
  };
}

/** The charge of a finishing of the catalog. */
export function chargeOf({
  priceMinor,
  percentageBasisPoints,
}: Pick<ResolvedItem["finishings"][number], "priceMinor" | "percentageBasisPoints">): FinishingCharge {
  if (priceMinor !== null) return { kind: "flat", price: minorUnits(priceMinor) };
  if (percentageBasisPoints !== null) return { kind: "percentage", basisPoints: percentageBasisPoints };
  return { kind: "free" };
}
