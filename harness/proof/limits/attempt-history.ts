// Random attempts to sign in, forgotten passwords and mails, at the real counters and their model.

import fc from "fast-check";
import { signInAttempts } from "../../../src/db/schema.ts";
import { networksOf } from "../../../src/domain/visitor.ts";
import type { AttemptKind } from "../../workers/limit-calls.ts";
import { AttemptsModel, type ModelCounter } from "./attempts-model.ts";
import { clockStep } from "./gate-commands.ts";
import type { LimitsSystem } from "./limits-system.ts";
import { expectEqual, type LimitsTally } from "./tally.ts";

const BEGINNING = Date.UTC(2050, 0, 1);
const MINUTE = 60_000;
const MAILS = { most: 50, period: 24 * 60 * MINUTE };

/** Stated anew: a changed limit of the service is a changed promise. Pairs are for all accounts and for one. */
const LIMITS = {
  "sign-in": { period: 15 * MINUTE, subnet: [50, 10], site: [100, 20], block: [200, 25], account: 100 },
  forgotten: { period: 60 * MINUTE, subnet: [20, 3], site: [40, 3], block: [80, 4], account: 6 },
} as const;

type AttemptCommand =
  | {
      readonly kind: "attempt";
      readonly of: AttemptKind;
      readonly person: number;
      readonly address: string;
      readonly times: number;
    }
  | { readonly kind: "right password"; readonly person: number }
  | { readonly kind: "wait"; readonly milliseconds: number }
  | { readonly kind: "wait until free"; readonly of: "sign-in" | "forgotten"; readonly off: number }
  | { readonly kind: "clock step"; readonly milliseconds: number };

const kind = <const Kind extends AttemptCommand["kind"]>(name: Kind) => fc.constant(name);
const person = fc.nat(4);
const address = fc.oneof(
  fc.constantFrom("203.0.113.7", "203.0.113.8", "2001:db8:1:100::1", "2001:db8:1:101::2", "2001:db8:1:200::3"),
  fc.integer({ min: 1, max: 60 }).map((number) => `10.0.${number}.1`),
);

export const attemptCommands: fc.Arbitrary<AttemptCommand[]> = fc.array(
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.record({
        kind: kind("attempt"),
        of: fc.constantFrom<AttemptKind[]>("sign-in", "sign-in", "forgotten", "mails"),
        person,
        address,
        times: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 30 })),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: kind("right password"), person }) },
    { weight: 4, arbitrary: fc.record({ kind: kind("wait"), milliseconds: fc.nat(900_000) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: kind("wait until free"),
        of: fc.constantFrom("sign-in" as const, "forgotten" as const),
        off: fc.constantFrom(-1001, -1, 0, 1),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: kind("clock step"), milliseconds: clockStep }) },
  ),
  { minLength: 30, maxLength: 80, size: "max" },
);

/** Plays the commands with people and networks of this history alone. @throws Disagreement */
export async function playAttemptHistory(
  system: LimitsSystem,
  commands: readonly AttemptCommand[],
  tally: LimitsTally,
): Promise<void> {
  const model = new AttemptsModel();
  // Networks and people meet no counts of the history before.
  await system.database.delete(signInAttempts);
  let now = BEGINNING;
  for (const command of commands) {
    tally.count(command.kind);
    switch (command.kind) {
      case "attempt": {
        const { of, person: number, address: from, times } = command;
        const account = of === "mails" ? String(number) : `${number}@studio.example`;
        const expected = Array.from({ length: times }, () => model.attempt(now, countersOf(of, account, from)));
        tally.count("requests", times);
        for (const one of expected) tally.count(one === null ? "admitted" : "refused");
        const answers = await system.call({ call: "attempt", now, kind: of, account, address: from, times });
        const inOrder = (all: readonly (number | null)[]) => all.toSorted((a, b) => (a ?? 0) - (b ?? 0));
        expectEqual(`attempts of ${account}`, inOrder(answers), inOrder(expected));
        break;
      }
      case "right password": {
        const account = `${command.person}@studio.example`;
        await system.call({ call: "forget", account });
        model.forget(`sign-in ${account}`);
        break;
      }
      case "wait":
      case "clock step":
        now += command.milliseconds;
        break;
      case "wait until free":
        now = Math.max(now, model.endsAt(now, LIMITS[command.of].period) + command.off);
        break;
      default:
        command satisfies never;
    }
  }
}

/** Every network first for all accounts, then for this one; the account for all networks last. */
function countersOf(of: AttemptKind, account: string, address: string): ModelCounter[] {
  if (of === "mails") return [{ key: `mails ${account}`, ...MAILS }];
  const { period, ...limits } = LIMITS[of];
  const networks = networksOf(address);
  const counters = (["subnet", "site", "block"] as const).flatMap((width) => {
    const network = networks[width];
    if (network === undefined) return [];
    const [ofAll, ofAccount] = limits[width];
    return [
      { key: `all of ${of} ${width} ${network}`, most: ofAll, period },
      { key: `${of} ${account} ${width} ${network}`, most: ofAccount, period },
    ];
  });
  return [...counters, { key: `${of} ${account}`, most: limits.account, period }];
}
