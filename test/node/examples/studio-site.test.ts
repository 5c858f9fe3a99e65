// The studio's site: its reads of the catalog, and its refusals of visitors' orders.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { StudioClient } from "../../../client/src/index.ts";
import { publicCatalog } from "../../../examples/studio-site/public-catalog.ts";
import { readDeliveryMethod, WrongInput } from "../../../examples/studio-site/visitor-input.ts";

const READ_AGAIN_AFTER = 300_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});

/** A studio whose answers take a second, and that can be out of order. */
function slowStudio() {
  const state = { readings: 0, isBroken: false };
  const client = new StudioClient({
    apiKey: `pk_live_${"a".repeat(64)}`,
    baseUrl: "https://api.test/api/v1",
    retries: 0,
    fetch: async (url) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const isMe = String(url).endsWith("/me");
      if (isMe) state.readings++;
      if (state.isBroken) return Response.json({ data: null, errorCode: "errors.internal" }, { status: 500 });
      const settings = { deliveryMethods: [{ id: 2, name: "post", isActive: true }] };
      const me = { studioTitle: `reading ${state.readings}`, currency: { code: "UAH" } };
      return Response.json({ data: isMe ? me : String(url).endsWith("/settings") ? settings : [] });
    },
  });
  return { state, catalog: publicCatalog(client) };
}

async function settled<Result>(calls: readonly Promise<Result>[]): Promise<PromiseSettledResult<Result>[]> {
  const all = Promise.allSettled(calls);
  await vi.advanceTimersByTimeAsync(2000);
  return all;
}

describe("the visitors' catalog", () => {
  it("is read once for all visitors at the same time", async () => {
    const { state, catalog } = slowStudio();
    const seen = await settled(Array.from({ length: 50 }, catalog));
    expect(seen.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => "fulfilled"));
    expect(state.readings).toBe(1);
  });

  it("is shown as it was while one visitor's request reads it anew", async () => {
    const { state, catalog } = slowStudio();
    await settled([catalog()]);
    await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
    const reader = catalog();
    expect(await catalog()).toMatchObject({ studio: "reading 1" });
    expect(await settled([reader])).toMatchObject([{ value: { studio: "reading 2" } }]);
    expect(state.readings).toBe(2);
  });

  it("is not read again at once if reading it failed", async () => {
    const { state, catalog } = slowStudio();
    state.isBroken = true;
    const seen = await settled(Array.from({ length: 50 }, catalog));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect(await settled([catalog()])).toMatchObject([{ status: "rejected" }]);
    expect(state.readings).toBe(1);
    state.isBroken = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await settled([catalog()])).toMatchObject([{ status: "fulfilled" }]);
  });

  it("is shown as it was if reading it anew failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { state, catalog } = slowStudio();
    await settled([catalog()]);
    state.isBroken = true;
    await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
    expect(await settled([catalog()])).toMatchObject([{ value: { studio: "reading 1" } }]);
  });
});

describe("the delivery method of a visitor", () => {
  const catalog = {
    ...{ studio: "", currency: "UAH", materials: [], qualities: [], finishings: [] },
    deliveryMethods: [{ id: 2, name: "post" }],
  };

  it("is one that is offered, or none", () => {
    expect(readDeliveryMethod({ deliveryMethodId: 2 }, catalog)).toBe(2);
    expect(readDeliveryMethod({}, catalog)).toBeUndefined();
  });

  it.each([3, "2", 0, {}])("is refused on its field if it is %j", (deliveryMethodId) => {
    expect(() => readDeliveryMethod({ deliveryMethodId }, catalog)).toThrow(WrongInput);
  });
});
