// Seen form: carries the values it was shown with, so that saving it never undoes another person's change.
//
// A field that the person left as it was keeps its current value. A field that both changed is asked about.

import type { Context, Handler } from "hono";
import { z } from "zod";
import { ChangedMeanwhile } from "../../../domain/errors.ts";
import type { Language } from "../../../domain/person.ts";
import {
  type FormState,
  type ReadForm,
  readValues,
  type ShownFaults,
  type TypedValues,
  typedValuesOf,
} from "../../../pages/form-values.ts";
import type { PanelContext, PanelEnv } from "../panel-context.ts";
import { seenFormWords } from "./seen-form.words.ts";

/** The field with the values that the form was shown with, as JSON. */
export const SEEN_FIELD = "seen";

type Values = Readonly<Record<string, string>>;

const seenSchema = z
  .string()
  .transform((text, check): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      check.addIssue({ code: "custom", input: text });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string()));

/** A form filled from a record. */
export function shownForm(values: TypedValues): FormState {
  return { values: { ...values, [SEEN_FIELD]: JSON.stringify(textsOf(values)) }, faults: {} };
}

/** Fields of the undo of a save. A field that a later save changed is asked about. */
export function undoFields(before: TypedValues, saved: TypedValues): Record<string, string> {
  const [old, now] = [textsOf(before), textsOf(saved)];
  const changed = namesOf(old, now).filter((name) => old[name] !== now[name]);
  const pick = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name] ?? ""]));
  return { ...pick(old), [SEEN_FIELD]: JSON.stringify(pick(now)) };
}

type ReadSeenForm<Fields> =
  | Extract<ReadForm<Fields>, { ok: true }>
  | { readonly ok: false; readonly state: FormState; readonly status: 400 | 409 };

interface StoredForm {
  /** The current values, as the form shows them. */
  readonly stored: TypedValues;
  /** Names of the form's checkboxes: unticked, they are not sent. */
  readonly boxes?: readonly string[];
  /** A choice's value as its label; by default, the value itself. */
  readonly label?: (name: string, value: string) => string;
}

/** Reads a posted form over the current values. A form without the values that it was shown with is read as it is. */
export async function readSeenForm<Schema extends z.ZodType>(
  context: PanelContext,
  schema: Schema,
  { stored, boxes = [], label = (_, value) => value }: StoredForm,
): Promise<ReadSeenForm<z.output<Schema>>> {
  const { language } = context.var.view;
  const typed = await typedValuesOf(context);
  const seen = seenSchema.safeParse(typed[SEEN_FIELD]);
  const { values, contested } = seen.success
    ? merged(typed, seen.data, textsOf(stored), boxes)
    : { values: typed, contested: {} };
  if (Object.keys(contested).length > 0) {
    const shown = { ...values, [SEEN_FIELD]: JSON.stringify(textsOf(stored)) };
    return { ok: false, status: 409, state: { values: shown, faults: faultsOf(language, contested, boxes, label) } };
  }
  const form = readValues(language, values, schema);
  return form.ok ? form : { ...form, status: 400 };
}

/** Runs the save once more if another person's save came between its check and its write. */
export function overNewest<Path extends string>(
  save: (context: Context<PanelEnv, Path>) => Promise<Response>,
): Handler<PanelEnv, Path> {
  return async (context) => {
    try {
      return await save(context);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      return save(context);
    }
  };
}

/** `contested` has the current values of fields that both changed. */
function merged(typed: TypedValues, seen: Values, stored: Values, boxes: readonly string[]) {
  const values: Record<string, TypedValues[string]> = { ...typed };
  const contested: Record<string, string> = {};
  for (const name of namesOf(seen, stored)) {
    const [before, now] = [seen[name], stored[name] ?? ""];
    const isBox = boxes.includes(name);
    if (before === undefined && typed[name] === undefined) {
      values[name] = now;
      continue;
    }
    if (typed[name] === undefined && !isBox) continue;
    const after = text(typed[name]);
    if (isSame(after, before ?? "", isBox)) values[name] = isSame(now, "", isBox) ? "" : now;
    else if (!isSame(now, before ?? "", isBox) && !isSame(now, after, isBox)) contested[name] = now;
  }
  return { values, contested };
}

/** An unticked box is stored as `false`, and sent as nothing. */
function isSame(one: string, other: string, isBox: boolean): boolean {
  return isBox ? (one === "true") === (other === "true") : one === other;
}

function faultsOf(
  language: Language,
  contested: Values,
  boxes: readonly string[],
  label: (name: string, value: string) => string,
): ShownFaults {
  const words = seenFormWords(language);
  const ofFields = Object.entries(contested).map(([name, now]) => {
    if (now === "") return [name, [words.clearedMeanwhile]] as const;
    return [name, [words.savedMeanwhile(boxes.includes(name) ? words.chosen : label(name, now))]] as const;
  });
  return { form: [words.changedMeanwhile], ...Object.fromEntries(ofFields) };
}

function namesOf(...values: readonly Values[]): string[] {
  return [...new Set(values.flatMap((one) => Object.keys(one)))];
}

/** Single texts, as a browser sends them: trimmed, with one kind of line break. */
function textsOf(values: TypedValues): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" && name !== SEEN_FIELD ? [[name, text(value)]] : [],
    ),
  );
}

function text(value: TypedValues[string]): string {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "";
}
