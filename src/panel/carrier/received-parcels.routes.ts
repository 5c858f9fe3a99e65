// Saves whether a parcel that was received completes its order.

import { Hono } from "hono";
import { z } from "zod";
import { carrierRead, changeCarrierAccount } from "../../carrier/carrier-account.store.ts";
import { readForm } from "../../pages/form-values.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { receivedParcelsWords } from "./received-parcels.words.ts";

const receivedForm = z.object({ completesReceived: z.literal("true").optional().catch(undefined) });

export const receivedParcelsRoutes = new Hono<PanelEnv>().post("/", async (context) => {
  const { view, tenant, studio } = context.var;
  const words = receivedParcelsWords(view.language);
  const address = `${studio.base}/carrier`;
  const [account] = await carrierRead(tenant.db);
  const form = await readForm(context, receivedForm);
  if (account === undefined || !form.ok) return context.redirect(address, 303);
  const completesReceived = form.fields.completesReceived === "true";
  await changeCarrierAccount(tenant.db, { completesReceived });
  const before = { completesReceived: account.completesReceived ? "true" : "" };
  return redirectWithNotice(context, address, {
    text: completesReceived ? words.on : words.off,
    undo: { action: `${address}/received`, fields: before },
  });
});
