// Settings of the order page. panel.ts admits owners only.

import { Hono } from "hono";
import { z } from "zod";
import { changeOffer, choosableReads } from "../../catalog/offer-changes.store.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { isLeastAboveMaximum } from "../../orders/top-up.ts";
import { type FormState, readForm, refused, typedValuesOf } from "../../pages/form-values.ts";
import { money } from "../../pages/format.ts";
import { qrCodeFile } from "../../pages/qr-code.tsx";
import { checkSecret } from "../../platform/turnstile.ts";
import {
  allowedSitesSchema,
  storefrontPaymentSchema,
  storefrontRulesSchema,
  storefrontTextsSchema,
  turnstileKeysSchema,
} from "../../studios/storefront-settings.request.ts";
import {
  changeStorefrontSettings,
  readStorefrontSettings,
  storefrontRead,
  storefrontSettings,
} from "../../studios/storefront-settings.store.ts";
import { storefrontAddress } from "../kit/addresses.ts";
import type { Notice } from "../kit/notice.schema.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { overNewest, readSeenForm, undoFields } from "../kit/seen-form/seen-form.ts";
import { paymentFormValues } from "./payment-settings.page.tsx";
import {
  ruleFormValues,
  type StorefrontForms,
  StorefrontSettingsPage,
  siteFormValues,
  storefrontForms,
  textFormValues,
} from "./storefront.page.tsx";
import { storefrontWords } from "./storefront.words.ts";
import { RemoveTurnstilePage } from "./widget.page.tsx";

const stateForm = z.object({ isOpen: z.literal("true").optional() });

/** All ids of the form, in one field. */
const shownIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/)
  .transform((text) => text.split(",").map(Number))
  .default([]);
const tickedIds = z
  .array(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  )
  .default([]);
const offerForm = z.object({
  "shown.materialIds": shownIds,
  "shown.qualityIds": shownIds,
  materialIds: tickedIds,
  qualityIds: tickedIds,
});

