// Page of an order, for its customer: progress, items, price, delivery, and a way to cancel it.

import { trackingAddress } from "../../domain/carrier/tracking-address.ts";
import { type Currency, currencyOf } from "../../domain/currency.ts";
import { minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { AFTER_PRINTING } from "../../domain/order.ts";
import type { CustomerOrder } from "../../orders/customer-order.store.ts";
import { withoutTopUp } from "../../orders/top-up.ts";
import { deliveryPlace } from "../../pages/delivery-place.ts";
import { documentSheetWords } from "../../pages/document-sheet.words.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { calendarDay, date, dateAndTime, money } from "../../pages/format.ts";
import { THUMBNAIL_SIZES } from "../../pages/thumbnail.ts";
import type { Payee } from "../../payments/transfer-code.ts";
import { type VisibleLine, visibleLines } from "../../quotes/visible-lines.ts";
import { ChosenOptions, COPY_SCRIPT, Contact, KeepAddress, Requisites } from "../kit/customer-pages.tsx";
import { customerPagesWords } from "../kit/customer-pages.words.ts";
import { Frame, type FramedStudio } from "../kit/frame.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import { shownWarnings } from "../kit/shown-warnings.ts";
import { HowToPay } from "./how-to-pay.tsx";
import { customerOrderWords } from "./order.words.ts";
import { type Progress, progressOf } from "./order-progress.ts";

interface CustomerOrderPageProps {
  readonly view: StorefrontView;
  readonly studio: FramedStudio & Payee;
  readonly shown: CustomerOrder;
  readonly canOrderAgain: boolean;
  /** The form of a refused cancellation. */
  readonly cancellation?: FormState;
}

export function CustomerOrderPage(props: CustomerOrderPageProps) {
  const { view, studio, shown, canOrderAgain, cancellation = EMPTY_FORM } = props;
  const { language } = view;
  const words = customerOrderWords(language);
  const common = customerPagesWords(language);
  const { order, items, changes } = shown;
  const currency = currencyOf(order.currencyId);
  const title = words.title(order.number);
  const comment = changes.find(({ version }) => version === 1)?.comment ?? null;
  const progress = progressOf(shown);
  return (
    <Frame view={view} studio={studio} title={title} scripts={[COPY_SCRIPT]}>
      <div class="status-page">
        <header class="opening">
          <h1>{title}</h1>
          <p>
            <strong>{sentenceOf(view, progress)}</strong>
          </p>
          {progress.at === null ? null : <p>{words.next[progress.at]}</p>}
          {order.dueOn === null || AFTER_PRINTING.includes(order.status) || progress.cancelled !== null ? null : (
            <p>
              {words.readyBy(calendarDay(language, order.dueOn, "long"))}
              {order.priority === null ? null : ` · ${order.priority.name}`}
            </p>
          )}
        </header>
        {cancellation.faults.form === undefined ? null : (
          <p class="status-alert" role="alert">
            {cancellation.faults.form.join(" ")}
          </p>
        )}
        <div class="status-columns">
          <section aria-labelledby="items">
            <h2 id="items">{words.items}</h2>
            <ol class="sent-items">
              {items.map((item) => (
                <OrderedItem
                  view={view}
                  shown={{ ...item, item: withoutTopUp(order, item.item) }}
                  currency={currency}
                />
              ))}
            </ol>
            {order.topUpMinor === null ? null : (
              <p class="sent-top-up">
                <span>{words.topUp}</span>
                <span>{money(language, minorUnits(order.topUpMinor), currency)}</span>
              </p>
            )}
            <p class={order.deliveryPriceMinor === null ? "sent-total" : "sent-top-up"}>
              <span>{words.total}</span>
              <span>{money(language, minorUnits(order.totalPriceMinor), currency)}</span>
            </p>
            <ToPay view={view} order={order} currency={currency} />
            {canOrderAgain ? (
              <p class="order-again">
                <a class="button" href={`${view.path}/again${view.query}`}>
                  {words.again}
                </a>
                <span class="hint">{words.againHint}</span>
              </p>
            ) : null}
            {comment === null ? null : (
              <>
                <h3>{common.comment}</h3>
                <p class="plain-text">{comment}</p>
              </>
            )}
          </section>
          <div class="status-page">
            <Timeline view={view} progress={progress} />
            <HowToPay view={view} order={order} payee={studio} />
            <Requisites view={view} requisites={studio.requisites} />
            <Delivery view={view} order={order} />
            <Documents view={view} documents={shown.documents} />
            <KeepAddress view={view} text={common.keepTextOfOrder} />
            <Contact view={view} contact={order.contact} />
            {order.status === "pending" ? <Cancel view={view} form={cancellation} /> : null}
          </div>
        </div>
      </div>
    </Frame>
  );
}

/** The delivery's price, and the sum with it. */
function ToPay({
  view: { language },
  order: { totalPriceMinor, deliveryPriceMinor },
  currency,
}: {
  readonly view: StorefrontView;
  readonly order: CustomerOrder["order"];
  readonly currency: Currency;
}) {
  const words = customerOrderWords(language);
  if (deliveryPriceMinor === null) return <p class="hint">{words.totalNote}</p>;
  const [total, price] = [minorUnits(totalPriceMinor), minorUnits(deliveryPriceMinor)];
  return (
    <>
      <p class="sent-top-up">
        <span>{words.delivery}</span>
        <span>{price === 0 ? words.free : money(language, price, currency)}</span>
      </p>
      <p class="sent-total">
        <span>{words.toPay}</span>
        <span>{money(language, sumMinorUnits([total, price]), currency)}</span>
      </p>
    </>
  );
}

function sentenceOf({ language }: StorefrontView, { at, cancelled }: Progress): string {
  const words = customerOrderWords(language);
  if (at !== null) return words.now[at];
  return cancelled?.isByCustomer ? words.cancelledByYou : words.cancelledByStudio;
}

function Timeline({ view, progress }: { readonly view: StorefrontView; readonly progress: Progress }) {
  const { language } = view;
  const words = customerOrderWords(language);
  return (
    <section class="card" aria-labelledby="progress">
      <h2 id="progress">{words.progress}</h2>
      <ol class="timeline">
        {progress.steps.map(({ step, isReached, reachedAt }) => (
          <li class={isReached ? "is-reached" : undefined} aria-current={step === progress.at ? "step" : undefined}>
            {words.steps[step]}
            <Moment view={view} at={reachedAt} />
          </li>
        ))}
        {progress.cancelled === null ? null : (
          <li class="is-reached" aria-current="step">
            {words.cancelled}
            <Moment view={view} at={progress.cancelled.at} />
          </li>
        )}
      </ol>
    </section>
  );
}

function Moment({ view, at }: { readonly view: StorefrontView; readonly at: number | null }) {
  if (at === null) return null;
  return <time datetime={new Date(at).toISOString()}>{dateAndTime(view.language, at)}</time>;
}

interface ItemProps {
  readonly view: StorefrontView;
  readonly shown: CustomerOrder["items"][number];
  readonly currency: Currency;
}

function OrderedItem({ view, shown: { item, material, quality, finishings }, currency }: ItemProps) {
  const { language } = view;
  const words = customerOrderWords(language);
  const { costBreakdown } = item;
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const lines =
    costBreakdown === null
      ? []
      : visibleLines({ breakdown: costBreakdown, perUnitPrice: costBreakdown.perUnitPrice }, item.quantity);
  return (
    <li class="sent-item card">
      <div class="sent-head">
        {item.modelId === null ? null : (
          <img
            class="model-picture"
            src={`${view.path}/items/${item.id}/picture`}
            alt={item.originalFileName ?? ""}
            {...THUMBNAIL_SIZES.item}
            loading="lazy"
          />
        )}
        <h3>{item.originalFileName ?? item.productTitle}</h3>
      </div>
      <Warnings view={view} item={item} />
      <ChosenOptions
        view={view}
        material={material}
        color={item.materialColor}
        quality={quality}
        finishings={costBreakdown?.finishings ?? finishings}
        quantity={item.quantity}
      />
      <table class="sums">
        <caption class="visually-hidden">{words.breakdown}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              <th scope="row">{nameOf(view, line)}</th>
              <td>{amount(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.price}</th>
            <td>{amount(item.priceMinor)}</td>
          </tr>
        </tfoot>
      </table>
    </li>
  );
}

/** The warnings that the customer saw when they ordered. */
function Warnings({ view: { language }, item }: Pick<ItemProps, "view"> & Pick<ItemProps["shown"], "item">) {
  const shown = shownWarnings(item.warnings ?? [], language);
  if (shown.length === 0) return null;
  return (
    <section class="item-warnings" aria-label={customerOrderWords(language).warnings}>
      <strong>{customerOrderWords(language).warnings}</strong>
      <ul>
        {shown.map(({ message }) => (
          <li>{message}</li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ language }: StorefrontView, { kind, name, prints = 1, fromQuantity = 1 }: VisibleLine): string {
  const words = customerOrderWords(language);
  switch (kind) {
    case "finishing":
    case "priority":
    case "staff":
      return name ?? "";
    case "tier":
      return words.tierLine(fromQuantity);
    case "start":
      return words.startLine(prints);
    case "printing":
    case "setup":
    case "minimum":
      return words.lines[kind];
    default:
      return kind satisfies never;
  }
}

function Delivery({
  view,
  order: { delivery },
}: {
  readonly view: StorefrontView;
  readonly order: CustomerOrder["order"];
}) {
  const { language } = view;
  const words = customerOrderWords(language);
  return (
    <section class="card" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      {delivery === null ? (
        <p>{words.deliveryUnknown}</p>
      ) : (
        <>
          <p>{deliveryPlace(language, delivery)}</p>
          {delivery.trackingNumber === null ? null : (
            <>
              <p>
                {words.tracking}: <strong>{delivery.trackingNumber}</strong>
              </p>
              <FollowParcel view={view} trackingNumber={delivery.trackingNumber} />
            </>
          )}
          {delivery.deliveryStatus === null ? null : (
            <p>
              {words.carrierSays}: {delivery.deliveryStatus}
            </p>
          )}
          {delivery.scheduledDeliveryDate === null || delivery.actualDeliveryDate !== null ? null : (
            <p>
              {words.expected} {calendarDay(language, delivery.scheduledDeliveryDate, "long")}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The carrier's page of the parcel; of an unknown carrier, a sentence. */
function FollowParcel({
  view: { language },
  trackingNumber,
}: {
  readonly view: StorefrontView;
  readonly trackingNumber: string;
}) {
  const words = customerOrderWords(language);
  const address = trackingAddress(trackingNumber);
  if (address === undefined) return <p class="hint">{words.trackingNote}</p>;
  return (
    <p>
      <a href={address} rel="noreferrer">
        {words.followParcel}
      </a>
    </p>
  );
}

function Documents({ view, documents }: Pick<ItemProps, "view"> & Pick<CustomerOrder, "documents">) {
  if (documents.length === 0) return null;
  const { language } = view;
  return (
    <section class="card" aria-labelledby="documents">
      <h2 id="documents">{customerOrderWords(language).documents}</h2>
      <ul>
        {documents.map(({ id, kind, number, issuedAt }) => (
          <li>
            <a href={`${view.path}/documents/${id}${view.query}`}>
              {documentSheetWords(language).numbered[kind](number)}
            </a>
            , {date(language, issuedAt)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Needs a second click without a script: the form opens by its summary. */
function Cancel({ view, form }: { readonly view: StorefrontView; readonly form: FormState }) {
  const words = customerOrderWords(view.language);
  const faults = form.faults.comment;
  return (
    <details class="cancel-order" open={faults !== undefined}>
      <summary>{words.cancel}</summary>
      <form method="post" action={`${view.path}/cancel${view.query}`}>
        <p class="hint">{words.cancelText}</p>
        <label for="cancel-reason">{words.reason}</label>
        <textarea
          id="cancel-reason"
          name="comment"
          rows={3}
          aria-invalid={faults === undefined ? undefined : "true"}
          aria-describedby={faults === undefined ? undefined : "cancel-fault"}
        >
          {typeof form.values.comment === "string" ? form.values.comment : ""}
        </textarea>
        {faults === undefined ? null : (
          <p class="fault" id="cancel-fault">
            {faults.join(" ")}
          </p>
        )}
        <button type="submit" class="danger">
          {words.cancelNow}
        </button>
      </form>
    </details>
  );
}
