// Whether a print fits, as the API writes it.

import { z } from "@hono/zod-openapi";
import { VOLUME_SOURCES } from "../domain/item-warning.ts";
import type { PrintFit } from "./fits-printers.ts";

export const fitFields = {
  fitsBuildVolume: z.boolean().nullable().openapi({
    description: "Whether a printer has room for it, of a project for each of its plates; null where that is not known",
  }),
  buildVolumeOf: z.enum(VOLUME_SOURCES).nullable().openapi({
    description:
      "Whose build volume says so: the studio's active `printers` of the technology; where none states one, the machine that the studio's own `parameters` describe; else the `default_machine` of the process, which the studio's may well be larger than. null where that is not known",
  }),
};

/** @param fit null where nothing was sliced */
export function toFit(fit: PrintFit | null) {
  return { fitsBuildVolume: fit?.fits ?? null, buildVolumeOf: fit?.volumeOf ?? null };
}
