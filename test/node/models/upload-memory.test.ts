// Upload memory: admitted, waiting and refused uploads.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { Overloaded } from "../../../src/domain/errors.ts";
import { asStudioId } from "../../../src/domain/ids.ts";
import { type Reservation, UploadMemory } from "../../../src/models/upload-memory.ts";

const WAIT = 10_000;
const MEBIBYTE = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());

/** The reservations (in MiB) that were granted so far, in their order. Each is of a studio of its own, unless `studioOf` names one. */
function asking(memory: UploadMemory, sizes: readonly number[], studioOf = (index: number) => index + 1) {
  const granted: { readonly index: number; readonly reservation: Reservation }[] = [];
  const refused: unknown[] = [];
  for (const [index, mebibytes] of sizes.entries()) {
    memory.reserve(asStudioId(studioOf(index)), mebibytes * MEBIBYTE).then(
      (reservation) => granted.push({ index, reservation }),
      (error) => refused.push(error),
    );
  }
  return { granted, refused, order: () => granted.map(({ index }) => index) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the memory of all uploads together", () => {
  it("is never exceeded: an upload without room waits, and is admitted in turn", async () => {
    const { granted, order } = asking(new UploadMemory(100 * MEBIBYTE, WAIT), [60, 60, 10]);
    await settle();
    expect(order()).toEqual([0]);
    granted[0]?.reservation.shrinkTo(45 * MEBIBYTE);
    await settle();
    expect(order()).toEqual([0]);
    granted[0]?.reservation.shrinkTo(0);
    await settle();
    expect(order()).toEqual([0, 1, 2]);
  });

  it("admits one of a few kilobytes past those that wait for much", async () => {
    const { order } = asking(new UploadMemory(100 * MEBIBYTE, WAIT), [80, 80, 0.01]);
    await settle();
    expect(order()).toEqual([0, 2]);
  });

  it("admits one that is larger than all of it alone", async () => {
    const { order } = asking(new UploadMemory(100 * MEBIBYTE, WAIT), [150, 1]);
    await settle();
    expect(order()).toEqual([0]);
  });

  it("refuses an upload that waited too long, and goes on with the next", async () => {
    const memory = new UploadMemory(100 * MEBIBYTE, WAIT);
    const { refused, granted } = asking(memory, [100, 50]);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(refused).toEqual([expect.any(Overloaded)]);
    granted[0]?.reservation.shrinkTo(0);
    const { order } = asking(memory, [50]);
    await settle();
    expect(order()).toEqual([0]);
  });

  it("is free again if a request was ended without a word", async () => {
    const memory = new UploadMemory(100 * MEBIBYTE, WAIT);
    const { granted } = asking(memory, [100]);
    await vi.advanceTimersByTimeAsync(60_000);
    granted[0]?.reservation.renew();
    await vi.advanceTimersByTimeAsync(105_000);
    const early = asking(memory, [100]);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(early.refused).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(WAIT);
    const late = asking(memory, [100]);
    await settle();
    expect(late.order()).toEqual([0]);
  });

  it("gives one studio half of it at most, while others go on", async () => {
    const { order, granted } = asking(new UploadMemory(100 * MEBIBYTE, WAIT), [30, 30, 30, 20], (index) =>
      index < 3 ? 1 : 2,
    );
    await settle();
    expect(order()).toEqual([0, 3]);
    granted[0]?.reservation.shrinkTo(0);
    await settle();
    expect(order()).toEqual([0, 3, 1]);
  });

  it("is free again if those that waited were ended without a word too", async () => {
    const memory = new UploadMemory(100 * MEBIBYTE, WAIT);
    asking(memory, [100]);
    asking(memory, [50, 50]);
    // Timers of an ended request never fire.
    vi.clearAllTimers();
    vi.setSystemTime(Date.now() + 121_000);
    const { order } = asking(memory, [60, 40]);
    await settle();
    expect(order()).toEqual([0, 1]);
  });
});
