// Range of days that a form takes: a slip of the keyboard, such as the year 9999, is outside.

import { z } from "zod";
import { dayFromNow } from "../../platform/calendar.ts";
import { customIssue } from "./custom-issues.ts";

const FIRST_DAY = "2000-01-01";
export const LAST_PLANNED_DAY = "2099-12-31";

/** Whether a day is in the range, if it is one. @param day YYYY-MM-DD, another text, or null */
export function isPlannedDay(day: string | null): boolean {
  return day === null || !/^\d{4}-\d\d-\d\d$/.test(day) || (day >= FIRST_DAY && day <= LAST_PLANNED_DAY);
}

/** The issue of a day outside the range. */
export const dayOutOfRange = customIssue("dayRange", { first: FIRST_DAY, last: LAST_PLANNED_DAY });

/** Today, in the studios' time zone, or a later day. */
export const comingDayField = z
  .string()
  .refine((day) => z.iso.date().safeParse(day).success, customIssue("date"))
  .refine(isPlannedDay, dayOutOfRange)
  .refine((day) => day >= dayFromNow(0), customIssue("dayPassed"));

/** A day that has begun in the studios' time zone. */
export const pastDayField = z.string().superRefine((day, check) => {
  const today = dayFromNow(0);
  if (!z.iso.date().safeParse(day).success) check.addIssue({ ...customIssue("date"), input: day });
  else if (day < FIRST_DAY || day > today) {
    check.addIssue({ ...customIssue("dayRange", { first: FIRST_DAY, last: today }), input: day });
  }
});
