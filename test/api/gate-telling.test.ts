// A change of access that is told to the gate: at once, after pauses, and after the answer.

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { Overloaded } from "../../src/domain/errors.ts";
import { asStudioId } from "../../src/domain/ids.ts";
import type { Env } from "../../src/env.ts";
import { openStudioGate, type StudioGatePort, tellAccessChanged } from "../../src/gate/studio-gate.ts";

let logged: MockInstance<typeof console.error>;
let start: number;

beforeEach(() => {
  vi.useFakeTimers();
  start = Date.now();
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});

/** A gate that fails so many times, with the moments at which it was told. */
function gateFailing(times: number) {
  const told: number[] = [];
  const gate: StudioGatePort = {
    createKey: () => Promise.reject(new Error("not asked")),
    use: () => Promise.reject(new Error("not asked")),
    async accessChanged() {
      told.push(Date.now() - start);
      if (told.length <= times) throw new Error("the gate does not answer");
    },
  };
  return { gate, told };
}

/** The result, with all that goes on after it. */
async function tell(gate: StudioGatePort) {
  const later: Promise<unknown>[] = [];
  const telling = tellAccessChanged(gate, (work) => later.push(work));
  await vi.advanceTimersByTimeAsync(1_000);
  const isHeard = await telling;
  await vi.advanceTimersByTimeAsync(60_000);
  return { isHeard, later: await Promise.all(later) };
}

describe("a change of access", () => {
  it("is told once to a gate that answers, without a timer", async () => {
    const { gate, told } = gateFailing(0);
    const timer = vi.spyOn(globalThis, "setTimeout");
    expect(await tellAccessChanged(gate, () => {})).toBe(true);
    expect(timer).not.toHaveBeenCalled();
    expect(told).toEqual([0]);
    expect(logged).not.toHaveBeenCalled();
  });

  it("is told three times within a second, and then holds", async () => {
    const { gate, told } = gateFailing(2);
    expect(await tell(gate)).toEqual({ isHeard: true, later: [] });
    expect(told).toEqual([0, 250, 1_000]);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    const line = { failed: "accessChanged", errors: ["Error: the gate does not answer"] };
    expect(lines).toEqual([line, line]);
  });

  it("is told three times more after the answer that it does not hold yet", async () => {
    const { gate, told } = gateFailing(5);
    expect(await tell(gate)).toEqual({ isHeard: false, later: [true] });
    expect(told).toEqual([0, 250, 1_000, 2_000, 7_000, 22_000]);
  });

  it("does not hold if the gate answers that it could not read the database", async () => {
    const namespace = {
      idFromName: (name: string) => env.STUDIO_GATE.idFromName(name),
      get: () => ({ accessChanged: async () => false }),
    };
    // The port uses nothing else of the namespace.
    const STUDIO_GATE = namespace as unknown as Env["STUDIO_GATE"];
    const port = openStudioGate({ ...env, STUDIO_GATE }, asStudioId(1), "eeur");
    await expect(port.accessChanged()).rejects.toThrow(Overloaded);
  });

  it("is given up at last: the gate reads the database by itself within minutes", async () => {
    const { gate, told } = gateFailing(99);
    expect(await tell(gate)).toEqual({ isHeard: false, later: [false] });
    expect(told).toHaveLength(6);
  });
});
