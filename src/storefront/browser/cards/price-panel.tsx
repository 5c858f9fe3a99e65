// A part's price: its breakdown, other quantities, time and weight; or the progress of its calculation.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { MAX_QUANTITY } from "../../../domain/order.ts";
import type { QuotedItem } from "../../wire.ts";
import { type Card, cardModelId } from "../basket/basket.ts";
import { discountOf, shownQuantities } from "../basket/choices.ts";
import { usePage } from "../basket/page-tools.ts";
import {
  hundredths,
  type KnownPrice,
  type PriceBook,
  type PriceEntry,
  priceKey,
  priceOf,
} from "../basket/price-book.ts";
import { QuotedLines } from "../basket/quoted-item.tsx";
import type { Standing } from "../basket/standing.ts";
import type { Trouble } from "../service/prices.ts";

interface PricePanelProps {
  readonly card: Card;
  readonly standing: Standing;
  readonly prices: PriceBook;
  /** As `coveredByMinimum` computes it. */
  readonly covered: number;
  /** The item of the last quote, if it has these choices. */
  readonly quoted: QuotedItem | undefined;
  /** False while a file of the price request is being sent. */
  readonly canRequest: boolean;
  /** Goes on to the price request. */
  readonly onRequest: () => void;
}

export function PricePanel({ card, standing, prices, covered, quoted, canRequest, onRequest }: PricePanelProps) {
  const { parts, format, dispatch } = usePage();
  const modelId = cardModelId(card);
  switch (standing.status) {
    case "sending":
    case "gone":
    case "notSent":
      return null;
    case "pricing": {
      // Another quantity's price keeps the layout: only the number changes.
      const other = modelId === undefined ? undefined : priceOf(prices, modelId, card.choice, 1);
      if (other === undefined) return <Slicing slicing={standing.slicing} />;
      return (
        <div class="price-panel" aria-busy="true">
          <Price card={card} price={{ ...other, total: null }} covered={covered} />
          <Breakdown quoted={undefined} />
          <OtherQuantities card={card} prices={prices} />
        </div>
      );
    }
    case "troubled":
      return (
        <TroubleNote
          trouble={standing.trouble}
          onRetry={() => {
            if (modelId !== undefined) {
              dispatch({ type: "priceRetried", priceKey: priceKey({ modelId, ...card.choice }) });
            }
          }}
        />
      );
    case "offOffer":
      return (
        <div class="note note-warning" role="status">
          <p>{parts.trouble.offOffer}</p>
        </div>
      );
    case "wrongQuantity":
      return (
        <div class="note note-warning" role="status">
          <p>{parts.choices.quantityFault(format.count(MAX_QUANTITY))}</p>
        </div>
      );
    case "unpriced":
      return <Unpriced card={card} standing={standing} canRequest={canRequest} onRequest={onRequest} />;
    case "priced":
      return (
        <div class="price-panel">
          <Price card={card} price={standing.price} covered={covered} />
          <Breakdown quoted={quoted} />
          <OtherQuantities card={card} prices={prices} />
          <p>
            <button
              type="button"
              class="link-button small"
              onClick={() => dispatch({ type: "asked", key: card.key, isAsked: true })}
            >
              {parts.unpriced.ask}
            </button>
          </p>
        </div>
      );
  }
}

/** `total` is null while it is being asked for. */
type ShownPrice = Omit<KnownPrice, "total"> & { readonly total: string | null };

function Price({ card, price, covered }: Pick<PricePanelProps, "card" | "covered"> & { readonly price: ShownPrice }) {
  const { parts, format } = usePage();
  const { quantity } = card.choice;
  const { printMinutes } = price;
  const words = parts.price;
  const ofAll = (one: string, all: string) => (quantity > 1 ? words.ofAll(one, all) : one);
  return (
    <>
      <p class="price-line">
        <span class="visually-hidden">{words.title}: </span>
        <strong class="price">{price.total === null ? "…" : format.money(price.total)}</strong>
        {quantity > 1 && price.total !== null ? (
          <span class="muted">{words.perPiece(format.perPiece(price.total, quantity))}</span>
        ) : null}
      </p>
      <MinimumNote total={price.total} covered={covered} />
      <dl class="facts small">
        <div>
          <dt>{words.time}</dt>
          <dd>{ofAll(format.minutes(printMinutes), format.minutes(printMinutes * quantity))}</dd>
        </div>
        <div>
          <dt>{words.weight}</dt>
          <dd>{ofAll(format.grams(price.weightGrams), format.grams(price.weightGrams, quantity))}</dd>
        </div>
      </dl>
    </>
  );
}

/** Tells of the minimum order beside a price below it; stays as it is while the new price is asked for. */
function MinimumNote({ total, covered }: { readonly total: string | null; readonly covered: number }) {
  const { configuration, parts, format } = usePage();
  const isBelow = useRef(false);
  if (total !== null) isBelow.current = hundredths(total) < covered;
  if (!isBelow.current || configuration.minimumOrder === null) return null;
  return <p class="small">{parts.price.minimumOrder(format.money(configuration.minimumOrder))}</p>;
}

