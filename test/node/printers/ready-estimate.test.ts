// An order's ready date: the printers share the waiting items, and the order's own printing follows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterWorkingDays } from "../../../src/platform/calendar.ts";
import { daysUntilReady } from "../../../src/printers/ready-estimate.ts";

const hours = { printHoursPerDay: 10, handlingDays: 0 };
const filament = (minutes: number) => ({ technologyId: 1 as const, minutes });
const resin = (minutes: number) => ({ technologyId: 3 as const, minutes });

describe("the days until an order is ready", () => {
  it("are those of its own printing, in the hours that printers run a day, and of handling", () => {
    expect(daysUntilReady([filament(600)], [], hours)).toBe(1);
    expect(daysUntilReady([filament(601)], [], hours)).toBe(2);
    expect(daysUntilReady([filament(300), filament(900)], [], hours)).toBe(2);
    expect(daysUntilReady([filament(600)], [], { ...hours, handlingDays: 3 })).toBe(4);
  });

  it("are more by the items that wait for the technology's printers, shared among them", () => {
    const load = (unprintedMinutes: number, activePrinters: number) => [
      { technologyId: 1 as const, unprintedMinutes, activePrinters },
      { technologyId: 3 as const, unprintedMinutes: 100_000, activePrinters: 1 },
    ];
    expect(daysUntilReady([filament(600)], load(2_400, 1), hours)).toBe(5);
    expect(daysUntilReady([filament(600)], load(2_400, 4), hours)).toBe(2);
    expect(daysUntilReady([filament(600)], load(2_400, 0), hours)).toBe(5);
  });

  it("are those of the slowest technology: they print side by side", () => {
    expect(daysUntilReady([filament(600), resin(1_800)], [], hours)).toBe(3);
  });

  it("grow with the waiting items and never fall below the handling, for any order", () => {
    const minutes = fc.nat({ max: 100_000 });
    fc.assert(
      fc.property(minutes, minutes, minutes, fc.nat({ max: 20 }), (own, waiting, more, activePrinters) => {
        const given = { printHoursPerDay: 8, handlingDays: 2 };
        const days = (unprintedMinutes: number) =>
          daysUntilReady([filament(own)], [{ technologyId: 1, unprintedMinutes, activePrinters }], given);
        expect(days(waiting)).toBeGreaterThanOrEqual(2);
        expect(days(waiting + more)).toBeGreaterThanOrEqual(days(waiting));
      }),
    );
  });
});

describe("the day after so many working days", () => {
  // 2026-11-27 is a Friday.
  it.each([
    ["2026-11-26", 1, "2026-11-27"],
    ["2026-11-27", 0, "2026-11-27"],
    ["2026-11-27", 1, "2026-11-30"],
    ["2026-11-27", 2, "2026-12-01"],
    ["2026-11-27", 6, "2026-12-07"],
    ["2026-11-28", 0, "2026-11-30"],
    ["2026-11-28", 1, "2026-11-30"],
    ["2026-11-29", 1, "2026-11-30"],
    ["2026-11-29", 2, "2026-12-01"],
    ["2026-12-31", 1, "2027-01-01"],
  ])("from %s, %i of them: %s", (day, workingDays, ready) => {
    expect(afterWorkingDays(day, workingDays)).toBe(ready);
  });

  it("is a working day, with so many of them up to it, for any day", () => {
    const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => Date.UTC(2020, 0, 1) + days * 86_400_000);
    const isWorking = (moment: number) => ![0, 6].includes(new Date(moment).getUTCDay());
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (from, workingDays) => {
        const ready = Date.parse(afterWorkingDays(new Date(from).toISOString().slice(0, 10), workingDays));
        const passed = Array.from(
          { length: (ready - from) / 86_400_000 },
          (_, index) => from + (index + 1) * 86_400_000,
        );
        expect(isWorking(ready)).toBe(true);
        expect(passed.filter(isWorking)).toHaveLength(workingDays);
      }),
    );
  });
});
