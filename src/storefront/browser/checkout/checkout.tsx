// The form that orders priced parts, or requests prices of the others.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { deliveryFormWords } from "../../kit/delivery.words.ts";
import type {
  CustomerFields,
  OrderAnswer,
  OrderSent,
  PriceRequestSent,
  Refused,
  SignedQuote,
  StillSlicing,
} from "../../wire.ts";
import type { AttachedFile } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { refusalSentence } from "../basket/refusal-sentence.ts";
import {
  forgetUnanswered,
  storedFields,
  storeFields,
  storeUnanswered,
  unansweredKey,
} from "../basket/stored-basket.ts";
import { orderSourceOf } from "../service/configuration.ts";
import type { OrderService } from "../service/order-service.ts";
import { isTemporary, lostAttachments, lostModels, type Outcome, type Refusal } from "../service/refusal.ts";
import { requestScroll } from "../widget/host.ts";
import { readyWords } from "../words/ready.words.ts";
import {
  customerFieldsOf,
  deliveryFaultsOf,
  deliveryFieldsOf,
  deliveryPriceIn,
  type FormFaults,
  faultsOf,
  firstFields,
  isCarried,
  type TypedFields,
  typedWith,
} from "./customer-fields.ts";
import { inCyrillic } from "./cyrillic-name.ts";
import { DeliveryFields } from "./delivery-fields.tsx";
import { FieldFault, TextField } from "./field.tsx";
import { OrderSummary, RequestSummary } from "./summary.tsx";

export type Ordered = Extract<OrderAnswer, { status: "ordered" }>;
export type RequestItems = PriceRequestSent["items"];
/** With the name and size that the summary shows. */
export type RequestedFiles = readonly (NonNullable<PriceRequestSent["attachments"]>[number] &
  Pick<AttachedFile, "fileName" | "sizeBytes">)[];

/** Subject of the form: an order of a quote, or a price request. */
export type CheckoutSubject =
  | {
      readonly kind: "order";
      readonly quote: SignedQuote | null;
      readonly last: SignedQuote | null;
      readonly priority: string | null;
    }
  | { readonly kind: "request"; readonly items: RequestItems; readonly attachments: RequestedFiles };

export interface CheckoutProps {
  readonly service: OrderService;
  readonly subject: CheckoutSubject;
  /** The days to choose from. */
  readonly readyDays: ComponentChildren;
  /** The reason against sending yet; null for none. */
  readonly wait: string | null;
  /** Sentence about the parts that this form leaves out; null if none. */
  readonly rest: string | null;
  readonly onBack: () => void;
  readonly onNewQuote: (quote: SignedQuote) => void;
  /** Called with models and files that the server no longer has: only the basket can upload them again. */
  readonly onLost: (modelIds: readonly string[], attachmentIds: readonly string[]) => void;
  /** Called with faults of products, such as one that was sold meanwhile: the basket says so beside it. */
  readonly onProductsRefused: (faults: Refused["faults"]) => void;
  readonly onOrdered: (answer: Ordered) => void;
  readonly onRequested: (address: string) => void;
}

type Sending =
  | { readonly status: "idle" }
  | { readonly status: "sending" }
  | { readonly status: "calculating" }
  | { readonly status: "refused"; readonly refusal: Refusal }
  | { readonly status: "priceChanged"; readonly before: string; readonly quote: SignedQuote };

