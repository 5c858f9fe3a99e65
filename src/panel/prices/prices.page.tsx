// The page of prices: settings on the one side, a worked example of them on the other.

import type { finishings, materials } from "../../db/schema.ts";
import { CURRENCIES, type Currency, currencyOf } from "../../domain/currency.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import type { FieldFaults } from "../../domain/errors.ts";
import { localeOf } from "../../domain/locale.ts";
import { type MinorUnits, minorUnits } from "../../domain/money.ts";
import { technologyOf } from "../../domain/technology.ts";
import { Empty } from "../kit/empty.tsx";
import { Checkbox, FaultSummary, Input, PostForm, Select } from "../kit/form.tsx";
import { type FormState, shownDecimal } from "../kit/form-values.ts";
import { decimal, duration, money, weight } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import { materialName } from "../kit/material.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { priceWords } from "./prices.words.ts";
import type { WorkedExample } from "./worked-example.ts";

/** Of what the studio offers, the example can be made of this. */
export interface ExampleChoices {
  readonly materials: readonly (typeof materials.$inferSelect)[];
  readonly finishings: readonly (typeof finishings.$inferSelect)[];
}

/** The example as far as the typed values allow it. */
export type ExampleState =
  | { readonly kind: "worked"; readonly example: WorkedExample; readonly currency: Currency }
  | { readonly kind: "faulty"; readonly faults: FieldFaults }
  | { readonly kind: "too_large" }
  | { readonly kind: "no_material" };

export interface PricesPageProps {
  readonly view: View;
  readonly studio: StudioView;
  readonly form: FormState;
  readonly choices: ExampleChoices;
  readonly example: ExampleState;
  /** The currency that is typed where a tick is asked for before it is taken. */
  readonly newCurrency?: string | undefined;
  readonly details: FormState;
}

