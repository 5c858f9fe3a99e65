// Numbers of the panel's menu, as the server writes them into a page and answers them to an open one.

/** Counting ends here: every page of the panel counts. */
export const MAX_COUNTED_NEWS = 100;

export interface NewsNumbers {
  /** Orders that the studio has not confirmed. */
  readonly orders: number;
  /** Price requests without an answer. */
  readonly requests: number;
}

/** A number as the menu shows it: "99+" for the number that counting ends at. */
export function shownNumber(count: number): string {
  return count < MAX_COUNTED_NEWS ? String(count) : `${MAX_COUNTED_NEWS - 1}+`;
}
