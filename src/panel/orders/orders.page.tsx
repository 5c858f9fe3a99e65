// Orders: the searchable list, and the parts that it shares with the board.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../domain/order.ts";
import type { ListedOrder, ListedOrders, PageStart } from "../../orders/order-list.store.ts";
import type { ShownFaults, TypedValues } from "../../pages/form-values.ts";
import { dateAndTime, money } from "../../pages/format.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Input, Select, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { ChooseOrder, ChosenOrders } from "./chosen-orders.tsx";
import { ExportForm } from "./export/export-form.tsx";
import { orderSourceName } from "./order-source.words.ts";
import { STATUS_BADGE_CLASS, statusName } from "./order-status.words.ts";
import { ordersWords } from "./orders.words.ts";

/** Refresh interval of the board and of the list's newest page. */
export const REFRESH_SECONDS = 15;

interface ListProps {
  readonly page: ListedOrders;
  readonly start: PageStart;
  /** The filters as typed. */
  readonly typed: TypedValues;
  readonly faults: ShownFaults;
}

export function OrderListPage({ page, start, typed, faults }: ListProps) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const isFiltered = Object.values(typed).some((value) => value !== undefined && value !== "");
  const isNewest = start.from === "newest";
  return (
    <Layout title={words.title}>
      <Views shown="list" />
      <search>
        <Filters sources={page.sources} typed={typed} faults={faults} />
      </search>
      <ChosenOrders back={listAddress(studio, typed, start)} />
      <div id="orders-list" class="stack" data-refresh={isNewest ? REFRESH_SECONDS : undefined}>
        {page.isCutShort ? <p class="warning">{words.cutShort}</p> : null}
        {page.isOfCustomers ? (
          <p class="hint">
            {words.ofCustomers} <a href={listAddress(studio, { ...typed, contacts: "1" })}>{words.inContacts}</a>
          </p>
        ) : null}
        {page.orders.length > 0 ? <OrderTable orders={page.orders} /> : null}
        {page.orders.length === 0 && !isFiltered && isNewest ? <NoOrders /> : null}
        {page.orders.length === 0 && (isFiltered || !isNewest) ? (
          <EmptyState
            title={words.nothingFound}
            text={words.nothingFoundText}
            link={{ href: listAddress(studio, {}), text: words.clear }}
          />
        ) : null}
        <nav class="row pager" aria-label={words.pages}>
          {page.newer === undefined ? null : (
            <a class="button" rel="prev" href={listAddress(studio, typed, page.newer)}>
              {words.newer}
            </a>
          )}
          {page.older === undefined ? null : (
            <a class="button" rel="next" href={listAddress(studio, typed, page.older)}>
              {words.older}
            </a>
          )}
        </nav>
      </div>
      {studio.role === "owner" ? <ExportForm /> : null}
    </Layout>
  );
}

function Filters({
  sources,
  typed,
  faults,
}: Pick<ListProps, "typed" | "faults"> & { readonly sources: readonly string[] }) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const form = { values: typed, faults };
  const chosenSource = typedText(form, "source");
  const offered = chosenSource === "" || sources.includes(chosenSource) ? sources : [...sources, chosenSource];
  const field = { form, optional: true };
  return (
    <form method="get" action={`${studio.base}/orders`} class="card filters all-optional">
      <input type="hidden" name="view" value="list" />
      <Input {...field} name="search" type="search" label={words.search} hint={words.searchHint} />
      <Select
        {...field}
        name="status"
        label={words.status}
        choices={ORDER_STATUSES.map((status) => ({ value: status, label: statusName(view.language, status) }))}
        empty={words.anyStatus}
        submitOnChange
      />
      <Select
        {...field}
        name="source"
        label={words.source}
        choices={offered.map((source) => ({ value: source, label: orderSourceName(view.language, source) }))}
        empty={words.anySource}
        submitOnChange
      />
      <Input {...field} name="from" type="date" label={words.from} />
      <Input {...field} name="to" type="date" label={words.to} />
      <div class="row">
        <button type="submit" class="primary">
          {words.find}
        </button>
        <a href={listAddress(studio, {})}>{words.clear}</a>
      </div>
    </form>
  );
}

function OrderTable({ orders }: { readonly orders: readonly ListedOrder[] }) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = ordersWords(language);
  return (
    <Table
      class="orders-table"
      rows={orders}
      columns={[
        {
          title: words.number,
          isUnbroken: true,
          cell: (order) => (
            <>
              <ChooseOrder order={order} /> <a href={orderAddress(studio, order.id)}>№ {order.id}</a>
            </>
          ),
        },
        { title: words.customer, cell: customerName },
        {
          title: words.phone,
          isUnbroken: true,
          cell: ({ contact }) => <a href={`tel:${contact.phoneNumber}`}>{contact.phoneNumber}</a>,
        },
        { title: words.email, cell: ({ contact }) => contact.email },
        { title: words.source, cell: ({ source }) => orderSourceName(language, source) },
        {
          title: words.date,
          isUnbroken: true,
          cell: ({ createdAt }) => (
            <time datetime={new Date(createdAt).toISOString()}>{dateAndTime(language, createdAt)}</time>
          ),
        },
        { title: words.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { title: words.total, isNumber: true, cell: (order) => orderTotal(view, order) },
      ]}
    />
  );
}

export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  const view = useView();
  return <span class={`badge ${STATUS_BADGE_CLASS[status]}`}>{statusName(view.language, status)}</span>;
}

export function NoOrders() {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  return <EmptyState title={words.empty} text={words.emptyText} link={{ href: studio.base, text: words.emptyLink }} />;
}

export function Views({ shown }: { readonly shown: "board" | "list" }) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  return (
    <nav class="tabs" aria-label={words.views}>
      <a href={`${studio.base}/orders`} aria-current={shown === "board" ? "page" : undefined}>
        {words.board}
      </a>
      <a href={listAddress(studio, {})} aria-current={shown === "list" ? "page" : undefined}>
        {words.list}
      </a>
    </nav>
  );
}

export function customerName({ contact }: ListedOrder): string {
  return `${contact.firstName} ${contact.lastName}`;
}

export function orderTotal({ language }: View, order: ListedOrder): string {
  return money(language, minorUnits(order.totalPriceMinor), currencyOf(order.currencyId));
}

export function orderAddress(studio: StudioView, id: number): string {
  return `${studio.base}/orders/${id}`;
}

export function listAddress(studio: StudioView, typed: TypedValues, start: PageStart = { from: "newest" }): string {
  const query = new URLSearchParams({ view: "list" });
  for (const [name, value] of Object.entries(typed)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  if (start.from !== "newest") query.set(start.from, String(start.orderId));
  return `${studio.base}/orders?${query}`;
}
