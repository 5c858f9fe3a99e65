// One order: its items, customer, delivery, moves, notes and history.

import { fullName } from "../../domain/customer.ts";
import {
  type AddressField,
  DELIVERY_FIELDS,
  type DeliveryField,
  NOVA_POSHTA_SERVICE_TYPES,
  type TrackingField,
} from "../../domain/delivery.ts";
import { movesFrom, type OrderStatus } from "../../domain/order.ts";
import { passesPrinting, type TakesCopiesOff } from "../../orders/change-order.ts";
import { detailsOf } from "../../orders/delivery.ts";
import type { OrderDetails } from "../../orders/order-details.store.ts";
import { EMPTY_FORM, type FormState, type TypedValues, textOf } from "../../pages/form-values.ts";
import { date, dateAndTime, wholeNumber } from "../../pages/format.ts";
import { OrderDocuments } from "../documents/documents.page.tsx";
import { customerAddress } from "../kit/addresses.ts";
import { ContactFacts } from "../kit/contact-facts.tsx";
import { CopiedAddress } from "../kit/copied-text.tsx";
import { FaultSummary, Input, PostForm, RequiredNote, Select, TextArea, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { View } from "../kit/panel-context.ts";
import { SentMessages } from "../kit/told/told.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { deliveryMethodName, deliveryValue, filledDeliveryFields } from "./delivery-in-words.ts";
import { DueDay } from "./due-day.tsx";
import { orderWords } from "./order.words.ts";
import { OrderHistory } from "./order-history.tsx";
import { OrderItems } from "./order-items.tsx";
import { orderSourceName } from "./order-source.words.ts";
import { isBackwardMove, moveLabel, statusName } from "./order-status.words.ts";
import { customerName, newOrderAddress, orderAddress, orderTotal, StatusBadge } from "./orders.page.tsx";
import { ParcelCard } from "./parcel/parcel-card.tsx";
import { OrderPayments } from "./payments/order-payments.tsx";
import { PaymentBadge } from "./payments/payment-badge.tsx";
import { PriorityMark } from "./priority-mark.tsx";

/** The page's refused forms, as typed. */
export interface OrderForms {
  readonly move?: FormState;
  readonly delivery?: FormState;
  readonly due?: FormState;
  readonly note?: FormState;
  readonly payment?: FormState;
  readonly refund?: FormState;
  /** Copies to be printed again, and their item. */
  readonly again?: { readonly itemId: number; readonly form: FormState };
}

interface OrderProps {
  readonly details: OrderDetails;
}

interface OrderDetailsPageProps extends OrderProps {
  readonly downloadPaths: ReadonlyMap<number, string>;
  /** The absolute address of the customer's page of the order; undefined for an order of the API. */
  readonly customerPage?: string | undefined;
  readonly forms?: OrderForms;
  /** The person's version, if the order changed meanwhile. */
  readonly seenVersion?: number | undefined;
}

export function OrderDetailsPage(props: OrderDetailsPageProps) {
  const view = useView();
  const studio = useStudio();
  const { details, downloadPaths, customerPage, forms = {}, seenVersion } = props;
  const { language } = view;
  const words = orderWords(language);
  const { order } = details;
  return (
    <Layout
      title={words.title(order.number)}
      actions={
        <>
          <a class="button" href={newOrderAddress(studio, order.id)}>
            {words.orderAgain}
          </a>
          <a class="button" href={`${orderAddress(studio, order.id)}/work-sheet`}>
            {words.workSheet}
          </a>
        </>
      }
    >
      <p class="row">
        <StatusBadge status={order.status} />
        <strong>{orderTotal(view, order)}</strong>
        <PaymentBadge order={order} />
        <span>{customerName(order)}</span>
        <DueDay order={order} />
        <PriorityMark order={order} />
        <span class="muted">
          {words.placed}{" "}
          <time datetime={new Date(order.createdAt).toISOString()}>{dateAndTime(language, order.createdAt)}</time>
          {" · "}
          {words.source}: {orderSourceName(language, order.source)}
        </span>
        {details.priceRequestId === null ? null : (
          <a href={`${studio.base}/requests/${details.priceRequestId}`}>{words.toRequest(details.priceRequestId)}</a>
        )}
      </p>
      {seenVersion === undefined ? null : <Meanwhile details={details} seenVersion={seenVersion} />}
      <div class="order">
        <div class="stack">
          <NextStep details={details} form={forms.move ?? EMPTY_FORM} />
          <DueDayForm details={details} form={forms.due} />
          <OrderItems details={details} downloadPaths={downloadPaths} again={forms.again} />
        </div>
        <div class="stack">
          <Customer details={details} customerPage={customerPage} />
          <OrderPayments details={details} forms={forms} />
          <ParcelCard details={details} />
          <Delivery details={details} form={forms.delivery} />
          <OrderDocuments order={order} documents={details.documents} />
          <SentMessages messages={details.messages} page={orderAddress(studio, order.id)} />
          <section class="card" aria-labelledby="history">
            <h2 id="history">{words.history}</h2>
            <PostForm action={`${orderAddress(studio, order.id)}/notes`} class="stack">
              <RequiredNote />
              <TextArea form={forms.note ?? EMPTY_FORM} name="note" label={words.note} hint={words.noteHint} rows={2} />
              <button type="submit">{words.addNote}</button>
            </PostForm>
            <OrderHistory details={details} />
          </section>
        </div>
      </div>
    </Layout>
  );
}

/** Conflict banner: the order changed meanwhile. */
function Meanwhile({ details, seenVersion }: { readonly details: OrderDetails; readonly seenVersion: number }) {
  const view = useView();
  const words = orderWords(view.language);
  return (
    <section class="fault-summary meanwhile" role="alert">
      <h2>{words.meanwhile}</h2>
      <p>{words.meanwhileText}</p>
      <OrderHistory details={details} after={seenVersion} />
      <p>{words.meanwhileThen}</p>
    </section>
  );
}

/** Possible moves as buttons of one form: each sends the form's comment. */
function NextStep({ details, form }: OrderProps & { readonly form: FormState }) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  const { order, items } = details;
  const moves = movesFrom(order.status);
  if (moves.length === 0) {
    return (
      <section class="card" aria-labelledby="next">
        <h2 id="next">{words.whatNext}</h2>
        <FaultSummary form={form} />
        <p class="muted">{words.ended}</p>
      </section>
    );
  }
  const unprinted = items.filter(({ item }) => item.printedAt === null).length;
  const canShip = moves.includes("shipped");
  const values = { newTrackingNumber: textOf(order.delivery?.trackingNumber), ...form.values };
  return (
    <section class="card" aria-labelledby="next">
      <h2 id="next">{words.whatNext}</h2>
      <PostForm action={`${orderAddress(studio, order.id)}/move`} class="stack">
        <FaultSummary form={form} />
        <input type="hidden" name="version" value={versionIn(form, details)} />
        {unprinted > 0 && moves.some(passesPrinting) ? (
          <p class="muted">
            {words.unprinted(unprinted, items.length)}{" "}
            {order.status === "printing" ? <a href={`${studio.base}/printing`}>{words.markPrinted}</a> : null}
          </p>
        ) : null}
        {canShip ? (
          <Input
            form={{ ...form, values }}
            name="newTrackingNumber"
            label={words.trackingToShip}
            hint={words.trackingToShipHint}
            autocomplete="off"
            optional
          />
        ) : null}
        <TextArea form={form} name="comment" label={words.comment} hint={words.commentHint} rows={2} optional />
        <div class="row">
          {moves.map((status, index) => (
            <button type="submit" name="status" value={status} class={buttonLook(order.status, status, index === 0)}>
              {moveLabel(language, order.status, status)}
            </button>
          ))}
        </div>
      </PostForm>
    </section>
  );
}

