// Notices above the basket: of a filled basket, a sent order or request.

import type { FilledBasket, SignedQuote } from "../../wire.ts";
import { usePage } from "../basket/page-tools.ts";
import type { FinishedCheckout } from "../basket/stored-basket.ts";
import { withSameView } from "../service/configuration.ts";

/** Compares the filled basket's total with today's, and names the parts that could not be filled in. */
export function FilledBasketNotice({
  filled,
  quote,
  isAsFilled,
  isWhole,
}: {
  readonly filled: FilledBasket;
  readonly quote: SignedQuote | null;
  /** The basket is unchanged since the page was loaded. */
  readonly isAsFilled: boolean;
  /** All choices are still on offer. */
  readonly isWhole: boolean;
}) {
  const { checkout, format } = usePage();
  const words = filled.from === "quote" ? checkout.keptQuote : checkout.orderAgain;
  const { total, items, products, lost } = filled;
  const differs = total !== null && quote !== null && quote.total !== total;
  const comparison = () => {
    if (total === null || items.length + products.length === 0) return null;
    const before = format.money(total);
    if (quote === null) return words.checking(before);
    return differs ? words.differs(before, format.money(quote.total)) : words.same(before);
  };
  const said = isAsFilled ? comparison() : words.changed;
  if (said === null && isWhole && lost.length === 0) return null;
  return (
    <div class={`note ${(differs && isAsFilled) || lost.length > 0 ? "note-warning" : "note-plain"}`} role="status">
      <div>
        {said === null ? null : <p>{said}</p>}
        {isWhole ? null : <p class="small">{words.missing}</p>}
        {lost.length === 0 ? null : <p class="file-name">{checkout.orderAgain.lost(lost.join(", "))}</p>}
      </div>
    </div>
  );
}

export function FinishedNotice({ done, hasRest }: { readonly done: FinishedCheckout; readonly hasRest: boolean }) {
  const { checkout } = usePage();
  const words = checkout.done;
  return (
    <div class="note note-good" role="status">
      <div>
        <p>
          <strong>{done.kind === "ordered" ? words.ordered(done.orderNumber ?? done.orderId) : words.sent}</strong>{" "}
          <a href={withSameView(done.address, location)}>{done.kind === "ordered" ? words.toOrder : words.toRequest}</a>
        </p>
        {hasRest ? <p class="small">{words.rest}</p> : null}
      </div>
    </div>
  );
}
