// Promises that a simulated week holds answers and rows against, with the number of times that each was checked.

/** The sentences of docs/proof.md. */
export const PROMISES = {
  contract: "each answer of the API is one of its OpenAPI document, headers included",
  envelope: "each body of the API is the envelope, but those of 204, 304 and 429",
  requestId: "each answer of the API has an X-Request-Id of its own",
  failures: "no answer is a 5xx but a 503 with Retry-After, or of a page, in a declared outage",
  hour: "a key is refused exactly when its studio's hour is used up, and `r` of RateLimit is exact",
  limited: "a 429 has its one body and no Retry-After",
  location: "201 and 202 have a Location, a 202 Retry-After too",
  replayed: "an order sent again under its key is the same order, said to be replayed, and placed once",
  reused: "another order under a used key is 422",
  slicing: "after a 202 the same request is answered with the price or the order",
  revalidated: "a list that has not changed is 304 to its ETag; one that has changed is 200",
  unknownIds: "another studio's ids are 404",
  sandbox: "a test key's order has an id of the sandbox and stands beside no customer's order",
  keyless: "a request without a key is 401",
  price: "each price is that of the pricing model, line by line",
  figures: "a model has one time and one weight in a quality, for the whole week",
  quoteHolds: "an order costs its quote, or the customer is asked again",
  customerTotals: "a customer's number of orders and their sum are those of the ledger",
  orderShown: "an order is shown to its studio and its customer as the ledger has it",
  movesTaken: "each form of the panel is answered with its change, or with the reason of its refusal",
  listStable: "the list of orders, read page by page while orders come in, shows each order once",
  assigned: "a printer's assigned items are those of the ledger",
  ordersThere: "each order is there once, with the ledger's total, status and version",
  numbers: "a studio's order numbers begin with 1 and have no gap",
  itemsAddUp: "an order's total is the sum of its items",
  money: "owed, paid and refunded are the ledger's sums",
  stock: "a material's stock is its beginning, less the prints, with the corrections",
  copies: "each copy is printed, on one printer or waiting; none is lost",
  queues: "a printer's queue has the ledger's prints in the ledger's order",
  messages: "each event is told once to each recipient, and none is late",
  ownData: "nothing of another studio is in an answer or a mail",
} as const;

export type PromiseName = keyof typeof PROMISES;

export interface Violation {
  readonly promise: PromiseName;
  readonly at: number;
  readonly detail: string;
}

/** Later violations of a promise mostly repeat the first. */
const MAX_KEPT_VIOLATIONS = 10;

export class Checks {
  readonly times = new Map<PromiseName, number>();
  /** The first ones of each promise. */
  readonly violations: Violation[] = [];
  readonly violatedTimes = new Map<PromiseName, number>();
  readonly #now: () => number;

  /** @param now the simulated moment */
  constructor(now: () => number) {
    this.#now = now;
  }

  get violated(): number {
    return [...this.violatedTimes.values()].reduce((sum, times) => sum + times, 0);
  }

  hold(promise: PromiseName, isKept: boolean, detail: () => string): void {
    this.times.set(promise, (this.times.get(promise) ?? 0) + 1);
    if (isKept) return;
    const violated = (this.violatedTimes.get(promise) ?? 0) + 1;
    this.violatedTimes.set(promise, violated);
    if (violated <= MAX_KEPT_VIOLATIONS) this.violations.push({ promise, at: this.#now(), detail: detail() });
  }

  /** Holds a promise over values that must be equal. */
  same(promise: PromiseName, name: () => string, found: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
    this.hold(promise, one === other, () => `${name()}: ${one} and not ${other}`);
  }
}