/** Changes the day by which the order is to be ready, with a reason where one was promised. */
function DueDayForm({ details, form }: OrderProps & { readonly form: FormState | undefined }) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  const { order } = details;
  if (movesFrom(order.status).length === 0) return null;
  const shown = form ?? { values: { dueOn: textOf(order.dueOn) }, faults: {} };
  return (
    <details class="card" open={form !== undefined}>
      <summary>{order.dueOn === null ? words.setDue : words.changeDue}</summary>
      <PostForm action={`${orderAddress(studio, order.id)}/due-day`} class="stack">
        <FaultSummary form={shown} />
        <input type="hidden" name="version" value={versionIn(shown, details)} />
        {order.dueOn === null ? null : <RequiredNote />}
        <Input form={shown} name="dueOn" label={words.due} type="date" optional />
        {order.dueOn === null ? null : (
          <Input form={shown} name="dueReason" label={words.dueReason} hint={words.dueReasonHint} autocomplete="off" />
        )}
        <button type="submit">{words.saveDue}</button>
      </PostForm>
    </details>
  );
}

interface TakesCopiesOffProps {
  readonly orderId: number;
  readonly prints: TakesCopiesOff["prints"];
  readonly typed: TypedValues;
  readonly to: OrderStatus;
  /** The address of the page on which the move was begun. */
  readonly back: string;
}

