// Places of a visitor's day: taken of the networks and of the studio together, or of neither.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { asStudioId } from "../../src/domain/ids.ts";
import { DAILY_ALLOWANCES, networksOf } from "../../src/domain/visitor.ts";
import type { Env } from "../../src/env.ts";
import { takeOfDay } from "../../src/gate/visitor-day.ts";

const HOUR = 3_600_000;
const dayOf = () => env.VISITOR_DAY.get(env.VISITOR_DAY.newUniqueId());
const named = (count: number, of = "name") => Array.from({ length: count }, (_, index) => `${of} ${index}`);
let studios = 9_000_000;
const visitor = () => ({ studioId: asStudioId(++studios), networks: networksOf("2001:db8:1:1::7") });

describe("a place of the day", () => {
  it("is taken once for a name, and a name that is taken again asks the studio's day nothing", async () => {
    const one = visitor();
    const asked: string[] = [];
    const { VISITOR_DAY } = env;
    const namespace = {
      idFromName: (name: string) => {
        asked.push(name);
        return VISITOR_DAY.idFromName(name);
      },
      get: VISITOR_DAY.get.bind(VISITOR_DAY),
    };
    // The port uses nothing else of the namespace.
    const bindings = { ...env, VISITOR_DAY: namespace as unknown as Env["VISITOR_DAY"] };
    const [block, studio] = [`${one.studioId} ${one.networks.block}`, String(one.studioId)];
    expect(await takeOfDay(bindings, one, "slice", ["a"])).toEqual({ outcome: "taken" });
    expect(asked).toEqual([block, studio]);
    expect(await takeOfDay(bindings, one, "slice", ["a"])).toEqual({ outcome: "taken" });
    expect(asked).toEqual([block, studio, block]);
  });

  it("is given back if the studio's day does not answer", async () => {
    const one = visitor();
    const { VISITOR_DAY } = env;
    const down = { take: () => Promise.reject(new Error("the object is out of order")) };
    const ofStudio = VISITOR_DAY.idFromName(String(one.studioId));
    const get: typeof VISITOR_DAY.get = (id, options) =>
      // The port calls nothing but `take` of it.
      id.equals(ofStudio) ? (down as unknown as ReturnType<typeof VISITOR_DAY.get>) : VISITOR_DAY.get(id, options);
    const namespace = { idFromName: VISITOR_DAY.idFromName.bind(VISITOR_DAY), get };
    const bindings = { ...env, VISITOR_DAY: namespace as unknown as Env["VISITOR_DAY"] };
    await expect(takeOfDay(bindings, one, "slice", ["a"])).rejects.toThrow("out of order");
    const block = VISITOR_DAY.get(VISITOR_DAY.idFromName(`${one.studioId} ${one.networks.block}`));
    expect(await block.take(one.networks, "slice", ["a"])).toEqual({ outcome: "taken", fresh: ["a"] });
  });
});

describe("a day that is used up", () => {
  it("is free for as many places again when the latest of them is a day old", async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const day = dayOf();
    const places = DAILY_ALLOWANCES.studio.upload;
    await day.take("studio", "upload", named(places));
    vi.setSystemTime(start + HOUR);
    const taken = await day.take("studio", "upload", named(places, "another"));
    expect(taken).toEqual({ outcome: "used_up", dayOf: "studio", secondsUntilFree: 23 * 3_600 });
  });

  it("is that of a block of IPv4, which has no sites: four subnets' places, and not two", async () => {
    const day = dayOf();
    const { upload } = DAILY_ALLOWANCES.subnet;
    const take = (subnet: number) => day.take(networksOf(`192.0.2.${subnet}`), "upload", named(upload, `of ${subnet}`));
    for (const subnet of [1, 2, 3, 4]) expect((await take(subnet)).outcome, `subnet ${subnet}`).toBe("taken");
    expect(await take(5)).toMatchObject({ outcome: "used_up", dayOf: "block" });
  });
});
