// Query of the board: its filters, and the number of cards in a column.

import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import type { BoardFilter } from "../../orders/board.store.ts";
import type { StudioView } from "../kit/panel-context.ts";

/** Cards of a column at first, and by each "show more". */
const COLUMN_CARDS = 60;
/** A page of more cards is too heavy for a phone. The list has the rest. */
const MAX_COLUMN_CARDS = 300;

/** Filters that are not offered are left out: they come from a link, so a fault would help no person. */
export function readBoardQuery(query: Readonly<Record<string, string>>): BoardFilter {
  const { late, technology, last, sort, cards } = query;
  const asked = Math.ceil(Number(cards) / COLUMN_CARDS) * COLUMN_CARDS;
  return {
    isLate: late === "true",
    technologyId: TECHNOLOGIES.find(({ id }) => String(id) === technology)?.id,
    lastBy: last === "me" || last === "outside" ? last : undefined,
    sort: sort === "due" ? "due" : "newest",
    limit: asked > 0 ? Math.min(asked, MAX_COLUMN_CARDS) : COLUMN_CARDS,
  };
}

/** The query of these filters, as `readBoardQuery` reads it. */
export function boardQuery({ isLate, technologyId, lastBy, sort, limit }: BoardFilter): string {
  return new URLSearchParams({
    ...(isLate ? { late: "true" } : {}),
    ...(technologyId === undefined ? {} : { technology: String(technologyId) }),
    ...(lastBy === undefined ? {} : { last: lastBy }),
    ...(sort === "newest" ? {} : { sort }),
    ...(limit === COLUMN_CARDS ? {} : { cards: String(limit) }),
  }).toString();
}

/** The address states its filters even if there are none: without any, the person's own would apply. */
export function boardAddress(studio: StudioView, filter: BoardFilter): string {
  const query = boardQuery(filter);
  return `${studio.base}/orders?${query === "" ? NO_FILTER : query}`;
}

const NO_FILTER = "sort=newest";

/** The board without filters. */
export function wholeBoardAddress(studio: StudioView): string {
  return boardAddress(studio, readBoardQuery({}));
}

/** The same board with more cards; undefined if it has as many as it may. */
export function withMoreCards(filter: BoardFilter): BoardFilter | undefined {
  return filter.limit >= MAX_COLUMN_CARDS ? undefined : { ...filter, limit: filter.limit + COLUMN_CARDS };
}

export function isNarrowed({ isLate, technologyId, lastBy }: BoardFilter): boolean {
  return isLate || technologyId !== undefined || lastBy !== undefined;
}
