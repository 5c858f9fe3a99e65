// Parts of chosen orders: put on one printer together, and taken off again.

import { Hono } from "hono";
import { z } from "zod";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { MAX_CHOSEN_ORDERS } from "../../orders/chosen-orders.ts";
import { readForm } from "../../pages/form-values.ts";
import {
  assignChosen,
  type ChosenAssigned,
  MAX_ASSIGNED_ITEMS,
  readChosenForPrinters,
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

/** Copies as the notice's undo carries them: `item:copies:onPrinter`, joined by commas. */
const assignedField = z
  .string()
  .transform((text) => text.split(",").map((one) => one.split(":")))
  .pipe(z.array(z.tuple([idField, idField, idField])).max(MAX_ASSIGNED_ITEMS))
  .transform((prints) => prints.map(([itemId, copies, onPrinter]) => ({ itemId, copies, onPrinter })));

const takeBackForm = z.object({
  printerId: idField,
  prints: assignedField,
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
    const prints = await readChosenForPrinters(tenant, studio.record, orderIds);
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
    const { printerId, prints, orders: orderIds, begun = [], back } = form.fields;
    const personId = session.person.id;
    try {
      const { takenOff, left } = await takeBackAssigned(tenant.db, { printerId, prints, orderIds, begun, personId });
      const sentences = [
        ...(takenOff.length > 0 ? [words.takenOff(words.named(takenOff.map(String)))] : []),
        ...(left.length > 0 ? [words.leftThere(words.named(left.map(String)))] : []),
      ];
      return await redirectWithNotice(context, back, { text: sentences.join(" ") });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      return redirectWithNotice(context, back, { text: words.notTakenBack });
    }
  });

/** A notice is stored in a cookie, so it names so many parts over all reasons, and each by the beginning of its name. */
const MAX_NAMED_LEFT_OUT = 8;
const MAX_LABEL_CHARACTERS = 24;

function toldOf(view: View, { printer, assigned, begun, refused, unprintable }: ChosenAssigned): string {
  const words = chosenPrintingWords(view.language);
  const leftOut = [
    ...refused.map(({ number, label, reason }) => ({
      reason: words.reasons[reason],
      name: `${number} ${shortLabel(label)}`,
    })),
    ...unprintable.map(({ number, reason }) => ({ reason: words.unprintable[reason], name: String(number) })),
  ];
  const byReason = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  let named = 0;
  // A reason of few parts is not lost behind one of many.
  const sentences = byReason
    .toSorted(([, a], [, b]) => a.length - b.length)
    .map(([reason, those]) => {
      const most = MAX_NAMED_LEFT_OUT - named;
      named += Math.min(most, those.length);
      const names = those.map(({ name }) => name);
      return words.leftOut(reason, words.named(names, most));
    });
  return [
    ...(assigned.length > 0 ? [words.assigned(assigned.length, printer.name)] : []),
    ...(begun.length > 0 ? [words.begun(words.named(begun.map(({ number }) => String(number))))] : []),
    ...sentences,
  ].join(" ");
}

function shortLabel(label: string): string {
  const characters = [...label];
  return characters.length <= MAX_LABEL_CHARACTERS
    ? label
    : `${characters.slice(0, MAX_LABEL_CHARACTERS - 1).join("")}…`;
}

function undoOf(
  base: string,
  { printer, assigned, orderIds, begun }: ChosenAssigned,
  back: string,
): Pick<Notice, "undo"> {
  if (assigned.length === 0) return {};
  const fields = {
    printerId: String(printer.id),
    prints: assigned.map(({ itemId, copies, onPrinter }) => [itemId, copies, onPrinter].join(":")).join(","),
    orders: orderIds.join(","),
    begun: begun.map(({ id }) => id).join(","),
    back,
  };
  return { undo: { action: `${base}/printing/chosen/take-back`, fields } };
}
