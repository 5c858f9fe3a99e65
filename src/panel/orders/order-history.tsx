// The history of an order: its changes, each with person and time.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { itemName } from "../../orders/item-name.ts";
import type { OrderDetails, OrderHistoryEntry } from "../../orders/order-details.store.ts";
import { calendarDay, dateAndTime, money } from "../../pages/format.ts";
import type { View } from "../kit/panel-context.ts";
import { useView } from "../kit/view-context.ts";
import { deliveryLabel, deliveryValue } from "./delivery-in-words.ts";
import { orderWords } from "./order.words.ts";
import { orderSourceName } from "./order-source.words.ts";
import { statusName } from "./order-status.words.ts";
import { parcelWords } from "./parcel/parcel.words.ts";
import { paymentInWords } from "./payments/order-payments.tsx";
import { paymentsWords } from "./payments/payments.words.ts";

interface HistoryProps {
  readonly details: OrderDetails;
  /** Shows only changes after this version. */
  readonly after?: number;
}

/** Changes, latest first. */
export function OrderHistory({ details, after = 0 }: HistoryProps) {
  const view = useView();
  return (
    <ol class="stack history">
      {details.changes
        .map((entry, index) => ({ entry, before: details.changes[index + 1] }))
        .filter(({ entry }) => entry.version > after)
        .map(({ entry, before }) => (
          <li>
            <p class="row small muted">
              <strong>{authorOf(view, entry)}</strong>
              <time datetime={new Date(entry.changedAt).toISOString()}>
                {dateAndTime(view.language, entry.changedAt)}
              </time>
            </p>
            <Change details={details} entry={entry} before={before} />
          </li>
        ))}
    </ol>
  );
}

function authorOf({ language }: View, { personName, isByCustomer, changes }: OrderHistoryEntry): string {
  const words = orderWords(language);
  if (personName !== null) return personName;
  if (changes?.parcel !== undefined) return parcelWords(language).carrier;
  return isByCustomer ? words.byCustomer : words.system;
}

function Change({
  details,
  entry,
  before,
}: HistoryProps & { readonly entry: OrderHistoryEntry; readonly before: OrderHistoryEntry | undefined }) {
  const { language } = useView();
  const words = orderWords(language);
  const isPlaced = entry.version === 1;
  const isMoved = before !== undefined && before.status !== entry.status;
  const source = orderSourceName(language, details.order.source);
  const { delivery = {}, dueOn, items = [], parcel, payments = [], prices = [] } = entry.changes ?? {};
  const placed = entry.personName !== null ? words.placedFor : entry.isByCustomer ? words.placedOn : words.cameFrom;
  const amount = (minor: number) => money(language, minorUnits(minor), currencyOf(details.order.currencyId));
  // Each tells something, until its text is erased with the customer's data.
  const isTold = isPlaced || isMoved || entry.comment !== null || Object.keys(entry.changes ?? {}).length > 0;
  const isErased = details.customer.erasedAt !== null && !isTold;
  const dayOf = (day: string | null) => (day === null ? words.noDue : calendarDay(language, day));
  return (
    <>
      {isPlaced ? <p>{placed(source)}</p> : null}
      {prices.map(({ position, before: old, after: fresh, reason }) => (
        <p>{words.priceChanged(nameAt(details, position), amount(old), amount(fresh), reason)}</p>
      ))}
      {isMoved ? <p>{words.becameStatus(statusName(language, entry.status))}</p> : null}
      {parcel === undefined ? null : <p>{parcelWords(language).events[parcel]}</p>}
      {Object.entries(delivery).map(([field, [old, fresh]]) => (
        <p>
          {deliveryLabel(language, field)}: {old === null ? words.empty : deliveryValue(language, field, old)} →{" "}
          {fresh === null ? words.empty : deliveryValue(language, field, fresh)}
        </p>
      ))}
      {dueOn === undefined ? null : (
        <p>
          {words.due}: {dayOf(dueOn[0])} → {dayOf(dueOn[1])}
        </p>
      )}
      {items.map(({ itemId, event, printer, copies }) => (
        <p>{words.events[event](nameOfCopies(details, itemId, copies), printer)}</p>
      ))}
      {payments.map(({ event, kind, ...payment }) => (
        <p>{paymentsWords(language).events[kind][event](paymentInWords({ language }, details.order, payment))}</p>
      ))}
      {isErased ? <p class="hint">{words.erasedEntry}</p> : null}
      {entry.comment === null ? null : <p class="comment">{entry.comment}</p>}
    </>
  );
}

/** @param position the item's place in the order, from 0 */
function nameAt({ items }: OrderDetails, position: number): string {
  const found = items.find(({ item }) => item.position === position)?.item;
  return itemName(found ?? { id: position, productTitle: null, originalFileName: null });
}

/** With the number of copies, if the change was not of all. */
function nameOfCopies({ items }: OrderDetails, itemId: number, copies: number | undefined): string {
  const found = items.find(({ item }) => item.id === itemId)?.item;
  const name = itemName(found ?? { id: itemId, productTitle: null, originalFileName: null });
  return copies === undefined || copies === found?.quantity ? name : `${name} × ${copies}`;
}
