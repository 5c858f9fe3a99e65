// The virtual clock of a request: hops by the order of calls, and not by their real time.

import { describe, expect, it } from "vitest";
import { type Binding, ONE_HOP_EACH } from "../../../harness/workers/distances.ts";
import { VirtualClock } from "../../../harness/workers/virtual-clock.ts";

const FAR = { ...ONE_HOP_EACH, primary: 100 };

/** A binding's call that is really answered after so many milliseconds. */
function answerAfter(milliseconds: number): () => Promise<void> {
  return () => new Promise((end) => setTimeout(end, milliseconds));
}

function callerAt(clock: VirtualClock) {
  return (binding: Binding, milliseconds = 0) => clock.call(binding, answerAfter(milliseconds), false);
}

describe("the virtual clock", () => {
  it("counts calls made at the same time as one hop, however slowly one is answered", async () => {
    const clock = new VirtualClock(ONE_HOP_EACH);
    const call = callerAt(clock);
    await Promise.all([call("gate", 40), call("primary"), call("KV", 15)]);
    expect(clock.waited()).toEqual({ time: 1, hops: [["KV", "gate", "primary"]] });
  });

  it("counts one more hop for a call that waits for another", async () => {
    const clock = new VirtualClock(ONE_HOP_EACH);
    const call = callerAt(clock);
    await call("gate");
    await call("primary", 30);
    await call("primary");
    expect(clock.waited()).toEqual({ time: 3, hops: [["gate"], ["primary"], ["primary"]] });
  });

  it("gives the longer of two ways, by distance and not by the time of their real answers", async () => {
    const clock = new VirtualClock(FAR);
    const call = callerAt(clock);
    const nearTwice = async () => {
      await call("KV", 40);
      await call("R2", 40);
    };
    await Promise.all([nearTwice(), call("primary")]);
    expect(clock.waited()).toEqual({ time: 100, hops: [["primary"]] });
  });

  it("adds a call that a Durable Object makes to the call of the object", async () => {
    const clock = new VirtualClock(ONE_HOP_EACH);
    const readByGate = () => clock.call("primary", answerAfter(10), true);
    await Promise.all([clock.call("gate", readByGate, false), callerAt(clock)("KV")]);
    expect(clock.waited()).toEqual({ time: 2, hops: [["KV", "primary"], ["gate"]] });
  });

  it("counts a call that failed", async () => {
    const clock = new VirtualClock(ONE_HOP_EACH);
    const failing = clock.call("slicer", () => Promise.reject(new Error("lost")), false);
    await expect(failing).rejects.toThrow("lost");
    expect(clock.waited().time).toBe(1);
  });

  it("does not wait for work after the answer", async () => {
    const clock = new VirtualClock(FAR);
    const call = callerAt(clock);
    const afterwards = call("primary");
    await call("replica");
    expect(clock.waited().time).toBe(1);
    await afterwards;
  });
});
