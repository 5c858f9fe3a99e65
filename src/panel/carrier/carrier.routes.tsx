// The studio's parcel carrier: key, sender, methods, received parcels. panel.ts admits owners only.

import { Hono } from "hono";
import { z } from "zod";
import {
  type CarrierAccount,
  carrierRead,
  changeCarrierAccount,
  removeCarrierAccount,
} from "../../carrier/carrier-account.store.ts";
import { chooseSender, contactValue, readSenders } from "../../carrier/choose-sender.ts";
import { connectCarrier } from "../../carrier/connect-carrier.ts";
import { placeRefField } from "../../carrier/places.request.ts";
import { listed } from "../../catalog/entries.store.ts";
import { deliveryMethods } from "../../db/schema.ts";
import { textField, typedPhoneField } from "../../http/request/fields.ts";
import { EMPTY_FORM, type FormState, readForm, refused } from "../../pages/form-values.ts";
import type { SenderChoice } from "../../platform/carrier/carrier.ts";
import { carrierFaultWords } from "../kit/carrier-fault.words.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { CarrierPage, RemoveCarrierPage } from "./carrier.page.tsx";
import { carrierWords } from "./carrier.words.ts";
import { SenderPage, type UnclearPlace } from "./sender.page.tsx";

const keyForm = z.object({ carrierKey: z.string() });
const methodsForm = z.object({
  methodIds: z
    .array(
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    )
    .default([]),
});
const receivedForm = z.object({ completesReceived: z.literal("true").optional().catch(undefined) });
const senderForm = z.object({
  contact: z.string().max(100),
  phoneNumber: typedPhoneField,
  cityName: textField,
  cityRef: placeRefField.optional(),
  warehouseName: textField,
  warehouseRef: placeRefField.optional(),
});

export const carrierRoutes = new Hono<PanelEnv>()
  .get("/", (context) => show(context))

  .post("/key", async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, keyForm);
    if (!form.ok) return show(context, form.state, 400);
    const [account] = await carrierRead(tenant.db);
    const methods = await listed(tenant.db, deliveryMethods);
    const key = form.fields.carrierKey;
    const fault = await connectCarrier(tenant.db, context.env, { carrier: "nova_poshta", key, methods });
    if (fault !== undefined) {
      return show(context, refused({}, { carrierKey: [carrierFaultWords(view.language)[fault]] }), 400);
    }
    const words = carrierWords(view.language);
    return saved(context, account === undefined ? words.connected : words.replaced);
  })

  .get("/remove", async (context) => {
    const [account] = await carrierRead(context.var.tenant.db);
    if (account === undefined) return context.redirect(`${context.var.studio.base}/carrier`, 303);
    return render(context, <RemoveCarrierPage />);
  })
  .post("/remove", async (context) => {
    await removeCarrierAccount(context.var.tenant.db);
    return saved(context, carrierWords(context.var.view.language).removed);
  })

  .post("/methods", async (context) => {
    const { view, tenant, studio } = context.var;
    const [account] = await carrierRead(tenant.db);
    const form = await readForm(context, methodsForm);
    if (account === undefined || !form.ok) return context.redirect(`${studio.base}/carrier`, 303);
    const known = (await listed(tenant.db, deliveryMethods)).map(({ id }) => id);
    await changeCarrierAccount(tenant.db, { methodIds: form.fields.methodIds.filter((id) => known.includes(id)) });
    const before = account.methodIds.map(String);
    return redirectWithNotice(context, `${studio.base}/carrier`, {
      text: carrierWords(view.language).methodsSaved,
      undo: { action: `${studio.base}/carrier/methods`, fields: { "methodIds[]": before } },
    });
  })

  .post("/received", async (context) => {
    const { view, tenant, studio } = context.var;
    const words = carrierWords(view.language).received;
    const [account] = await carrierRead(tenant.db);
    const form = await readForm(context, receivedForm);
    if (account === undefined || !form.ok) return context.redirect(`${studio.base}/carrier`, 303);
    const completesReceived = form.fields.completesReceived === "true";
    await changeCarrierAccount(tenant.db, { completesReceived });
    const before = { completesReceived: account.completesReceived ? "true" : "" };
    return redirectWithNotice(context, `${studio.base}/carrier`, {
      text: completesReceived ? words.on : words.off,
      undo: { action: `${studio.base}/carrier/received`, fields: before },
    });
  })

  .get("/sender", async (context) => {
    const opened = await openSenders(context);
    if (opened === undefined) return context.redirect(`${context.var.studio.base}/carrier`, 303);
    return render(context, <SenderPage {...opened} form={senderFormOf(opened)} />);
  })
  .post("/sender", async (context) => {
    const { view, tenant, studio } = context.var;
    const words = carrierWords(view.language);
    const opened = await openSenders(context);
    if (opened === undefined) return context.redirect(`${studio.base}/carrier`, 303);
    const { account, senders } = opened;
    const form = await readForm(context, senderForm);
    const showSender = (state: FormState, unclear?: UnclearPlace) =>
      render(context, <SenderPage {...opened} form={state} unclear={unclear} />, 400);
    if (!form.ok) return showSender(form.state);
    const { warehouseName: branchName, warehouseRef: branchRef, cityRef, ...fields } = form.fields;
    const typed = { ...fields, cityRef, branchName, branchRef };
    const chosen = await chooseSender(tenant.db, context.env, account, senders, typed);
    switch (chosen.outcome) {
      case "saved":
        return saved(context, words.senderSaved(chosen.sender.branchName));
      case "unknown_contact":
        return showSender(refused(form.typed, { contact: [words.unknownContact] }));
      case "failed":
        return showSender(refused(form.typed, { form: [carrierFaultWords(view.language)[chosen.reason]] }));
      case "unclear": {
        const isCity = chosen.field === "cityName";
        const none = isCity ? words.noCity : words.noBranch;
        const fault = chosen.places.length === 0 ? none : words.several;
        const name = isCity ? "cityName" : "warehouseName";
        return showSender(refused(form.typed, { [name]: [fault] }), chosen);
      }
      default:
        return chosen satisfies never;
    }
  });

