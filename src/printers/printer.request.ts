// Fields of POST and PATCH /printers, and of a printer's form.

import { z } from "@hono/zod-openapi";
import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";
import { joinedByX, parseBuildVolume } from "../domain/print/build-volume.ts";
import { PRINTER_STATUSES } from "../domain/workshop.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { dayOutOfRange, isPlannedDay } from "../http/request/day-range.ts";
import { idField } from "../http/request/fields.ts";
import { lineField, linesField, nameField } from "../http/request/name-field.ts";
import type { NewPrinter } from "./printer.store.ts";

const name = nameField(255);

/** An optional text. An empty one becomes null. */
const optional = (text: z.ZodType<string, string>) =>
  text.transform((typed) => (typed === "" ? null : typed)).nullable();

const buildVolume = optional(lineField(100))
  .transform((text) => (text === null ? null : joinedByX(text)))
  .refine((text) => text === null || parseBuildVolume(text) !== undefined, customIssue("buildVolume"))
  .openapi({ description: "Three positive numbers joined by x, then perhaps a unit; mm" });

const nextMaintenanceAt = optional(lineField(100))
  .refine((text) => text === null || z.iso.date().safeParse(text).success, customIssue("date"))
  .openapi({ description: "A date that exists, YYYY-MM-DD" });

const optionalFields = {
  model: optional(lineField(255)).optional().openapi({ description: "The make and model of the machine" }),
  buildVolume: buildVolume.optional(),
  maintenanceNote: optional(linesField(2000)).optional(),
  nextMaintenanceAt: nextMaintenanceAt.optional(),
};

export const newPrinterSchema = z
  .object({
    name,
    technologyId: idField,
    status: z
      .enum(PRINTER_STATUSES)
      .nullish()
      .transform((status) => status ?? "active")
      .openapi({ description: "active where not sent" }),
    ...optionalFields,
  })
  .openapi("NewPrinter");

/** null: the field was not sent. */
export function toNewPrinter(fields: z.output<typeof newPrinterSchema>): NewPrinter {
  const { model = null, buildVolume = null, maintenanceNote = null, nextMaintenanceAt = null } = fields;
  return { ...fields, model, buildVolume, maintenanceNote, nextMaintenanceAt };
}

export const printerChangesSchema = z
  .object({
    name: name.optional(),
    technologyId: idField.optional(),
    status: z.enum(PRINTER_STATUSES).optional(),
    ...optionalFields,
  })
  .openapi("PrinterChanges", { description: "Only what is sent changes; null clears what may be null" });

/** A printer as a form sends it: everything at once, ids as text, empty fields not sent. */
export const printerFormSchema = z
  .object({
    name,
    technologyId: z
      .string()
      .refine((text) => TECHNOLOGIES.some(({ id }) => String(id) === text), customIssue("oneOf"))
      .transform(Number),
    status: z.enum(PRINTER_STATUSES),
    ...optionalFields,
    nextMaintenanceAt: nextMaintenanceAt.refine(isPlannedDay, dayOutOfRange).optional(),
  })
  .transform(toNewPrinter);
