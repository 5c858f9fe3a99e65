// Payments of one order: its sums, the payments and refunds noted, and the forms that note them.

import { currencyOf } from "../../../domain/currency.ts";
import { formatMinorUnits, type MinorUnits, minorUnits } from "../../../domain/money.ts";
import { PAYMENT_METHODS, type PaymentKind } from "../../../domain/order.ts";
import type { OrderDetails } from "../../../orders/order-details.store.ts";
import { type FormState, shownDecimal } from "../../../pages/form-values.ts";
import { money, shortDay } from "../../../pages/format.ts";
import { paymentMethodNames } from "../../../pages/payment-method.words.ts";
import { type OrderPayment, paymentOf } from "../../../payments/payment-state.ts";
import { dayFromNow } from "../../../platform/calendar.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select, TextArea } from "../../kit/form.tsx";
import type { View } from "../../kit/panel-context.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { orderAddress } from "../orders.page.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { paymentsWords } from "./payments.words.ts";

interface PaymentsProps {
  readonly details: OrderDetails;
  /** Refused forms, as typed. */
  readonly forms: { readonly [Kind in PaymentKind]?: FormState };
}

export function OrderPayments({ details, forms }: PaymentsProps) {
  const { language } = useView();
  const words = paymentsWords(language);
  const { order } = details;
  const sums = paymentOf(order);
  return (
    <section class="card" aria-labelledby="payment">
      <h2 id="payment" class="row">
        {words.title} <PaymentBadge order={order} />
      </h2>
      {order.paidMinor === null ? <p class="hint">{words.notNoted}</p> : <Sums details={details} sums={sums} />}
      {details.payments.length === 0 ? null : (
        <ul class="stack">
          {details.payments.map((payment) => (
            <NotedPayment details={details} payment={payment} />
          ))}
        </ul>
      )}
      <PaymentForm details={details} kind="payment" form={forms.payment} amount={sums.asked} />
      {sums.paid > 0 || forms.refund !== undefined ? (
        <PaymentForm details={details} kind="refund" form={forms.refund} amount={sums.over || sums.paid} />
      ) : null}
    </section>
  );
}

type OrderProps = Pick<PaymentsProps, "details">;

function Sums({ details: { order }, sums }: OrderProps & { readonly sums: OrderPayment }) {
  const { language } = useView();
  const words = paymentsWords(language);
  const { advanceMinor } = order;
  const isAsked = order.status !== "cancelled";
  const lines: readonly (readonly [name: string, amount: MinorUnits, isShown: boolean])[] = [
    [words.owed, sums.owed, isAsked],
    [words.advance, minorUnits(advanceMinor ?? 0), isAsked && advanceMinor !== null],
    [words.paid, sums.received, sums.received > 0],
    [words.refunded, sums.refunded, sums.refunded > 0],
    [words.due, sums.due, sums.due > 0 && sums.received > 0],
    [isAsked ? words.over : words.toRefund, sums.over, sums.over > 0],
  ];
  const shown = lines.filter(([, , isShown]) => isShown);
  if (shown.length === 0) return null;
  return (
    <dl>
      {shown.map(([name, amount]) => (
        <>
          <dt>{name}</dt>
          <dd>{money(language, amount, currencyOf(order.currencyId))}</dd>
        </>
      ))}
    </dl>
  );
}

type Noted = OrderDetails["payments"][number];

function NotedPayment({ details: { order }, payment }: OrderProps & { readonly payment: Noted }) {
  const view = useView();
  const studio = useStudio();
  const words = paymentsWords(view.language);
  const told = paymentInWords(view, order, payment);
  return (
    <li>
      <PostForm action={`${orderAddress(studio, order.id)}/payments/${payment.id}/remove`} class="row between">
        <span>{payment.kind === "refund" ? words.isRefund(told) : told}</span>
        <button type="submit" class="quiet small">
          {words.remove} <span class="visually-hidden">{words.removeWhich(told)}</span>
        </button>
      </PostForm>
      {payment.note === null ? null : <p class="comment">{payment.note}</p>}
    </li>
  );
}

/** Amount, method and day. */
export function paymentInWords(
  { language }: Pick<View, "language">,
  { currencyId }: Pick<OrderDetails["order"], "currencyId">,
  { amountMinor, method, paidOn }: Pick<Noted, "amountMinor" | "method" | "paidOn">,
): string {
  const amount = money(language, minorUnits(amountMinor), currencyOf(currencyId));
  return [amount, paymentMethodNames(language)[method], shortDay(language, paidOn)].join(" · ");
}

interface PaymentFormProps extends OrderProps {
  readonly kind: PaymentKind;
  /** Refused, as typed. */
  readonly form: FormState | undefined;
  /** Prefilled; 0: nothing. */
  readonly amount: MinorUnits;
}

function PaymentForm({ details: { order }, kind, form, amount }: PaymentFormProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = paymentsWords(language);
  const own = words[kind];
  const methods = paymentMethodNames(language);
  const today = dayFromNow(0);
  const shown: FormState = form ?? {
    values: {
      [`${kind}Amount`]: amount === 0 ? "" : shownDecimal(language, formatMinorUnits(amount)),
      [`${kind}Day`]: today,
    },
    faults: {},
  };
  const version = shown.faults.version === undefined ? shown.values.version : undefined;
  return (
    <details open={form !== undefined}>
      <summary>{own.note}</summary>
      <PostForm action={`${orderAddress(studio, order.id)}/payments/${kind}`} class="stack">
        <FaultSummary form={shown} />
        <RequiredNote />
        <input type="hidden" name="version" value={typeof version === "string" ? version : String(order.version)} />
        <input type="hidden" name="requestKey" value={crypto.randomUUID()} />
        {kind === "refund" ? <p class="hint">{words.refundHint}</p> : null}
        <div class="fields">
          <Input
            form={shown}
            name={`${kind}Amount`}
            label={own.amount}
            unit={currencyOf(order.currencyId).symbol}
            inputmode="decimal"
            autocomplete="off"
          />
          <Select
            form={shown}
            name={`${kind}Method`}
            label={own.method}
            choices={PAYMENT_METHODS.map((value) => ({ value, label: methods[value] }))}
          />
          <Input form={shown} name={`${kind}Day`} label={own.day} type="date" max={today} />
        </div>
        <TextArea form={shown} name={`${kind}Note`} label={words.comment} hint={words.commentHint} rows={2} optional />
        <button type="submit">{own.save}</button>
      </PostForm>
    </details>
  );
}
