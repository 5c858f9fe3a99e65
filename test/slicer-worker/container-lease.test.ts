// The lease of a container in a Durable Object's storage, as another object in its place would find it.

import { runInDurableObject } from "cloudflare:test";
import { env as workerEnv } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ContainerLease } from "../../slicer-service/src/container-lease.store.ts";
import type { SlicerEnv } from "../../slicer-service/src/env.ts";

// This project's main Worker is the slicer, so its bindings are these.
const env = workerEnv as unknown as SlicerEnv;

const WRITE_EVERY = 5_000;

/** Any object has storage of the kind. */
function inStorage(test: (storage: DurableObjectStorage) => void): Promise<void> {
  return runInDurableObject(env.SLICE_OBJECT.get(env.SLICE_OBJECT.newUniqueId()), (_, { storage }) => test(storage));
}

test("A lease only grows, and is written once it has grown enough: a poll alone costs no write", () =>
  inStorage((storage) => {
    const lease = new ContainerLease(storage, WRITE_EVERY);
    const known = () => new ContainerLease(storage, WRITE_EVERY).endsAt;
    lease.extendTo(100_000);
    expect([lease.endsAt, known()]).toEqual([100_000, 100_000]);
    lease.extendTo(104_999);
    expect([lease.endsAt, known()]).toEqual([104_999, 100_000]);
    lease.extendTo(105_000);
    lease.extendTo(1);
    expect([lease.endsAt, known()]).toEqual([105_000, 105_000]);
  }));

test("A shutdown counts from the first signal until the container is started anew", () =>
  inStorage((storage) => {
    const lease = new ContainerLease(storage, WRITE_EVERY);
    lease.beginShutdown(1_000);
    lease.beginShutdown(2_000);
    expect(new ContainerLease(storage, WRITE_EVERY).shutdownSince).toBe(1_000);
    lease.forgetShutdown();
    expect(lease.shutdownSince).toBeUndefined();
  }));