/** The key's senders; undefined if the studio has no carrier, or it does not tell: its page then says so. */
async function openSenders({ env, var: { tenant } }: PanelContext) {
  const [account] = await carrierRead(tenant.db);
  const senders = account && (await readSenders(tenant.db, env, account));
  return account === undefined || senders === undefined ? undefined : { account, senders };
}

interface OpenedSenders {
  readonly account: CarrierAccount;
  readonly senders: readonly SenderChoice[];
}

/** As it was saved; else the first contact with its number. */
function senderFormOf({ account: { sender }, senders }: OpenedSenders): FormState {
  if (sender !== null) {
    const contact = contactValue({ ref: sender.counterpartyRef }, { ref: sender.contactRef });
    const { phoneNumber, cityName, cityRef, branchName: warehouseName, branchRef: warehouseRef } = sender;
    return { ...EMPTY_FORM, values: { contact, phoneNumber, cityName, cityRef, warehouseName, warehouseRef } };
  }
  const first = senders.flatMap(({ contacts }) => contacts)[0];
  return { ...EMPTY_FORM, values: { phoneNumber: first?.phoneNumber ?? "" } };
}

async function show(
  context: PanelContext,
  keyFormState: FormState = EMPTY_FORM,
  status: 200 | 400 = 200,
): Promise<Response> {
  const { db } = context.var.tenant;
  const [[account], methods] = await Promise.all([carrierRead(db), listed(db, deliveryMethods)]);
  const withAddress = methods.filter(({ isActive, isPickup }) => isActive && !isPickup);
  return render(context, <CarrierPage account={account} methods={withAddress} keyForm={keyFormState} />, status);
}

function saved(context: PanelContext, text: string): Promise<Response> {
  return redirectWithNotice(context, `${context.var.studio.base}/carrier`, { text });
}
