// Page of a key's requests: filters, and a table with the newest first.

import { isTestOrder } from "../../domain/order.ts";
import { BASE_PATH } from "../../http/base-path.ts";
import { ERROR_CODES } from "../../http/errors.ts";
import { CLIENT_CLOSED } from "../../http/middleware/request-log.middleware.ts";
import { type KeyLogPage, MAX_ASKED_REQUESTS, type NumberedRequest, SHOWN_DAYS } from "../../key-log/asked-request.ts";
import { secondOfDay, wholeNumber } from "../../pages/format.ts";
import type { ApiKey } from "../../studios/api-key.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Checkbox, Input, Select } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderAddress } from "../orders/orders.page.tsx";
import { testOrdersAddress } from "../sandbox/test-orders.page.tsx";
import { keyLogWords } from "./key-log.words.ts";
import { type KeyLogFilter, keyLogAddress, STATUS_RANGE_NAMES } from "./key-log-query.ts";

interface KeyRequestsPageProps {
  readonly apiKey: ApiKey;
  /** undefined if the log did not answer. */
  readonly log: KeyLogPage | undefined;
  readonly filter: KeyLogFilter;
  readonly isFirstPage: boolean;
}

/** The operation of a request to an address that the API does not have. */
const UNKNOWN = "unknown";

export function KeyRequestsPage({ apiKey, log, filter, isFirstPage }: KeyRequestsPageProps) {
  const { language } = useView();
  const { base } = useStudio();
  const words = keyLogWords(language);
  const path = `${base}/keys/${apiKey.id}/requests`;
  const isNarrowed = keyLogAddress(path, filter) !== path;
  return (
    <Layout title={words.title(apiKey.name)} actions={<a href={`${base}/keys`}>{words.toKeys}</a>}>
      <p class="muted">
        {words.intro(wholeNumber(language, SHOWN_DAYS), wholeNumber(language, MAX_ASKED_REQUESTS))} {words.refusals}
      </p>
      <search>
        <Filters path={path} filter={filter} operations={log?.operations ?? []} isNarrowed={isNarrowed} />
      </search>
      {log === undefined ? (
        <EmptyState text={words.silent} />
      ) : (
        <Requests log={log} path={path} isNarrowed={isNarrowed} />
      )}
      <nav class="row pager" aria-label={words.pages}>
        {isFirstPage ? null : (
          <a class="button" rel="prev" href={keyLogAddress(path, filter)}>
            {words.newest}
          </a>
        )}
        {log?.next === undefined ? null : (
          <a class="button" rel="next" href={keyLogAddress(path, filter, log.next)}>
            {words.older}
          </a>
        )}
      </nav>
    </Layout>
  );
}

interface FiltersProps {
  readonly path: string;
  readonly filter: KeyLogFilter;
  readonly operations: readonly string[];
  readonly isNarrowed: boolean;
}

function Filters({ path, filter, operations, isNarrowed }: FiltersProps) {
  const words = keyLogWords(useView().language);
  const { status = "", code, operation, day, request, hasNames } = filter;
  const form = { values: { status, code, operation, day, request, names: String(hasNames) }, faults: {} };
  const field = { form, optional: true };
  // A filter that has no entries any more stays chosen.
  const offered = operation === "" || operations.includes(operation) ? operations : [...operations, operation];
  return (
    <form method="get" action={path} class="card filters all-optional">
      <Select
        {...field}
        name="status"
        label={words.status}
        empty={words.anyStatus}
        choices={STATUS_RANGE_NAMES.map((name) => ({ value: name, label: words.ranges[name] }))}
      />
      <Select
        {...field}
        name="code"
        label={words.code}
        empty={words.anyCode}
        choices={Object.values(ERROR_CODES)
          .flat()
          .map((one) => ({ value: one, label: one }))}
      />
      <Select
        {...field}
        name="operation"
        label={words.operation}
        empty={words.anyOperation}
        choices={offered.map((one) => ({ value: one, label: one === UNKNOWN ? words.unknownOperation : one }))}
      />
      <Input {...field} name="day" type="date" label={words.day} />
      <Input {...field} name="request" label={words.request} placeholder="X-Request-Id" autocomplete="off" />
      <div class="row">
        <Checkbox form={form} name="names" label={words.namesOnly} />
        <button type="submit" class="primary">
          {words.narrow}
        </button>
        {isNarrowed ? <a href={path}>{words.clear}</a> : null}
      </div>
    </form>
  );
}

