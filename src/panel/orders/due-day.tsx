// The day by which an order is to be ready, marked once it has passed.

import { isLate, type OrderStatus } from "../../domain/order.ts";
import { shortDay } from "../../pages/format.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import { useView } from "../kit/view-context.ts";
import { orderWords } from "./order.words.ts";

interface DueDayProps {
  readonly order: { readonly status: OrderStatus; readonly dueOn: string | null };
}

/** Shows nothing without a promised day. */
export function DueDay({ order }: DueDayProps) {
  const { language } = useView();
  const words = orderWords(language);
  const { dueOn } = order;
  if (dueOn === null) return null;
  return (
    <span>
      <time class="nowrap" datetime={dueOn}>
        {words.dueOn(shortDay(language, dueOn))}
      </time>{" "}
      {isLate(order, dayFromNow(0)) ? <span class="badge bad">{words.late}</span> : null}
    </span>
  );
}
