// Board: open orders as cards in a column of each status; on a phone, one column below tabs.

import { FINAL_STATUSES, movesFrom, OPEN_STATUSES, type OrderStatus, TO_BE_PRINTED } from "../../../domain/order.ts";
import { type Board, MAX_COUNTED, type OrderWork } from "../../../orders/board.store.ts";
import type { ListedOrder } from "../../../orders/order-list.store.ts";
import { duration, numberUpTo, timeAgo } from "../../../pages/format.ts";
import { PostForm } from "../../kit/form.tsx";
import { materialName, Swatch } from "../../kit/item/material.tsx";
import { ModelPicture } from "../../kit/item/model-picture.tsx";
import { Icon, Layout } from "../../kit/layout.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { ChooseOrder, ChosenOrders } from "../chosen/chosen-orders.tsx";
import { DueDay } from "../due-day.tsx";
import { isApplied, keptBoard } from "../kept-view/kept-view.ts";
import { KeptViewForm } from "../kept-view/kept-view.tsx";
import { moveLabel, statusName } from "../order-status.words.ts";
import {
  customerName,
  listAddress,
  NewOrderLink,
  NoOrders,
  orderAddress,
  orderTotal,
  REFRESH_SECONDS,
  Views,
} from "../orders.page.tsx";
import { ordersWords } from "../orders.words.ts";
import { PaymentBadge } from "../payments/payment-badge.tsx";
import { PriorityMark } from "../priority-mark.tsx";
import { BoardFilters } from "./board-filters.tsx";
import {
  type BoardQuery,
  boardAddress,
  boardQuery,
  filterQuery,
  isNarrowed,
  wholeBoardAddress,
  withMoreCards,
} from "./board-query.ts";

interface BoardProps {
  readonly board: Board;
  readonly query: BoardQuery;
}

export function BoardPage({ board, query: asked }: BoardProps) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const kept = keptBoard(studio);
  const [first = asked.status] = kept.columns;
  const query = kept.columns.includes(asked.status) ? asked : { ...asked, status: first };
  const isEmpty = !isNarrowed(query) && [...board.counts.values()].every((count) => count === 0);
  return (
    <Layout title={words.title} actions={<NewOrderLink />}>
      <Views shown="board" />
      <search>
        <BoardFilters filter={query} />
      </search>
      <KeptViewForm
        page="board"
        view={kept}
        columns={OPEN_STATUSES.map((status) => ({ value: status, label: statusName(view.language, status) }))}
        query={filterQuery(query)}
        back={boardAddress(studio, query)}
        showAll={isApplied(kept, filterQuery(query)) ? wholeBoardAddress(studio) : undefined}
      />
      <ChosenOrders back={boardAddress(studio, query)} />
      <div id="orders-board" class="stack" data-refresh={REFRESH_SECONDS}>
        {isEmpty ? <NoOrders /> : null}
        <StatusTabs board={board} query={query} statuses={kept.columns} />
        <div class="board">
          {kept.columns.map((status) => (
            <Column board={board} query={query} status={status} />
          ))}
        </div>
        <nav class="row" aria-label={words.otherStatuses}>
          {[...OPEN_STATUSES.filter((status) => !kept.columns.includes(status)), ...FINAL_STATUSES].map((status) => (
            <a class="button small" href={listAddress(studio, { status })}>
              {statusName(view.language, status)} <Count board={board} status={status} />
            </a>
          ))}
        </nav>
      </div>
    </Layout>
  );
}

/** The columns by their names: a phone shows the chosen one. */
function StatusTabs({ board, query, statuses }: BoardProps & { readonly statuses: readonly OrderStatus[] }) {
  const view = useView();
  const studio = useStudio();
  return (
    <nav class="status-tabs" aria-label={ordersWords(view.language).columns}>
      {statuses.map((status) => (
        <a
          href={boardAddress(studio, { ...query, status })}
          aria-current={status === query.status ? "page" : undefined}
        >
          {statusName(view.language, status)} <Count board={board} status={status} />
        </a>
      ))}
    </nav>
  );
}

