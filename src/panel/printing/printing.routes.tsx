// Printing: waiting items, printers and their queues, items done.

import { Hono } from "hono";
import { z } from "zod";
import { isDomainError } from "../../domain/errors.ts";
import { isLowStock } from "../../domain/workshop.ts";
import { pathId } from "../../http/request/path-id.ts";
import { realFiguresSchema, toRealFigures } from "../../machine-profiles/real-figures.request.ts";
import { type FormState, readForm } from "../../pages/form-values.ts";
import { weight } from "../../pages/format.ts";
import {
  type AssignmentRefusal,
  assignItem,
  markPrinted,
  takeOff,
  undoPrinted,
} from "../../printers/assignment.store.ts";
import { slicesOfItems } from "../../printers/item-slices.ts";
import { readPrintingQueue } from "../../printers/printing-queue.store.ts";
import type { Notice } from "../kit/notice.schema.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv, View } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { estimateWords } from "./estimates.words.ts";
import { PrintingPage } from "./printing.page.tsx";
import { printingWords } from "./printing.words.ts";

const printerField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

const onPrinterForm = z.object({ printerId: printerField });
const printedForm = z.object({ printerId: printerField, ...realFiguresSchema.shape });
const takeOffForm = z.object({ printerId: printerField, unbegin: z.string().optional() });
const notPrintedForm = z.object({ printerId: printerField.optional() });

export const printingRoutes = new Hono<PanelEnv>()
  .get("/", (context) => printingPage(context))

  .post("/items/:itemId/assign", (context) =>
    act(context, onPrinterForm, async ({ printerId }, target) => {
      const { tenant, studio } = context.var;
      const done = await assignItem(tenant, studio.record, { ...target, printerId });
      if (done.refusal !== undefined) return done;
      const words = printingWords(context.var.view.language);
      const began: Record<string, string> = done.beganOrder ? { unbegin: "true" } : {};
      const sentences = [words.assigned(done.label, done.printer), ...(done.beganOrder ? [words.orderBegan] : [])];
      return {
        text: sentences.join(" "),
        undo: undo(context, "take-off", { printerId: String(printerId), ...began }),
      };
    }),
  )

  .post("/items/:itemId/take-off", (context) =>
    act(context, takeOffForm, async ({ printerId, unbegin }, target) => {
      const done = await takeOff(context.var.tenant.db, { ...target, printerId, unbegin: unbegin === "true" });
      if (done.refusal !== undefined) return done;
      const { tookOff } = printingWords(context.var.view.language);
      return {
        text: tookOff(done.label, done.printer),
        undo: undo(context, "assign", { printerId: String(printerId) }),
      };
    }),
  )

  .post("/items/:itemId/printed", (context) =>
    act(context, printedForm, async ({ printerId, ...figures }, target) => {
      const { tenant, studio, view } = context.var;
      const done = await markPrinted(tenant.db, { ...target, printerId, real: toRealFigures(figures) });
      if (done.refusal !== undefined) return done;
      const words = printingWords(view.language);
      const sentences = [words.printed(done.label)];
      const stock = done.material?.stockHundredthsOfGram;
      if (done.material && typeof stock === "number" && isLowStock(done.material)) {
        sentences.push(words.stockLow(done.material.name, weight(view.language, stock)));
      }
      if (done.wasLast) sentences.push(words.orderPrinted);
      return {
        text: sentences.join(" "),
        link: done.wasLast ? { href: `${studio.base}/orders/${done.orderId}`, text: words.toOrder } : undefined,
        undo: undo(context, "not-printed", { printerId: String(printerId) }),
      };
    }),
  )

  .post("/items/:itemId/not-printed", (context) =>
    act(context, notPrintedForm, async ({ printerId }, target) => {
      const { tenant, studio, view } = context.var;
      const done = await undoPrinted(tenant, studio.record, { ...target, printerId });
      if (done.refusal !== undefined) return done;
      const words = printingWords(view.language);
      const { label, printer } = done;
      return { text: printer === undefined ? words.waitsAgain(label) : words.notPrinted(label, printer) };
    }),
  );

interface Target {
  readonly itemId: number;
  readonly personId: PanelContext["var"]["session"]["person"]["id"];
}

/** Changes an item by the form, and answers with the result's notice or the reason of a refusal. */
async function act<Schema extends z.ZodType>(
  context: PanelContext,
  schema: Schema,
  work: (fields: z.output<Schema>, target: Target) => Promise<Notice | { readonly refusal: AssignmentRefusal }>,
): Promise<Response> {
  const { studio, session, view } = context.var;
  const words = printingWords(view.language);
  const itemId = pathId(context.req.param("itemId") ?? "");
  const form = await readForm(context, schema);
  if (!form.ok) return printingPage(context, refusalOf(view, form.state), 400);
  try {
    const answer = await work(form.fields, { itemId, personId: session.person.id });
    if ("refusal" in answer) return printingPage(context, words.refusals[answer.refusal], 409);
    return await redirectWithNotice(context, `${studio.base}/printing`, answer);
  } catch (error) {
    if (!isDomainError(error) || error.kind !== "changed_meanwhile") throw error;
    return printingPage(context, words.changedMeanwhile, 409);
  }
}

/** Faults of the real figures; without any, the printer was missing: the form has no other field. */
function refusalOf({ language }: View, { faults }: FormState): string {
  const words = estimateWords(language);
  const [minutes = [], grams = []] = [faults.minutes, faults.grams];
  const ofFigures = [
    ...minutes.map((fault) => `${words.realFigures}, ${words.minutes}: ${fault}`),
    ...grams.map((fault) => `${words.realFigures}, ${words.grams}: ${fault}`),
  ];
  return ofFigures.length > 0 ? ofFigures.join(" ") : printingWords(language).choosePrinter;
}

async function printingPage(context: PanelContext, refused?: string, status: 200 | 400 | 409 = 200): Promise<Response> {
  const { studio, tenant } = context.var;
  const queue = await readPrintingQueue(tenant.db);
  const slices = await slicesOfItems(tenant, studio.record, queue.waiting, "cache");
  const page = <PrintingPage queue={queue} slices={slices} refused={refused} />;
  return render(context, page, status);
}

function undo(context: PanelContext, action: string, fields: Record<string, string>): Notice["undo"] {
  const itemId = context.req.param("itemId");
  return { action: `${context.var.studio.base}/printing/items/${itemId}/${action}`, fields };
}
