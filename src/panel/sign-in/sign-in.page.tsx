// Sign-in page.

import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { FORGOTTEN_PASSWORD_PATH } from "../../people/new-link.ts";
import { PANEL } from "../kit/addresses.ts";
import { FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { useView } from "../kit/view-context.ts";
import { RESUMED_FIELD, type ResumedForm } from "./resumed-form.ts";
import { signInWords } from "./sign-in.words.ts";

interface SignInPageProps {
  readonly form?: FormState;
  /** The reason for signing in again. */
  readonly message?: string;
  /** The path to continue at. */
  readonly next?: string | undefined;
  readonly resumed?: ResumedForm | undefined;
}

export function SignInPage({ form = EMPTY_FORM, message, next, resumed }: SignInPageProps) {
  const view = useView();
  const words = signInWords(view.language);
  return (
    <Layout title={words.title} width="narrow">
      {message === undefined ? null : <p role="alert">{message}</p>}
      <PostForm action={`${PANEL}/sign-in`} class="card">
        <FaultSummary form={form} />
        <RequiredNote />
        <Input form={form} name="email" label={words.email} type="email" autocomplete="username" autofocus />
        <Input form={form} name="password" label={words.password} type="password" autocomplete="current-password" />
        {next === undefined ? null : <input type="hidden" name="next" value={next} />}
        {resumed === undefined ? null : <input type="hidden" name={RESUMED_FIELD} value={JSON.stringify(resumed)} />}
        <button type="submit" class="primary">
          {words.submit}
        </button>
      </PostForm>
      {view.sendsMail ? (
        <p>
          <a href={FORGOTTEN_PASSWORD_PATH}>{words.forgotten}</a>
        </p>
      ) : (
        <p class="hint">{words.forgottenWithoutMail}</p>
      )}
    </Layout>
  );
}
