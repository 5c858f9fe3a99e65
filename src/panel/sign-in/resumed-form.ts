// Resumed form: values typed before a session ended, carried by the sign-in form and shown again.

import { z } from "zod";
import { type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { PANEL } from "../kit/addresses.ts";
import type { PanelContext } from "../kit/panel-context.ts";

/** The field in which a sign-in form carries the values of another form. */
export const RESUMED_FIELD = "resumed";

/** A form that waits for its person to sign in. */
export interface ResumedForm {
  readonly action: string;
  readonly values: TypedValues;
}

/** The values travel to the browser and back with the form that carries them. */
const MAX_CARRIED_BYTES = 64 * 1024;
/** Forms below these paths lacked only a session. */
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

/** The form that a sign-in form carries. A value that cannot be read is dropped: its person did not type it. */
export function readResumed(text: TypedValues[string]): ResumedForm | undefined {
  if (text === undefined) return undefined;
  try {
    return resumedSchema.parse(text);
  } catch {
    return undefined;
  }
}

/** The posted form, to be sent again later; undefined for one that is too large, or that no session would help. */
export async function postedForm(context: PanelContext): Promise<ResumedForm | undefined> {
  const { path } = context.var.view;
  if (!CARRIED_BELOW.some((start) => path.startsWith(start))) return undefined;
  const form = { action: path, values: withoutSecrets(await typedValuesOf(context)) };
  return encodeURIComponent(JSON.stringify(form)).length > MAX_CARRIED_BYTES ? undefined : form;
}

/** Passwords and secrets are typed again. */
function withoutSecrets(values: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password|secret/i.test(name)));
}
