// The database's refusal of a move beyond the shelf's stock.

/** The triggers name it (migrations/0024_shelf.sql). */
const REFUSAL = "shelf_has_too_few";

/** Whether a statement or a batch failed because the shelf has fewer pieces. A statement's error has the database's own as its cause. */
export function isBeyondStock(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.message.includes(REFUSAL)) return true;
  return false;
}
