// A printing quality that is not kept yet, as its row would be.

import type { Studio } from "../../db/studio-record.ts";
import type { Quality } from "../catalog-rows.ts";

/** A quality's columns beside the values that reach the slicer. */
export function newQualityRow({ id }: Studio) {
  return {
    id: 0,
    studioId: id,
    name: "",
    description: null,
    nameInSecondLanguage: null,
    descriptionInSecondLanguage: null,
    isActive: true,
    isDefault: false,
    isOnStorefront: false,
    position: 0,
  } satisfies Partial<Quality>;
}
