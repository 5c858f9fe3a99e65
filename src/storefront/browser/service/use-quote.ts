// The signed quote of the priced cards: renewed after each change, and before it expires.

import { useEffect, useRef, useState } from "preact/hooks";
import type { QuoteSent, SignedQuote } from "../../wire.ts";
import type { OrderService } from "./order-service.ts";
import { isTemporary, type Refusal } from "./refusal.ts";
import { pause, secondsUntilRetry } from "./waiting.ts";

/** Delay of a request after the last choice, because a stepper is pressed several times. */
const SETTLED_SECONDS = 0.35;
/** Time before a quote's end at which it is renewed. */
const MARGIN_MS = 5 * 60_000;

export interface CurrentQuote {
  /** The quote of exactly these items and this priority; null while it is asked for. */
  readonly quote: SignedQuote | null;
  /** The last quote, perhaps for other items: shown faded until the new one arrives. */
  readonly last: SignedQuote | null;
  readonly refusal: Refusal | null;
  readonly retry: () => void;
  /** Takes a quote from another answer, such as `price_changed`. */
  readonly take: (quote: SignedQuote) => void;
}

interface Known {
  readonly key: string;
  readonly quote: SignedQuote | null;
  readonly last: SignedQuote | null;
  readonly refusal: Refusal | null;
}

/** @param sent without an item or a product no request is sent */
export function useQuote(service: OrderService, sent: QuoteSent): CurrentQuote {
  const isEmpty = sent.items.length + (sent.products?.length ?? 0) === 0;
  const key = JSON.stringify(sent);
  const [known, setKnown] = useState<Known>({ key: "", quote: null, last: null, refusal: null });
  const [round, setRound] = useState(0);
  const latest = useRef(sent);
  latest.current = sent;
  const isFirst = useRef(true);

  useEffect(() => {
    if (isEmpty) {
      setKnown({ key, quote: null, last: null, refusal: null });
      isFirst.current = true;
      return;
    }
    const controller = new AbortController();
    // No delay before the first price: no stepper is being pressed yet.
    const settle = isFirst.current ? 0 : SETTLED_SECONDS;
    isFirst.current = false;
    const ask = async () => {
      await pause(settle, controller.signal);
      for (let failures = 0; !controller.signal.aborted; ) {
        const outcome = await service.quote(latest.current, controller.signal);
        if (controller.signal.aborted) return;
        if (outcome.ok && outcome.body.status === "quoted") {
          const quote = outcome.body;
          return setKnown({ key, quote, last: quote, refusal: null });
        }
        if (outcome.ok && outcome.body.status === "slicing") {
          await pause(Math.max(1, outcome.body.retryAfterSeconds), controller.signal);
          continue;
        }
        if (outcome.ok) return;
        const { refusal } = outcome;
        setKnown(({ last }) => ({ key, quote: null, last, refusal }));
        if (!isTemporary(refusal)) return;
        failures++;
        await pause(secondsUntilRetry(refusal, failures), controller.signal);
      }
    };
    void ask();
    return () => controller.abort();
  }, [service, key, round]);

  const current = known.key === key ? known : { ...known, quote: null, refusal: null };
  const expiresAt = current.quote?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const renew = () => {
      if (Date.parse(expiresAt) - MARGIN_MS <= Date.now()) setRound((before) => before + 1);
    };
    // At least a minute, even if the visitor's clock is wrong.
    const timer = setTimeout(renew, Math.max(60_000, Date.parse(expiresAt) - MARGIN_MS - Date.now()));
    // A sleeping phone runs no timers.
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [expiresAt]);

  return {
    quote: current.quote,
    last: current.last,
    refusal: current.refusal,
    retry: () => setRound((before) => before + 1),
    take: (quote) => setKnown({ key, quote, last: quote, refusal: null }),
  };
}