interface RequestsProps {
  readonly log: KeyLogPage;
  readonly path: string;
  readonly isNarrowed: boolean;
}

function Requests({ log: { requests }, path, isNarrowed }: RequestsProps) {
  const { language } = useView();
  const words = keyLogWords(language);
  if (requests.length === 0) {
    return isNarrowed ? (
      <EmptyState title={words.nothingFound} text={words.nothingFoundText} />
    ) : (
      <EmptyState title={words.empty} text={words.emptyText} />
    );
  }
  return (
    <Table
      class="asked"
      rows={requests}
      columns={[
        {
          title: words.time,
          isUnbroken: true,
          cell: ({ at }) => <time datetime={new Date(at).toISOString()}>{secondOfDay(language, at)}</time>,
        },
        {
          title: words.operation,
          isUnbroken: true,
          cell: ({ operation, times, isReplayed, orderId }) => (
            <>
              <a href={keyLogAddress(path, { operation })}>
                {operation === UNKNOWN ? words.unknownOperation : <code>{operation}</code>}
              </a>
              {times === 1 ? null : <div class="hint">{words.times(times)}</div>}
              {orderId === null ? null : (
                <div>
                  <OrderLink id={orderId} />
                </div>
              )}
              {isReplayed ? <div class="hint">{words.replayed}</div> : null}
            </>
          ),
        },
        { title: words.status, isUnbroken: true, cell: (request) => <Outcome request={request} /> },
        { title: words.fields, cell: (request) => <FieldNames request={request} /> },
        { title: words.duration, isNumber: true, cell: ({ milliseconds }) => wholeNumber(language, milliseconds) },
        {
          title: words.request,
          // A click selects it whole, with scripts and without.
          cell: ({ requestId }) => <code class="copied-id">{requestId}</code>,
        },
      ]}
    />
  );
}

function OrderLink({ id }: { readonly id: number }) {
  const studio = useStudio();
  const words = keyLogWords(useView().language);
  // A test order has no page of its own: the list begins with it.
  return isTestOrder(id) ? (
    <a href={testOrdersAddress(studio, id + 1)}>{words.showTestOrder}</a>
  ) : (
    <a href={orderAddress(studio, id)}>{words.openOrder}</a>
  );
}

/** The status, and its code with the guide's explanation. */
function Outcome({ request: { status, errorCode } }: { readonly request: NumberedRequest }) {
  const words = keyLogWords(useView().language);
  const kind = status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  // The guide explains an answer without a code under its status.
  const explained = errorCode ?? String(status);
  return (
    <>
      <span class={`badge ${kind}`}>{status}</span>
      {status < 400 ? null : (
        <div class="hint">
          {status === CLIENT_CLOSED ? words.hungUp : <a href={`${BASE_PATH}/docs/errors#${explained}`}>{explained}</a>}
        </div>
      )}
    </>
  );
}

function FieldNames({ request: { faulty, ignored } }: { readonly request: NumberedRequest }) {
  const words = keyLogWords(useView().language);
  return (
    <>
      {faulty.length === 0 ? null : (
        <div>
          <span class="hint">{words.faulty}</span> <code>{faulty.join(", ")}</code>
        </div>
      )}
      {ignored.length === 0 ? null : (
        <div>
          <span class="hint">{words.ignored}</span> <code>{ignored.join(", ")}</code>
        </div>
      )}
    </>
  );
}
