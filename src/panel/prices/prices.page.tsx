// Page of prices: the settings, and a worked example beside them.

import { CURRENCIES, currencyOf } from "../../domain/currency.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import { amountPer } from "../../domain/units.ts";
import { type FormState, shownDecimal } from "../../pages/form-values.ts";
import { languageName } from "../../pages/format.ts";
import { MINIMUM_PRICE_SCOPES } from "../../pricing/price-rules.ts";
import { Checkbox, FaultSummary, Input, PostForm, RequiredNote, SeenValues, Select } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { PrioritiesCard, QuantityTiersCard } from "./price-rules.page.tsx";
import { priceWords } from "./prices.words.ts";
import { type ExampleChoices, ExampleForm, ExampleResult, type ExampleState } from "./worked-example.page.tsx";

export interface PricesPageProps {
  readonly form: FormState;
  readonly choices: ExampleChoices;
  readonly example: ExampleState;
  /** The typed currency, if the person must confirm it. */
  readonly newCurrency?: string | undefined;
  readonly tiers: FormState;
  readonly priorities: FormState;
  readonly details: FormState;
}

export function PricesPage({ form, choices, example, newCurrency, tiers, priorities, details }: PricesPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = priceWords(view.language);
  const base = `${studio.base}/prices`;
  return (
    <Layout title={words.title}>
      <p class="muted">{words.lead}</p>
      <PostForm action={base} class="columns" preview={`${base}/example#example`}>
        <section class="card">
          <h2>{words.settings}</h2>
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <SettingsFields form={form} />
          {newCurrency === undefined ? null : <CurrencyWarning form={form} newCurrency={newCurrency} />}
          <div class="row">
            <button type="submit" class="primary">
              {words.save}
            </button>
          </div>
        </section>
        <section class="card">
          <h2>{words.example}</h2>
          <p class="hint">{words.exampleLead}</p>
          <ExampleForm form={form} choices={choices} />
          <div class="row">
            <button type="submit" class="small" formaction={`${base}/example`}>
              {words.compute}
            </button>
          </div>
          <div id="example" class="stack" aria-live="polite">
            <ExampleResult state={example} />
          </div>
        </section>
      </PostForm>
      <QuantityTiersCard form={tiers} />
      <PrioritiesCard form={priorities} />
      <PostForm action={`${base}/studio`} class="card">
        <h2>{words.studio}</h2>
        <FaultSummary form={details} />
        <RequiredNote />
        <SeenValues form={details} />
        <div class="fields">
          <Input form={details} name="title" label={words.studioTitle} hint={words.studioTitleHint} />
          <Select
            form={details}
            name="locale"
            label={words.locale}
            hint={words.localeHint}
            choices={localeChoices(view, studio)}
          />
        </div>
        <button type="submit">{words.saveStudio}</button>
      </PostForm>
    </Layout>
  );
}

/** The stored settings as form values. */
export function priceFormValues({ record }: Pick<StudioView, "record">, view: View) {
  const shown = (hundredths: number) => shownDecimal(view.language, formatDecimal(hundredths, 2));
  return {
    currency: currencyOf(record.currencyId).code,
    hourlyRate: shown(record.hourlyRateMinor),
    setupCost: shown(record.setupCostMinor),
    markupPercentage: shown(record.markupBasisPoints),
    minimumPrice: shown(record.minimumPriceMinor),
    minimumPricePer: record.minimumPricePer,
    electricityPrice: record.electricityPriceMinor === null ? "" : shown(record.electricityPriceMinor),
  };
}

type PriceField = "hourlyRate" | "setupCost" | "minimumPrice" | "markupPercentage" | "electricityPrice";

function SettingsFields({ form }: { readonly form: FormState }) {
  const view = useView();
  const words = priceWords(view.language);
  const { currency } = form.values;
  const symbol = CURRENCIES.find(({ code }) => code === currency)?.symbol ?? "";
  const field = (name: PriceField, unit: string, isOptional = false) => (
    <Input
      form={form}
      name={name}
      label={words[name]}
      hint={words[`${name}Hint`]}
      unit={unit}
      inputmode="decimal"
      autocomplete="off"
      optional={isOptional}
    />
  );
  return (
    <div class="fields">
      <Select
        form={form}
        name="currency"
        label={words.currency}
        hint={words.currencyHint}
        choices={CURRENCIES.map(({ code }) => ({ value: code, label: currencyLabel(view, code) }))}
      />
      {field("hourlyRate", amountPer(view.language, symbol, "h"))}
      {field("setupCost", symbol)}
      {field("markupPercentage", "%")}
      {field("minimumPrice", symbol)}
      <Select
        form={form}
        name="minimumPricePer"
        label={words.minimumPricePer}
        hint={words.minimumPricePerHint}
        choices={MINIMUM_PRICE_SCOPES.map((value) => ({ value, label: words.minimumScopes[value] }))}
      />
      {field("electricityPrice", amountPer(view.language, symbol, "kWh"), true)}
    </div>
  );
}

function CurrencyWarning({ form, newCurrency }: { readonly form: FormState; readonly newCurrency: string }) {
  const view = useView();
  const studio = useStudio();
  const words = priceWords(view.language);
  const { code } = currencyOf(studio.record.currencyId);
  return (
    <div class="warning">
      <div class="stack">
        <strong>{words.currencyInUse}</strong>
        <p>{words.currencyInUseText(code, newCurrency)}</p>
        <input type="hidden" name="meantCurrency" value={newCurrency} />
        <Checkbox form={form} name="isCurrencyMeant" label={words.currencyAccepted(newCurrency)} />
      </div>
    </div>
  );
}

function currencyLabel({ language }: View, code: string): string {
  return `${code} · ${new Intl.DisplayNames(language, { type: "currency" }).of(code) ?? code}`;
}

/** Ukraine's and its neighbours' languages, and those of customers abroad. */
const LOCALES = ["uk", "en", "pl", "cs", "sk", "hu", "ro", "lt", "lv", "et", "de", "fr", "it", "es", "crh"] as const;

function localeChoices({ language }: View, { record }: StudioView) {
  const listed: readonly string[] = LOCALES;
  const all = listed.includes(record.locale) ? listed : [record.locale, ...listed];
  return all.map((locale) => ({ value: locale, label: languageName(language, locale) }));
}
