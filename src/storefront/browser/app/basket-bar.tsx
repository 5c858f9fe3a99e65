// The sum of the basket: always in sight, with its buttons.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { KeptQuoteLink } from "../../wire.ts";
import type { BasketProduct } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { refusalSentence, troubleOf } from "../basket/refusal-sentence.ts";
import type { SortedBasket } from "../basket/standing.ts";
import { TroubleNote } from "../cards/price-panel.tsx";
import type { OrderService } from "../service/order-service.ts";
import { isTemporary } from "../service/refusal.ts";
import type { CurrentQuote } from "../service/use-quote.ts";

interface BasketBarProps {
  readonly service: OrderService;
  readonly sorted: SortedBasket;
  /** Those that can be ordered. */
  readonly products: readonly BasketProduct[];
  readonly current: CurrentQuote;
  /** The days to choose from. */
  readonly readyDays: ComponentChildren;
  /** The reason against going on yet; null for none. */
  readonly wait: string | null;
  /** The parts and files of a price request in words, null without any; not whole while a file is being unpacked or sent. */
  readonly asked: { readonly inWords: string | null; readonly isWhole: boolean };
  readonly onOrder: () => void;
  readonly onRequest: () => void;
}

export function BasketBar({
  service,
  sorted,
  products,
  current,
  readyDays,
  wait,
  asked,
  onOrder,
  onRequest,
}: BasketBarProps) {
  const { configuration, parts, checkout, format } = usePage();
  const words = checkout.basket;
  const { quote, last, refusal } = current;
  const shown = quote ?? last;
  const { priced, onTheWay } = sorted;
  const maximum = configuration.maximumOrder;
  const pieces = [...priced.map(({ card }) => card.choice), ...products].reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  );
  const canOrder = pieces > 0 && (quote === null || quote.ordering === "allowed");
  const canRequest = asked.inWords !== null && configuration.takesPriceRequests;
  const isReady = quote !== null && wait === null;
  const request = (
    <button type="button" class={canOrder ? "" : "primary"} aria-disabled={!asked.isWhole} onClick={onRequest}>
      {words.request(asked.inWords ?? "")}
    </button>
  );
  // Without anything to order, the request is the main button.
  const isRequestAll = canRequest && !canOrder;
  return (
    <section class="basket" aria-labelledby="basket-title">
      <h2 id="basket-title" class="visually-hidden">
        {words.title}
      </h2>
      {readyDays}
      <div class="basket-bar">
        <div class="basket-sum">
          <p class={quote === null ? "faded" : ""} aria-live="polite" aria-atomic="true" aria-busy={quote === null}>
            <span class="muted">{words.total} </span>
            <strong class="price">
              {shown === null ? (pieces + onTheWay.length === 0 ? "—" : "…") : format.money(shown.total)}
            </strong>
          </p>
          {shown === null ? null : (
            <p class={`small${quote === null ? " faded" : ""}`} title={words.readyHint}>
              {words.ready(format.onDay(shown.readyOn))}
            </p>
          )}
          {shown === null || shown.topUp === null ? null : (
            <p class={`small${quote === null ? " faded" : ""}`}>{words.withTopUp(format.money(shown.topUp))}</p>
          )}
          {quote?.ordering === "above_maximum" && maximum !== null ? (
            <p class="small warning">{words.above(format.money(maximum))}</p>
          ) : null}
          {onTheWay.length === 0 ? null : (
            <p class="small muted">{words.onTheWay(parts.counts.parts(onTheWay.length))}</p>
          )}
          {wait === null ? null : <p class="small muted">{wait}</p>}
        </div>
        {canOrder ? (
          <button type="button" class="primary" aria-disabled={!isReady} onClick={() => isReady && onOrder()}>
            {words.order(parts.counts.pieces(pieces))}
          </button>
        ) : isRequestAll ? (
          request
        ) : null}
      </div>
      <div class="basket-more">
        {refusal === null ? null : (
          <TroubleNote
            trouble={troubleOf(parts, refusal, isTemporary(refusal) ? retryMoment(refusal.retryAfterSeconds) : null)}
            onRetry={current.retry}
          />
        )}
        {canRequest && !isRequestAll ? request : null}
        {quote === null ? null : <KeepButton service={service} token={quote.token} />}
      </div>
    </section>
  );
}

function retryMoment(seconds: number | null): number | null {
  return seconds === null ? null : Date.now() + 1000 * seconds;
}

/** Keeps the quote under a link; a new quote needs a new one. */
function KeepButton({ service, token }: { readonly service: OrderService; readonly token: string }) {
  const { parts, checkout, format } = usePage();
  const words = checkout.basket;
  const [kept, setKept] = useState<(KeptQuoteLink & { readonly token: string }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (kept !== null) address.current?.select();
  }, [kept]);
  if (kept?.token !== token) {
    const keep = async () => {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(null);
      setIsCopied(false);
      const outcome = await service.keep(token);
      setIsBusy(false);
      if (outcome.ok) setKept({ ...outcome.body, token });
      else setProblem(refusalSentence(parts, outcome.refusal));
    };
    return (
      <>
        <button type="button" class="link-button" aria-disabled={isBusy} onClick={keep}>
          {words.keep}
        </button>
        <p role="status" class="small fault">
          {problem}
        </p>
      </>
    );
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(kept.address);
    } catch {
      // A frame may not write to the clipboard: the selection is copied like by hand.
      address.current?.select();
      document.execCommand("copy");
    }
    setIsCopied(true);
  };
  return (
    <div class="kept">
      <div class="row">
        <input ref={address} readOnly value={kept.address} aria-label={words.keptAddress} />
        <button type="button" onClick={copy}>
          {isCopied ? words.copied : words.copy}
        </button>
      </div>
      <p class="small muted" role="status">
        {isCopied ? `${words.copied}. ` : ""}
        {words.kept(format.moment(kept.expiresAt))}
      </p>
    </div>
  );
}
