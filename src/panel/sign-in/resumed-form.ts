// Resumed form: values typed before a session ended, carried through the sign-in form.

import { z } from "zod";
import { type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { PANEL } from "../kit/addresses.ts";
import type { PanelContext } from "../kit/panel-context.ts";

/** The sign-in form's field with the values of another form. */
export const RESUMED_FIELD = "resumed";

export interface ResumedForm {
  readonly action: string;
  readonly values: TypedValues;
}

/** Bounds the sign-in page: the values travel to the browser and back. */
const MAX_CARRIED_BYTES = 64 * 1024;
/** A session helps only forms below these paths. */
const CARRIED_BELOW = [`${PANEL}/studios/`, `${PANEL}/account`];

const resumedSchema = z
  .string()
  .max(MAX_CARRIED_BYTES)
  .transform((text) => JSON.parse(text))
  .pipe(
    z.object({
      action: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    }),
  );

/** The carried form; undefined for an unreadable value, which no person typed. */
export function readResumedForm(text: TypedValues[string]): ResumedForm | undefined {
  if (text === undefined) return undefined;
  try {
    return resumedSchema.parse(text);
  } catch {
    return undefined;
  }
}

/** The posted form, to be sent again; undefined if it is too large, or if a session does not help. */
export async function postedForm(context: PanelContext): Promise<ResumedForm | undefined> {
  const { path } = context.var.view;
  if (!CARRIED_BELOW.some((start) => path.startsWith(start))) return undefined;
  const form = { action: path, values: withoutSecrets(await typedValuesOf(context)) };
  return encodeURIComponent(JSON.stringify(form)).length > MAX_CARRIED_BYTES ? undefined : form;
}

/** The fields of type "password" in the panel's forms. */
const SECRET_FIELD = /password|secret|token|carrierKey/i;

/** Secrets are not carried: the person types them again. */
function withoutSecrets(values: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET_FIELD.test(name)));
}
