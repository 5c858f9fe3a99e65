// A form as posted: its values as typed, and their faults in the person's language.

import type { z } from "zod";
import { Invalid } from "../domain/errors.ts";
import type { Language } from "../domain/person.ts";
import { faultSentence } from "./fault.words.ts";

/** The parts of a request's context that reading a form needs, at every door. */
interface FormContext {
  readonly req: { parseBody(options: { all: true }): Promise<Readonly<Record<string, unknown>>> };
  readonly var: { readonly view: { readonly language: Language } };
}

/** The field that carries the form token. */
export const FORM_TOKEN_FIELD = "formToken";

/** Values as typed, by field; of a repeated field all of them. Files are not among them. */
export type TypedValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Faults by field, in the person's language. */
export type ShownFaults = Readonly<Record<string, readonly string[]>>;

/** A form to show: empty, filled from a record, or as typed with its faults. */
export interface FormState {
  readonly values: TypedValues;
  readonly faults: ShownFaults;
}

export const EMPTY_FORM: FormState = { values: {}, faults: {} };

export type ReadForm<Fields> =
  | { readonly ok: true; readonly fields: Fields; readonly typed: TypedValues }
  | { readonly ok: false; readonly state: FormState };

/**
 * The posted values. A name that ends in [] holds a list; of any other, the last value counts. Text is trimmed.
 *
 * @throws Invalid for a malformed form
 */
export async function typedValuesOf(context: FormContext): Promise<TypedValues> {
  const body = await context.req.parseBody({ all: true }).catch(refuseMalformedForm);
  const values: Record<string, string | readonly string[]> = {};
  for (const [name, posted] of Object.entries(body)) {
    if (name === FORM_TOKEN_FIELD) continue;
    const texts = [posted].flat().flatMap((value) => (typeof value === "string" ? [value.trim()] : []));
    const last = texts.at(-1);
    if (name.endsWith("[]")) values[name.slice(0, -2)] = texts;
    else if (last !== undefined) values[name] = last;
  }
  return values;
}

/** The platform throws a TypeError for a malformed form. Any other error says that its body was lost. */
function refuseMalformedForm(error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  throw new Invalid({ body: [{ en: "is not a form", uk: "не є формою" }] });
}

/** Reads the posted form by its schema: an empty text counts as not sent. */
export async function readForm<Schema extends z.ZodType>(
  context: FormContext,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  return readValues(context.var.view.language, await typedValuesOf(context), schema);
}

/**
 * Reads values by a schema, with the faults in the person's language.
 *
 * @param others values beside the form's texts, such as files
 */
export function readValues<Schema extends z.ZodType>(
  language: Language,
  typed: TypedValues,
  schema: Schema,
  others: Readonly<Record<string, unknown>> = {},
): ReadForm<z.output<Schema>> {
  const sent = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse({ ...sent, ...others }, { error: (fault) => faultSentence(language, fault) });
  if (parsed.success) return { ok: true, fields: parsed.data, typed };
  return { ok: false, state: { values: typed, faults: faultsOf(parsed.error) } };
}

function faultsOf(error: z.ZodError): ShownFaults {
  const faults: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".") || "form";
    faults[field] = [...(faults[field] ?? []), issue.message];
  }
  return faults;
}

/** The form as typed, with a fault that only doing the work could find. */
export function refused(typed: TypedValues, faults: ShownFaults): FormState {
  return { values: typed, faults };
}

/** A record's value as a form shows it. */
export function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The mark before the digits of a fraction. */
const DECIMAL_MARKS = { en: ".", uk: "," } as const satisfies Record<Language, string>;

export function shownDecimal(language: Language, decimal: string): string {
  return decimal.replace(".", DECIMAL_MARKS[language]);
}
