// A request's tenant: work that goes on after the answer, and the outbox that it wakes.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { messages } from "../../src/db/schema.ts";
import { NotFound } from "../../src/domain/errors.ts";
import { asStudioId } from "../../src/domain/ids.ts";
import type { Env } from "../../src/env.ts";
import { logError } from "../../src/platform/error-log.ts";
import { openTenant } from "../../src/tenant/tenant.ts";
import { orderOutboxRow } from "./support/messages.ts";
import { panelStudio } from "./support/panel.ts";
import { addOrder } from "./support/panel-orders.ts";

let logged: MockInstance<typeof console.error>;

beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});

const linesLogged = () => logged.mock.calls.map(([line]) => JSON.parse(String(line)));

/** The tenant of a request in these hands, and the end of all that it goes on with. */
function tenantOf(studioId: number, bindings: Partial<Env> = {}) {
  const context = createExecutionContext();
  const tenant = openTenant({ ...env, ...bindings }, asStudioId(studioId), context);
  return { tenant, ended: () => waitOnExecutionContext(context) };
}

describe("work that goes on to its end", () => {
  it("is waited for after the answer", async () => {
    const { tenant, ended } = tenantOf(1);
    const done = vi.fn();
    tenant.runToEnd(scheduler.wait(50).then(done));
    await ended();
    expect(done).toHaveBeenCalled();
    expect(linesLogged()).toEqual([]);
  });

  it("is logged with its studio if it fails after the client has hung up", async () => {
    const { tenant, ended } = tenantOf(17);
    tenant.runToEnd(Promise.reject(new Error("the disk is full")));
    await ended();
    const about = { studioId: 17, failed: "work that goes on to its end" };
    expect(linesLogged()).toEqual([{ ...about, errors: ["Error: the disk is full"] }]);
  });

  it("is logged once: the request that waits for it logs its failure first", async () => {
    const { tenant, ended } = tenantOf(17);
    const failing = Promise.reject(new Error("the disk is full"));
    tenant.runToEnd(failing);
    await failing.catch((error: unknown) => logError({ failed: "the request" }, error));
    await ended();
    expect(linesLogged().map(({ failed }) => failed)).toEqual(["the request"]);
  });

  it("that ends in a refusal is no error in the log", async () => {
    const { tenant, ended } = tenantOf(17);
    tenant.runToEnd(Promise.reject(new NotFound({ id: [] })));
    await ended();
    expect(linesLogged()).toEqual([]);
  });
});

describe("a tenant's messages", () => {
  /** The namespace of outboxes in other hands: counts the wakings, or fails them. */
  function outboxes(wake: () => Promise<void>) {
    const namespace = { idFromName: (name: string) => env.STUDIO_OUTBOX.idFromName(name), get: () => ({ wake }) };
    // The tenant uses nothing else of the namespace.
    return { STUDIO_OUTBOX: namespace as unknown as Env["STUDIO_OUTBOX"] };
  }

  it("wake the studio's outbox if one waits, and only then", async () => {
    const { studio } = await panelStudio();
    const wake = vi.fn(async () => {});
    const first = tenantOf(studio.id, outboxes(wake));
    first.tenant.sendMessages();
    await first.ended();
    expect(wake).not.toHaveBeenCalled();
    await studio.db.insert(messages, orderOutboxRow("received", await addOrder(studio)));
    const second = tenantOf(studio.id, outboxes(wake));
    second.tenant.sendMessages();
    await second.ended();
    expect(wake).toHaveBeenCalledTimes(1);
    expect(linesLogged()).toEqual([]);
  });

  it("stay for the hourly sweep if the outbox is out of order, which is logged with the studio", async () => {
    const { studio } = await panelStudio();
    await studio.db.insert(messages, orderOutboxRow("received", await addOrder(studio)));
    const { tenant, ended } = tenantOf(
      studio.id,
      outboxes(() => Promise.reject(new Error("the object is out of order"))),
    );
    tenant.sendMessages();
    await ended();
    const errors = ["Error: the object is out of order"];
    expect(linesLogged()).toEqual([{ studioId: studio.id, failed: "outbox", errors }]);
  });
});
