// Chosen orders as a page's boxes send them, by a form or in an address.

import { type ChosenOrder, MAX_CHOSEN_ORDERS } from "../../../orders/chosen-orders.ts";
import { typedValuesOf } from "../../../pages/form-values.ts";
import type { PanelContext, View } from "../../kit/panel-context.ts";
import { panelPath } from "../../kit/session.middleware.tsx";
import { chosenOrdersWords } from "./chosen-orders.words.ts";

export async function readChosenForm(context: PanelContext) {
  const { orders, back } = await typedValuesOf(context);
  return {
    chosen: chosenIn(typeof orders === "string" ? [orders] : (orders ?? [])),
    back: panelPath(typeof back === "string" ? back : undefined),
  };
}

export function readChosenQuery({ req }: PanelContext) {
  return { chosen: chosenIn(req.queries("orders[]") ?? []), back: panelPath(req.query("back")) };
}

/** Each order once; malformed values are left out: only a page's boxes write them. */
function chosenIn(values: readonly string[]): readonly ChosenOrder[] {
  const chosen = values.flatMap((value) => {
    const [orderId = 0, version = 0] = value.split(":").map(Number);
    const isValid = [orderId, version].every((number) => Number.isSafeInteger(number) && number > 0);
    return isValid ? [[orderId, { orderId, version }] as const] : [];
  });
  return [...new Map(chosen).values()];
}

/** The reason why nothing can be done with these orders; undefined if something can. */
export function refusalOf({ language }: View, chosen: readonly ChosenOrder[]): string | undefined {
  const words = chosenOrdersWords(language);
  if (chosen.length === 0) return words.none;
  return chosen.length > MAX_CHOSEN_ORDERS ? words.tooMany(MAX_CHOSEN_ORDERS) : undefined;
}