/** Asks before a move takes copies off their printers. */
export function TakesCopiesOffPage({ orderId, prints, typed, to, back }: TakesCopiesOffProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  return (
    <Layout title={words.takesOffTitle}>
      <p>{words.takesOffText}</p>
      <ul>
        {prints.map(({ item, copies, printer }) => (
          <li>{words.takesOffOne(item, copies, printer)}</li>
        ))}
      </ul>
      <p>{words.takesOffThen}</p>
      <PostForm action={`${orderAddress(studio, orderId)}/move`} class="row">
        {Object.entries(typed).map(([name, value]) => (
          <input type="hidden" name={name} value={typeof value === "string" ? value : undefined} />
        ))}
        <input type="hidden" name="takesOff" value="true" />
        <button type="submit" class="primary">
          {statusName(language, to)}
        </button>
        <a class="button" href={back}>
          {words.keepOnPrinters}
        </a>
      </PostForm>
    </Layout>
  );
}

/** A refused form keeps its version: sent again, it must not overwrite later changes. */
function versionIn({ values, faults }: FormState, { order }: OrderDetails): string {
  return typeof values.version === "string" && faults.version === undefined ? values.version : String(order.version);
}

function buttonLook(from: OrderStatus, to: OrderStatus, isFirst: boolean): string | undefined {
  if (to === "cancelled") return "danger";
  return isFirst && !isBackwardMove(from, to) ? "primary" : undefined;
}

