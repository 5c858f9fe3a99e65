// Asks for wanted prices, waits for slices, and stops asking for unwanted ones.

import type { OrderService } from "./order-service.ts";
import type { PriceReport, PriceUse, Trouble, WantedPrices } from "./prices.ts";
import { isTemporary, type Refusal } from "./refusal.ts";
import { pause, secondsUntilRetry } from "./waiting.ts";

/** Requests at once, up to which one more may begin: one for a comparison never delays a chosen part's price. */
const MAX_ASKED_AT_ONCE: Readonly<Record<PriceUse, number>> = { chosen: 4, compared: 2, comparedBySlice: 1 };
/** After a longer wait the customer has to ask again. */
const MAX_WAIT_SECONDS = 300;

export class PriceLoader {
  readonly #service: OrderService;
  readonly #report: (priceKey: string, report: PriceReport) => void;
  readonly #troubleOf: (refusal: Refusal, retryAt: number | null) => Trouble;
  readonly #asking = new Map<string, AbortController>();

  constructor(
    service: OrderService,
    report: (priceKey: string, report: PriceReport) => void,
    troubleOf: (refusal: Refusal, retryAt: number | null) => Trouble,
  ) {
    this.#service = service;
    this.#report = report;
    this.#troubleOf = troubleOf;
  }

  /** @param wanted all wanted prices, the most wanted first; requests for these go on, others end */
  want(wanted: readonly WantedPrices[]): void {
    const names = new Set(wanted.map(nameOf));
    for (const [name, controller] of this.#asking) {
      if (names.has(name)) continue;
      controller.abort();
      this.#asking.delete(name);
    }
    for (const prices of wanted) {
      const name = nameOf(prices);
      if (this.#asking.has(name) || this.#asking.size >= MAX_ASKED_AT_ONCE[prices.use]) continue;
      const controller = new AbortController();
      this.#asking.set(name, controller);
      this.#ask(prices, controller.signal).finally(() => {
        if (this.#asking.get(name) === controller) this.#asking.delete(name);
      });
    }
  }

  async #ask(wanted: WantedPrices, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const outcome = await this.#service.prices(wanted, signal);
      if (signal.aborted) return;
      if (outcome.ok) {
        failures = 0;
        this.#report(wanted.priceKey, outcome.body);
        if (outcome.body.status !== "slicing") return;
        await pause(Math.max(1, outcome.body.retryAfterSeconds), signal);
      } else {
        failures++;
        const { refusal } = outcome;
        const seconds = secondsUntilRetry(refusal, failures);
        const isOver = !isTemporary(refusal) || seconds > MAX_WAIT_SECONDS;
        const retryAt = isOver ? null : Date.now() + 1000 * seconds;
        this.#report(wanted.priceKey, { status: "trouble", trouble: this.#troubleOf(refusal, retryAt) });
        if (isOver) return;
        await pause(seconds, signal);
      }
    }
  }
}

/** Use and order of quantities change no answer: a request goes on under another of these. */
function nameOf({ priceKey, quantities }: WantedPrices): string {
  return `${priceKey} ${quantities.toSorted((a, b) => a - b).join(",")}`;
}
