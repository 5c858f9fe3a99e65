// Prices of a new order before it is placed, or the reason why there are none yet.

import { parcelOf } from "../../domain/carrier/parcel.ts";
import { currencyOf } from "../../domain/currency.ts";
import { formatMinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { packedParts, packedProducts } from "../../items/packed-parts.ts";
import { productLabel } from "../../items/products/chosen-products.ts";
import { shownPricesText } from "../../orders/counter/counter-order.request.ts";
import type { PricedOrder } from "../../orders/place-order.ts";
import { calendarDay, money } from "../../pages/format.ts";
import { afterWorkingDays, dayFromNow } from "../../platform/calendar.ts";
import { ItemWarnings } from "../kit/item/item-warnings.tsx";
import { useView } from "../kit/view-context.ts";
import { orderWords } from "../orders/order.words.ts";
import { ItemBreakdown } from "../orders/order-items.tsx";
import { newOrderWords } from "./new-order.words.ts";

/** The element that the form's preview replaces. */
export const PRICES_ID = "prices";

/** A page's script asks again after so many seconds. */
const AGAIN_SECONDS = 2;

export type ShownPrices =
  /** Without parts, or with faults, which stand beside their fields. */
  | { readonly state: "none"; readonly faults?: readonly string[] }
  /** The page was just opened: its script asks for them. */
  | { readonly state: "not_asked" }
  | { readonly state: "slicing"; readonly progress: number }
  | { readonly state: "priced"; readonly order: PricedOrder };

export function Prices({ shown }: { readonly shown: ShownPrices }) {
  return (
    <div id={PRICES_ID} class="stack" aria-live="polite">
      <PricesIn shown={shown} />
    </div>
  );
}

function PricesIn({ shown }: { readonly shown: ShownPrices }) {
  const words = newOrderWords(useView().language);
  switch (shown.state) {
    case "none":
      return shown.faults === undefined || shown.faults.length === 0 ? (
        <p class="hint">{words.notPriced}</p>
      ) : (
        <ul>
          {shown.faults.map((fault) => (
            <li class="fault">{fault}</li>
          ))}
        </ul>
      );
    case "not_asked":
      return (
        <p class="hint" data-ask-again="0">
          {words.notPriced}
        </p>
      );
    case "slicing":
      return (
        // The moment makes the element unlike the one before, so that it asks once more.
        <div data-ask-again={String(AGAIN_SECONDS)}>
          <p data-asked-at={String(Date.now())}>{words.slicing(shown.progress)}</p>
          <p class="hint">{words.slicingHint}</p>
        </div>
      );
    case "priced":
      return <PricedItems order={shown.order} />;
    default:
      return shown satisfies never;
  }
}

/** The parcel and the sum of the order, from which the script asks for the carriage's estimate. */
function ParcelFacts({ order: { items, products } }: { readonly order: PricedOrder }) {
  const parcel = parcelOf([...packedParts(items), ...packedProducts(products)]);
  if (parcel === null) return null;
  const prices = [...items.map(({ priced }) => priced.price), ...products.map(({ price }) => price)];
  const total = formatMinorUnits(sumMinorUnits(prices));
  const facts = Object.entries({ ...parcel, total }).map(([name, value]) => [name, String(value)]);
  return <span hidden data-parcel={String(new URLSearchParams(facts))} />;
}

function PricedItems({ order }: { readonly order: PricedOrder }) {
  const { language } = useView();
  const words = newOrderWords(language);
  const { breakdown: howItCameAbout, warnings: warningsTitle } = orderWords(language);
  const { studio, items, products, deliveryMethod, deliveryPrice, priority } = order;
  const currency = currencyOf(studio.currencyId);
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const total = sumMinorUnits([...items.map(({ priced }) => priced.price), ...products.map(({ price }) => price)]);
  return (
    <>
      <input type="hidden" name="shownPrices" value={shownPricesText(order)} />
      <ParcelFacts order={order} />
      <ul class="lines">
        {items.map(({ originalFileName, item, priced, warnings }) => {
          const { price, breakdown } = priced;
          const changed = breakdown.adjustments?.find(({ kind }) => kind === "staff");
          return (
            <li class="stack">
              <p class="row between">
                <span>
                  {originalFileName} × {item.choice.quantity}
                </span>
                <strong>{amount(price)}</strong>
              </p>
              {changed === undefined ? null : <p class="hint">{words.computed(amount(price - changed.amount))}</p>}
              <ItemWarnings warnings={warnings} title={warningsTitle} />
              <details>
                <summary>{howItCameAbout}</summary>
                <ItemBreakdown
                  language={language}
                  breakdown={breakdown}
                  priceMinor={price}
                  quantity={item.choice.quantity}
                  currency={currency}
                />
              </details>
            </li>
          );
        })}
        {products.map((priced) => (
          <li class="stack">
            <p class="row between">
              <span>
                {productLabel(priced)} × {priced.choice.quantity}
              </span>
              <strong>{amount(priced.price)}</strong>
            </p>
            <p class="hint">{words.fromShelf(priced.fromShelf, priced.choice.quantity - priced.fromShelf)}</p>
          </li>
        ))}
      </ul>
      <p class="row between">
        <span>{words.total}</span>
        <strong>{amount(total)}</strong>
      </p>
      {deliveryPrice === null ? null : (
        <>
          <p class="row between">
            <span>{deliveryMethod?.name}</span>
            <strong>{amount(deliveryPrice)}</strong>
          </p>
          <p class="row between">
            <span>{words.toPay}</span>
            <strong>{amount(total + deliveryPrice)}</strong>
          </p>
        </>
      )}
      {priority === undefined ? null : (
        <p class="hint">
          {words.readyBy(calendarDay(language, afterWorkingDays(dayFromNow(0), priority.workingDays)))}
        </p>
      )}
    </>
  );
}
