// Pages of one-time links: invitation, new password, closed link.

import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { FORGOTTEN_PASSWORD_PATH } from "../../people/new-link.ts";
import type { Invitation, PasswordLink } from "../../people/one-time-link.store.ts";
import { MIN_PASSWORD_CHARACTERS } from "../../people/password.ts";
import { FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { MessagePage } from "../kit/render.tsx";
import { useView } from "../kit/view-context.ts";
import { signInWords } from "./sign-in.words.ts";

interface LinkPageProps<Link> {
  readonly link: Link;
  readonly form?: FormState;
}

export function InvitationPage({ link, form = EMPTY_FORM }: LinkPageProps<Invitation>) {
  const view = useView();
  const words = signInWords(view.language);
  return (
    <Layout title={words.invitationTitle(link.studioTitle)} width="narrow">
      <p>{words.invitationText(link.role)}</p>
      {link.email === null ? <p class="hint">{words.whoseText}</p> : null}
      {link.isKnown ? <p class="hint">{words.knownText}</p> : null}
      <PostForm class="card">
        <FaultSummary form={form} />
        <RequiredNote />
        <InvitedFields link={link} form={form} />
        <button type="submit" class="primary">
          {words.join}
        </button>
      </PostForm>
    </Layout>
  );
}

/** Without an e-mail in the invitation, the person may be new or known, so every field is shown. */
function InvitedFields({ link, form = EMPTY_FORM }: LinkPageProps<Invitation>) {
  const view = useView();
  const words = signInWords(view.language);
  const common = { form };
  const name = { name: "name", label: words.name, autocomplete: "name" } as const;
  const password = { name: "password", type: "password" } as const;
  if (link.email === null) {
    return (
      <>
        <Input {...common} name="email" label={words.email} type="email" autocomplete="username" />
        <Input {...common} {...name} hint={words.nameHint} optional />
        <Input
          {...common}
          {...password}
          label={words.password}
          hint={words.passwordHint(MIN_PASSWORD_CHARACTERS)}
          autocomplete="current-password"
        />
      </>
    );
  }
  if (link.isKnown) {
    return (
      <>
        <Whose label={words.invitedEmail} email={link.email} />
        <Input {...common} {...password} label={words.ownPassword} autocomplete="current-password" />
      </>
    );
  }
  return (
    <>
      <Whose label={words.invitedEmail} email={link.email} />
      <Input {...common} {...name} />
      <Input
        {...common}
        {...password}
        label={words.newPassword}
        hint={words.newPasswordHint(MIN_PASSWORD_CHARACTERS)}
        autocomplete="new-password"
      />
    </>
  );
}

export function PasswordLinkPage({ link, form = EMPTY_FORM }: LinkPageProps<PasswordLink>) {
  const view = useView();
  const words = signInWords(view.language);
  return (
    <Layout title={words.passwordTitle} width="narrow">
      <PostForm class="card">
        <FaultSummary form={form} />
        <RequiredNote />
        <Whose label={words.account} email={link.email} />
        <Input
          form={form}
          name="password"
          type="password"
          label={words.newPassword}
          hint={words.newPasswordHint(MIN_PASSWORD_CHARACTERS)}
          autocomplete="new-password"
        />
        <button type="submit" class="primary">
          {words.setPassword}
        </button>
      </PostForm>
    </Layout>
  );
}

export function ClosedLinkPage() {
  const view = useView();
  const words = signInWords(view.language);
  return (
    <MessagePage title={words.linkUsed}>
      <p>{words.linkUsedText}</p>
      {view.sendsMail ? <a href={FORGOTTEN_PASSWORD_PATH}>{words.forgotten}</a> : null}
    </MessagePage>
  );
}

function Whose({ label, email }: { readonly label: string; readonly email: string }) {
  return (
    <dl>
      <dt>{label}</dt>
      <dd>{email}</dd>
    </dl>
  );
}
