// The sign-in page.

import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { PANEL } from "../kit/addresses.ts";
import { FaultSummary, Input, PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { View } from "../kit/panel-context.ts";
import { RESUMED_FIELD, type ResumedForm } from "./resumed-form.ts";
import { signInWords } from "./sign-in.words.ts";

interface SignInPageProps {
  readonly view: View;
  readonly form?: FormState;
  /** Why one is asked to sign in. */
  readonly message?: string;
  /** The path to go on to. */
  readonly next?: string | undefined;
  readonly resumed?: ResumedForm | undefined;
}

export function SignInPage({ view, form = EMPTY_FORM, message, next, resumed }: SignInPageProps) {
  const words = signInWords(view.language);
  return (
    <Layout view={view} title={words.title} width="narrow">
      {message === undefined ? null : <p role="alert">{message}</p>}
      <PostForm view={view} action={`${PANEL}/sign-in`} class="card">
        <FaultSummary view={view} form={form} />
        <Input
          view={view}
          form={form}
          name="email"
          label={words.email}
          type="email"
          autocomplete="username"
          autofocus
        />
        <Input
          view={view}
          form={form}
          name="password"
          label={words.password}
          type="password"
          autocomplete="current-password"
        />
        {next === undefined ? null : <input type="hidden" name="next" value={next} />}
        {resumed === undefined ? null : <input type="hidden" name={RESUMED_FIELD} value={JSON.stringify(resumed)} />}
        <button type="submit" class="primary">
          {words.submit}
        </button>
      </PostForm>
      <p class="hint">{words.forgotten}</p>
    </Layout>
  );
}