export function PricesPage({ view, studio, form, choices, example, newCurrency, details }: PricesPageProps) {
  const words = priceWords(view.language);
  const base = `${studio.base}/prices`;
  return (
    <Layout view={view} title={words.title}>
      <p class="muted">{words.lead}</p>
      <PostForm view={view} action={base} class="columns" preview={`${base}/example#example`}>
        <section class="card">
          <h2>{words.settings}</h2>
          <FaultSummary view={view} form={form} />
          <SettingsFields view={view} form={form} />
          {newCurrency === undefined ? null : (
            <CurrencyWarning view={view} form={form} studio={studio} newCurrency={newCurrency} />
          )}
          <div class="row">
            <button type="submit" class="primary">
              {words.save}
            </button>
          </div>
        </section>
        <section class="card">
          <h2>{words.example}</h2>
          <p class="hint">{words.exampleLead}</p>
          <ExampleFields view={view} form={form} choices={choices} />
          <div class="row">
            <button type="submit" class="small" formaction={`${base}/example`}>
              {words.compute}
            </button>
          </div>
          <div id="example" class="stack" aria-live="polite">
            <Example view={view} studio={studio} state={example} />
          </div>
        </section>
      </PostForm>
      <PostForm view={view} action={`${base}/studio`} class="card">
        <h2>{words.studio}</h2>
        <FaultSummary view={view} form={details} />
        <div class="fields">
          <Input view={view} form={details} name="title" label={words.studioTitle} hint={words.studioTitleHint} />
          <Select
            view={view}
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

/** The settings as they are stored, as a form shows them. */
export function shownPrices({ record }: StudioView, view: View) {
  const shown = (hundredths: number) => shownDecimal(view.language, formatDecimal(hundredths, 2));
  return {
    currency: currencyOf(record.currencyId).code,
    hourlyRate: shown(record.hourlyRateMinor),
    setupCost: shown(record.setupCostMinor),
    markupPercentage: shown(record.markupBasisPoints),
    minimumPrice: shown(record.minimumPriceMinor),
  };
}

function SettingsFields({ view, form }: { readonly view: View; readonly form: FormState }) {
  const words = priceWords(view.language);
  const { currency } = form.values;
  const symbol = CURRENCIES.find(({ code }) => code === currency)?.symbol ?? "";
  const field = (name: "hourlyRate" | "setupCost" | "minimumPrice" | "markupPercentage", unit: string) => (
    <Input
      view={view}
      form={form}
      name={name}
      label={words[name]}
      hint={words[`${name}Hint`]}
      unit={unit}
      inputmode="decimal"
      autocomplete="off"
    />
  );
  return (
    <div class="fields">
      <Select
        view={view}
        form={form}
        name="currency"
        label={words.currency}
        hint={words.currencyHint}
        choices={CURRENCIES.map(({ code }) => ({ value: code, label: currencyLabel(view, code) }))}
      />
      {field("hourlyRate", words.perHour(symbol))}
      {field("setupCost", symbol)}
      {field("markupPercentage", "%")}
      {field("minimumPrice", symbol)}
    </div>
  );
}

function CurrencyWarning({
  view,
  form,
  studio,
  newCurrency,
}: {
  readonly view: View;
  readonly form: FormState;
  readonly studio: StudioView;
  readonly newCurrency: string;
}) {
  const words = priceWords(view.language);
  const { code } = currencyOf(studio.record.currencyId);
  return (
    <div class="warning">
      <div class="stack">
        <strong>{words.currencyInUse}</strong>
        <p>{words.currencyInUseText(code, newCurrency)}</p>
        <input type="hidden" name="meantCurrency" value={newCurrency} />
        <Checkbox view={view} form={form} name="isCurrencyMeant" label={words.currencyAccepted(newCurrency)} />
      </div>
    </div>
  );
}

function ExampleFields({
  view,
  form,
  choices,
}: {
  readonly view: View;
  readonly form: FormState;
  readonly choices: ExampleChoices;
}) {
  const words = priceWords(view.language);
  const chosen = [form.values.exampleFinishingIds ?? []].flat();
  return (
    <>
      <div class="fields compact">
        <Input
          view={view}
          form={form}
          name="exampleMinutes"
          label={words.minutes}
          unit={words.minutesUnit}
          inputmode="numeric"
          autocomplete="off"
        />
        <Input
          view={view}
          form={form}
          name="exampleVolume"
          label={words.volume}
          unit={words.volumeUnit}
          inputmode="decimal"
          autocomplete="off"
        />
        <Input
          view={view}
          form={form}
          name="exampleQuantity"
          label={words.quantity}
          inputmode="numeric"
          autocomplete="off"
        />
        {choices.materials.length === 0 ? null : (
          <Select
            view={view}
            form={form}
            name="exampleMaterialId"
            label={words.material}
            choices={choices.materials.map((row) => ({
              value: String(row.id),
              label: `${technologyOf(row.technologyId).name} · ${materialName(row.name, row.color)}`,
            }))}
          />
        )}
      </div>
      {choices.finishings.length === 0 ? null : (
        <fieldset>
          <legend>{words.finishings}</legend>
          <div class="choice-list">
            {choices.finishings.map(({ id, name, technologyId }) => (
              <label>
                <input
                  type="checkbox"
                  name="exampleFinishingIds[]"
                  value={String(id)}
                  checked={chosen.includes(String(id))}
                />
                <span>
                  {name} {technologyId === null ? null : <span class="muted">{technologyOf(technologyId).name}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

function Example({
  view,
  studio,
  state,
}: {
  readonly view: View;
  readonly studio: StudioView;
  readonly state: ExampleState;
}) {
  const words = priceWords(view.language);
  switch (state.kind) {
    case "worked":
      return <WorkedLines view={view} example={state.example} currency={state.currency} />;
    case "too_large":
      return <p class="fault">{words.tooLarge}</p>;
    case "no_material":
      return (
        <Empty text={words.noMaterials} link={{ href: `${studio.base}/catalog/materials`, text: words.addMaterial }} />
      );
    case "faulty":
      return (
        <div class="fault">
          <p>{words.incomplete}</p>
          <ul>
            {Object.entries(state.faults).map(([field, faults]) => (
              <li>
                {labelOf(view, field)}: {faults.join(" ")}
              </li>
            ))}
          </ul>
        </div>
      );
  }
}

function WorkedLines({
  view,
  example,
  currency,
}: {
  readonly view: View;
  readonly example: WorkedExample;
  readonly currency: Currency;
}) {
  const { language } = view;
  const words = priceWords(language);
  const { material, minutes, quantity, settings, one, all, beforeMarkup, unfit } = example;
  const amount = (minor: MinorUnits) => money(language, minor, currency);
  const perHour = words.perHour(amount(settings.hourlyRate));
  const perKilogram = words.perKilogram(amount(minorUnits(material.costPerKgMinor)));
  return (
    <>
      {unfit.map(({ name }) => (
        <p class="warning">{words.unfit(name, technologyOf(material.technologyId).name)}</p>
      ))}
      <div class="table">
        <table class="breakdown">
          <tbody>
            <tr>
              <th scope="rowgroup" colspan={3}>
                {words.oneCopy}
              </th>
            </tr>
            <Line
              name={words.materialLine}
              how={`${weight(language, one.weightHundredthsOfGram)} × ${perKilogram}`}
              amount={amount(one.materialCost)}
            />
            <Line
              name={words.timeLine}
              how={`${duration(language, minutes)} × ${perHour}`}
              amount={amount(one.timeCost)}
            />
            {one.finishings.map(({ name, price }) => (
              <Line name={words.finishingLine} how={name} amount={amount(price)} />
            ))}
            {one.finishings.length === 0 ? (
              <Line name={words.finishingLine} how={words.none} amount={amount(one.postProcessingCost)} />
            ) : null}
            <Line
              name={words.markupLine}
              how={`${decimal(language, settings.markupBasisPoints, 2)} % × ${amount(beforeMarkup)}`}
              amount={amount(one.markupAmount)}
            />
            <Line name={words.perUnit} how="" amount={amount(all.perUnitPrice)} class="sum" />
          </tbody>
          <tbody>
            <tr>
              <th scope="rowgroup" colspan={3}>
                {words.allCopies}
              </th>
            </tr>
            <Line
              name={words.copiesLine(quantity)}
              how={`${quantity} × ${amount(all.perUnitPrice)}`}
              amount={amount(minorUnits(quantity * all.perUnitPrice))}
            />
            <Line name={words.setupLine} how="" amount={amount(all.breakdown.setupCost)} />
            <Line
              name={words.minimumLine}
              how={amount(settings.minimumPrice)}
              amount={amount(all.breakdown.minimumPriceAdjustment)}
            />
            <Line name={words.total} how="" amount={amount(all.price)} class="sum" />
          </tbody>
        </table>
      </div>
    </>
  );
}

function Line({
  name,
  how,
  amount,
  ...others
}: {
  readonly name: string;
  readonly how: string;
  readonly amount: string;
  readonly class?: string;
}) {
  return (
    <tr {...others}>
      <th scope="row">{name}</th>
      <td class="muted">{how}</td>
      <td class="number">{amount}</td>
    </tr>
  );
}

function labelOf(view: View, field: string): string {
  const words = priceWords(view.language);
  const labels: Readonly<Record<string, string>> = {
    currency: words.currency,
    hourlyRate: words.hourlyRate,
    setupCost: words.setupCost,
    markupPercentage: words.markupPercentage,
    minimumPrice: words.minimumPrice,
    exampleMinutes: words.minutes,
    exampleVolume: words.volume,
    exampleQuantity: words.quantity,
    exampleMaterialId: words.material,
  };
  return labels[field] ?? words.example;
}

function currencyLabel({ language }: View, code: string): string {
  return `${code} · ${new Intl.DisplayNames(language, { type: "currency" }).of(code) ?? code}`;
}

/** Languages around Ukraine, and those that customers abroad read. */
const LOCALES = ["uk", "en", "pl", "cs", "sk", "hu", "ro", "lt", "lv", "et", "de", "fr", "it", "es", "crh"] as const;

function localeChoices({ language }: View, { record }: StudioView) {
  const names = new Intl.DisplayNames(language, { type: "language" });
  const listed: readonly string[] = LOCALES;
  const all = listed.includes(record.locale) ? listed : [record.locale, ...listed];
  return all.map((locale) => ({
    value: locale,
    label: `${localeOf(locale) === undefined ? locale : names.of(locale)} (${locale})`,
  }));
}
