// Prices: hourly rate, set-up, markup, minimum, electricity, worked example. panel.ts admits owners only.

import { Hono } from "hono";
import { z } from "zod";
import { readFinishings, readMaterials } from "../../catalog/catalog.store.ts";
import { requireOne } from "../../catalog/entries.store.ts";
import { currencyOfCode } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import type { Language } from "../../domain/person.ts";
import { readMachines } from "../../machine-profiles/machines-in-use.store.ts";
import { isLeastAboveMaximum } from "../../orders/top-up.ts";
import { type FormState, readValues, type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { money } from "../../pages/format.ts";
import {
  prioritiesSchema,
  quantityTiersSchema,
  toPriorities,
  toQuantityTiers,
} from "../../studios/price-rules.request.ts";
import { changePriceRules, type StudioPriceRules } from "../../studios/price-rules.store.ts";
import { storefrontRead, storefrontSettings } from "../../studios/storefront-settings.store.ts";
import { studioDetailsSchema, studioPricesSchema, toStudioPrices } from "../../studios/studio-settings.request.ts";
import { changeStudioDetails, changeStudioPrices } from "../../studios/studio-settings.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { overNewest, readSeenForm, shownForm, undoFields } from "../kit/seen-form/seen-form.ts";
import { priorityFormValues, tierFormValues } from "./price-rules.page.tsx";
import { priceRulesWords } from "./price-rules.words.ts";
import { PricesPage, type PricesPageProps, priceFormValues } from "./prices.page.tsx";
import { priceWords } from "./prices.words.ts";
import type { ExampleChoices, ExampleState } from "./worked-example.page.tsx";
import { EXAMPLE_DEFAULTS, exampleSchema, priceExample } from "./worked-example.ts";

const wholeForm = z.object({ ...studioPricesSchema.shape, ...exampleSchema.shape });
const pricesForm = z.object({
  ...studioPricesSchema.shape,
  isCurrencyMeant: z.literal("true").optional(),
  /** The currency that the person was asked to confirm. */
  meantCurrency: z.string().optional(),
});

export const panelPriceRoutes = new Hono<PanelEnv>()
  .get("/", (context) => showForm(context, storedForm(context)))

  .post(
    "/",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const words = priceWords(view.language);
      const [studios, storefronts] = await tenant.db.batch([tenant.db.studio(), storefrontRead(tenant.db)]);
      const record = requireOne(studios);
      const limits = storefrontSettings(storefronts);
      const before = priceFormValues({ record }, view);
      const form = await readSeenForm(context, pricesForm, { stored: before });
      if (!form.ok) return showForm(context, form.state, {}, form.status);
      const prices = toStudioPrices(form.fields);
      const { currency, isCurrencyMeant, meantCurrency } = form.fields;
      if (isLeastAboveMaximum(prices, limits)) {
        const maximum = money(view.language, minorUnits(limits.maximumOrderMinor ?? 0), currencyOfCode(currency));
        const faults = { minimumPrice: [words.minimumAboveMaximum(maximum)] };
        return showForm(context, { values: form.typed, faults }, {}, 400);
      }
      const isMeant = isCurrencyMeant !== undefined && meantCurrency === currency;
      const outcome = await changeStudioPrices(tenant.db, prices, isMeant, record);
      if (outcome === "currency_is_in_use") {
        const faults = { isCurrencyMeant: [words.currencyMustBeAccepted] };
        const values = { ...form.typed, isCurrencyMeant: undefined };
        return showForm(context, { values, faults }, { newCurrency: currency }, 400);
      }
      const saved = priceFormValues({ record: { ...record, ...prices } }, view);
      return redirectWithNotice(context, `${studio.base}/prices${exampleQuery(form.typed)}`, {
        text: words.saved,
        undo: {
          action: `${studio.base}/prices`,
          fields: { ...undoFields(before, saved), isCurrencyMeant: "true", meantCurrency: before.currency },
        },
      });
    }),
  )

  // Serves the preview during typing, and its button without scripts. Nothing is saved.
  .post("/example", async (context) => {
    const values = await typedValuesOf(context);
    const form = readValues(context.var.view.language, values, wholeForm);
    return showForm(context, form.ok ? { values, faults: {} } : form.state);
  })

  .post(
    "/tiers",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const record = requireOne(await tenant.db.studio());
      const before = tierFormValues(record, view);
      const form = await readSeenForm(context, quantityTiersSchema, { stored: before });
      if (!form.ok) return showForm(context, storedForm(context), { tiers: form.state }, form.status);
      const quantityTiers = toQuantityTiers(form.fields);
      await changePriceRules(tenant.db, { quantityTiers }, record);
      const [first] = quantityTiers ?? [];
      // The example shows the first of them.
      const example = first === undefined ? "" : `?exampleQuantity=${first.fromQuantity}`;
      return redirectWithNotice(context, `${studio.base}/prices${example}`, {
        text: priceRulesWords(view.language).tiersSaved,
        undo: {
          action: `${studio.base}/prices/tiers`,
          fields: undoFields(before, tierFormValues({ quantityTiers }, view)),
        },
      });
    }),
  )

  .post(
    "/priorities",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const record = requireOne(await tenant.db.studio());
      const before = priorityFormValues(record, view);
      const form = await readSeenForm(context, prioritiesSchema, { stored: before });
      if (!form.ok) return showForm(context, storedForm(context), { priorities: form.state }, form.status);
      const priorities = toPriorities(form.fields, record.priorities);
      await changePriceRules(tenant.db, { priorities }, record);
      const [first] = priorities ?? [];
      const example = first === undefined ? "" : `?examplePriority=${first.slug}`;
      return redirectWithNotice(context, `${studio.base}/prices${example}`, {
        text: priceRulesWords(view.language).prioritiesSaved,
        undo: {
          action: `${studio.base}/prices/priorities`,
          fields: undoFields(before, priorityFormValues({ priorities }, view)),
        },
      });
    }),
  )

  .post(
    "/studio",
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const record = requireOne(await tenant.db.studio());
      const { title, locale } = record;
      const form = await readSeenForm(context, studioDetailsSchema, { stored: { title, locale } });
      if (!form.ok) return showForm(context, storedForm(context), { details: form.state }, form.status);
      await changeStudioDetails(tenant.db, form.fields, record);
      return redirectWithNotice(context, `${studio.base}/prices`, {
        text: priceWords(view.language).studioSaved,
        undo: { action: `${studio.base}/prices/studio`, fields: undoFields({ title, locale }, form.fields) },
      });
    }),
  );

