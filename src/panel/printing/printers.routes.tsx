// Printers: list, create, edit, remove.

import { Hono } from "hono";
import { z } from "zod";
import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import { PRINTER_STATUSES } from "../../domain/workshop.ts";
import { pathId } from "../../http/request/path-id.ts";
import { EMPTY_FORM, type FormState, readForm, refused, type TypedValues, textOf } from "../../pages/form-values.ts";
import { unsuitedItems } from "../../printers/assignment.store.ts";
import { printerFormSchema } from "../../printers/printer.request.ts";
import {
  changePrinter,
  createPrinter,
  findCreatedPrinter,
  type QueuedPrinter,
  readPrinter,
  readPrinters,
} from "../../printers/printer.store.ts";
import { removePrinter } from "../../printers/printer-removal.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { overNewest, readSeenForm, shownForm } from "../kit/seen-form/seen-form.ts";
import { PrinterFormPage, PrintersPage, RemovePrinterPage } from "./printers.page.tsx";
import { printerWords } from "./printers.words.ts";

const attemptSchema = z.object({ requestKey: z.uuid() });

export const panelPrinterRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    return render(context, <PrintersPage printers={await readPrinters(tenant.db)} />);
  })
  .get("/new", (context) => {
    return render(context, <PrinterFormPage form={EMPTY_FORM} />);
  })
  .post("/new", async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, printerFormSchema);
    if (!form.ok) return render(context, <PrinterFormPage form={form.state} />, 400);
    const attempt = attemptSchema.safeParse(form.typed);
    const requestKey = `panel ${attempt.success ? attempt.data.requestKey : crypto.randomUUID()}`;
    const { printer } =
      (await findCreatedPrinter(tenant.db, requestKey)) ?? (await createPrinter(tenant.db, form.fields, requestKey));
    return toList(context, printerWords(view.language).added(printer.name));
  })
  .get("/:id", async (context) => {
    const { printer } = await printerOf(context);
    return render(context, <PrinterFormPage form={shownForm(printerFormValues(printer))} printer={printer} />);
  })
  .post(
    "/:id",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const words = printerWords(view.language);
      const { printer, queue } = await printerOf(context);
      const show = (form: FormState, status: 400 | 409 = 400) =>
        render(context, <PrinterFormPage form={form} printer={printer} />, status);
      const label = (name: string, value: string) => labelOf(words, name, value);
      const form = await readSeenForm(context, printerFormSchema, { stored: printerFormValues(printer), label });
      if (!form.ok) return show(form.state, form.status);
      if (queue.length > 0 && form.fields.technologyId !== printer.technologyId) {
        return show(refused(form.typed, { technologyId: [words.technologyInUse] }));
      }
      const { printer: changed } = await changePrinter(tenant.db, printer.id, form.fields, printer);
      const unsuited = await unsuitedItems(tenant, studio.record, changed);
      if (unsuited.length === 0) return toList(context, words.saved(changed.name));
      return redirectWithNotice(context, `${studio.base}/printers`, {
        text: `${words.saved(changed.name)} ${words.unsuited(namesOf(unsuited))}`,
        link: { href: `${studio.base}/printing`, text: words.printing },
      });
    }),
  )
  .get("/:id/remove", async (context) => {
    const printer = await printerOf(context);
    return render(context, <RemovePrinterPage printer={printer} />);
  })
  .post("/:id/remove", async (context) => {
    const { view, tenant, session } = context.var;
    const { printer } = await printerOf(context);
    await removePrinter(tenant.db, { printerId: printer.id, personId: session.person.id });
    return toList(context, printerWords(view.language).removed(printer.name));
  });

function printerOf(context: PanelContext): Promise<QueuedPrinter> {
  return readPrinter(context.var.tenant.db, pathId(context.req.param("id") ?? ""));
}

function toList(context: PanelContext, text: string): Promise<Response> {
  return redirectWithNotice(context, `${context.var.studio.base}/printers`, { text });
}

/** Bounds the notice: its cookie has limited space. */
const MAX_NAMES = 3;
const MAX_NAME_CHARACTERS = 40;

function namesOf(items: readonly string[]): string {
  const names = items.slice(0, MAX_NAMES).map(shortened);
  return [...names, ...(items.length > MAX_NAMES ? ["…"] : [])].join(", ");
}

function shortened(name: string): string {
  // Cut by code points: half a surrogate pair cannot be encoded in a cookie.
  const characters = [...name];
  return characters.length > MAX_NAME_CHARACTERS ? `${characters.slice(0, MAX_NAME_CHARACTERS).join("")}…` : name;
}

/** A technology or a status by its name. */
function labelOf(words: ReturnType<typeof printerWords>, name: string, value: string): string {
  if (name === "technologyId") return TECHNOLOGIES.find(({ id }) => String(id) === value)?.name ?? value;
  const status = PRINTER_STATUSES.find((one) => name === "status" && one === value);
  return status === undefined ? value : words.statuses[status];
}

/** The stored printer as form values. */
function printerFormValues(printer: QueuedPrinter["printer"]): TypedValues {
  const { name, technologyId, model, buildVolume, status, maintenanceNote, nextMaintenanceAt } = printer;
  return {
    name,
    technologyId: textOf(technologyId),
    model: textOf(model),
    buildVolume: textOf(buildVolume),
    status,
    maintenanceNote: textOf(maintenanceNote),
    nextMaintenanceAt: textOf(nextMaintenanceAt),
  };
}
