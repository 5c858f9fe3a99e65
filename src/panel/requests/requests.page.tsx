// Inbox of price requests, by status, newest first.

import { PRICE_REQUEST_STATUSES, type PriceRequestStatus } from "../../domain/price-request.ts";
import { dateAndTime } from "../../pages/format.ts";
import type { Inbox } from "../../price-requests/request-inbox.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
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
            {words.statuses[one]} <span class="badge">{inbox.counts.get(one) ?? 0}</span>
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
  const view = useView();
  const studio = useStudio();
  const words = requestsWords(view.language);
  return (
    <div class="table as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.customer}</th>
            <th scope="col">{words.phone}</th>
            <th scope="col">{words.files}</th>
            <th scope="col">{words.sent}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ request, fileNames }) => (
            <tr>
              <th scope="row" class="nowrap">
                <a href={requestAddress(studio, request.id)}>№ {request.id}</a>
              </th>
              <td data-label={words.customer}>
                {request.contact.firstName} {request.contact.lastName}
              </td>
              <td data-label={words.phone} class="nowrap">
                <a href={`tel:${request.contact.phoneNumber}`}>{request.contact.phoneNumber}</a>
              </td>
              <td data-label={words.files}>{fileNames.join(", ")}</td>
              <td data-label={words.sent} class="nowrap">
                <time datetime={new Date(request.createdAt).toISOString()}>
                  {dateAndTime(view.language, request.createdAt)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function inboxAddress({ base }: StudioView, status: PriceRequestStatus): string {
  return `${base}/requests?status=${status}`;
}

export function requestAddress({ base }: StudioView, id: number): string {
  return `${base}/requests/${id}`;
}
