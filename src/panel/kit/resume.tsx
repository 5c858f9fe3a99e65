// Resuming: a form that met an ended session is not lost, but shown again to be sent by its person.

import { z } from "zod";
import { type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { SignInPage } from "../sign-in/sign-in.page.tsx";
import { PANEL } from "./addresses.ts";
import { PostForm } from "./form.tsx";
import { Layout } from "./layout.tsx";
import { layoutWords } from "./layout.words.ts";
import type { PanelContext } from "./panel-context.ts";
import { foreignFormPage, render } from "./render.tsx";
import { useView } from "./view-context.ts";

/** The field in which a sign-in form carries what was typed into another. */
export const RESUMED_FIELD = "resumed";

/** A form that waits for its person to sign in. */
export interface ResumedForm {
  readonly action: string;
  readonly values: TypedValues;
}

/** What is kept must be sent again with the form that keeps it, and is shown to whoever sends it. */
const MAX_KEPT_BYTES = 64 * 1024;
/** Where forms are that only a session was missing for. */
const KEPT_BELOW = [`${PANEL}/studios/`, `${PANEL}/account`];

const resumedSchema = z
  .string()
  .max(MAX_KEPT_BYTES)
  .transform((text) => JSON.parse(text))
  .pipe(
    z.object({
      action: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    }),
  );

/** What a sign-in form carries along. It is no business of the person: what cannot be read is dropped. */
export function readResumed(text: TypedValues[string]): ResumedForm | undefined {
  if (text === undefined) return undefined;
  try {
    return resumedSchema.parse(text);
  } catch {
    return undefined;
  }
}

/** For a page that demands a session: the sign-in page, and back. A posted form goes along. */
export async function askToSignIn(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  if (context.req.method === "GET" || context.req.method === "HEAD") {
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`${PANEL}/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  const words = layoutWords(view.language);
  const resumed = await keptForm(context);
  const message = resumed === undefined ? words.sessionEndedUnkept : words.sessionEnded;
  return render(context, <SignInPage message={message} resumed={resumed} />, 401);
}

/** For a form whose token is not this session's: nothing is done until its person sends it again. */
export async function askToSendAgain(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  if (view.path === `${PANEL}/sign-in`) {
    const resumed = readResumed((await typedValuesOf(context))[RESUMED_FIELD]);
    const message = layoutWords(view.language).sessionChanged;
    return render(context, <SignInPage message={message} resumed={resumed} />, 403);
  }
  const form = await keptForm(context);
  if (form === undefined) return foreignFormPage(context, view.path === `${PANEL}/sign-out` ? PANEL : view.path);
  return render(context, <SendAgainPage form={form} />, 403);
}

/** The posted form as it is kept; undefined where it is too large, or not one of those that are. */
async function keptForm(context: PanelContext): Promise<ResumedForm | undefined> {
  const { path } = context.var.view;
  if (!KEPT_BELOW.some((start) => path.startsWith(start))) return undefined;
  const form = { action: path, values: withoutSecrets(await typedValuesOf(context)) };
  return encodeURIComponent(JSON.stringify(form)).length > MAX_KEPT_BYTES ? undefined : form;
}

export function SendAgainPage({ form }: { readonly form: ResumedForm }) {
  const view = useView();
  const words = layoutWords(view.language);
  const values = Object.entries(form.values);
  return (
    <Layout title={words.resumeTitle} width="narrow">
      <p>{words.resumeText}</p>
      <PostForm action={form.action} class="card">
        <dl>
          {values.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{[value ?? ""].flat().join(", ")}</dd>
            </>
          ))}
        </dl>
        <HiddenValues values={form.values} />
        <p class="hint">{words.resumeFiles}</p>
        <button type="submit" class="primary">
          {words.resumeButton}
        </button>
      </PostForm>
    </Layout>
  );
}

function HiddenValues({ values }: { readonly values: TypedValues }) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) =>
        typeof value === "string"
          ? [<input type="hidden" name={name} value={value} />]
          : (value ?? []).map((entry) => <input type="hidden" name={`${name}[]`} value={entry} />),
      )}
    </>
  );
}

/** Passwords and secrets are typed again. */
function withoutSecrets(values: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password|secret/i.test(name)));
}
