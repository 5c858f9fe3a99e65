// orders.waitFor: an order is followed through its statuses, at the pace of the studio's hour.

import { describe, expect, it } from "vitest";
import { NotFoundError, OrderCancelledError, type OrderProgress, TimeoutError } from "../../../client/src/index.ts";
import { answer, outcome, overHour, refusal, ScriptedService, waitInVirtualTime } from "./scripted-service.ts";

waitInVirtualTime();

/** @param remaining requests of the hour's 300 that are left after this answer */
const order = (status: string, remaining = 300) =>
  answer(200, { id: 7, status }, { RateLimit: `"hourly";r=${remaining};t=120` });

const pausesOf = ({ seen }: ScriptedService) =>
  seen.slice(1).map(({ at }, index) => (at - (seen[index]?.at ?? 0)) / 1000);

describe("orders.waitFor", () => {
  it("ends at once for an order that has the status, with that order", async () => {
    const service = new ScriptedService([order("printing")]);
    expect(await outcome(service.studio.orders.waitFor(7, "printing"))).toEqual({ id: 7, status: "printing" });
    expect(service.requests).toEqual(["GET /orders/7"]);
  });

  it("ends at a later status: a completed order has been shipped", async () => {
    const service = new ScriptedService([order("confirmed"), order("completed")]);
    expect(await outcome(service.studio.orders.waitFor(7, "shipped"))).toMatchObject({ status: "completed" });
  });

  it("follows the order through every status before", async () => {
    const way: OrderProgress[] = [
      "pending",
      "confirmed",
      "printing",
      "post_processing",
      "ready",
      "shipped",
      "completed",
    ];
    const service = new ScriptedService(way.map((status) => order(status)));
    expect(await outcome(service.studio.orders.waitFor(7, "completed"))).toMatchObject({ status: "completed" });
    expect(service.seen).toHaveLength(way.length);
  });

  it("waits out a status that it does not know", async () => {
    const service = new ScriptedService([order("varnishing"), order("ready")]);
    expect(await outcome(service.studio.orders.waitFor(7, "ready"))).toMatchObject({ status: "ready" });
  });

  it("rejects with the order once it is cancelled", async () => {
    const service = new ScriptedService([order("confirmed"), order("cancelled")]);
    const error = await outcome(service.studio.orders.waitFor(7, "shipped"));
    expect(error).toBeInstanceOf(OrderCancelledError);
    expect(error).toMatchObject({ message: "Order 7 is cancelled", order: { id: 7, status: "cancelled" } });
  });

  it("asks in pauses that grow, up to five minutes", async () => {
    const plenty = 100_000;
    const answers = Array.from({ length: 14 }, () => order("confirmed", plenty));
    const service = new ScriptedService([...answers, order("ready", plenty)]);
    await outcome(service.studio.orders.waitFor(7, "ready"));
    const pauses = pausesOf(service);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([pauses[0], pauses.at(-1)]).toEqual([5, 300]);
  });

  it("uses at most half of the hour's rest, whatever is left of it", async () => {
    for (const remaining of [300, 40, 10]) {
      const service = new ScriptedService([order("confirmed", remaining), order("ready", remaining)]);
      await outcome(service.studio.orders.waitFor(7, "ready"));
      expect(3600 / (pausesOf(service)[0] ?? 0)).toBeLessThanOrEqual(remaining / 2);
    }
  });

  it("waits for a free request if none is left, and through a 429", async () => {
    const service = new ScriptedService([order("confirmed", 0), overHour(), order("ready")]);
    expect(await outcome(service.studio.orders.waitFor(7, "ready"))).toMatchObject({ status: "ready" });
    expect(pausesOf(service)).toEqual([120, 240]);
  });

  it("has the last answer beside the order", async () => {
    const service = new ScriptedService([order("confirmed"), order("ready", 11)]);
    const answered = await outcome(service.studio.orders.waitFor(7, "ready").withResponse());
    expect(answered).toMatchObject({ data: { status: "ready" }, rateLimit: { remaining: 11 } });
  });

  it("ends with the reason of its signal, during a pause", async () => {
    const service = new ScriptedService([order("confirmed")]);
    const controller = new AbortController();
    const call = outcome(service.studio.orders.waitFor(7, "ready", { signal: controller.signal }));
    setTimeout(() => controller.abort(new Error("the shop has closed")), 1000);
    expect(await call).toMatchObject({ message: "the shop has closed" });
    expect(service.seen).toHaveLength(1);
  });

  it("ends after its time with a TimeoutError: a day if none is stated", async () => {
    const forever = () => new ScriptedService(Array.from({ length: 2000 }, () => order("confirmed")));
    const short = await outcome(forever().studio.orders.waitFor(7, "ready", { timeoutSeconds: 600 }));
    expect(short).toBeInstanceOf(TimeoutError);
    expect(String(await outcome(forever().studio.orders.waitFor(7, "ready")))).toContain("longer than 86400 seconds");
  });

  it("is refused at once for an order that the studio does not have", async () => {
    const service = new ScriptedService([refusal(404, "errors.notFound")]);
    expect(await outcome(service.studio.orders.waitFor(7, "ready"))).toBeInstanceOf(NotFoundError);
  });

  it("is refused at once for a word that is no status on an order's way", () => {
    const { studio } = new ScriptedService([]);
    for (const word of ["cancelled", "sent", "toString"]) {
      // A program without types may pass any word.
      expect(() => studio.orders.waitFor(7, word as OrderProgress)).toThrow(
        `status must be one of pending, confirmed, printing, post_processing, ready, shipped, completed, not "${word}"`,
      );
    }
  });
});
