// Notices above the basket: of a kept quote, a sent order or request.

import type { KeptQuoteShown, SignedQuote } from "../../wire.ts";
import { usePage } from "../basket/page-tools.ts";
import type { FinishedCheckout } from "../basket/stored-basket.ts";
import { withSameView } from "../service/configuration.ts";

/** Compares the kept quote's total with today's. */
export function KeptQuoteNotice({
  kept,
  quote,
  isAsKept,
  isWhole,
}: {
  readonly kept: KeptQuoteShown;
  readonly quote: SignedQuote | null;
  /** The basket is unchanged since the page was loaded. */
  readonly isAsKept: boolean;
  /** All choices of the kept quote are still on offer. */
  readonly isWhole: boolean;
}) {
  const { checkout, format } = usePage();
  const words = checkout.keptQuote;
  const before = format.money(kept.total);
  const differs = quote !== null && quote.total !== kept.total;
  const said = !isAsKept
    ? words.changed
    : quote === null
      ? words.checking(before)
      : differs
        ? words.differs(before, format.money(quote.total))
        : words.same(before);
  return (
    <div class={`note ${differs && isAsKept ? "note-warning" : "note-plain"}`} role="status">
      <div>
        <p>{said}</p>
        {isWhole ? null : <p class="small">{words.missing}</p>}
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
          <strong>{done.kind === "ordered" ? words.ordered(done.orderId) : words.sent}</strong>{" "}
          <a href={withSameView(done.address, location)}>{done.kind === "ordered" ? words.toOrder : words.toRequest}</a>
        </p>
        {hasRest ? <p class="small">{words.rest}</p> : null}
      </div>
    </div>
  );
}
