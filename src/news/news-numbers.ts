// Numbers of the panel's menu, as the server writes them into a page and answers them to an open one.

/** Counting ends here: every page of the panel counts. */
export const MAX_COUNTED_NEWS = 100;

export interface SectionNews {
  /** Records that wait for the studio: orders that it has not confirmed, price requests without an answer. */
  readonly count: number;
  /** The id of the studio's latest record in any state; 0 without one. */
  readonly latest: number;
}

export interface NewsNumbers {
  readonly orders: SectionNews;
  readonly requests: SectionNews;
}

/** A number as the menu shows it: "99+" for the number that counting ends at. */
export function shownNumber(count: number): string {
  return count < MAX_COUNTED_NEWS ? String(count) : `${MAX_COUNTED_NEWS - 1}+`;
}
