// Pages of a forgotten password: the form that has a link sent, and its answer.

import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { FORGOTTEN_PASSWORD_PATH } from "../../people/new-link.ts";
import { PANEL } from "../kit/addresses.ts";
import { FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { MessagePage } from "../kit/render.tsx";
import { useView } from "../kit/view-context.ts";
import { signInWords } from "./sign-in.words.ts";

export function ForgottenPasswordPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const words = signInWords(useView().language);
  return (
    <Layout title={words.forgotten} width="narrow">
      <PostForm class="card">
        <FaultSummary form={form} />
        <p>{words.forgottenText}</p>
        <RequiredNote />
        <Input form={form} name="email" label={words.email} type="email" autocomplete="username" autofocus />
        <button type="submit" class="primary">
          {words.sendLink}
        </button>
      </PostForm>
      <ToSignIn />
    </Layout>
  );
}

/** The same for a known e-mail and an unknown one. */
export function LinkSentPage({ email }: { readonly email: string }) {
  const words = signInWords(useView().language);
  return (
    <MessagePage title={words.linkSent}>
      <p>{words.linkSentText(email)}</p>
      <p class="hint">{words.linkNotCome}</p>
      <p>
        <a href={FORGOTTEN_PASSWORD_PATH}>{words.otherEmail}</a>
      </p>
      <ToSignIn />
    </MessagePage>
  );
}

function ToSignIn() {
  const { language, person } = useView();
  if (person !== undefined) return null;
  return (
    <p>
      <a href={`${PANEL}/sign-in`}>{signInWords(language).toSignIn}</a>
    </p>
  );
}
