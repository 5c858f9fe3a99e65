// Inbox of price requests, by status, newest first.

import { currencyOf } from "../../domain/currency.ts";
import { fullName } from "../../domain/customer.ts";
import { minorUnits } from "../../domain/money.ts";
import type { Language } from "../../domain/person.ts";
import { PRICE_REQUEST_STATUSES, type PriceRequestStatus } from "../../domain/price-request.ts";
import { dateAndTime, money, numberUpTo } from "../../pages/format.ts";
import type { PriceRequest } from "../../price-requests/price-request.store.ts";
import { type Inbox, MAX_COUNTED_REQUESTS } from "../../price-requests/request-inbox.store.ts";
import { PhoneLink } from "../kit/contact-facts.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { Table, type TableColumn } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { requestsWords } from "./requests.words.ts";

interface InboxPageProps {
  readonly inbox: Inbox;
  readonly status: PriceRequestStatus;
  readonly isNewest: boolean;
}

export function InboxPage({ inbox, status, isNewest }: InboxPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = requestsWords(view.language);
  return (
    <Layout title={words.title}>
      <nav class="tabs" aria-label={words.tabs}>
        {PRICE_REQUEST_STATUSES.map((one) => (
          <a href={inboxAddress(studio, one)} aria-current={one === status ? "page" : undefined}>
            {words.statuses[one]}{" "}
            <span class="badge">{numberUpTo(view.language, inbox.counts.get(one) ?? 0, MAX_COUNTED_REQUESTS)}</span>
          </a>
        ))}
      </nav>
      {inbox.requests.length === 0 ? (
        <EmptyState title={words.empty[status]} text={words.emptyText} />
      ) : (
        <Requests requests={inbox.requests} />
      )}
      <nav class="row pager" aria-label={words.pages}>
        {isNewest ? null : (
          <a class="button" rel="prev" href={inboxAddress(studio, status)}>
            {words.newest}
          </a>
        )}
        {inbox.olderThan === null ? null : (
          <a class="button" rel="next" href={`${inboxAddress(studio, status)}&before=${inbox.olderThan}`}>
            {words.older}
          </a>
        )}
      </nav>
    </Layout>
  );
}

function Requests({ requests }: Pick<Inbox, "requests">) {
  const { language } = useView();
  const studio = useStudio();
  const words = requestsWords(language);
  return (
    <Table
      rows={requests}
      columns={[
        {
          title: words.number,
          isUnbroken: true,
          cell: ({ request: { id } }) => <a href={requestAddress(studio, id)}>№ {id}</a>,
        },
        { title: words.customer, cell: ({ request: { contact } }) => fullName(contact) },
        {
          title: words.phone,
          isUnbroken: true,
          cell: ({ request: { contact } }) => <PhoneLink of={contact} />,
        },
        { title: words.files, cell: ({ fileNames }) => fileNames.join(", ") },
        ...(requests.some(({ request }) => request.priceMinor !== null) ? [priceColumn(language)] : []),
        {
          title: words.sent,
          isUnbroken: true,
          cell: ({ request: { createdAt } }) => (
            <time datetime={new Date(createdAt).toISOString()}>{dateAndTime(language, createdAt)}</time>
          ),
        },
      ]}
    />
  );
}

function priceColumn(language: Language): TableColumn<Inbox["requests"][number]> {
  const words = requestsWords(language);
  return {
    title: words.priceTitle,
    isUnbroken: true,
    cell: ({ request }) => (
      <>
        {namedTotal(language, request)}{" "}
        {request.orderId === null ? null : <span class="badge good">{words.ordered}</span>}
      </>
    ),
  };
}

export function inboxAddress({ base }: StudioView, status: PriceRequestStatus): string {
  return `${base}/requests?status=${status}`;
}

export function requestAddress({ base }: StudioView, id: number): string {
  return `${base}/requests/${id}`;
}

/** The named price of all parts, as text; undefined if none is named. */
export function namedTotal(
  language: Language,
  { priceMinor, namedPrice }: Pick<PriceRequest, "priceMinor" | "namedPrice">,
): string | undefined {
  if (priceMinor === null || namedPrice === null) return undefined;
  return money(language, minorUnits(priceMinor), currencyOf(namedPrice.currencyId));
}
