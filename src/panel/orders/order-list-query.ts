// Query of the orders list: filters, their faults, and the page's start.

import { z } from "zod";
import { ORDER_STATUSES } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import type { OrderFilter, PageStart } from "../../orders/order-list.store.ts";
import { MAX_SEARCH_CHARACTERS } from "../../orders/search/order-search.ts";
import { faultSentence } from "../../pages/fault.words.ts";
import type { ShownFaults, TypedValues } from "../../pages/form-values.ts";
import { startOfDay, startOfNextDay } from "../../pages/format.ts";

const day = z.string().refine((text) => z.iso.date().safeParse(text).success, customIssue("date"));

const filterFields = {
  search: z.string().max(MAX_SEARCH_CHARACTERS),
  status: z.enum(ORDER_STATUSES),
  source: z.string().max(255),
  unpaid: z.literal("true"),
  from: day,
  to: day,
  contacts: z.literal("1"),
};

interface ListQuery {
  readonly typed: TypedValues;
  readonly faults: ShownFaults;
  /** The valid filters; faulty ones are left out. */
  readonly filter: OrderFilter;
  readonly start: PageStart;
}

export function readListQuery(query: Readonly<Record<string, string>>, language: Language): ListQuery {
  const faults: Record<string, readonly string[]> = {};
  const typed: Record<string, string> = {};
  function read<Value>(name: string, schema: z.ZodType<Value>): Value | undefined {
    const text = (query[name] ?? "").trim();
    typed[name] = text;
    if (text === "") return undefined;
    const parsed = schema.safeParse(text, { error: (fault) => faultSentence(language, fault) });
    if (parsed.success) return parsed.data;
    faults[name] = parsed.error.issues.map(({ message }) => message);
    return undefined;
  }
  const [from, to] = [read("from", filterFields.from), read("to", filterFields.to)];
  return {
    filter: {
      search: read("search", filterFields.search),
      isInContacts: read("contacts", filterFields.contacts) !== undefined,
      status: read("status", filterFields.status),
      source: read("source", filterFields.source),
      isUnpaid: read("unpaid", filterFields.unpaid) !== undefined,
      since: from === undefined ? undefined : startOfDay(from),
      until: to === undefined ? undefined : startOfNextDay(to),
    },
    typed,
    faults,
    start: pageStart(query),
  };
}

/** A malformed cursor starts at the newest order: it comes from a link, so a fault would help no person. */
function pageStart(query: Readonly<Record<string, string>>): PageStart {
  for (const from of ["before", "after"] as const) {
    const orderId = Number(query[from]);
    if (Number.isSafeInteger(orderId) && orderId > 0) return { from, orderId };
  }
  return { from: "newest" };
}
