// Mishaps of a simulated week: deployments, kills, outages, and clocks that change.

import { DAY, FIRST_MOMENT, HOUR, MINUTE } from "./models/calendar.ts";
import type { SeededRandom } from "./models/random.ts";
import type { Outage, WeekSystem } from "./system/week-system.ts";

export interface Mishap {
  readonly at: number;
  readonly until: number;
  readonly kind: "deploy" | "kill" | Outage | "clock back" | "summer time ends";
}

interface Course {
  readonly system: WeekSystem;
  note(mishap: Mishap): void;
  /** Enters work that happens alone. */
  at(at: number, run: () => Promise<void>): void;
  /** Kills the Workers amid the next requests. */
  killNext(): void;
  /** The clock lags behind by so much from now on. */
  turnBack(milliseconds: number): void;
}

const OUTAGES: readonly Outage[] = ["engine", "sliceResults", "database", "mail"];
const MINUTES_OF_OUTAGE: Readonly<Record<Outage, number>> = { engine: 30, sliceResults: 30, database: 5, mail: 90 };
/** Kyiv's clocks go back at four o'clock on the last Sunday of October. */
const SUMMER_TIME_ENDS = Date.UTC(2021, 9, 31, 1);

/** A day has two deployments, three kills amid requests, two outages, and a step back of the clock for an hour. */
export function planMishaps(random: SeededRandom, days: number, course: Course): void {
  const { system } = course;
  for (let day = 0; day < days; day++) {
    const during = (hour: number) => FIRST_MOMENT + day * DAY + (hour + random.share()) * HOUR;
    for (const hour of [11, 23]) {
      const at = during(hour);
      course.note({ kind: "deploy", at, until: at });
      course.at(at, () => system.deploy());
    }
    for (const hour of [9.5, 13.5, 17]) {
      const at = during(hour);
      course.note({ kind: "kill", at, until: at });
      course.at(at, async () => course.killNext());
    }
    for (const [place, outage] of OUTAGES.entries()) {
      if (day % 2 !== place % 2) continue;
      const at = during(10 + 2.5 * place);
      const until = at + MINUTES_OF_OUTAGE[outage] * MINUTE;
      course.note({ kind: outage, at, until });
      course.at(at, () => system.begin(outage));
      course.at(until, () => system.end(outage));
    }
    const at = during(15);
    const steps = 1000 * random.whole(2, 20);
    course.note({ kind: "clock back", at, until: at + HOUR });
    course.at(at, async () => course.turnBack(steps));
    course.at(at + HOUR, async () => course.turnBack(0));
  }
  const isSeen = SUMMER_TIME_ENDS < FIRST_MOMENT + days * DAY;
  if (isSeen) course.note({ kind: "summer time ends", at: SUMMER_TIME_ENDS, until: SUMMER_TIME_ENDS });
}
