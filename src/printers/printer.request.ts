// What POST and PATCH /printers take.

import { z } from "@hono/zod-openapi";
import { PRINTER_STATUSES } from "../db/column-types.ts";
import { parseBuildVolume } from "../domain/build-volume.ts";
import { idField } from "../http/fields.ts";

const name = z.string().trim().min(1).max(255);

/** A text that may be left out. An empty one says as little as null. */
const note = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .transform((text) => (text === "" ? null : text))
    .nullable();

const buildVolume = note(100)
  .refine(
    (text) => text === null || parseBuildVolume(text) !== undefined,
    "must be three positive lengths joined by x, such as 220x220x250 mm",
  )
  .openapi({ example: "220x220x250 mm" });

const nextMaintenanceAt = note(100)
  .refine(
    (text) => text === null || z.iso.date().safeParse(text).success,
    "must be a date that exists, written YYYY-MM-DD",
  )
  .openapi({ example: "2027-03-31" });

const optionalFields = {
  model: note(255).optional(),
  buildVolume: buildVolume.optional(),
  maintenanceNote: note(2000).optional(),
  nextMaintenanceAt: nextMaintenanceAt.optional(),
};

export const newPrinterSchema = z
  .object({
    name,
    technologyId: idField,
    status: z
      .enum(PRINTER_STATUSES)
      .nullish()
      .transform((status) => status ?? "active"),
    ...optionalFields,
  })
  .openapi("NewPrinter");

export const printerChangesSchema = z
  .object({
    name: name.optional(),
    technologyId: idField.optional(),
    status: z.enum(PRINTER_STATUSES).optional(),
    ...optionalFields,
  })
  .openapi("PrinterChanges", { description: "Only what is sent changes; null clears what may be null" });
