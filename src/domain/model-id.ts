// Model id as the API writes it: `mdl_17`, opaque to clients.
//
// It is made of the row's id, which AUTOINCREMENT never gives out again. Every look-up carries the studio, so another studio's
// names nothing.

export type ModelId = `mdl_${number}`;

/** @param rowId of a row of `models` */
export const modelIdOf = (rowId: number): ModelId => `mdl_${rowId}`;

/** The row's id; undefined for a text that no model can have as its id. */
export function rowIdOfModel(text: string): number | undefined {
  const rowId = Number(text.match(/^mdl_([1-9]\d*)$/)?.[1]);
  return Number.isSafeInteger(rowId) ? rowId : undefined;
}
