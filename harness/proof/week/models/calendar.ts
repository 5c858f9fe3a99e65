// Calendar of the studios: the hours in which their people work, by the clock on the wall.

import { offsetAt } from "../../../../src/platform/calendar.ts";
import type { SeededRandom } from "./random.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Alarms of outboxes come late by this at most. */
export const RINGS_EVERY = 10 * MINUTE;

/** Thursday midnight in Kyiv: the clocks go back on Sunday, the last day of October. */
export const FIRST_MOMENT = Date.UTC(2021, 9, 27, 21);

const OPENS = 9;
const CLOSES = 19;
const SUNDAY = 0;

/** The clock on the wall at that moment, as a date in UTC. */
export function wallClock(moment: number): Date {
  return new Date(moment + offsetAt(moment));
}

/** YYYY-MM-DD on the wall. */
export function dayOnWall(moment: number): string {
  return wallClock(moment).toISOString().slice(0, 10);
}

/** That moment, if the studio works then; else the next opening, spread over the first hour. Whole seconds. */
export function whenOpen(moment: number, random: SeededRandom): number {
  for (let at = moment; ; at = nextHour(at)) {
    const wall = wallClock(at);
    const hour = wall.getUTCHours();
    if (wall.getUTCDay() === SUNDAY || hour < OPENS || hour >= CLOSES) continue;
    const isLater = at !== moment;
    return Math.ceil((isLater ? at + random.share() * HOUR : at) / 1000) * 1000;
  }
}

function nextHour(moment: number): number {
  return (Math.floor(moment / HOUR) + 1) * HOUR;
}
