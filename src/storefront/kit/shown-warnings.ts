// Warnings and printer fit of a part, for its customer.

import { CUSTOMER_WARNINGS, type ItemWarning, warningSentence } from "../../domain/item-warning.ts";
import type { Language } from "../../domain/person.ts";
import { isTooLarge, type PrintFit } from "../../items/fits-printers.ts";
import type { ModelPricesAnswer, ShownWarning } from "../wire.ts";

/** Only warnings that concern the printed part; the others are the studio's affair. */
export function shownWarnings(warnings: readonly ItemWarning[], language: Language): ShownWarning[] {
  return warnings
    .filter(({ code }) => CUSTOMER_WARNINGS.includes(code))
    .map((warning) => ({ code: warning.code, message: warningSentence(warning)[language] }));
}

/** null if the studio stated no build volume: a preset's volume says nothing of its printers. */
export function fitsPrinters({ fits, volumeOf }: PrintFit): boolean | null {
  return volumeOf === "default_machine" ? null : fits;
}

/** The studio's largest volume, for a print that fits none of them. */
export function largestVolume(fit: PrintFit): Extract<ModelPricesAnswer, { status: "done" }>["largestVolumeMm"] {
  return fit.fits === false && isTooLarge(fit) ? { z: null, ...fit.largestMm } : null;
}
