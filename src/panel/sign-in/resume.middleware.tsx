// Middleware of ended sessions: asks to sign in, and shows the posted form again.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import { FORM_TOKEN_FIELD, type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { PANEL } from "../kit/addresses.ts";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { layoutWords } from "../kit/layout.words.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { carriesModels } from "../kit/read-forms.middleware.tsx";
import { foreignFormPage, render } from "../kit/render.tsx";
import { useView } from "../kit/view-context.ts";
import { postedForm, RESUMED_FIELD, type ResumedForm, readResumedForm } from "./resumed-form.ts";
import { resumedValues } from "./resumed-values.ts";
import { SignInPage } from "./sign-in.page.tsx";

/** Asks a person without a session to sign in, then returns to the page with the values of a posted form. */
export const requireSession = createMiddleware<PanelEnv>(async (context, next) => {
  if (context.var.session === undefined) return askToSignIn(context);
  await next();
});

/**
 * Refuses a form without this session's token. It may be our own form, opened before the person signed in again: so the values
 * are shown, and the person sends them again. A form that carries models is judged once it was read (panel.ts).
 */
export const requireFormToken = createMiddleware<PanelEnv>(async (context, next) => {
  const isUnread = carriesModels(context) && context.req.bodyCache.formData === undefined;
  if (isRead(context.req.method) || isUnread) return next();
  const body = await context.req.parseBody({ all: true });
  if (body[FORM_TOKEN_FIELD] !== context.var.view.formToken) return askToSendAgain(context);
  await next();
});

/** Redirects to the sign-in page, with the path to return to. A posted form is carried along. */
async function askToSignIn(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  if (context.req.method === "GET" || context.req.method === "HEAD") {
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`${PANEL}/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  const words = layoutWords(view.language);
  const resumed = await postedForm(context);
  const message = resumed === undefined ? words.sessionEndedUnkept : words.sessionEnded;
  return render(context, <SignInPage message={message} resumed={resumed} />, 401);
}

/** Answers a form with another session's token: nothing changes until the person sends it again. */
async function askToSendAgain(context: PanelContext): Promise<Response> {
  const { view } = context.var;
  if (view.path === `${PANEL}/sign-in`) {
    const resumed = readResumedForm((await typedValuesOf(context))[RESUMED_FIELD]);
    const message = layoutWords(view.language).sessionChanged;
    return render(context, <SignInPage message={message} resumed={resumed} />, 403);
  }
  const form = await postedForm(context);
  if (form === undefined) return foreignFormPage(context, view.path === `${PANEL}/sign-out` ? PANEL : view.path);
  return render(context, <SendAgainPage form={form} />, 403);
}

export function SendAgainPage({ form }: { readonly form: ResumedForm }) {
  const view = useView();
  const words = layoutWords(view.language);
  return (
    <Layout title={words.resumeTitle} width="narrow">
      <p>{words.resumeText}</p>
      <PostForm action={form.action} class="card">
        <dl>
          {resumedValues(view.language, form.values).map(([label, value]) => (
            <>
              <dt>{label}</dt>
              <dd>{value}</dd>
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