async function showForm(
  context: PanelContext,
  form: FormState,
  others: Partial<Pick<PricesPageProps, "newCurrency" | "tiers" | "priorities" | "details">> = {},
  status: 200 | 400 | 409 = 200,
) {
  const { view, studio, tenant } = context.var;
  const [{ rows: materials }, { rows: finishings }, machines] = await Promise.all([
    readMaterials(tenant.db),
    readFinishings(tenant.db),
    readMachines(tenant.db),
  ]);
  const { title, locale, quantityTiers, priorities } = studio.record;
  const choices = {
    materials: materials.filter((row) => row.status === "active"),
    finishings,
    machines,
    priorities: priorities ?? [],
  };
  const example = exampleState(view.language, form.values, choices, { quantityTiers, priorities });
  const page = (
    <PricesPage
      form={form}
      choices={choices}
      example={example}
      tiers={shownForm(tierFormValues(studio.record, view))}
      priorities={shownForm(priorityFormValues(studio.record, view))}
      details={shownForm({ title, locale })}
      {...others}
    />
  );
  return render(context, page, status);
}

/** The example by the form's values, and the stored rules. */
function exampleState(
  language: Language,
  values: TypedValues,
  choices: ExampleChoices,
  rules: StudioPriceRules,
): ExampleState {
  const form = readValues(language, values, wholeForm);
  if (!form.ok) return { kind: "faulty", faults: form.state.faults };
  const { materials, finishings, machines } = choices;
  const material = materials.find(({ id }) => id === form.fields.exampleMaterialId) ?? materials[0];
  if (material === undefined) return { kind: "no_material" };
  const machine = machines.find(({ id }) => id === form.fields.exampleMachineId);
  const example = priceExample(
    { ...toStudioPrices(form.fields), ...rules },
    form.fields,
    material,
    finishings,
    machine,
  );
  if (example === undefined) return { kind: "too_large" };
  return { kind: "worked", example, currency: currencyOfCode(form.fields.currency) };
}

/** The stored settings, and the example of the query. */
function storedForm(context: PanelContext): FormState {
  const { studio, view } = context.var;
  const asked = Object.fromEntries(EXAMPLE_FIELDS.map((name) => [name, context.req.query(name)]));
  const exampleFinishingIds = context.req.queries("exampleFinishingIds") ?? [];
  const example = { ...EXAMPLE_DEFAULTS, ...withoutUndefined(asked), exampleFinishingIds };
  const { values, faults } = shownForm(priceFormValues(studio, view));
  return { values: { ...values, ...example }, faults };
}

const EXAMPLE_FIELDS = [
  "exampleMinutes",
  "exampleVolume",
  "exampleQuantity",
  "exampleMaterialId",
  "exampleMachineId",
  "examplePrints",
  "examplePriority",
] as const;

/** The example as a query: the next page shows the same print with the new prices. */
function exampleQuery(typed: TypedValues): string {
  const query = new URLSearchParams();
  for (const name of [...EXAMPLE_FIELDS, "exampleFinishingIds"]) {
    for (const value of [typed[name] ?? []].flat()) query.append(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}

function withoutUndefined(values: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
