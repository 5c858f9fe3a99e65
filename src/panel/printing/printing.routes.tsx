// Printing: waiting items, printers and their queues, items done.

import { Hono } from "hono";
import { z } from "zod";
import { isDomainError } from "../../domain/errors.ts";
import { MAX_ITEM_COPIES } from "../../domain/order.ts";
import { isLowStock, PRINT_OUTCOMES } from "../../domain/workshop.ts";
import { wholeNumberField } from "../../http/request/decimal-fields.ts";
import { pathId } from "../../http/request/path-id.ts";
import { realFiguresSchema, toRealFigures } from "../../machine-profiles/real-figures.request.ts";
import { reasonField } from "../../orders/order-change.request.ts";
import { type FormState, readForm } from "../../pages/form-values.ts";
import { weight } from "../../pages/format.ts";
import {
  type AssignmentRefusal,
  assignItem,
  changePlace,
  movePrint,
  orderByDueDay,
  takeOff,
} from "../../printers/assignment.store.ts";
import { markFailed, markPrinted, undoEnd } from "../../printers/ended-prints.store.ts";
import { slicesOfItems } from "../../printers/item-slices.ts";
import { type QueuedMaterial, readPrintingQueue } from "../../printers/printing-queue.store.ts";
import type { Notice } from "../kit/notice.schema.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv, View } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { estimateWords } from "./estimates.words.ts";
import { PrintingPage } from "./printing.page.tsx";
import { printingWords } from "./printing.words.ts";
import { printingPath, readQueueQuery } from "./queue-query.ts";

const printerField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

const copiesField = wholeNumberField({ min: 1, max: MAX_ITEM_COPIES }).optional();
const flag = z
  .literal("true")
  .optional()
  .transform((given) => given === "true");

const assignForm = z.object({ printerId: printerField, copies: copiesField });
const takeOffForm = z.object({ copies: copiesField, unbegin: flag });
const moveForm = z.object({ printerId: printerField, copies: copiesField });
const placeForm = z.object({ direction: z.enum(["earlier", "later"]) });
const seenField = z
  .string()
  .regex(/^\d{1,5}:\d{1,15}$/)
  .transform((text) => {
    const [copies = 0, lastEndedId = 0] = text.split(":").map(Number);
    return { copies, lastEndedId };
  })
  .optional();
const printedForm = z.object({ copies: copiesField, seen: seenField, ...realFiguresSchema.shape });
const failedForm = z.object({ ...printedForm.shape, reason: reasonField, staysOnPrinter: flag });
const undoForm = z.object({
  wasStaying: flag,
  outcome: z.enum(PRINT_OUTCOMES),
  copies: wholeNumberField({ min: 1, max: MAX_ITEM_COPIES }),
});

export const printingRoutes = new Hono<PanelEnv>()
  .get("/", (context) => printingPage(context))

  .post("/items/:itemId/assign", (context) =>
    act(context, assignForm, async ({ printerId, copies }, { personId, id: itemId }) => {
      const { tenant, studio, view } = context.var;
      const done = await assignItem(tenant, studio.record, { itemId, printerId, copies, personId });
      if (done.refusal !== undefined) return done;
      const words = printingWords(view.language);
      const sentences = [words.assigned(done.label, done.printer), ...(done.beganOrder ? [words.orderBegan] : [])];
      const fields = { copies: String(done.copies), ...(done.beganOrder ? { unbegin: "true" } : {}) };
      return {
        text: sentences.join(" "),
        undo: { action: samePage(context, `/prints/${done.printId}/take-off`), fields },
      };
    }),
  )

  .post("/prints/:id/take-off", (context) =>
    act(context, takeOffForm, async ({ copies, unbegin }, { personId, id: printId }) => {
      const { tenant, view } = context.var;
      const done = await takeOff(tenant.db, { printId, copies, personId, unbegin });
      if (done.refusal !== undefined) return done;
      return {
        text: printingWords(view.language).tookOff(done.label, done.printer),
        undo: {
          action: samePage(context, `/items/${done.itemId}/assign`),
          fields: { printerId: String(done.printerId), copies: String(done.copies) },
        },
      };
    }),
  )

  .post("/prints/:id/move", (context) =>
    act(context, moveForm, async ({ printerId, copies }, { personId, id: printId }) => {
      const { tenant, studio, view } = context.var;
      const done = await movePrint(tenant, studio.record, { printId, copies, printerId, personId });
      if (done.refusal !== undefined) return done;
      return {
        text: printingWords(view.language).moved(done.label, done.printer),
        undo: {
          action: samePage(context, `/prints/${done.printId}/move`),
          fields: { printerId: String(done.former), copies: String(done.copies) },
        },
      };
    }),
  )

  .post("/prints/:id/place", async (context) => {
    const form = await readForm(context, placeForm);
    if (form.ok) {
      const printId = pathId(context.req.param("id"));
      await changePlace(context.var.tenant.db, { printId, direction: form.fields.direction });
    }
    return context.redirect(samePage(context), 303);
  })

  .post("/printers/:id/by-due-day", async (context) => {
    const { tenant, view } = context.var;
    await orderByDueDay(tenant.db, pathId(context.req.param("id")));
    const text = printingWords(view.language).ordered;
    return redirectWithNotice(context, samePage(context), { text });
  })

  .post("/prints/:id/printed", (context) =>
    act(context, printedForm, async ({ copies, seen, ...figures }, { personId, id: printId }) => {
      const { tenant, studio, view } = context.var;
      const done = await markPrinted(tenant.db, { printId, copies, seen, personId, real: toRealFigures(figures) });
      if (done.refusal !== undefined) return done;
      const words = printingWords(view.language);
      const sentences = [words.printed(done.label), ...stockSentences(view, done.material)];
      if (done.wasLast) sentences.push(words.orderPrinted);
      return {
        text: sentences.join(" "),
        link: done.wasLast ? { href: `${studio.base}/orders/${done.orderId}`, text: words.toOrder } : undefined,
        undo: {
          action: samePage(context, `/ended/${done.endedId}/undo`),
          fields: { outcome: "printed", copies: String(done.copies) },
        },
      };
    }),
  )

  .post("/prints/:id/failed", (context) =>
    act(
      context,
      failedForm,
      async ({ copies, seen, reason, staysOnPrinter, ...figures }, { personId, id: printId }) => {
        const { tenant, view } = context.var;
        const real = toRealFigures(figures);
        const done = await markFailed(tenant.db, { printId, copies, seen, personId, real, reason, staysOnPrinter });
        if (done.refusal !== undefined) return done;
        const words = printingWords(view.language);
        const sentence = staysOnPrinter ? words.failedStays : words.failedOf;
        return {
          text: [sentence(done.label), ...stockSentences(view, done.material)].join(" "),
          undo: {
            action: samePage(context, `/ended/${done.endedId}/undo`),
            fields: {
              outcome: "failed",
              copies: String(done.copies),
              ...(staysOnPrinter ? { wasStaying: "true" } : {}),
            },
          },
        };
      },
    ),
  )

  .post("/ended/:id/undo", (context) =>
    act(context, undoForm, async (end, { personId, id: endedId }) => {
      const { tenant, studio, view } = context.var;
      const done = await undoEnd(tenant, studio.record, { ...end, endedId, personId });
      if (done.refusal !== undefined) return done;
      const words = printingWords(view.language);
      const { label, printer, outcome } = done;
      if (outcome === "failed") return { text: words.notFailed(label) };
      return { text: printer === undefined ? words.waitsAgain(label) : words.notPrinted(label, printer) };
    }),
  );