/** The last lines stay, muted, until the new quote arrives, so that the page does not jump. */
function Breakdown({ quoted }: { readonly quoted: QuotedItem | undefined }) {
  const { parts, format } = usePage();
  const id = useId();
  const last = useRef(quoted);
  if (quoted !== undefined) last.current = quoted;
  const shown = last.current;
  return (
    <section
      class={`breakdown${quoted === undefined ? " faded" : ""}`}
      aria-labelledby={id}
      aria-busy={quoted === undefined}
    >
      <h4 id={id} class="small muted">
        {parts.price.breakdown}
      </h4>
      {shown === undefined ? <p class="small muted">{parts.price.calculating}</p> : <QuotedLines item={shown} />}
      {shown === undefined ? null : (
        <p class="breakdown-total small">
          <span class="visually-hidden">{parts.price.sum}: </span>
          {format.money(shown.total)}
        </p>
      )}
    </section>
  );
}

function OtherQuantities({ card, prices }: Pick<PricePanelProps, "card" | "prices">) {
  const { configuration, parts, format, dispatch } = usePage();
  const { discounts } = configuration;
  const modelId = cardModelId(card);
  if (modelId === undefined) return null;
  const quantities = shownQuantities(discounts);
  const others = discounts.filter(({ fromQuantity }) => !quantities.includes(fromQuantity));
  const known = quantities.flatMap((quantity) => {
    const price = priceOf(prices, modelId, card.choice, quantity);
    return price === undefined ? [] : [{ quantity, price, discount: discountOf(discounts, quantity) }];
  });
  if (known.length === 0) return null;
  return (
    <>
      <fieldset class="tiers">
        <legend class="small muted">{parts.price.otherQuantities}</legend>
        {known.map(({ quantity, price, discount }) => (
          <button
            key={quantity}
            type="button"
            class="tier"
            aria-pressed={quantity === card.choice.quantity}
            onClick={() => dispatch({ type: "chosen", key: card.key, change: { quantity } })}
          >
            <span class="small">
              {parts.counts.pieces(quantity)}
              {discount === 0 ? null : <span class="tier-discount"> −{format.percent(discount / 100, 2)}</span>}
            </span>
            <strong>{format.money(price.total)}</strong>
            <span class="small muted">
              {quantity > 1 ? parts.price.perPiece(format.perPiece(price.total, quantity)) : " "}
            </span>
          </button>
        ))}
      </fieldset>
      {others.length === 0 ? null : (
        <p class="small muted">
          {others
            .map(({ fromQuantity, percent }) =>
              parts.price.discountFrom(fromQuantity, format.percent(percent / 100, 2)),
            )
            .join(" · ")}
        </p>
      )}
    </>
  );
}

function Unpriced({
  card,
  standing,
  canRequest,
  onRequest,
}: Pick<PricePanelProps, "card" | "canRequest" | "onRequest"> & {
  readonly standing: Extract<Standing, { status: "unpriced" }>;
}) {
  const { configuration, parts, format, dispatch } = usePage();
  const words = parts.unpriced;
  const largest = standing.reason === "fits_no_printer" ? standing.price?.answer.largestVolumeMm : undefined;
  const help = {
    not_sliced: words.not_slicedHelp,
    fits_no_printer: words.fits_no_printerHelp,
    above_maximum: words.above_maximumHelp,
    asked: words.askedHelp,
  };
  return (
    <div class="note note-warning">
      <div>
        <p>
          <strong>{words.title}.</strong> {standing.message ?? words[standing.reason]}
        </p>
        {largest ? <p>{words.largest(format.room(largest))}</p> : null}
        <p class="small">{help[standing.reason]}</p>
        {standing.reason === "not_sliced" && configuration.takesPriceRequests ? (
          <button type="button" aria-disabled={!canRequest} onClick={onRequest}>
            {words.check}
          </button>
        ) : null}
        {standing.reason === "asked" ? (
          <button type="button" onClick={() => dispatch({ type: "asked", key: card.key, isAsked: false })}>
            {words.askNot}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** After a longer wait the customer reads that waiting is normal. */
const LONG_SECONDS = 20;

function Slicing({ slicing }: { readonly slicing: PriceEntry["slicing"] }) {
  const { parts, format } = usePage();
  const seconds = useSecondsSince(slicing?.since);
  const words = parts.price;
  const isQueued = slicing?.queuedAhead !== null && slicing?.queuedAhead !== undefined && slicing.queuedAhead > 0;
  return (
    <div class="price-panel">
      <p role="status">
        {slicing === null
          ? words.calculating
          : isQueued
            ? words.queued(parts.counts.ahead(slicing.queuedAhead))
            : words.slicing}
      </p>
      {slicing === null || isQueued ? (
        <progress aria-label={words.calculating} />
      ) : (
        <progress aria-label={words.slicing} max={100} value={slicing.progress}>
          {format.percent(slicing.progress / 100)}
        </progress>
      )}
      {/* Not announced: it changes every second. */}
      <p class="small muted">
        {slicing !== null && !isQueued ? `${format.percent(slicing.progress / 100)}. ` : ""}
        {seconds >= 3 ? words.since(format.elapsed(seconds)) : " "} {seconds >= LONG_SECONDS ? words.longer : ""}
      </p>
    </div>
  );
}

function useSecondsSince(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return since === undefined ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}

export function TroubleNote({ trouble, onRetry }: { readonly trouble: Trouble; readonly onRetry: () => void }) {
  const { parts, format } = usePage();
  const words = parts.trouble;
  return (
    <div class="note note-warning" role="status">
      <div>
        <p>{trouble.message}</p>
        {trouble.reason === "check" ? <p class="small">{words.checkHelp}</p> : null}
        {trouble.retryAt === null ? (
          <button type="button" onClick={onRetry}>
            {words.tryAgain}
          </button>
        ) : (
          <p class="small">{words.again(format.clock(trouble.retryAt))}</p>
        )}
      </div>
    </div>
  );
}
