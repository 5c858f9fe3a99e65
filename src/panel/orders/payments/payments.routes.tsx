// Payments and refunds of an order: noted, removed as noted by mistake, put back.

import { Hono } from "hono";
import { currencyOf } from "../../../domain/currency.ts";
import { minorUnits } from "../../../domain/money.ts";
import { PAYMENT_KINDS, type PaymentKind } from "../../../domain/order.ts";
import { pathId } from "../../../http/request/path-id.ts";
import { type FormState, readForm, refused } from "../../../pages/form-values.ts";
import { money } from "../../../pages/format.ts";
import { PAYMENT_FORMS } from "../../../payments/payment.request.ts";
import { notePayment, setRemoved } from "../../../payments/payment.store.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { overNewest } from "../../kit/seen-form/seen-form.ts";
import type { OrderForms } from "../order.page.tsx";
import { orderAddress } from "../orders.page.tsx";
import { seenBy, showChanged, showOrder } from "../orders.routes.tsx";
import { paymentsWords } from "./payments.words.ts";

export const orderPaymentRoutes = new Hono<PanelEnv>();

for (const kind of PAYMENT_KINDS) orderPaymentRoutes.post(`/:id/payments/${kind}`, (context) => note(context, kind));

for (const change of ["remove", "restore"] as const) {
  orderPaymentRoutes.post(
    `/:id/payments/:paymentId/${change}`,
    overNewest((context) => changeNote(context, change)),
  );
}

async function note(context: PanelContext, kind: PaymentKind): Promise<Response> {
  const { view, studio, tenant } = context.var;
  const words = paymentsWords(view.language);
  const id = pathId(context.req.param("id") ?? "");
  const form = await readForm(context, PAYMENT_FORMS[kind]);
  if (!form.ok) return showOrder(context, id, formsOf(kind, form.state));
  const seen = seenBy(context, id, form.fields.version);
  try {
    const noted = await notePayment(tenant.db, seen, form.fields.payment);
    const inWords = (minor: number) => money(view.language, minorUnits(minor), currencyOf(noted.order.currencyId));
    if (noted.outcome === "more_than_paid") {
      const fault = words.morePaidBack(inWords(Math.max(0, noted.order.paidMinor ?? 0)));
      return showOrder(context, id, formsOf(kind, refused(form.typed, { refundAmount: [fault] })));
    }
    const { order, payment } = noted;
    return await redirectWithNotice(context, orderAddress(studio, id), {
      text: words.noted[kind](inWords(payment.amountMinor), order.number),
      undo: { action: `${orderAddress(studio, id)}/payments/${payment.id}/remove`, fields: {} },
    });
  } catch (error) {
    return showChanged(context, error, seen, formsOf(kind, refused(form.typed, {})));
  }
}

function formsOf(kind: PaymentKind, form: FormState): Pick<OrderForms, PaymentKind> {
  return kind === "payment" ? { payment: form } : { refund: form };
}

async function changeNote(context: PanelContext, change: "remove" | "restore"): Promise<Response> {
  const { view, studio, tenant, session } = context.var;
  const words = paymentsWords(view.language);
  const orderId = pathId(context.req.param("id") ?? "");
  const paymentId = pathId(context.req.param("paymentId") ?? "");
  const isRemoved = change === "remove";
  const changed = await setRemoved(tenant.db, { orderId, paymentId, personId: session.person.id }, isRemoved);
  const address = orderAddress(studio, orderId);
  if (changed.outcome === "more_refunded") return redirectWithNotice(context, address, { text: words.moreRefunded });
  const { order, payment } = changed;
  const amount = money(view.language, minorUnits(payment.amountMinor), currencyOf(order.currencyId));
  return redirectWithNotice(context, address, {
    text: isRemoved ? words.removed(amount) : words.restored(amount),
    undo: { action: `${address}/payments/${paymentId}/${isRemoved ? "restore" : "remove"}`, fields: {} },
  });
}
