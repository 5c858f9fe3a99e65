// Lists of API keys: in use, ended, revoked.

import type { StudioUse } from "../../gate/studio-gate.object.ts";
import { date, dateAndTime, timeAgo } from "../../pages/format.ts";
import type { ApiKey } from "../../studios/api-key.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import type { View } from "../kit/panel-context.ts";
import { Table, type TableColumn } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { EndOfKey } from "./key-end.tsx";
import { keyWords } from "./keys.words.ts";

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  /** undefined if the gate did not answer. */
  readonly use: StudioUse | undefined;
}

export function KeysInUse({ keys, use }: KeyListProps) {
  const view = useView();
  const words = keyWords(view.language);
  if (keys.length === 0) return <EmptyState text={words.noKeys} />;
  return (
    <Table
      rows={keys}
      columns={[
        ...columnsOfAll(view),
        { title: words.works, cell: (key) => <EndOfKey apiKey={key} /> },
        { title: words.lastUsed, cell: (key) => <LastUse apiKey={key} use={use} /> },
        actions(view, ["replace", "end", "revoke"]),
      ]}
    />
  );
}

export function EndedKeys({ keys, use }: KeyListProps) {
  const view = useView();
  const words = keyWords(view.language);
  return (
    <section class="stack">
      <h2>{words.endedKeys}</h2>
      <Table
        rows={keys}
        columns={[
          ...columnsOfAll(view),
          { title: words.works, cell: (key) => <EndOfKey apiKey={key} /> },
          { title: words.lastUsed, cell: (key) => <LastUse apiKey={key} use={use} /> },
          actions(view, ["end", "revoke"]),
        ]}
      />
    </section>
  );
}

export function RevokedKeys({ keys }: Pick<KeyListProps, "keys">) {
  const view = useView();
  const words = keyWords(view.language);
  return (
    <details>
      <summary>{words.revokedKeys(keys.length)}</summary>
      <Table
        rows={keys}
        columns={[
          ...columnsOfAll(view),
          { title: words.revokedAt, cell: ({ revokedAt }) => dateAndTime(view.language, revokedAt ?? 0) },
          { title: words.requests, cell: (key) => <RequestsLink apiKey={key} text={words.showRequests} /> },
        ]}
      />
    </details>
  );
}

export function Beginning({ apiKey }: { readonly apiKey: ApiKey }) {
  return apiKey.firstCharacters === null ? <>—</> : <code>{apiKey.firstCharacters}…</code>;
}

function columnsOfAll({ language }: View): [TableColumn<ApiKey>, ...TableColumn<ApiKey>[]] {
  const words = keyWords(language);
  return [
    { title: words.name, cell: ({ name }) => name },
    { title: words.begins, cell: (key) => <Beginning apiKey={key} /> },
    { title: words.kind, cell: ({ kind }) => <KindOfKey kind={kind} /> },
    { title: words.permission, cell: ({ permission }) => words.permissions[permission].name },
    { title: words.createdAt, cell: ({ createdAt }) => date(language, createdAt) },
  ];
}

function RequestsLink({ apiKey: { id, name }, text }: { readonly apiKey: ApiKey; readonly text: string }) {
  const words = keyWords(useView().language);
  return (
    <a href={`${useStudio().base}/keys/${id}/requests`} aria-label={words.requestsOf(name)}>
      {text}
    </a>
  );
}

function KindOfKey({ kind }: Pick<ApiKey, "kind">) {
  const { name } = keyWords(useView().language).kinds[kind];
  return <span class={kind === "test" ? "badge accent" : undefined}>{name}</span>;
}

/** The moment of its last request, and the way to all of them. */
function LastUse({ apiKey, use }: { readonly apiKey: ApiKey; readonly use: StudioUse | undefined }) {
  const { language } = useView();
  const words = keyWords(language);
  const usedAt = use?.lastUsedAt.get(apiKey.id);
  return (
    <>
      {use === undefined ? words.unknown : usedAt === undefined ? words.never : timeAgo(language, usedAt)}
      <div>
        <RequestsLink apiKey={apiKey} text={words.requests} />
      </div>
    </>
  );
}

type KeyAction = "replace" | "end" | "revoke";

function actions({ language }: View, possible: readonly KeyAction[]): TableColumn<ApiKey> {
  return {
    title: keyWords(language).actions,
    isOfButtons: true,
    isTitled: true,
    cell: (key) => (
      <span class="row">
        {possible.map((action) => (
          <KeyActionLink apiKey={key} action={action} />
        ))}
      </span>
    ),
  };
}

function KeyActionLink({ apiKey: { id, name }, action }: { readonly apiKey: ApiKey; readonly action: KeyAction }) {
  const words = keyWords(useView().language);
  const studio = useStudio();
  const said = {
    replace: { text: words.replace, label: words.replaceOf(name) },
    end: { text: words.changeEnd, label: words.changeEndOf(name) },
    revoke: { text: words.revoke, label: words.revokeOf(name) },
  }[action];
  return (
    <a class="button small" href={`${studio.base}/keys/${id}/${action}`} aria-label={said.label}>
      {said.text}
    </a>
  );
}
