// Calendar months, as YYYY-MM.

import { startOfDay } from "../../pages/format.ts";
import { dayFromNow } from "../../platform/calendar.ts";

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
/** As many as a person looks through in a list. */
const MAX_OFFERED = 36;

/** The month that a link names; the current one, if it names none or one to come. */
export function askedMonth(text: string | undefined): string {
  const now = thisMonth();
  return text !== undefined && MONTH.test(text) && text <= now ? text : now;
}

export function thisMonth(): string {
  return dayFromNow(0).slice(0, 7);
}

export function monthBefore(month: string): string {
  return shifted(month, -1);
}

export function monthAfter(month: string): string {
  return shifted(month, 1);
}

function shifted(month: string, by: number): string {
  const moment = new Date(`${month}-01T00:00:00Z`);
  moment.setUTCMonth(moment.getUTCMonth() + by);
  return moment.toISOString().slice(0, 7);
}

/** The first moment of the month in the studios' time zone. */
export function startOfMonth(month: string): number {
  return startOfDay(`${month}-01`);
}

/** The latest months back to the studio's first, and the shown one. @param since the moment of the studio's creation */
export function offeredMonths(shown: string, since: number): readonly string[] {
  const months: string[] = [];
  for (let month = thisMonth(); months.length < MAX_OFFERED; month = monthBefore(month)) {
    if (startOfMonth(monthAfter(month)) <= since) break;
    months.push(month);
  }
  return months.includes(shown) ? months : [...months, shown].toSorted().reverse();
}
