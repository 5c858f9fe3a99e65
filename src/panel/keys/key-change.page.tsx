// Pages that change an API key: its replacement, its end, and the question before revoking it.

import { KEY_OVERLAPS } from "../../domain/api-key.ts";
import type { StudioUse } from "../../gate/studio-gate.object.ts";
import type { FormState } from "../../pages/form-values.ts";
import { timeAgo } from "../../pages/format.ts";
import type { ApiKey } from "../../studios/api-key.store.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { LastDayInput } from "./key-end.tsx";
import { Beginning } from "./key-list.tsx";
import { keyWords } from "./keys.words.ts";

interface KeyFormPageProps {
  readonly apiKey: ApiKey;
  readonly form: FormState;
}

export function ReplaceKeyPage({ apiKey, form }: KeyFormPageProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = keyWords(language);
  const choices = KEY_OVERLAPS.map((value) => ({ value, label: words.overlaps[value] }));
  return (
    <Layout title={words.replaceTitle(apiKey.name)} width="narrow">
      <PostForm action={`${studio.base}/keys/${apiKey.id}/replace`} class="card">
        <FaultSummary form={form} />
        <KeyFacts apiKey={apiKey} />
        <p>{words.replaceText}</p>
        <RequiredNote />
        <Input form={form} name="name" label={words.name} autocomplete="off" />
        <Select form={form} name="overlap" label={words.overlap} hint={words.overlapHint} choices={choices} />
        <LastDayInput form={form} />
        <div class="row">
          <button type="submit" class="primary">
            {words.replaceNow}
          </button>
          <BackLink text={words.toKeys} />
        </div>
      </PostForm>
    </Layout>
  );
}

export function KeyEndPage({ apiKey, form }: KeyFormPageProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = keyWords(language);
  return (
    <Layout title={words.endTitle(apiKey.name)} width="narrow">
      <PostForm action={`${studio.base}/keys/${apiKey.id}/end`} class="card">
        <FaultSummary form={form} />
        <KeyFacts apiKey={apiKey} />
        <p>{words.endText}</p>
        <LastDayInput form={form} />
        <div class="row">
          <button type="submit" class="primary">
            {words.saveEnd}
          </button>
          <BackLink text={words.toKeys} />
        </div>
      </PostForm>
    </Layout>
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
        <KeyFacts apiKey={apiKey} />
        {use === undefined ? null : (
          <p>{usedAt === undefined ? words.neverUsedText : words.lastUsedText(timeAgo(view.language, usedAt))}</p>
        )}
        <p>{words.revokeText}</p>
        <div class="row">
          <button type="submit" class="danger">
            {words.revokeNow}
          </button>
          <BackLink text={words.keep} />
        </div>
      </PostForm>
    </Layout>
  );
}

function KeyFacts({ apiKey }: Pick<KeyFormPageProps, "apiKey">) {
  const words = keyWords(useView().language);
  return (
    <p>
      <Beginning apiKey={apiKey} /> · {words.kinds[apiKey.kind].name} · {words.permissions[apiKey.permission].name}
    </p>
  );
}

function BackLink({ text }: { readonly text: string }) {
  const studio = useStudio();
  return (
    <a class="button" href={`${studio.base}/keys`}>
      {text}
    </a>
  );
}
