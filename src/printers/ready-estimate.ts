// Ready estimate: the day of an order, by the printers' load and the studio's hours.

import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";

/** The load of a technology's printers. */
export interface PrintLoad {
  readonly technologyId: TechnologyId;
  /** The minutes of all ordered copies that are not printed well yet. */
  readonly unprintedMinutes: number;
  readonly activePrinters: number;
}

/** The studio's own figures (order_pages). */
export interface PrintingHours {
  readonly printHoursPerDay: number;
  /** For checking, finishing and packing. */
  readonly handlingDays: number;
}

/** Printing of one technology, in minutes. */
export interface OwnPrinting {
  readonly technologyId: TechnologyId;
  readonly minutes: number;
}

/**
 * Whole days until an order is ready. The technology's printers share the waiting items; the order itself is printed by one, since
 * its division is not known yet. Technologies print side by side.
 */
export function daysUntilReady(
  own: readonly OwnPrinting[],
  load: readonly PrintLoad[],
  { printHoursPerDay, handlingDays }: PrintingHours,
): number {
  const days = [...Map.groupBy(own, ({ technologyId }) => technologyId)].map(([technologyId, printing]) => {
    const waiting = load.find((one) => one.technologyId === technologyId);
    const queueMinutes = (waiting?.unprintedMinutes ?? 0) / Math.max(1, waiting?.activePrinters ?? 0);
    const ownMinutes = printing.reduce((sum, { minutes }) => sum + minutes, 0);
    return (queueMinutes + ownMinutes) / 60 / printHoursPerDay;
  });
  return Math.ceil(Math.max(0, ...days) + handlingDays);
}
