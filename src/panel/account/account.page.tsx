// The account page: profile, password, sessions.

import { LANGUAGES, THEMES } from "../../domain/person.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { date, timeAgo } from "../../pages/format.ts";
import { OWN_LANGUAGE_NAMES } from "../../pages/words.ts";
import { FORGOTTEN_PASSWORD_PATH } from "../../people/new-link.ts";
import { MIN_PASSWORD_CHARACTERS } from "../../people/password.ts";
import type { listSessions } from "../../people/session.store.ts";
import { PANEL } from "../kit/addresses.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import { useView } from "../kit/view-context.ts";
import { accountWords } from "./account.words.ts";
import { browserName } from "./browser-name.ts";

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

export const ACCOUNT = `${PANEL}/account`;

interface AccountPageProps {
  readonly sessions: readonly SessionRow[];
  readonly thisSessionId: number;
  readonly profile: FormState;
  readonly password?: FormState;
}

export function AccountPage({ sessions, thisSessionId, profile, password = EMPTY_FORM }: AccountPageProps) {
  const view = useView();
  const words = accountWords(view.language);
  return (
    <Layout title={words.title}>
      <div class="columns">
        <section class="stack">
          <h2>{words.profile}</h2>
          <ProfileForm form={profile} />
        </section>
        <section class="stack">
          <h2>{words.password}</h2>
          <PasswordForm form={password} />
        </section>
      </div>
      <Alerts />
      <section class="stack">
        <h2>{words.sessions}</h2>
        <Sessions sessions={sessions} thisSessionId={thisSessionId} />
      </section>
    </Layout>
  );
}

interface FormProps {
  readonly form: FormState;
}

function ProfileForm({ form }: FormProps) {
  const view = useView();
  const words = accountWords(view.language);
  const languages = LANGUAGES.map((value) => ({ value, label: OWN_LANGUAGE_NAMES[value] }));
  const themes = THEMES.map((value) => ({ value, label: words.themes[value] }));
  return (
    <PostForm action={ACCOUNT} class="card">
      <FaultSummary form={form} />
      <RequiredNote />
      <dl>
        <dt>{words.email}</dt>
        <dd>{view.person?.email}</dd>
      </dl>
      <Input form={form} name="name" label={words.name} autocomplete="name" />
      <div class="fields">
        <Select form={form} name="language" label={words.language} choices={languages} />
        <Select form={form} name="theme" label={words.theme} choices={themes} />
      </div>
      <button type="submit" class="primary">
        {words.save}
      </button>
    </PostForm>
  );
}

function PasswordForm({ form }: FormProps) {
  const view = useView();
  const words = accountWords(view.language);
  return (
    <PostForm action={`${ACCOUNT}/password`} class="card">
      <FaultSummary form={form} />
      <RequiredNote />
      <Input form={form} name="oldPassword" type="password" label={words.oldPassword} autocomplete="current-password" />
      <Input
        form={form}
        name="newPassword"
        type="password"
        label={words.newPassword}
        hint={words.newPasswordHint(MIN_PASSWORD_CHARACTERS)}
        autocomplete="new-password"
      />
      <button type="submit">{words.changePassword}</button>
      {view.sendsMail ? (
        <p class="hint">
          <a href={FORGOTTEN_PASSWORD_PATH}>{words.forgotten}</a>
        </p>
      ) : null}
    </PostForm>
  );
}

/** Kept by the browser, so the page's script shows it. */
function Alerts() {
  const words = accountWords(useView().language);
  return (
    <section id="alerts" class="stack" hidden aria-labelledby="alerts-title" data-sample={words.alertSample}>
      <h2 id="alerts-title">{words.alerts}</h2>
      <div class="card">
        <p class="hint">{words.alertsHint}</p>
        {(["sound", "notification"] as const).map((kind) => (
          <div class="field checkbox">
            <label>
              <input type="checkbox" name={kind} autocomplete="off" />
              <span>{words.alertKinds[kind]}</span>
            </label>
          </div>
        ))}
        <p id="alerts-refused" class="fault" role="alert" hidden>
          {words.alertsRefused}
        </p>
      </div>
    </section>
  );
}

function Sessions({ sessions, thisSessionId }: Pick<AccountPageProps, "sessions" | "thisSessionId">) {
  const { language } = useView();
  const words = accountWords(language);
  const isThis = ({ id }: SessionRow) => id === thisSessionId;
  const browserOf = ({ userAgent }: SessionRow) => browserName(userAgent) ?? words.unknownBrowser;
  return (
    <>
      <Table
        rows={sessions}
        columns={[
          {
            title: words.browser,
            cell: (session) => (
              <>
                {browserOf(session)} {isThis(session) ? <span class="badge good">{words.thisOne}</span> : null}
              </>
            ),
          },
          { title: words.created, cell: ({ createdAt }) => date(language, createdAt) },
          {
            title: words.lastUsed,
            cell: (session) => timeAgo(language, isThis(session) ? Date.now() : session.lastUsedAt),
          },
          {
            title: words.actions,
            isOfButtons: true,
            isTitled: true,
            cell: (session) =>
              isThis(session) ? null : (
                <PostForm action={`${ACCOUNT}/sessions/${session.id}/end`}>
                  <button type="submit" class="small" aria-label={words.endOf(browserOf(session))}>
                    {words.end}
                  </button>
                </PostForm>
              ),
          },
        ]}
      />
      {sessions.length > 1 ? (
        <PostForm action={`${ACCOUNT}/sessions/end-others`} class="row">
          <button type="submit">{words.endOthers}</button>
        </PostForm>
      ) : (
        <p class="hint">{words.onlyThis}</p>
      )}
    </>
  );
}
