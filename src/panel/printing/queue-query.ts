// Query of the printing queue: the due days of its waiting items, and their order.

import { isLate } from "../../domain/order.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import type { QueuedOrder } from "../../printers/printing-queue.store.ts";
import type { StudioView } from "../kit/panel-context.ts";

/** The last due day that each choice shows, in days from today. */
const DAYS_AHEAD = { today: 0, tomorrow: 1, week: 7 } as const;

export const DUE_CHOICES = ["late", "today", "tomorrow", "week"] as const;
export type DueChoice = (typeof DUE_CHOICES)[number];

export const QUEUE_ORDERS = ["material", "due"] as const;

export interface QueueQuery {
  /** undefined: every item, also of an order without a due day. */
  readonly due: DueChoice | undefined;
  /** By material, an item follows others of its machine's setup; within a material, by due day. */
  readonly sort: (typeof QUEUE_ORDERS)[number];
}

/** A filter that is not offered is left out: it comes from a link, so a fault would help no person. */
export function readQueueQuery({ due, sort }: Readonly<Record<string, string>>): QueueQuery {
  return {
    due: DUE_CHOICES.find((choice) => choice === due),
    sort: QUEUE_ORDERS.find((order) => order === sort) ?? "material",
  };
}

/** A path of the printing page: itself, or one of its forms, which returns to it as it was narrowed. */
export function printingPath({ base }: StudioView, { due, sort }: QueueQuery, path = ""): string {
  const query = new URLSearchParams({ ...(due && { due }), ...(sort === "material" ? {} : { sort }) }).toString();
  return `${base}/printing${path}${query === "" ? "" : `?${query}`}`;
}

export function isInQueue({ due }: QueueQuery, order: QueuedOrder): boolean {
  if (due === undefined) return true;
  if (due === "late") return isLate(order, dayFromNow(0));
  return order.dueOn !== null && order.dueOn <= dayFromNow(DAYS_AHEAD[due]);
}