function stockSentences({ language }: View, material: QueuedMaterial | undefined): string[] {
  const stock = material?.stockHundredthsOfGram;
  if (material === undefined || typeof stock !== "number" || !isLowStock(material)) return [];
  return [printingWords(language).stockLow(material.name, weight(language, stock))];
}

interface Target {
  /** The id in the path. */
  readonly id: number;
  readonly personId: PanelContext["var"]["session"]["person"]["id"];
}

/** Changes an item or a print by the form, and answers with the result's notice or the reason of a refusal. */
async function act<Schema extends z.ZodType>(
  context: PanelContext,
  schema: Schema,
  work: (fields: z.output<Schema>, target: Target) => Promise<Notice | { readonly refusal: AssignmentRefusal }>,
): Promise<Response> {
  const { session, view } = context.var;
  const words = printingWords(view.language);
  const id = pathId(context.req.param("itemId") ?? context.req.param("id") ?? "");
  const form = await readForm(context, schema);
  if (!form.ok) return printingPage(context, refusalOf(view, form.state), 400);
  try {
    const answer = await work(form.fields, { id, personId: session.person.id });
    if ("refusal" in answer) return printingPage(context, words.refusals[answer.refusal], 409);
    return await redirectWithNotice(context, samePage(context), answer);
  } catch (error) {
    if (!isDomainError(error) || error.kind !== "changed_meanwhile") throw error;
    return printingPage(context, words.changedMeanwhile, 409);
  }
}

/** The faults of the form's fields, each under the field's name. */
function refusalOf({ language }: View, { faults }: FormState): string {
  const [words, estimates] = [printingWords(language), estimateWords(language)];
  const names: Readonly<Record<string, string>> = {
    printerId: words.printer,
    copies: words.copiesTitle,
    reason: words.reason,
    minutes: `${estimates.realFigures}, ${estimates.minutes}`,
    grams: `${estimates.realFigures}, ${estimates.grams}`,
  };
  const sentences = Object.entries(faults).flatMap(([field, ofField]) =>
    field === "printerId" ? [words.choosePrinter] : ofField.map((fault) => `${names[field] ?? field}: ${fault}`),
  );
  return sentences.join(" ");
}

async function printingPage(context: PanelContext, refused?: string, status: 200 | 400 | 409 = 200): Promise<Response> {
  const { studio, tenant } = context.var;
  const queue = await readPrintingQueue(tenant.db);
  const slices = await slicesOfItems(tenant, studio.record, queue.waiting, "cache");
  const query = readQueueQuery(context.req.query());
  const page = <PrintingPage queue={queue} slices={slices} query={query} refused={refused} />;
  return render(context, page, status);
}

/** The page of the form, or another form of it, as the person narrowed it. */
function samePage({ req, var: { studio } }: PanelContext, path = ""): string {
  return printingPath(studio, readQueueQuery(req.query()), path);
}
