// What a customer is told of a part: its warnings, and whether the studio's printers have room for it.

import { CUSTOMER_WARNINGS, type ItemWarning, warningSentence } from "../../domain/item-warning.ts";
import type { Language } from "../../domain/person.ts";
import type { PrintFit } from "../../items/fits-printers.ts";
import type { ShownWarning } from "../wire.ts";

/** What changes nothing of what the customer gets is the studio's affair. */
export function shownWarnings(warnings: readonly ItemWarning[], language: Language): ShownWarning[] {
  return warnings
    .filter(({ code }) => CUSTOMER_WARNINGS.includes(code))
    .map((warning) => ({ code: warning.code, message: warningSentence(warning)[language] }));
}

/** Null where the studio itself states nothing: a usual machine's volume says nothing of the studio's printers. */
export function fitsPrinters({ fits, volumeOf }: PrintFit): boolean | null {
  return volumeOf === "default_machine" ? null : fits;
}
