// An order's ready date: the printers share the waiting items, and the order's own printing follows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
