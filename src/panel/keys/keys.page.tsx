// Pages of API keys: list with the form of a new one, confirmation before revoking.

import { hourlyLimitOf } from "../../domain/plan.ts";
import type { StudioUse } from "../../gate/studio-gate.object.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { date, dateAndTime, timeAgo, wholeNumber } from "../../pages/format.ts";
import type { ApiKey } from "../../studios/api-key.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { SecretOnce } from "../kit/secret-once.tsx";
import { Table, type TableColumn } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { keyWords } from "./keys.words.ts";

interface KeysPageProps {
  readonly keys: readonly ApiKey[];
  /** undefined if the gate did not answer. */
  readonly use: StudioUse | undefined;
  /** The key just created: its secret is shown only now. */
  readonly created?: { readonly name: string; readonly secret: string; readonly isGateTold: boolean };
  readonly form?: FormState;
}

export function KeysPage({ keys, use, created, form = EMPTY_FORM }: KeysPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  const limit = hourlyLimitOf(studio.record.plan);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <Layout title={words.title}>
      <p class="muted">
        {words.intro} <a href="/api/v1/docs">{words.reference}</a>
      </p>
      {created === undefined ? null : (
        <SecretOnce title={words.created(created.name)} secret={created.secret} label={words.key}>
          <p>{words.once}</p>
          {created.isGateTold ? null : <p>{words.createdUntold}</p>}
        </SecretOnce>
      )}
      <div class="columns">
        {limit === null ? <NoAccess /> : <CreateForm form={form} />}
        {limit === null ? null : <HourlyUse limit={limit} use={use} />}
      </div>
      <section class="stack">
        <h2>{words.active}</h2>
        <ActiveKeys keys={keys.filter(({ revokedAt }) => revokedAt === null)} use={use} />
      </section>
      {revoked.length === 0 ? null : <RevokedKeys keys={revoked} />}
    </Layout>
  );
}

function NoAccess() {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  return (
    <section class="card">
      <h2>{words.noAccess(planName(studio))}</h2>
      <p>{words.noAccessText}</p>
    </section>
  );
}

function planName({ record }: StudioView): string {
  return record.plan.charAt(0).toUpperCase() + record.plan.slice(1);
}

interface CreateFormProps {
  readonly form: FormState;
}

function CreateForm({ form }: CreateFormProps) {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  return (
    <PostForm action={`${studio.base}/keys`} class="card">
      <h2>{words.create}</h2>
      <FaultSummary form={form} />
      <RequiredNote />
      <Input form={form} name="name" label={words.name} hint={words.nameHint} autocomplete="off" />
      <button type="submit" class="primary">
        {words.submit}
      </button>
    </PostForm>
  );
}

interface HourlyUseProps {
  readonly limit: number;
  readonly use: StudioUse | undefined;
}

function HourlyUse({ limit, use }: HourlyUseProps) {
  const view = useView();
  const words = keyWords(view.language);
  const number = (value: number) => wholeNumber(view.language, value);
  return (
    <section class="card">
      <h2>{words.use}</h2>
      {use === undefined ? (
        <p class="muted">{words.useUnknown}</p>
      ) : (
        <>
          <meter min={0} max={limit} high={Math.round(limit * 0.9)} value={use.usedThisHour} aria-label={words.use} />
          <p>{words.useOf(number(use.usedThisHour), number(limit))}</p>
        </>
      )}
    </section>
  );
}

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly use: StudioUse | undefined;
}

function ActiveKeys({ keys, use }: KeyListProps) {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  if (keys.length === 0) return <EmptyState text={words.noKeys} />;
  return (
    <Table
      rows={keys}
      columns={[
        ...keyColumns(view),
        { title: words.lastUsed, cell: (key) => lastUse(view, key, use) },
        {
          title: words.actions,
          isOfButtons: true,
          isTitled: true,
          cell: ({ id, name }) => (
            <a class="button small" href={`${studio.base}/keys/${id}/revoke`} aria-label={words.revokeOf(name)}>
              {words.revoke}
            </a>
          ),
        },
      ]}
    />
  );
}

function keyColumns({ language }: View): [TableColumn<ApiKey>, ...TableColumn<ApiKey>[]] {
  const words = keyWords(language);
  return [
    { title: words.name, cell: ({ name }) => name },
    { title: words.begins, cell: (key) => <Beginning apiKey={key} /> },
    { title: words.createdAt, cell: ({ createdAt }) => date(language, createdAt) },
    { title: words.requests, cell: (key) => <RequestsLink apiKey={key} /> },
  ];
}

function lastUse({ language }: View, { id }: ApiKey, use: StudioUse | undefined): string {
  const words = keyWords(language);
  if (use === undefined) return words.unknown;
  const usedAt = use.lastUsedAt.get(id);
  return usedAt === undefined ? words.never : timeAgo(language, usedAt);
}

function RequestsLink({ apiKey }: { readonly apiKey: ApiKey }) {
  const words = keyWords(useView().language);
  return (
    <a href={`${useStudio().base}/keys/${apiKey.id}/requests`} aria-label={words.requestsOf(apiKey.name)}>
      {words.showRequests}
    </a>
  );
}

function Beginning({ apiKey }: { readonly apiKey: ApiKey }) {
  return apiKey.firstCharacters === null ? <>—</> : <code>{apiKey.firstCharacters}…</code>;
}

function RevokedKeys({ keys }: Pick<KeyListProps, "keys">) {
  const view = useView();
  const words = keyWords(view.language);
  const revokedAt = (key: ApiKey) => dateAndTime(view.language, key.revokedAt ?? 0);
  return (
    <details>
      <summary>{words.revokedKeys(keys.length)}</summary>
      <Table rows={keys} columns={[...keyColumns(view), { title: words.revokedAt, cell: revokedAt }]} />
    </details>
  );
}

interface RevokePageProps {
  readonly apiKey: ApiKey;
  readonly use: StudioUse | undefined;
}

export function RevokePage({ apiKey, use }: RevokePageProps) {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  const usedAt = use?.lastUsedAt.get(apiKey.id);
  return (
    <Layout title={words.revokeTitle(apiKey.name)} width="narrow">
      <PostForm action={`${studio.base}/keys/${apiKey.id}/revoke`} class="card">
        <p>
          <Beginning apiKey={apiKey} />
        </p>
        {use === undefined ? null : (
          <p>{usedAt === undefined ? words.neverUsedText : words.lastUsedText(timeAgo(view.language, usedAt))}</p>
        )}
        <p>{words.revokeText}</p>
        <div class="row">
          <button type="submit" class="danger">
            {words.revokeNow}
          </button>
          <a class="button" href={`${studio.base}/keys`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}
