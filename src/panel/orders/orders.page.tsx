// Orders: a board by status, and a searchable list.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { FINAL_STATUSES, movesFrom, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from "../../domain/order.ts";
import { type Board, type BoardFilter, MAX_COUNTED, type PrintedCopies } from "../../orders/board.store.ts";
import type { ListedOrder, ListedOrders, PageStart } from "../../orders/order-list.store.ts";
import type { ShownFaults, TypedValues } from "../../pages/form-values.ts";
import { dateAndTime, money, numberUpTo, timeAgo } from "../../pages/format.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Input, PostForm, Select, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { ModelPicture } from "../model-view/model-picture.tsx";
import { BoardFilters } from "./board-filters.tsx";
import { boardAddress, boardQuery, isNarrowed, withMoreCards } from "./board-query.ts";
import { ChooseOrder, ChosenOrders } from "./chosen-orders.tsx";
import { DueDay } from "./due-day.tsx";
import { ExportForm } from "./export/export-form.tsx";
import { orderSourceName } from "./order-source.words.ts";
import { moveLabel, STATUS_BADGE_CLASS, statusName } from "./order-status.words.ts";
import { ordersWords } from "./orders.words.ts";

/** Refresh interval of the board and of the list's newest page. */
const REFRESH_SECONDS = 15;

interface BoardProps {
  readonly board: Board;
  readonly filter: BoardFilter;
}

export function BoardPage({ board, filter }: BoardProps) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const isEmpty = !isNarrowed(filter) && [...board.counts.values()].every((count) => count === 0);
  return (
    <Layout title={words.title}>
      <Views shown="board" />
      <search>
        <BoardFilters filter={filter} />
      </search>
      <ChosenOrders back={boardAddress(studio, filter)} />
      <div id="orders-board" class="stack" data-refresh={REFRESH_SECONDS}>
        {isEmpty ? <NoOrders /> : null}
        <div class="board">
          {OPEN_STATUSES.map((status) => (
            <Column board={board} filter={filter} status={status} />
          ))}
        </div>
        <nav class="row" aria-label={words.finished}>
          {FINAL_STATUSES.map((status) => (
            <a class="button small" href={listAddress(studio, { status })}>
              {statusName(view.language, status)} <Count count={board.counts.get(status) ?? 0} />
            </a>
          ))}
        </nav>
      </div>
    </Layout>
  );
}

function Column({ board, filter, status }: BoardProps & { readonly status: OrderStatus }) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const shown = board.columns.get(status) ?? [];
  const count = board.counts.get(status) ?? 0;
  const more = withMoreCards(filter);
  return (
    <section class="board-column" aria-labelledby={`column-${status}`}>
      <h2 id={`column-${status}`}>
        <a href={listAddress(studio, { status })}>{statusName(view.language, status)}</a> <Count count={count} />
      </h2>
      {shown.length === 0 ? <p class="hint">{words.nothingHere}</p> : null}
      <ul class="stack">
        {shown.map((order) => (
          <BoardCard order={order} printed={board.printed.get(order.id)} filter={filter} />
        ))}
      </ul>
      {!board.cut.has(status) ? null : more === undefined ? (
        <a class="small" href={listAddress(studio, { status })}>
          {words.restInList}
        </a>
      ) : (
        <a class="button small" href={`${boardAddress(studio, more)}#column-${status}`}>
          {words.more}
        </a>
      )}
    </section>
  );
}

interface CardProps {
  readonly order: ListedOrder;
  readonly printed: PrintedCopies | undefined;
  readonly filter: BoardFilter;
}

function BoardCard({ order, printed, filter }: CardProps) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = ordersWords(language);
  return (
    <li class="card order-card">
      <ChooseOrder order={order} />
      <a href={orderAddress(studio, order.id)}>
        <span class="row">
          <strong>№ {order.id}</strong> <span class="small">{orderTotal(view, order)}</span>
        </span>
        <span>{customerName(order)}</span>
      </a>
      {printed?.firstModel === undefined ? null : <ModelPicture {...printed.firstModel} size="row" />}
      <p class="row small muted">
        <time datetime={new Date(order.createdAt).toISOString()}>{timeAgo(language, order.createdAt)}</time>
        {printed === undefined ? null : <span>{progressOf(words, order, printed)}</span>}
        <DueDay order={order} />
      </p>
      <NextMove order={order} filter={filter} />
    </li>
  );
}

function progressOf(
  words: ReturnType<typeof ordersWords>,
  { status }: ListedOrder,
  { items, copies, printed }: PrintedCopies,
) {
  return status === "printing" ? words.printed(printed, copies) : words.items(items);
}

/** The usual next move as a button. Shipping leads to the order's page, which has the tracking number's field. */
function NextMove({ order, filter }: Omit<CardProps, "printed">) {
  const view = useView();
  const studio = useStudio();
  const [next] = movesFrom(order.status);
  if (next === undefined) return null;
  if (next === "shipped") {
    return (
      <a class="button small" href={`${orderAddress(studio, order.id)}#next`}>
        {ordersWords(view.language).ship}
      </a>
    );
  }
  return (
    <PostForm action={`${orderAddress(studio, order.id)}/move`}>
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="back" value="board" />
      <input type="hidden" name="board" value={boardQuery(filter)} />
      <button type="submit" name="status" value={next} class="small">
        {moveLabel(view.language, order.status, next)}
        <span class="visually-hidden"> № {order.id}</span>
      </button>
    </PostForm>
  );
}

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

function NoOrders() {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  return <EmptyState title={words.empty} text={words.emptyText} link={{ href: studio.base, text: words.emptyLink }} />;
}

function Views({ shown }: { readonly shown: "board" | "list" }) {
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

function Count({ count }: { readonly count: number }) {
  const view = useView();
  return <span class="badge">{numberUpTo(view.language, count, MAX_COUNTED)}</span>;
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

function listAddress(studio: StudioView, typed: TypedValues, start: PageStart = { from: "newest" }): string {
  const query = new URLSearchParams({ view: "list" });
  for (const [name, value] of Object.entries(typed)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  if (start.from !== "newest") query.set(start.from, String(start.orderId));
  return `${studio.base}/orders?${query}`;
}
