// The namespace of the gates with one method of every gate in other hands, to inject faults and to count.

import { env } from "cloudflare:workers";
import type { Env } from "../../../src/env.ts";
import type { StudioGate } from "../../../src/gate/studio-gate.object.ts";

type Gate = DurableObjectStub<StudioGate>;
type Method = "admit" | "accessChanged" | "use";

export interface FaultyGates {
  /** Takes the place of the real namespace. */
  readonly namespace: Env["STUDIO_GATE"];
  /** The region each stub was asked for with. */
  readonly regions: (string | undefined)[];
  calls: number;
}

/** @param instead gets the real call and the number of earlier ones */
export function gatesWith(
  method: Method,
  instead: (call: () => Promise<unknown>, before: number) => Promise<unknown>,
): FaultyGates {
  const wrapped = (gate: Gate) =>
    new Proxy(gate, {
      get(_, name) {
        // A stub has a method for every name, and all of them answer promises.
        const call = async (...parameters: unknown[]): Promise<unknown> =>
          Reflect.apply(Reflect.get(gate, name), gate, parameters);
        return name === method ? (...parameters: unknown[]) => instead(() => call(...parameters), gates.calls++) : call;
      },
    });
  const namespace = {
    idFromName: (name: string) => env.STUDIO_GATE.idFromName(name),
    get(id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) {
      gates.regions.push(options?.locationHint);
      return wrapped(env.STUDIO_GATE.get(id, options));
    },
  };
  // The API uses nothing else of the namespace.
  const gates: FaultyGates = { namespace: namespace as unknown as Env["STUDIO_GATE"], regions: [], calls: 0 };
  return gates;
}

/** An error as the platform marks it. */
export function platformError(flag: "retryable" | "overloaded"): Error {
  return Object.assign(new Error("the platform's own fault"), { [flag]: true });
}