export function Checkout(props: CheckoutProps) {
  const { service, subject, readyDays, wait, rest, onBack, onNewQuote, onLost } = props;
  const { onProductsRefused, onOrdered, onRequested } = props;
  const { configuration, language, parts, checkout, format } = usePage();
  const words = checkout.form;
  const [typed, setTyped] = useState<TypedFields>(() => firstFields(configuration.catalog, storedFields()));
  const [hasConsent, setHasConsent] = useState(false);
  const [faults, setFaults] = useState<FormFaults>({});
  const [sending, setSending] = useState<Sending>({ status: "idle" });
  const isBusy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    heading.current?.focus();
    if (heading.current) requestScroll(heading.current);
  }, []);
  useEffect(() => storeFields(typed), [typed]);
  useEffect(() => {
    if (sending.status === "priceChanged" || sending.status === "refused") alert.current?.focus();
  }, [sending]);

  const priority = subject.kind === "order" ? subject.priority : null;
  // Another day has another quote than the one that was asked about.
  useEffect(() => {
    setSending((before) =>
      before.status === "priceChanged" && before.quote.priority !== priority ? { status: "idle" } : before,
    );
  }, [priority]);
  // Another delivery has another sum.
  useEffect(
    () => setSending((before) => (before.status === "priceChanged" ? { status: "idle" } : before)),
    [typed.deliveryMethodId],
  );

  const type = (name: string, value: string) => {
    setTyped((before) => typedWith(before, name, value));
    // Editing a field removes its fault.
    setFaults(({ [name]: _, ...others }) => others);
  };
  const showFaults = (wrong: FormFaults) => {
    setFaults(wrong);
    setSending({ status: "idle" });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const order = async (quote: SignedQuote, customer: CustomerFields) => {
    // Only the customer's choice of parts: prices, days and the priority may change after a sending without an answer.
    const about = JSON.stringify([
      ...quote.items.map((item) => [
        item.modelId,
        item.materialId,
        item.printingQualityId,
        item.finishingIds,
        item.quantity,
      ]),
      ...quote.products.map(({ productId, colorId, quantity }) => [productId, colorId, quantity]),
    ]);
    const firstQuote = unansweredKey(about) ?? quote.token;
    storeUnanswered(about, firstQuote);
    const delivery = deliveryFieldsOf(typed, configuration.catalog.deliveryMethods, isCarried(configuration, typed));
    const { token } = quote;
    const sent = { ...customer, ...delivery, quote: token, ...(firstQuote !== token && { firstQuote }) };
    const outcome = await orderOnceSliced(sent);
    if (!outcome.ok) return refuse(outcome.refusal);
    forgetUnanswered();
    const answer = outcome.body;
    switch (answer.status) {
      case "ordered":
        return onOrdered(answer);
      case "price_changed":
        onNewQuote(answer.quote);
        return setSending({ status: "priceChanged", before: answer.before, quote: answer.quote });
    }
  };
  const request = async (items: RequestItems, files: RequestedFiles, customer: CustomerFields) => {
    const attachments = files.map(({ fileName: _, sizeBytes: __, ...attachment }) => attachment);
    const about = JSON.stringify([items, attachments]);
    const requestKey = unansweredKey(about) ?? newRequestKey();
    storeUnanswered(about, requestKey);
    const outcome = await service.request({ ...customer, requestKey, items, attachments });
    if (!outcome.ok) return refuse(outcome.refusal);
    forgetUnanswered();
    onRequested(outcome.body.address);
  };
  /** While the server slices again, the order waits and is sent anew by itself. */
  const orderOnceSliced = async (sent: OrderSent): Promise<Outcome<Exclude<OrderAnswer, StillSlicing>>> => {
    for (;;) {
      const outcome = await service.order(sent);
      if (!outcome.ok) return outcome;
      const { body } = outcome;
      if (body.status !== "slicing") return { ok: true, body };
      setSending({ status: "calculating" });
      await new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(1, body.retryAfterSeconds)));
    }
  };
  const refuse = (refusal: Refusal) => {
    // After an answer the next sending may use a new key.
    if (!isTemporary(refusal)) forgetUnanswered();
    const sentItems = subject.kind === "request" ? subject.items : (subject.quote?.items ?? []);
    const lost = lostModels(
      refusal,
      sentItems.map(({ modelId }) => modelId),
    );
    const attachments = subject.kind === "request" ? subject.attachments : [];
    const lostFiles = lostAttachments(
      refusal,
      attachments.map(({ attachmentId }) => attachmentId),
    );
    if (lost.length + lostFiles.length > 0) return onLost(lost, lostFiles);
    if (Object.keys(refusal.faults).some((field) => field.startsWith("products."))) {
      return onProductsRefused(refusal.faults);
    }
    const known = Object.keys(refusal.faults).length > 0;
    if (refusal.reason === "invalid" && known) showFaults(refusal.faults);
    else setSending({ status: "refused", refusal });
  };

  const submit = async (quote: SignedQuote | null) => {
    // A double click, or Enter held down, sends once.
    if (isBusy.current || wait !== null) return;
    const { deliveryMethods } = configuration.catalog;
    const delivery =
      subject.kind === "order" ? deliveryFaultsOf(typed, deliveryMethods, deliveryFormWords(language)) : {};
    const wrong = { ...faultsOf(typed, hasConsent, checkout), ...delivery };
    if (Object.keys(wrong).length > 0) return showFaults(wrong);
    isBusy.current = true;
    setFaults({});
    setSending({ status: "sending" });
    const customer = customerFieldsOf(typed, orderSourceOf(location));
    try {
      if (subject.kind === "request") await request(subject.items, subject.attachments, customer);
      else if (quote !== null) await order(quote, customer);
    } finally {
      isBusy.current = false;
    }
  };

  const isOrder = subject.kind === "order";
  const quote = isOrder ? subject.quote : null;
  const shown = isOrder ? (subject.quote ?? subject.last) : null;
  const toPay = (agreed: SignedQuote) => deliveryPriceIn(agreed, typed)?.toPay ?? agreed.total;
  const isSending = sending.status === "sending" || sending.status === "calculating";
  const fieldProps = { typed, faults, onType: type };
  const hasFaults = Object.keys(faults).length > 0;
  return (
    <section class="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title" tabIndex={-1} ref={heading}>
        {isOrder ? words.orderTitle : words.requestTitle}
      </h2>
      {isOrder ? null : <p>{words.requestLead}</p>}
      <p>
        <button type="button" class="link-button" onClick={onBack}>
          ← {words.back}
        </button>
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(quote);
        }}
      >
        <div>
          <fieldset>
            <legend>{words.contact}</legend>
            <p class="small muted" id="name-hint">
              {words.nameHint}
            </p>
            <div class="field-pair">
              <TextField
                {...fieldProps}
                name="firstName"
                sharedHint="name-hint"
                label={words.firstName}
                rewritten={inCyrillic(typed.firstName ?? "")}
                autocomplete="given-name"
              />
              <TextField
                {...fieldProps}
                name="lastName"
                sharedHint="name-hint"
                label={words.lastName}
                rewritten={inCyrillic(typed.lastName ?? "")}
                autocomplete="family-name"
              />
            </div>
            <TextField
              {...fieldProps}
              name="phoneNumber"
              label={words.phoneNumber}
              hint={words.phoneHint}
              inputMode="tel"
              autocomplete="tel"
            />
            <TextField
              {...fieldProps}
              name="email"
              label={words.email}
              hint={words.emailHint}
              inputMode="email"
              autocomplete="email"
            />
          </fieldset>
          {isOrder ? <DeliveryFields {...fieldProps} quote={shown} /> : null}
          <TextField
            {...fieldProps}
            name="comment"
            label={words.comment}
            hint={words.commentHint}
            isOptional
            isLong
            maxLength={2000}
          />
          {isOrder ? readyDays : null}
        </div>
        <fieldset class="summary">
          <legend>{isOrder ? words.summary : words.summaryRequest}</legend>
          {isOrder ? <OrderSummary quote={shown} typed={typed} isFaded={quote === null} /> : null}
          {subject.kind === "request" ? <RequestSummary items={subject.items} files={subject.attachments} /> : null}
          {rest === null ? null : <p class="small note note-plain">{rest}</p>}
        </fieldset>
        <div>
          <StudioText title={words.terms} text={configuration.terms} />
          {isOrder ? <StudioText title={words.requisites} text={configuration.requisites} /> : null}
          <div class="field">
            <label class="option consent">
              <input
                type="checkbox"
                name="consent"
                checked={hasConsent}
                aria-required="true"
                aria-invalid={faults.consent !== undefined}
                aria-describedby={faults.consent === undefined ? undefined : "consent-fault"}
                onChange={({ currentTarget }) => {
                  setHasConsent(currentTarget.checked);
                  setFaults(({ consent: _, ...others }) => others);
                }}
              />
              <span class="option-text">{isOrder ? words.consent : words.consentRequest}</span>
            </label>
            <FieldFault name="consent" faults={faults} />
          </div>
          <OtherFaults faults={faults} />
          {sending.status === "refused" ? (
            <div class="note note-danger" role="alert" tabIndex={-1} ref={alert}>
              <div>
                <p>{refusalSentence(parts, sending.refusal)}</p>
                {sending.refusal.reason === "offline" ? <p class="small">{words.unsure}</p> : null}
                {sending.refusal.reason === "check" ? <p class="small">{parts.trouble.checkHelp}</p> : null}
                {sending.refusal.retryAfterSeconds === null ? null : (
                  <p class="small">
                    {words.retryFrom(format.clock(Date.now() + 1000 * sending.refusal.retryAfterSeconds))}
                  </p>
                )}
              </div>
            </div>
          ) : null}
          {sending.status === "priceChanged" ? (
            <div class="note note-warning" role="alert" tabIndex={-1} ref={alert}>
              <div>
                {sending.before === toPay(sending.quote) ? (
                  <p>{words.samePriceText(format.money(toPay(sending.quote)))}</p>
                ) : (
                  <>
                    <p>
                      <strong>{words.priceChanged}</strong>
                    </p>
                    <p>{words.priceChangedText(format.money(sending.before), format.money(toPay(sending.quote)))}</p>
                  </>
                )}
                {sending.quote.priorityDropped === null ? null : (
                  <p>
                    {readyWords(language).dropped[sending.quote.priorityDropped]}{" "}
                    {checkout.basket.ready(format.onDay(sending.quote.readyOn))}.
                  </p>
                )}
                <p class="row">
                  {sending.quote.ordering === "allowed" ? (
                    <button type="button" class="primary" onClick={() => void submit(sending.quote)}>
                      {words.agree(format.money(toPay(sending.quote)))}
                    </button>
                  ) : null}
                  <button type="button" onClick={onBack}>
                    {words.notNow}
                  </button>
                </p>
              </div>
            </div>
          ) : (
            <button
              type="submit"
              class="primary wide"
              aria-disabled={isSending || wait !== null || (isOrder && quote?.ordering !== "allowed")}
            >
              {isSending
                ? words.sending
                : !isOrder
                  ? words.send
                  : quote === null
                    ? checkout.basket.calculating
                    : words.place(format.money(toPay(quote)))}
            </button>
          )}
          <p role="status" class="small">
            {wait ?? (hasFaults ? words.faults : sending.status === "calculating" ? words.calculating : "")}
          </p>
        </div>
      </form>
    </section>
  );
}

/** Unguessable; each attempt of one request repeats it. */
function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function StudioText({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <details class="studio-text">
      <summary>{title}</summary>
      <p class="plain-text small">{text}</p>
    </details>
  );
}

const SHOWN_BESIDE_FIELDS = [
  "firstName",
  "lastName",
  "phoneNumber",
  "email",
  "comment",
  "consent",
  "deliveryMethodId",
  "deliveryCityName",
  "deliveryWarehouseName",
  "deliveryStreetName",
  "deliveryBuildingNumber",
  "deliveryApartmentNumber",
];

/** Faults of fields that the form does not show, such as an item that is off the offer. */
function OtherFaults({ faults }: { readonly faults: FormFaults }) {
  const others = Object.entries(faults).filter(([name]) => !SHOWN_BESIDE_FIELDS.includes(name));
  if (others.length === 0) return null;
  return (
    <div class="note note-danger" role="alert">
      <p>{others.flatMap(([, said]) => said).join(" ")}</p>
    </div>
  );
}
