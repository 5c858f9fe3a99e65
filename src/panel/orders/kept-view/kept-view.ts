// Kept view: the columns and filters with which the board or the list of orders opens for a person.

import { z } from "zod";
import { MAX_SOURCE_CHARACTERS, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from "../../../domain/order.ts";
import type { KeptViews } from "../../../people/person.ts";
import { parsedJson } from "../../../platform/parsed-json.ts";
import type { StudioView } from "../../kit/panel-context.ts";
import { filterQuery, readBoardQuery } from "../board/board-query.ts";

/** Columns of the list that a person may hide; the order's number stays. */
export const LIST_COLUMNS = [
  "customer",
  "phone",
  "email",
  "source",
  "date",
  "due",
  "status",
  "total",
  "payment",
  "tracking",
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** The list's columns for a person without a kept view. */
const USUAL_COLUMNS: readonly ListColumn[] = [
  "customer",
  "phone",
  "email",
  "source",
  "date",
  "status",
  "total",
  "payment",
];

/** More than the filters of either page have, with every letter of a source escaped. */
const MAX_QUERY_CHARACTERS = 2000;

const viewOf = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({ query: z.string().max(MAX_QUERY_CHARACTERS), columns: z.array(z.enum(columns)).min(1) });

// OPEN_STATUSES is never empty: orders begin in one.
const SCHEMAS = { board: viewOf(OPEN_STATUSES as [OrderStatus, ...OrderStatus[]]), list: viewOf(LIST_COLUMNS) };

export interface KeptView<Column extends string> {
  /** The filters, as the page's address has them; empty: none. */
  readonly query: string;
  readonly columns: readonly Column[];
  /** True if the person kept it. */
  readonly isKept: boolean;
}

/** The person's view of the board; all columns without one, or if the stored one is malformed. */
export function keptBoard({ keptViews }: StudioView): KeptView<OrderStatus> {
  return read("board", SCHEMAS.board, keptViews.board, OPEN_STATUSES);
}

/** As `keptBoard`, of the list. */
export function keptList({ keptViews }: StudioView): KeptView<ListColumn> {
  return read("list", SCHEMAS.list, keptViews.list, USUAL_COLUMNS);
}

function read<Column extends string>(
  page: keyof KeptViews,
  schema: z.ZodType<{ readonly query: string; readonly columns: readonly Column[] }>,
  stored: string | null,
  usual: readonly Column[],
): KeptView<Column> {
  const view = stored === null ? undefined : schema.safeParse(parsedJson(stored)).data;
  if (view === undefined) return { query: "", columns: usual, isKept: false };
  return { query: filtersOf(page, view.query), columns: view.columns, isKept: true };
}

/** The filters to apply: the kept ones, unless the address names some, or says that there are none. */
export function appliedQuery(
  asked: Readonly<Record<string, string>>,
  { query }: KeptView<string>,
): Readonly<Record<string, string>> {
  const isBare = Object.keys(asked).every((name) => name === "view");
  return isBare ? { ...asked, ...Object.fromEntries(new URLSearchParams(query)) } : asked;
}

/** Whether the shown filters are the person's own, and narrow the page. @param query as the page's address has them, and nothing else */
export function isApplied({ query: kept }: KeptView<string>, query: string): boolean {
  return kept !== "" && query === kept;
}

/** The JSON to keep. Undefined without a column. @param query the filters as the page's address has them */
export function viewToKeep(page: keyof KeptViews, query: string, columns: readonly string[]): string | undefined {
  const view = { query: filtersOf(page, query), columns };
  return SCHEMAS[page].safeParse(view).success ? JSON.stringify(view) : undefined;
}

/** The filters that the page still offers, without a search, days or a page, which are of one moment. */
function filtersOf(page: keyof KeptViews, query: string): string {
  const typed = Object.fromEntries(new URLSearchParams(query));
  if (page === "board") return filterQuery(readBoardQuery(typed));
  const { status = "", source = "", unpaid } = typed;
  return new URLSearchParams({
    ...(ORDER_STATUSES.some((offered) => offered === status) ? { status } : {}),
    ...(source === "" || source.length > MAX_SOURCE_CHARACTERS ? {} : { source }),
    ...(unpaid === "true" ? { unpaid } : {}),
  }).toString();
}
