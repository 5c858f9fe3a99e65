// The end of an API key: words of the list, field of the form, and the reminder.

import { doesKeyEndSoon, isKeyEnded, type KeyEnd } from "../../domain/api-key.ts";
import type { Language } from "../../domain/person.ts";
import type { FormState } from "../../pages/form-values.ts";
import { calendarDay, date, dateAndTime, plainDateAndTime, startOfDay } from "../../pages/format.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import type { ApiKey } from "../../studios/api-key.store.ts";
import { Input } from "../kit/form.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { keyWords } from "./keys.words.ts";

/** The last day of a key, YYYY-MM-DD; "" if it has no end. */
export function lastDayOf(expiresAt: KeyEnd): string {
  return expiresAt === null ? "" : plainDateAndTime(expiresAt - 1).slice(0, 10);
}

/** The time of a key as the end of a sentence: its last day, or the moment if that is no day's end. */
export function endWords(language: Language, expiresAt: number): string {
  const words = keyWords(language);
  const isDayEnd = startOfDay(plainDateAndTime(expiresAt).slice(0, 10)) === expiresAt;
  return isDayEnd ? words.through(date(language, expiresAt - 1)) : words.until(dateAndTime(language, expiresAt));
}

export function EndOfKey({ apiKey: { expiresAt } }: { readonly apiKey: ApiKey }) {
  const { language } = useView();
  const words = keyWords(language);
  if (expiresAt === null) return <span class="muted">{words.noEnd}</span>;
  return (
    <>
      {endWords(language, expiresAt)}{" "}
      {doesKeyEndSoon(expiresAt, Date.now()) ? <span class="badge warn">{words.endsSoon}</span> : null}
    </>
  );
}

export function LastDayInput({ form }: { readonly form: FormState }) {
  const { language } = useView();
  const words = keyWords(language);
  const inDays = (days: number) => calendarDay(language, dayFromNow(days));
  const hint = words.lastDayHint(inDays(30), inDays(90), inDays(365));
  return (
    <Input
      form={form}
      name="lastDay"
      type="date"
      label={words.lastDay}
      hint={hint}
      min={dayFromNow(0)}
      max="2099-12-31"
      optional
    />
  );
}

interface KeyReminderProps {
  /** Unrevoked keys near their end, before it or after. */
  readonly keys: readonly Pick<ApiKey, "name" | "expiresAt">[];
  /** Whether a link leads to the keys. */
  readonly isElsewhere?: boolean;
}

/** Nothing if no key is near its end. */
export function KeyReminder({ keys, isElsewhere = false }: KeyReminderProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = keyWords(language);
  if (keys.length === 0) return null;
  return (
    <section class="warning" aria-labelledby="key-reminder">
      <div>
        <h2 id="key-reminder">{words.reminder}</h2>
        <ul>
          {keys.map(({ name, expiresAt }) => {
            const say = isKeyEnded(expiresAt, Date.now()) ? words.ended : words.soon;
            return <li>{say(name, endWords(language, expiresAt ?? 0))}</li>;
          })}
        </ul>
        <p>{words.reminderText}</p>
      </div>
      {isElsewhere ? (
        <a class="button small" href={`${studio.base}/keys`}>
          {words.toKeys}
        </a>
      ) : null}
    </section>
  );
}
