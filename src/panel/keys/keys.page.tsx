// The page of API keys: the form of a new one, the hour's use, and all keys.

import { isKeyEnded, KEY_KINDS, KEY_PERMISSIONS, KEY_REMINDER_MILLISECONDS } from "../../domain/api-key.ts";
import { hourlyLimitOf } from "../../domain/plan.ts";
import type { StudioUse } from "../../gate/studio-gate.object.ts";
import { documentsAddress } from "../../http/guide-address.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { wholeNumber } from "../../pages/format.ts";
import { type ApiKey, isKeyInUse } from "../../studios/api-key.store.ts";
import { FaultSummary, Input, PostForm, Radios, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { SecretOnce } from "../kit/secret-once.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { endWords, KeyReminder, LastDayInput } from "./key-end.tsx";
import { EndedKeys, KeysInUse, RevokedKeys } from "./key-list.tsx";
import { keyWords } from "./keys.words.ts";

/** A key just made: its secret is shown only now. */
export interface CreatedKey {
  readonly name: string;
  readonly secret: string;
  readonly isGateTold: boolean;
  /** The key that it replaces. */
  readonly old?: ApiKey;
}

interface KeysPageProps {
  readonly keys: readonly ApiKey[];
  /** undefined if the gate did not answer. */
  readonly use: StudioUse | undefined;
  readonly created?: CreatedKey;
  readonly form?: FormState;
}

export function KeysPage({ keys, use, created, form = EMPTY_FORM }: KeysPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = keyWords(view.language);
  const limit = hourlyLimitOf(studio.record.plan);
  const now = Date.now();
  const inUse = keys.filter((key) => isKeyInUse(key, now));
  const ended = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && isKeyEnded(expiresAt, now));
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <Layout title={words.title}>
      <p class="muted">
        {words.intro} <a href={documentsAddress(view.language)}>{words.reference}</a>{" "}
        <a href={`${studio.base}/test-orders`}>{words.testOrders}</a>
      </p>
      <KeyReminder keys={[...inUse, ...ended].filter((key) => isEndNear(key, now)).toSorted(byEnd)} />
      {created === undefined ? null : (
        <SecretOnce title={words.created(created.name)} secret={created.secret} label={words.key}>
          <p>{words.once}</p>
          {created.old === undefined ? null : (
            <p>{words.replaced(created.old.name, endWords(view.language, created.old.expiresAt ?? 0))}</p>
          )}
          {created.isGateTold ? null : <p>{words.createdUntold}</p>}
        </SecretOnce>
      )}
      <div class="columns">
        {limit === null ? <NoAccess /> : <CreateForm form={form} />}
        {limit === null ? null : <HourlyUse limit={limit} use={use} />}
      </div>
      <section class="stack">
        <h2>{words.active}</h2>
        <KeysInUse keys={inUse} use={use} />
      </section>
      {ended.length === 0 ? null : <EndedKeys keys={ended} use={use} />}
      {revoked.length === 0 ? null : <RevokedKeys keys={revoked} />}
    </Layout>
  );
}

function isEndNear({ expiresAt }: ApiKey, now: number): boolean {
  return expiresAt !== null && Math.abs(expiresAt - now) <= KEY_REMINDER_MILLISECONDS;
}

/** The earliest end first, as the studio's first page has them. */
function byEnd(a: ApiKey, b: ApiKey): number {
  return (a.expiresAt ?? 0) - (b.expiresAt ?? 0);
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
      <Radios
        form={form}
        name="kind"
        label={words.kind}
        choices={KEY_KINDS.map((value) => ({ value, label: words.kinds[value].name, hint: words.kinds[value].hint }))}
        initial="live"
      />
      <Radios
        form={form}
        name="permission"
        label={words.permission}
        choices={KEY_PERMISSIONS.map((value) => {
          const { name, hint } = words.permissions[value];
          return { value, label: name, hint };
        })}
        initial="all"
      />
      <LastDayInput form={form} />
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
