// Summary of an order or a price request, right before it is sent.

import { deliveryFormWords } from "../../kit/delivery.words.ts";
import type { PriceRequestSent, SignedQuote } from "../../wire.ts";
import type { AttachedFile } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { ChosenLine, QuotedLines, WarningList } from "../basket/quoted-item.tsx";
import { deliveryPriceIn, isFree, isPickup, type TypedFields } from "./customer-fields.ts";

/** The signed quote, from which the order is made. */
export function OrderSummary({
  quote,
  typed,
  isFaded,
}: {
  readonly quote: SignedQuote | null;
  readonly typed: TypedFields;
  readonly isFaded: boolean;
}) {
  const { configuration, parts, checkout, format, language } = usePage();
  const words = deliveryFormWords(language);
  if (quote === null) return <p class="muted">{checkout.basket.calculating}</p>;
  const delivery = deliveryPriceIn(quote, typed);
  const isPaidToCarrier = delivery === undefined && !isPickup(typed, configuration.catalog.deliveryMethods);
  const chosen = quote.readyChoices.find((choice) => choice.priority?.slug === quote.priority);
  return (
    <div class={isFaded ? "faded" : ""} aria-busy={isFaded}>
      <ul class="summary-items">
        {quote.items.map((item, index) => (
          <li key={index}>
            <div class="summary-item">
              <span>
                <span class="file-name">{item.fileName}</span>
                <ChosenLine choice={item} />
              </span>
              <strong>{format.money(item.total)}</strong>
            </div>
            <QuotedLines item={item} />
            {item.warnings.length === 0 ? null : (
              <div class="part-warnings">
                <WarningList warnings={item.warnings} />
              </div>
            )}
          </li>
        ))}
        {quote.products.map((product, index) => (
          <li key={`product ${index}`}>
            <div class="summary-item">
              <span>
                {product.title}
                <p class="small muted">
                  {[product.color, parts.counts.pieces(product.quantity)].filter((name) => name !== null).join(" · ")}
                </p>
              </span>
              <strong>{format.money(product.total)}</strong>
            </div>
            <QuotedLines item={product} />
          </li>
        ))}
      </ul>
      {quote.topUp === null ? null : (
        <p class="summary-item">
          <span>{checkout.form.topUp}</span>
          <span>{format.money(quote.topUp)}</span>
        </p>
      )}
      {chosen === undefined || chosen.priority === null ? null : (
        <p class="summary-item">
          <span>{chosen.priority.name}</span>
          <span>{format.money(chosen.added)}</span>
        </p>
      )}
      {delivery === undefined ? null : (
        <p class="summary-item">
          <span>{words.delivery}</span>
          <span>{isFree(delivery) ? words.free : format.money(delivery.price)}</span>
        </p>
      )}
      <p class="summary-total">
        <span>{checkout.form.total}</span>
        <strong class="price">{format.money(delivery?.toPay ?? quote.total)}</strong>
      </p>
      {isPaidToCarrier ? <p class="small muted">{words.byCarrier}</p> : null}
      <p class="small muted">{checkout.basket.ready(format.onDay(quote.readyOn))}</p>
    </div>
  );
}

export function RequestSummary({
  items,
  files,
}: {
  readonly items: PriceRequestSent["items"];
  readonly files: readonly Pick<AttachedFile, "fileName" | "sizeBytes">[];
}) {
  const { parts, format } = usePage();
  return (
    <ul class="summary-items">
      {items.map(({ fileName, quantity, reason }, index) => (
        <li key={index}>
          <span class="file-name">{fileName}</span>
          <p class="small muted">
            {parts.counts.pieces(quantity)} · {parts.unpriced[reason]}
          </p>
        </li>
      ))}
      {files.map(({ fileName, sizeBytes }, index) => (
        <li key={`file ${index}`}>
          <span class="file-name">{fileName}</span>
          <p class="small muted">{format.fileSize(sizeBytes)}</p>
        </li>
      ))}
    </ul>
  );
}
