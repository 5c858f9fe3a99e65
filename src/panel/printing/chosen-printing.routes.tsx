// Parts of chosen orders: put on one printer together, and taken off again.

import { Hono } from "hono";
import { z } from "zod";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { MAX_CHOSEN_ORDERS } from "../../orders/chosen-orders.ts";
import { copiesOnPrintersField, copiesOnPrintersText } from "../../orders/order-change.request.ts";
import { readForm } from "../../pages/form-values.ts";
import {
  assignChosen,
  type ChosenAssigned,
  MAX_ASSIGNED_ITEMS,
  readChosenPrints,
  takeBackAssigned,
} from "../../printers/chosen-assignment.store.ts";
import type { Notice } from "../kit/notice.schema.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelEnv, View } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { panelPath } from "../kit/session.middleware.tsx";
import { readChosenQuery, refusalOf } from "../orders/chosen/chosen-form.ts";
import { ChosenPrintingPage } from "./chosen-printing.page.tsx";
import { chosenPrintingWords } from "./chosen-printing.words.ts";

/** A notice is stored in a cookie, so it names no more parts than these for each reason. */
const MAX_NAMED = 8;

const idField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** Ids joined by commas; a repeated one counts once. */
const idsField = z
  .string()
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(idField).max(MAX_CHOSEN_ORDERS));

const backField = z.string().optional().transform(panelPath);
const assignForm = z.object({ printerId: idField, orders: idsField, back: backField });
const takeBackForm = z.object({
  prints: copiesOnPrintersField,
  orders: idsField,
  begun: idsField.optional(),
  back: backField,
});

export const chosenPrintingRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant, studio, view } = context.var;
    const { chosen, back } = readChosenQuery(context);
    const refusal = refusalOf(view, chosen);
    if (refusal !== undefined) return redirectWithNotice(context, back, { text: refusal });
    const orderIds = chosen.map(({ orderId }) => orderId);
    const prints = await readChosenPrints(tenant, studio.record, orderIds);
    return render(context, <ChosenPrintingPage prints={prints} orderIds={orderIds} back={back} />);
  })
  .post("/", async (context) => {
    const { tenant, studio, session, view } = context.var;
    const words = chosenPrintingWords(view.language);
    const form = await readForm(context, assignForm);
    // Only a page's own fields write these values.
    if (!form.ok) return redirectWithNotice(context, `${studio.base}/orders`, { text: words.nothingWaits });
    const { printerId, orders: orderIds, back } = form.fields;
    const personId = session.person.id;
    try {
      const done = await assignChosen(tenant, studio.record, { orderIds, printerId, personId });
      if (done.refusal === "too_many_items") {
        return await redirectWithNotice(context, back, { text: words.refusals.too_many_items(MAX_ASSIGNED_ITEMS) });
      }
      if (done.refusal !== undefined) {
        return await redirectWithNotice(context, back, { text: words.refusals[done.refusal] });
      }
      return await redirectWithNotice(context, back, { text: toldOf(view, done), ...undoOf(studio.base, done, back) });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      return redirectWithNotice(context, back, { text: words.changedMeanwhile });
    }
  })
  .post("/take-back", async (context) => {
    const { tenant, studio, session, view } = context.var;
    const words = chosenPrintingWords(view.language);
    const form = await readForm(context, takeBackForm);
    if (!form.ok) return redirectWithNotice(context, `${studio.base}/orders`, { text: words.nothingWaits });
    const { prints, orders: orderIds, begun = [], back } = form.fields;
    const { takenOff, left } = await takeBackAssigned(tenant.db, {
      prints,
      orderIds,
      begun,
      personId: session.person.id,
    });
    const sentences = [
      ...(takenOff.length > 0 ? [words.takenOff(named(view, takenOff.map(String)))] : []),
      ...(left.length > 0 ? [words.leftThere(named(view, left.map(String)))] : []),
    ];
    return redirectWithNotice(context, back, { text: sentences.join(" ") });
  });

function toldOf(view: View, { printer, assigned, begun, refused, unprintable }: ChosenAssigned): string {
  const words = chosenPrintingWords(view.language);
  const leftOut = [
    ...refused.map(({ orderId, label, reason }) => ({ reason: words.reasons[reason], name: `${orderId} ${label}` })),
    ...unprintable.map(({ orderId, reason }) => ({ reason: words.unprintable[reason], name: String(orderId) })),
  ];
  return [
    ...(assigned.length > 0 ? [words.assigned(assigned.length, printer)] : []),
    ...(begun.length > 0 ? [words.begun(named(view, begun.map(String)))] : []),
    ...[...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, those]) =>
      words.leftOut(
        reason,
        named(
          view,
          those.map(({ name }) => name),
        ),
      ),
    ),
  ].join(" ");
}

function undoOf(base: string, { assigned, orderIds, begun }: ChosenAssigned, back: string): Pick<Notice, "undo"> {
  if (assigned.length === 0) return {};
  const fields = { prints: copiesOnPrintersText(assigned), orders: orderIds.join(","), begun: begun.join(","), back };
  return { undo: { action: `${base}/printing/chosen/take-back`, fields } };
}

function named({ language }: View, names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return rest <= 0 ? shown : `${shown} ${chosenPrintingWords(language).andMore(rest)}`;
}
