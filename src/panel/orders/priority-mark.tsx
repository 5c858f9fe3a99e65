// The priority of an order as a mark, by its name when the order was placed.

import type { ChosenPriority } from "../../pricing/price-rules.ts";
import { useView } from "../kit/view-context.ts";
import { orderWords } from "./order.words.ts";

interface PriorityMarkProps {
  readonly order: { readonly priority: ChosenPriority | null };
}

/** Shows nothing without a chosen priority. */
export function PriorityMark({ order: { priority } }: PriorityMarkProps) {
  const { language } = useView();
  if (priority === null) return null;
  return (
    <span class="badge warn" title={orderWords(language).priority}>
      <span class="visually-hidden">{orderWords(language).priority} </span>
      {priority.name}
    </span>
  );
}
