// Resuming: a form that met an ended session is not lost, but shown again to be sent by its person.

import { SignInPage } from "../sign-in/sign-in.page.tsx";
import { PANEL } from "./addresses.ts";
import { PostForm } from "./form.tsx";
import { type TypedValues, typedValuesOf } from "./form-values.ts";
import { Layout } from "./layout.tsx";
import { layoutWords } from "./layout.words.ts";
import type { PanelContext, View } from "./panel-context.ts";
import { render } from "./render.tsx";

/** The field in which a sign-in form carries what was typed into another. */
export const RESUMED_FIELD = "resumed";

/** A form that waits for its person to sign in. */
export interface ResumedForm {
  readonly action: string;
  readonly values: TypedValues;
}

/** For a page that demands a session: the sign-in page, and back. A posted form goes along. */
export async function askToSignIn(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  if (context.req.method === "GET" || context.req.method === "HEAD") {
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`${PANEL}/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  const resumed: ResumedForm = { action: view.path, values: withoutSecrets(await typedValuesOf(context)) };
  return render(
    context,
    <SignInPage view={view} message={layoutWords(view.language).sessionEnded} resumed={resumed} />,
    401,
  );
}

/** For a form whose token is not this session's: nothing is done until its person sends it again. */
export async function askToSendAgain(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  const form: ResumedForm = { action: view.path, values: withoutSecrets(await typedValuesOf(context)) };
  return render(context, <SendAgainPage view={view} form={form} />, 403);
}

export function SendAgainPage({ view, form }: { readonly view: View; readonly form: ResumedForm }) {
  const words = layoutWords(view.language);
  const values = Object.entries(form.values);
  return (
    <Layout view={view} title={words.resumeTitle} width="narrow">
      <p>{words.resumeText}</p>
      <PostForm view={view} action={form.action} class="card">
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

/** Passwords are typed again. */
function withoutSecrets(values: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));
}
