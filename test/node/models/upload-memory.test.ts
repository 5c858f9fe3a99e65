// Upload memory: who is admitted, who waits, and who is refused.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Overloaded } from "../../../src/domain/errors.ts";
import { type Reservation, UploadMemory } from "../../../src/models/upload-memory.ts";

const WAIT = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The reservations that were granted so far, in their order. */
function asking(memory: UploadMemory, sizes: readonly number[]) {
  const granted: { readonly index: number; readonly reservation: Reservation }[] = [];
  const refused: unknown[] = [];
  for (const [index, bytes] of sizes.entries()) {
    memory.reserve(bytes).then(
      (reservation) => granted.push({ index, reservation }),
      (error) => refused.push(error),
    );
  }
  return { granted, refused, order: () => granted.map(({ index }) => index) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the memory of all uploads together", () => {
  it("is never exceeded: who finds no room waits, and is admitted in turn, the small behind the large", async () => {
    const { granted, order } = asking(new UploadMemory(100, WAIT), [60, 60, 10]);
    await settle();
    expect(order()).toEqual([0]);
    granted[0]?.reservation.shrinkTo(45);
    await settle();
    expect(order()).toEqual([0]);
    granted[0]?.reservation.shrinkTo(0);
    await settle();
    expect(order()).toEqual([0, 1, 2]);
  });

  it("admits one that is larger than all of it alone", async () => {
    const { order } = asking(new UploadMemory(100, WAIT), [150, 1]);
    await settle();
    expect(order()).toEqual([0]);
  });

  it("refuses who waited too long, and goes on with the next", async () => {
    const memory = new UploadMemory(100, WAIT);
    const { refused, granted } = asking(memory, [100, 50]);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(refused).toEqual([expect.any(Overloaded)]);
    granted[0]?.reservation.shrinkTo(0);
    const { order } = asking(memory, [50]);
    await settle();
    expect(order()).toEqual([0]);
  });

  it("is free again where a request was ended without a word", async () => {
    const memory = new UploadMemory(100, WAIT);
    const { granted } = asking(memory, [100]);
    await vi.advanceTimersByTimeAsync(60_000);
    granted[0]?.reservation.renew();
    await vi.advanceTimersByTimeAsync(119_000);
    const early = asking(memory, [100]);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(early.refused).toHaveLength(1);
    const late = asking(memory, [100]);
    await settle();
    expect(late.order()).toEqual([0]);
  });
});