export const storefrontRoutes = new Hono<PanelEnv>()
  .get("/", (context) => show(context))

  .get("/qr.svg", (context) => {
    const { studio } = context.var;
    return context.body(qrCodeFile(addressOf(context)), 200, {
      "Content-Type": "image/svg+xml; charset=UTF-8",
      "Content-Disposition": `attachment; filename="${studio.record.slug}.svg"`,
    });
  })

  .post("/state", async (context) => {
    const { view, tenant } = context.var;
    const words = storefrontWords(view.language);
    const form = await readForm(context, stateForm);
    if (!form.ok) return show(context, {}, 400);
    const isOpen = form.fields.isOpen !== undefined;
    await changeStorefrontSettings(tenant.db, { isOpen });
    return saved(
      context,
      isOpen ? words.wasOpened : words.wasClosed,
      undoOf("state", isOpen ? {} : { isOpen: "true" }),
    );
  })

  .post("/offer", async (context) => {
    const { view, tenant } = context.var;
    const words = storefrontWords(view.language);
    const form = await readForm(context, offerForm);
    if (!form.ok) return show(context, {}, 400);
    const { fields } = form;
    const before = await changeOffer(tenant.db, {
      materials: { shown: fields["shown.materialIds"], onOffer: fields.materialIds },
      qualities: { shown: fields["shown.qualityIds"], onOffer: fields.qualityIds },
    });
    const { materials, qualities } = before;
    if (materials.shown.length + qualities.shown.length === 0) return saved(context, words.offerSame);
    const undo = undoOf("offer", {
      "shown.materialIds": materials.shown.join(","),
      "shown.qualityIds": qualities.shown.join(","),
      "materialIds[]": materials.onOffer.map(String),
      "qualityIds[]": qualities.onOffer.map(String),
    });
    return saved(context, words.offerSaved, undo);
  })

  .post(
    "/rules",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const settings = await readStorefrontSettings(tenant.db);
      const before = ruleFormValues(view.language, settings);
      const form = await readSeenForm(context, storefrontRulesSchema, {
        stored: before,
        boxes: ["takesPriceRequests"],
      });
      if (!form.ok) return show(context, { rules: form.state }, form.status);
      const { record } = studio;
      if (isLeastAboveMaximum(record, form.fields)) {
        const minimum = money(view.language, minorUnits(record.minimumPriceMinor), currencyOf(record.currencyId));
        const faults = { maximumOrder: [storefrontWords(view.language).maximumBelowMinimumPrice(minimum)] };
        return show(context, { rules: { values: form.typed, faults } }, 400);
      }
      await changeStorefrontSettings(tenant.db, form.fields, settings);
      const undo = undoOf("rules", undoFields(before, ruleFormValues(view.language, { ...settings, ...form.fields })));
      return saved(context, storefrontWords(view.language).rulesSaved, undo);
    }),
  )

  .post(
    "/payment",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const settings = await readStorefrontSettings(tenant.db);
      const before = paymentFormValues(settings);
      const form = await readSeenForm(context, storefrontPaymentSchema, { stored: before });
      if (!form.ok) return show(context, { payment: form.state }, form.status);
      await changeStorefrontSettings(tenant.db, form.fields, settings);
      const undo = undoOf("payment", undoFields(before, paymentFormValues(form.fields)));
      return saved(context, storefrontWords(view.language).paymentSaved, undo);
    }),
  )

  .post(
    "/texts",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const settings = await readStorefrontSettings(tenant.db);
      const before = textFormValues(settings);
      const form = await readSeenForm(context, storefrontTextsSchema, { stored: before });
      if (!form.ok) return show(context, { texts: form.state }, form.status);
      await changeStorefrontSettings(tenant.db, form.fields, settings);
      const undo = undoOf("texts", undoFields(before, textFormValues({ ...settings, ...form.fields })));
      return saved(context, storefrontWords(view.language).textsSaved, undo);
    }),
  )

  // Serves the preview during typing, and its button without scripts. Nothing is saved.
  .post("/texts/preview", async (context) => {
    const values = await typedValuesOf(context);
    const form = await readForm(context, storefrontTextsSchema);
    return show(context, { texts: form.ok ? { values, faults: {} } : form.state }, 200, true);
  })

  .post(
    "/sites",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const settings = await readStorefrontSettings(tenant.db);
      const before = siteFormValues(settings);
      const form = await readSeenForm(context, allowedSitesSchema, { stored: before });
      if (!form.ok) return show(context, { sites: form.state }, form.status);
      await changeStorefrontSettings(tenant.db, form.fields, settings);
      const undo = undoOf("sites", undoFields(before, siteFormValues(form.fields)));
      return saved(context, storefrontWords(view.language).sitesSaved, undo);
    }),
  )

  .post("/turnstile", async (context) => {
    const { view, tenant } = context.var;
    const form = await readForm(context, turnstileKeysSchema);
    if (!form.ok) return show(context, { turnstile: withoutSecret(form.state) }, 400);
    const words = storefrontWords(view.language);
    const checked = await checkSecret(form.fields.turnstileSecret);
    if (checked !== "known") {
      const state = refused(form.fields, { turnstileSecret: [words.secretFaults[checked]] });
      return show(context, { turnstile: withoutSecret(state) }, 400);
    }
    await changeStorefrontSettings(tenant.db, form.fields);
    return saved(context, words.keysSaved);
  })
  .get("/turnstile/remove", async (context) => {
    const { studio, tenant } = context.var;
    const { turnstileSiteKey } = await readStorefrontSettings(tenant.db);
    if (turnstileSiteKey === null) return context.redirect(`${studio.base}/order-page`, 303);
    return render(context, <RemoveTurnstilePage />);
  })
  .post("/turnstile/remove", async (context) => {
    const { view, tenant } = context.var;
    await changeStorefrontSettings(tenant.db, { turnstileSiteKey: null, turnstileSecret: null });
    return saved(context, storefrontWords(view.language).removed);
  });

/** Reads the page's data in one round trip. */
async function show(
  context: PanelContext,
  forms: Partial<StorefrontForms> = {},
  status: 200 | 400 | 409 = 200,
  isPreview = false,
): Promise<Response> {
  const { view, tenant } = context.var;
  const [rows, materials, qualities] = await tenant.db.batch([storefrontRead(tenant.db), ...choosableReads(tenant.db)]);
  const settings = storefrontSettings(rows);
  const page = (
    <StorefrontSettingsPage
      settings={settings}
      materials={materials}
      qualities={qualities}
      address={addressOf(context)}
      forms={{ ...storefrontForms(view, settings), ...forms }}
      isPreview={isPreview}
    />
  );
  return render(context, page, status);
}

function addressOf(context: PanelContext): string {
  return storefrontAddress(context.req.url, context.var.studio.record.slug);
}

type Undo = (context: PanelContext) => Pick<Notice, "undo">;

function undoOf(form: string, fields: NonNullable<Notice["undo"]>["fields"]): Undo {
  return (context) => ({ undo: { action: `${context.var.studio.base}/order-page/${form}`, fields } });
}

function saved(context: PanelContext, text: string, undo?: Undo): Promise<Response> {
  return redirectWithNotice(context, `${context.var.studio.base}/order-page`, { text, ...undo?.(context) });
}

/** A page must not show the secret again. */
function withoutSecret({ values, faults }: FormState): FormState {
  return { values: { ...values, turnstileSecret: undefined }, faults };
}
