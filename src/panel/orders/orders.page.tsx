// Orders: the searchable list, and the parts that it shares with the board.

import { currencyOf } from "../../domain/currency.ts";
import { fullName } from "../../domain/customer.ts";
import { minorUnits } from "../../domain/money.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../domain/order.ts";
import type { ListedOrder, ListedOrders, PageStart } from "../../orders/order-list.store.ts";
import type { ShownFaults, TypedValues } from "../../pages/form-values.ts";
import { dateAndTime, money } from "../../pages/format.ts";
import { PhoneLink } from "../kit/contact-facts.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { Checkbox, Input, Select, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { Table, type TableColumn } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { ChooseOrder, ChosenOrders } from "./chosen/chosen-orders.tsx";
import { DueDay } from "./due-day.tsx";
import { ExportForm } from "./export/export-form.tsx";
import { isApplied, keptList, LIST_COLUMNS, type ListColumn } from "./kept-view/kept-view.ts";
import { KeptViewForm } from "./kept-view/kept-view.tsx";
import { orderSourceName } from "./order-source.words.ts";
import { STATUS_BADGE_CLASS, statusName } from "./order-status.words.ts";
import { ordersWords } from "./orders.words.ts";
import { PaymentBadge } from "./payments/payment-badge.tsx";
import { PriorityMark } from "./priority-mark.tsx";

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
  const kept = keptList(studio);
  return (
    <Layout title={words.title} actions={<NewOrderLink />}>
      <Views shown="list" />
      <search>
        <Filters sources={page.sources} typed={typed} faults={faults} />
      </search>
      <KeptViewForm
        page="list"
        view={kept}
        columns={LIST_COLUMNS.map((value) => ({ value, label: words[value] }))}
        query={listQuery(typed).toString()}
        back={listAddress(studio, typed, start)}
        showAll={isApplied(kept, listQuery(typed).toString()) ? listAddress(studio, {}) : undefined}
      />
      <ChosenOrders back={listAddress(studio, typed, start)} />
      <div id="orders-list" class="stack" data-refresh={isNewest ? REFRESH_SECONDS : undefined}>
        {page.searchedTo === undefined ? null : (
          <p class="warning">
            {words.cutShort(page.searchedTo)}{" "}
            {page.older === undefined ? null : <a href={listAddress(studio, typed, page.older)}>{words.searchOlder}</a>}
          </p>
        )}
        {page.isOfCustomers ? (
          <p class="hint">
            {words.ofCustomers} <a href={listAddress(studio, { ...typed, contacts: "1" })}>{words.inContacts}</a>
          </p>
        ) : null}
        {page.orders.length > 0 ? <OrderTable orders={page.orders} shown={kept.columns} /> : null}
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
      <Checkbox form={form} name="unpaid" label={words.unpaidOnly} />
      <div class="row">
        <button type="submit" class="primary">
          {words.find}
        </button>
        <a href={listAddress(studio, {})}>{words.clear}</a>
      </div>
    </form>
  );
}

function OrderTable({
  orders,
  shown,
}: {
  readonly orders: readonly ListedOrder[];
  readonly shown: readonly ListColumn[];
}) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = ordersWords(language);
  const cells: Readonly<Record<ListColumn, Omit<TableColumn<ListedOrder>, "title">>> = {
    customer: { cell: customerName },
    phone: {
      isUnbroken: true,
      cell: ({ contact }) => <PhoneLink of={contact} />,
    },
    email: { cell: ({ contact }) => contact.email },
    source: { cell: ({ source }) => orderSourceName(language, source) },
    date: {
      cell: ({ createdAt }) => (
        <time datetime={new Date(createdAt).toISOString()}>{dateAndTime(language, createdAt)}</time>
      ),
    },
    due: { cell: (order) => <DueDay order={order} /> },
    status: {
      cell: (order) => (
        <>
          <StatusBadge status={order.status} /> <PriorityMark order={order} />
        </>
      ),
    },
    total: { isNumber: true, cell: (order) => orderTotal(view, order) },
    payment: { cell: (order) => <PaymentBadge order={order} /> },
    tracking: { cell: ({ delivery }) => delivery?.trackingNumber ?? "" },
  };
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
              <ChooseOrder order={order} /> <a href={orderAddress(studio, order.id)}>№ {order.number}</a>
            </>
          ),
        },
        ...LIST_COLUMNS.filter((column) => shown.includes(column)).map((column) => ({
          title: words[column],
          class: `of-${column}`,
          ...cells[column],
        })),
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
      <a href={`${studio.base}/orders?view=list`} aria-current={shown === "list" ? "page" : undefined}>
        {words.list}
      </a>
    </nav>
  );
}

export function customerName({ contact }: ListedOrder): string {
  return fullName(contact);
}

export function orderTotal({ language }: View, order: ListedOrder): string {
  return money(language, minorUnits(order.totalPriceMinor), currencyOf(order.currencyId));
}

export function orderAddress(studio: StudioView, id: number): string {
  return `${studio.base}/orders/${id}`;
}

/** @param again the id of an order to order again */
export function newOrderAddress({ base }: Pick<StudioView, "base">, again?: number): string {
  return `${base}/new-order${again === undefined ? "" : `?again=${again}`}`;
}

export function NewOrderLink() {
  const view = useView();
  const studio = useStudio();
  return (
    <a class="button" href={newOrderAddress(studio)}>
      {ordersWords(view.language).newOrder}
    </a>
  );
}

export function listAddress(studio: StudioView, typed: TypedValues, start: PageStart = { from: "newest" }): string {
  const query = listQuery(typed);
  // Without any filter in the address, the person's own would apply.
  if (query.size === 0) query.set("status", "");
  if (start.from !== "newest") query.set(start.from, String(start.orderId));
  return `${studio.base}/orders?view=list&${query}`;
}

function listQuery(typed: TypedValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(typed)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  return query;
}
