// Days in the studios' time zone, as YYYY-MM-DD.

/** Studios are in Ukraine for now; dates without a zone would be those of the data centre. */
export const TIME_ZONE = "Europe/Kyiv";

const DAY_MILLISECONDS = 86_400_000;
const zone = new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, timeZoneName: "longOffset" });

/** Milliseconds by which the zone is ahead of UTC at that moment. */
export function offsetAt(moment: number): number {
  const name = zone.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d+):(\d+)$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The day that many days from now in the studios' time zone. */
export function dayFromNow(days: number): string {
  const now = Date.now();
  return new Date(now + offsetAt(now) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/**
 * The day that many working days after another one, Monday to Friday; of 0, the same day if it is one of these, else the next Monday.
 * Public holidays count as working days: no calendar of them is kept.
 */
export function afterWorkingDays(day: string, workingDays: number): string {
  let moment = Date.parse(`${day}T00:00:00Z`);
  for (let left = workingDays; left > 0 || isWeekend(moment); ) {
    moment += DAY_MILLISECONDS;
    if (!isWeekend(moment)) left--;
  }
  return new Date(moment).toISOString().slice(0, 10);
}

function isWeekend(moment: number): boolean {
  const weekday = new Date(moment).getUTCDay();
  return weekday === 0 || weekday === 6;
}
