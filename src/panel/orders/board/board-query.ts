// Query of the board: its filters, the number of cards in a column, and the column that a phone shows.

import { TECHNOLOGIES } from "../../../../slicer-service/src/contract/technologies.ts";
import { OPEN_STATUSES, type OrderStatus } from "../../../domain/order.ts";
import type { BoardFilter } from "../../../orders/board.store.ts";
import type { StudioView } from "../../kit/panel-context.ts";

/** Cards of a column at first, and by each "show more". */
const COLUMN_CARDS = 60;
/** A page of more cards is too heavy for a phone. The list has the rest. */
const MAX_COLUMN_CARDS = 300;

export interface BoardQuery extends BoardFilter {
  /** The column that a phone shows: it has room for one. */
  readonly status: OrderStatus;
}

const FIRST_STATUS: OrderStatus = "pending";

/** Filters that are not offered are left out: they come from a link, so a fault would help no person. */
export function readBoardQuery(query: Readonly<Record<string, string>>): BoardQuery {
  const { late, unpaid, technology, last, sort, cards, status } = query;
  const asked = Math.ceil(Number(cards) / COLUMN_CARDS) * COLUMN_CARDS;
  return {
    isLate: late === "true",
    isUnpaid: unpaid === "true",
    technologyId: TECHNOLOGIES.find(({ id }) => String(id) === technology)?.id,
    lastBy: last === "me" || last === "outside" ? last : undefined,
    sort: sort === "due" ? "due" : "newest",
    limit: asked > 0 ? Math.min(asked, MAX_COLUMN_CARDS) : COLUMN_CARDS,
    status: OPEN_STATUSES.find((open) => open === status) ?? FIRST_STATUS,
  };
}

/** The query of these filters, as `readBoardQuery` reads it. */
export function boardQuery({ isLate, isUnpaid, technologyId, lastBy, sort, limit, status }: BoardQuery): string {
  return new URLSearchParams({
    ...(isLate ? { late: "true" } : {}),
    ...(isUnpaid ? { unpaid: "true" } : {}),
    ...(technologyId === undefined ? {} : { technology: String(technologyId) }),
    ...(lastBy === undefined ? {} : { last: lastBy }),
    ...(sort === "newest" ? {} : { sort }),
    ...(limit === COLUMN_CARDS ? {} : { cards: String(limit) }),
    ...(status === FIRST_STATUS ? {} : { status }),
  }).toString();
}

/** The query of the filters alone, without the length of the columns and the one that a phone shows. */
export function filterQuery(board: BoardQuery): string {
  return boardQuery({ ...board, limit: COLUMN_CARDS, status: FIRST_STATUS });
}

/** The address states its filters even if there are none: without any, the person's own would apply. */
export function boardAddress(studio: StudioView, board: BoardQuery): string {
  const query = boardQuery(board);
  return `${studio.base}/orders?${query === "" ? NO_FILTER : query}`;
}

const NO_FILTER = "sort=newest";

/** The board without filters. */
export function wholeBoardAddress(studio: StudioView): string {
  return boardAddress(studio, readBoardQuery({}));
}

/** The same board with more cards; undefined if it has as many as it may. */
export function withMoreCards(board: BoardQuery): BoardQuery | undefined {
  return board.limit >= MAX_COLUMN_CARDS ? undefined : { ...board, limit: board.limit + COLUMN_CARDS };
}

export function isNarrowed({ isLate, isUnpaid, technologyId, lastBy }: BoardFilter): boolean {
  return isLate || isUnpaid || technologyId !== undefined || lastBy !== undefined;
}