function Column({ board, query, status }: BoardProps & { readonly status: OrderStatus }) {
  const view = useView();
  const studio = useStudio();
  const words = ordersWords(view.language);
  const shown = board.columns.get(status) ?? [];
  const more = withMoreCards({ ...query, status });
  return (
    <section
      id={`column-${status}`}
      class={status === query.status ? "board-column chosen" : "board-column"}
      aria-labelledby={`title-${status}`}
    >
      <h2 id={`title-${status}`}>
        <a href={listAddress(studio, { status })}>{statusName(view.language, status)}</a>{" "}
        <Count board={board} status={status} />
      </h2>
      {shown.length === 0 ? <p class="hint">{words.nothingHere}</p> : null}
      <ul class="stack">
        {shown.map((order) => (
          <BoardCard order={order} work={board.work.get(order.id)} query={query} />
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
  readonly work: OrderWork | undefined;
  readonly query: BoardQuery;
}

function BoardCard({ order, work, query }: CardProps) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  return (
    <li class="card order-card">
      <ChooseOrder order={order} />
      <a href={orderAddress(studio, order.id)}>
        <span class="row">
          <strong>№ {order.number}</strong> <span class="small">{orderTotal(view, order)}</span>
        </span>
        <span>{customerName(order)}</span>
      </a>
      {work?.firstModel === undefined ? null : <ModelPicture {...work.firstModel} size="row" />}
      {work === undefined ? null : <Work order={order} work={work} />}
      <p class="row small muted">
        {order.dueOn === null ? (
          <time datetime={new Date(order.createdAt).toISOString()}>{timeAgo(language, order.createdAt)}</time>
        ) : (
          <DueDay order={order} />
        )}
        <PriorityMark order={order} />
        <PaymentBadge order={order} />
      </p>
      <NextMove order={order} query={query} />
    </li>
  );
}

/** The printing that an order takes, and a mark of its comments. */
function Work({ order: { status }, work }: { readonly order: ListedOrder; readonly work: OrderWork }) {
  const { language } = useView();
  const words = ordersWords(language);
  const names = work.materials.map(({ name, color }) => materialName(name, color)).join("; ");
  return (
    <p class="row small muted">
      {work.materials.length === 0 ? null : (
        <span class="swatches" title={names}>
          {work.materials.map(({ colorHex }) => (
            <Swatch colorHex={colorHex} />
          ))}
          <span class="visually-hidden">{names}</span>
        </span>
      )}
      {work.isCommented ? (
        <span class="comment-mark" title={words.commented}>
          <Icon of="requests" />
          <span class="visually-hidden">{words.commented}</span>
        </span>
      ) : null}
      {status === "printing" ? words.printed(work.printed, work.copies) : words.items(work.items)}
      {work.minutesLeft === 0 || !TO_BE_PRINTED.includes(status) ? null : (
        <span class="nowrap">
          <span class="visually-hidden">{words.toPrint} </span>
          {duration(language, work.minutesLeft)}
        </span>
      )}
    </p>
  );
}

/** The usual next move as a button. Shipping leads to the order's page, which has the tracking number's field. */
function NextMove({ order, query }: Omit<CardProps, "work">) {
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
      <input type="hidden" name="board" value={boardQuery(query)} />
      <button type="submit" name="status" value={next} class="small">
        {moveLabel(view.language, order.status, next)}
        <span class="visually-hidden"> № {order.number}</span>
      </button>
    </PostForm>
  );
}

function Count({ board, status }: Omit<BoardProps, "query"> & { readonly status: OrderStatus }) {
  const view = useView();
  return <span class="badge">{numberUpTo(view.language, board.counts.get(status) ?? 0, MAX_COUNTED)}</span>;
}
