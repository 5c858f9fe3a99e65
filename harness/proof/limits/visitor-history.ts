// Random commands at visitors' days, played at the real objects and at their models.

import fc from "fast-check";
import { studios } from "../../../src/db/schema.ts";
import { type Allowance, networksOf } from "../../../src/domain/visitor.ts";
import { idOf, studioRow } from "../../catalog-rows.ts";
import { DayModel, type ModelTaken } from "./day-model.ts";
import { clockStep } from "./gate-commands.ts";
import type { LimitsSystem } from "./limits-system.ts";
import { expectEqual, type LimitsTally } from "./tally.ts";

const BEGINNING = Date.UTC(2050, 0, 1);
const HOUR = 3_600_000;

/** Two addresses of a /24; two /64 of a /56, another /56 of the same /48, and a /48 beside it. */
const ADDRESSES = [
  "203.0.113.7",
  "203.0.113.8",
  "198.51.100.1",
  "2001:db8:1:100::1",
  "2001:db8:1:101::2",
  "2001:db8:1:200::3",
  "2001:db8:2:100::4",
] as const;

interface TakeCommand {
  readonly kind: "take";
  readonly studio: number;
  readonly address: (typeof ADDRESSES)[number];
  readonly allowance: Allowance;
  readonly requests: number;
  readonly namesOfRequest: number;
  /** The number of the first name; null: names that no other request has. */
  readonly from: number | null;
}

type VisitorCommand =
  | TakeCommand
  | { readonly kind: "wait"; readonly milliseconds: number }
  | { readonly kind: "wait until free"; readonly studio: number; readonly allowance: Allowance; readonly off: number }
  | { readonly kind: "clock step"; readonly milliseconds: number }
  | { readonly kind: "eviction"; readonly studio: number; readonly address: (typeof ADDRESSES)[number] | null }
  | { readonly kind: "restart" };

const studio = fc.nat(1);
const address = fc.constantFrom(...ADDRESSES);
// The smallest allowance most often: its end is reached soonest.
const allowance: fc.Arbitrary<Allowance> = fc.constantFrom(
  "request",
  "request",
  "request",
  "order",
  "keep",
  "upload",
  "slice",
);
const kind = <const Kind extends VisitorCommand["kind"]>(name: Kind) => fc.constant(name);

const take: fc.Arbitrary<TakeCommand> = fc.record({
  kind: kind("take"),
  studio,
  address,
  allowance,
  requests: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 40 })),
  namesOfRequest: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
  ),
  from: fc.oneof(fc.constant(null), fc.nat(40)),
});

export const visitorCommands: fc.Arbitrary<VisitorCommand[]> = fc.array(
  fc.oneof(
    { weight: 90, arbitrary: take },
    { weight: 3, arbitrary: fc.record({ kind: kind("wait"), milliseconds: fc.nat(2_000) }) },
    { weight: 5, arbitrary: fc.record({ kind: kind("wait"), milliseconds: fc.nat(9 * HOUR) }) },
    {
      weight: 8,
      arbitrary: fc.record({ kind: kind("wait until free"), studio, allowance, off: fc.constantFrom(-1001, -1, 0, 1) }),
    },
    { weight: 6, arbitrary: fc.record({ kind: kind("clock step"), milliseconds: clockStep }) },
    { weight: 6, arbitrary: fc.record({ kind: kind("eviction"), studio, address: fc.option(address) }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("restart") }) },
  ),
  { minLength: 30, maxLength: 80, size: "max" },
);

/** Plays the commands at two new studios. @throws Disagreement */
export async function playVisitorHistory(
  system: LimitsSystem,
  commands: readonly VisitorCommand[],
  tally: LimitsTally,
): Promise<void> {
  const rows = await system.database.insert(studios).values([studioRow(), studioRow()]).returning({ id: studios.id });
  const models = rows.map((row) => ({ id: idOf(row), all: new DayModel(), blocks: new Map<string, DayModel>() }));
  const modelOf = (number: number) => {
    const model = models[number];
    if (model === undefined) throw new Error(`There is no studio ${number}`);
    return model;
  };
  let now = BEGINNING;
  let unique = 0;
  for (const command of commands) {
    tally.count(command.kind);
    switch (command.kind) {
      case "take": {
        const { studio: number, address: from, allowance: of, requests, namesOfRequest } = command;
        const studioOf = modelOf(number);
        const names = Array.from({ length: requests }, (_, request) =>
          Array.from({ length: namesOfRequest }, (_, index) =>
            command.from === null ? `only ${unique++}` : `name ${command.from + request + index}`,
          ),
        );
        const expected = names.map((ofRequest) => takenBy(studioOf, now, from, of, ofRequest));
        tally.count("requests", requests);
        for (const one of expected) tally.count(one.outcome);
        // Names that other requests have, and requests for many, are answered by their order.
        const calls = command.from === null && namesOfRequest === 1 ? [names] : names.map((one) => [one]);
        const answers = [];
        for (const ofCall of calls) {
          const call = { call: "take", now, studioId: studioOf.id, address: from, allowance: of } as const;
          answers.push(...(await system.call({ ...call, requests: ofCall })));
        }
        const inOrder = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
        expectEqual(`places of ${from}`, inOrder(answers), inOrder(expected));
        break;
      }
      case "wait":
        now += command.milliseconds;
        break;
      case "wait until free":
        now = Math.max(now, modelOf(command.studio).all.freeAt(now, command.allowance) + command.off);
        break;
      case "clock step":
        now += command.milliseconds;
        break;
      case "eviction": {
        const { id } = modelOf(command.studio);
        const name = command.address === null ? String(id) : `${id} ${networksOf(command.address).block}`;
        await system.call({ call: "evict", object: "day", name });
        break;
      }
      case "restart":
        await system.restart();
        break;
      default:
        command satisfies never;
    }
  }
}

type AnswerOfDays = { readonly outcome: "taken" } | Extract<ModelTaken, { outcome: "used_up" }>;

/** First the visitor's networks, then all visitors of the studio. */
function takenBy(
  { all, blocks }: { readonly all: DayModel; readonly blocks: Map<string, DayModel> },
  now: number,
  address: string,
  allowance: Allowance,
  names: readonly string[],
): AnswerOfDays {
  const networks = networksOf(address);
  const block = blocks.get(networks.block) ?? new DayModel();
  blocks.set(networks.block, block);
  const days = networks.site === undefined ? (["subnet", "block"] as const) : (["subnet", "site", "block"] as const);
  const taken = block.take(now, networks, days, allowance, names);
  if (taken.outcome === "used_up") return taken;
  const ofStudio = all.take(now, networks, ["studio"], allowance, taken.fresh);
  if (ofStudio.outcome === "taken") return { outcome: "taken" };
  block.giveBack(allowance, taken.fresh);
  return ofStudio;
}