function Customer({ details, customerPage }: OrderProps & Pick<OrderDetailsPageProps, "customerPage">) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = orderWords(language);
  const { order, customer } = details;
  const { contact } = order;
  const spent = orderTotal(view, { ...order, totalPriceMinor: customer.spentMinor });
  const known = fullName(customer);
  const comment = details.changes.find(({ version, isByCustomer }) => version === 1 && isByCustomer)?.comment ?? null;
  return (
    <section class="card" aria-labelledby="customer">
      <h2 id="customer">{words.customer}</h2>
      <p>
        <a href={customerAddress(studio.base, customer.id)}>
          {customer.erasedAt === null ? (
            <strong>{customerName(order)}</strong>
          ) : (
            words.erased(date(language, customer.erasedAt))
          )}
        </a>
        {known === customerName(order) ? null : <span class="hint"> {words.sameCustomer(known)}</span>}
      </p>
      <dl>
        <ContactFacts contact={contact} words={words} />
        <dt>{words.customerOrders}</dt>
        <dd>
          {wholeNumber(language, customer.orderCount)} <span class="hint">{words.withoutCancelled}</span>
        </dd>
        <dt>{words.customerSpent}</dt>
        <dd>{spent}</dd>
        {order.consentedAt === null ? null : (
          <>
            <dt>{words.consented}</dt>
            <dd>
              <time datetime={new Date(order.consentedAt).toISOString()}>
                {dateAndTime(language, order.consentedAt)}
              </time>
            </dd>
          </>
        )}
      </dl>
      {comment === null ? null : (
        <>
          <h3>{words.customerComment}</h3>
          <p class="comment">{comment}</p>
        </>
      )}
      {customerPage === undefined ? null : (
        <>
          <h3>{words.customerPage}</h3>
          <CopiedAddress id="customer-page" text={customerPage} label={words.customerPage} />
          <p class="hint">{words.customerPageHint}</p>
        </>
      )}
      <h3>{words.otherOrders}</h3>
      {customer.otherOrders.length === 0 ? <p class="hint">{words.noOtherOrders}</p> : null}
      <ul class="other-orders">
        {customer.otherOrders.map((other) => (
          <li class="row">
            <a href={orderAddress(studio, other.id)}>№ {other.number}</a>
            <StatusBadge status={other.status} />
            <span>{orderTotal(view, other)}</span>
            <time class="hint" datetime={new Date(other.createdAt).toISOString()}>
              {dateAndTime(language, other.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Delivery({ details, form }: OrderProps & { readonly form: FormState | undefined }) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = orderWords(language);
  const { order } = details;
  const shown = form ?? { values: deliveryValues(details), faults: {} };
  const canShip = movesFrom(order.status).includes("shipped");
  const hasAddressFault = ADDRESS_FIELDS.some((field) => shown.faults[field] !== undefined);
  const address = filledDeliveryFields(order.delivery).filter(([name]) =>
    ADDRESS_FIELDS.some((field) => field === name),
  );
  const field = (name: DeliveryField) => ({ form: shown, name, label: words.fields[name], optional: true });
  return (
    <section class="card" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      {order.delivery === null ? <p class="hint">{words.noDelivery}</p> : null}
      {address.length === 0 ? null : (
        <dl>
          {address.map(([name, value]) => (
            <>
              <dt>{words.fields[name]}</dt>
              <dd>{deliveryValue(language, name, value)}</dd>
            </>
          ))}
        </dl>
      )}
      <PostForm action={`${orderAddress(studio, order.id)}/delivery`} class="stack all-optional">
        <FaultSummary form={shown} />
        <input type="hidden" name="version" value={versionIn(shown, details)} />
        <Select {...field("method")} choices={methodChoices(view, details, shown)} empty={words.undecided} />
        <div class="fields">
          {TRACKING_FIELDS.map((name) =>
            name === "trackingNumber" && canShip ? (
              // Typed beside the move that ships the order.
              <input type="hidden" name={name} value={typedText(shown, name)} />
            ) : (
              <Input {...field(name)} {...TRACKING_INPUTS[name]} />
            ),
          )}
        </div>
        <details open={hasAddressFault}>
          <summary>{words.changeAddress}</summary>
          <div class="fields">
            {ADDRESS_FIELDS.map((name) =>
              ADDRESS_INPUTS[name] === "choice" ? (
                <Select
                  {...field(name)}
                  choices={NOVA_POSHTA_SERVICE_TYPES.map((type) => ({ value: type, label: words.serviceTypes[type] }))}
                  empty={words.undecided}
                />
              ) : (
                <Input {...field(name)} autocomplete="off" />
              ),
            )}
          </div>
        </details>
        <button type="submit">{words.saveDelivery}</button>
      </PostForm>
    </section>
  );
}

/** Inputs of the address, in the form's order: the carrier's ids come last. */
const ADDRESS_INPUTS = {
  cityName: "text",
  warehouseName: "text",
  streetName: "text",
  buildingNumber: "text",
  apartmentNumber: "text",
  npServiceType: "choice",
  cityRef: "text",
  warehouseRef: "text",
  streetRef: "text",
} as const satisfies Record<AddressField, "text" | "choice">;
// `satisfies` guarantees the keys; Object.keys keeps their order.
const ADDRESS_FIELDS = Object.keys(ADDRESS_INPUTS) as readonly AddressField[];

/** Attributes of the tracking's inputs, in the form's order. */
const TRACKING_INPUTS: Readonly<Record<TrackingField, { readonly autocomplete?: "off"; readonly type?: "date" }>> = {
  trackingNumber: { autocomplete: "off" },
  deliveryStatus: {},
  scheduledDeliveryDate: { type: "date" },
  actualDeliveryDate: { type: "date" },
};
// The record's type guarantees the keys; Object.keys keeps their order.
const TRACKING_FIELDS = Object.keys(TRACKING_INPUTS) as readonly TrackingField[];

function deliveryValues({ order }: OrderDetails): TypedValues {
  const details = detailsOf(order.delivery);
  return Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, textOf(details[field])]));
}

/** The order's own method, the studio's methods, and the service's two. */
function methodChoices({ language }: View, { order, deliveryMethodNames }: OrderDetails, form: FormState) {
  const names = new Set([
    order.delivery?.method ?? "",
    typedText(form, "method"),
    ...deliveryMethodNames,
    "nova_poshta",
    "courier",
  ]);
  names.delete("");
  return [...names].map((value) => ({ value, label: deliveryMethodName(language, value) }));
}
