// Price that the studio named for a request, with the way to accept it or to ask for it anew.

import type { NamedPrice } from "../../db/column-types.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { calendarDay, money } from "../../pages/format.ts";
import { type PriceStanding, sumOfNamedPrice } from "../../price-requests/named-price.ts";
import type { PriceRequestDetails } from "../../price-requests/price-request.store.ts";
import { AcceptanceForm, type AcceptanceProps } from "./acceptance-form.tsx";
import { customerRequestWords } from "./request.words.ts";

export interface NamedPriceProps extends Omit<AcceptanceProps, "namedPrice"> {
  readonly standing: PriceStanding;
}

export function NamedPriceCard(props: NamedPriceProps) {
  const { view, details, standing } = props;
  const { namedPrice } = details.request;
  if (namedPrice === null || standing === "none") return null;
  const { language } = view;
  const words = customerRequestWords(language);
  const { readyOn, validUntil } = namedPrice;
  const amount = (minor: number) => money(language, minorUnits(minor), currencyOf(namedPrice.currencyId));
  const until = calendarDay(language, validUntil, "long");
  return (
    <section class="studio-answer card" aria-labelledby="price">
      <h2 id="price">{words.price}</h2>
      <table class="sums">
        <tbody>
          {partsOf(details, namedPrice).map(({ name, quantity, priceMinor }) => (
            <tr>
              <th scope="row">
                {name}
                {quantity === 1 ? null : <span class="hint"> {words.pieces(quantity)}</span>}
              </th>
              <td>{amount(priceMinor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{amount(sumOfNamedPrice(namedPrice))}</td>
          </tr>
        </tfoot>
      </table>
      {readyOn === null ? null : <p>{words.readyBy(calendarDay(language, readyOn, "long"))}</p>}
      {standing === "accepted" ? null : <p>{standing === "open" ? words.validUntil(until) : words.expired(until)}</p>}
      {standing === "open" ? <AcceptanceForm {...props} namedPrice={namedPrice} /> : null}
      {standing === "expired" ? <AskingAnew view={view} details={details} /> : null}
    </section>
  );
}

function partsOf({ items, attachments }: PriceRequestDetails, namedPrice: NamedPrice) {
  return [
    ...items.map(({ item }) => ({
      name: item.originalFileName,
      quantity: item.quantity,
      priceMinor: namedPrice.items[item.id] ?? 0,
    })),
    ...attachments.flatMap(({ id, fileName }) => {
      const priceMinor = namedPrice.files[id];
      return priceMinor === undefined ? [] : [{ name: fileName, quantity: 1, priceMinor }];
    }),
  ];
}

function AskingAnew({ view, details: { request } }: Pick<NamedPriceProps, "view" | "details">) {
  return (
    <form method="post" action={`${view.path}/ask-anew${view.query}`}>
      <input type="hidden" name="version" value={request.version} />
      <button type="submit" class="primary">
        {customerRequestWords(view.language).askAnew}
      </button>
    </form>
  );
}
