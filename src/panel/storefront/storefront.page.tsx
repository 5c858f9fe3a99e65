// Settings of the order page: link, offer, rules, texts, allowed sites, Turnstile.

import type { Material, Quality } from "../../catalog/catalog-rows.ts";
import { currencyOf } from "../../domain/currency.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import { type FormState, shownDecimal, textOf } from "../../pages/form-values.ts";
import { QrCode } from "../../pages/qr-code.tsx";
import type { StorefrontRules, StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import { SecondLanguage } from "../catalog/second-language.tsx";
import { secondLanguageWords } from "../catalog/second-language.words.ts";
import { CopiedAddress } from "../kit/copied-text.tsx";
import {
  Checkbox,
  FaultSummary,
  Input,
  PostForm,
  RequiredNote,
  SeenValues,
  TextArea,
  typedText,
} from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { View } from "../kit/panel-context.ts";
import { shownForm } from "../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { OfferSection, technologiesOnOffer } from "./offer.page.tsx";
import { PaymentSettingsForm, paymentFormValues } from "./payment-settings.page.tsx";
import { storefrontWords } from "./storefront.words.ts";
import { TurnstileSection, WidgetSection } from "./widget.page.tsx";

/** The page's forms; each is saved by itself. */
export interface StorefrontForms {
  readonly rules: FormState;
  readonly payment: FormState;
  readonly texts: FormState;
  readonly sites: FormState;
  readonly turnstile: FormState;
}

interface StorefrontProps {
  readonly settings: StorefrontSettings;
  readonly materials: readonly Material[];
  readonly qualities: readonly Quality[];
  /** `https://host/kobza` */
  readonly address: string;
  readonly forms: StorefrontForms;
  /** Opens the preview of the unsaved texts. */
  readonly isPreview: boolean;
}

export function StorefrontSettingsPage(props: StorefrontProps) {
  const view = useView();
  const { settings, materials, qualities, address, forms, isPreview } = props;
  const words = storefrontWords(view.language);
  return (
    <Layout title={words.title} guide="order-page">
      <p class="muted no-print">{words.lead}</p>
      <ShareSection {...props} />
      <OfferSection materials={materials} qualities={qualities} />
      <div class="columns no-print">
        <div class="stack">
          <RulesForm settings={settings} form={forms.rules} />
          <PaymentSettingsForm form={forms.payment} />
        </div>
        <TextsForm form={forms.texts} isPreview={isPreview} />
      </div>
      <div class="columns no-print">
        <WidgetSection address={address} settings={settings} form={forms.sites} />
        <TurnstileSection address={address} settings={settings} form={forms.turnstile} />
      </div>
    </Layout>
  );
}

function ShareSection({ settings, materials, qualities, address }: StorefrontProps) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  const { isOpen } = settings;
  const isEmpty = technologiesOnOffer(materials, qualities).length === 0;
  return (
    <section class="card share">
      <figure class="qr">
        <QrCode address={address} label={words.code(address)} />
        <figcaption class="print-only">
          <strong>{studio.record.title}</strong>
          <br />
          {address}
        </figcaption>
      </figure>
      <div class="stack no-print">
        <div class="row">
          <h2>{words.share}</h2>
          <span class={isOpen ? "badge good" : "badge warn"}>{isOpen ? words.open : words.closed}</span>
        </div>
        <CopiedAddress id="order-page-address" text={address} label={words.address} />
        {isOpen && isEmpty ? (
          <p class="warning">{words.emptyText}</p>
        ) : (
          <p>{isOpen ? words.openText : words.closedText}</p>
        )}
        <div class="row">
          <a class="button" href={address} target="_blank" rel="noopener">
            {words.visit}
          </a>
          <a class="button" href={`${studio.base}/order-page/qr.svg`} download={`${studio.record.slug}.svg`}>
            {words.download}
          </a>
          <button type="button" data-print hidden>
            {words.print}
          </button>
          <PostForm action={`${studio.base}/order-page/state`}>
            {isOpen ? null : <input type="hidden" name="isOpen" value="true" />}
            <button type="submit" class={isOpen ? undefined : "primary"}>
              {isOpen ? words.close : words.reopen}
            </button>
          </PostForm>
        </div>
        <p class="hint">{words.codeHint}</p>
      </div>
    </section>
  );
}

interface FormProps {
  readonly form: FormState;
}

function RulesForm({ settings, form }: FormProps & { readonly settings: StorefrontSettings }) {
  const studio = useStudio();
  const { language } = useView();
  const words = storefrontWords(language);
  const { symbol } = currencyOf(studio.record.currencyId);
  const { printHoursPerDay, handlingDays } = settings;
  const ready = words.readyHint(words.hoursCounted(printHoursPerDay), words.daysCounted(handlingDays));
  const amount = (name: "minimumOrder" | "maximumOrder") => (
    <Input
      form={form}
      name={name}
      label={words[name]}
      hint={words[`${name}Hint`]}
      unit={symbol}
      inputmode="decimal"
      autocomplete="off"
      optional
    />
  );
  const time = (name: "printHoursPerDay" | "handlingDays", unit: string) => (
    <Input
      form={form}
      name={name}
      label={words[name]}
      hint={words[`${name}Hint`]}
      unit={unit}
      inputmode="numeric"
      autocomplete="off"
    />
  );
  return (
    <PostForm action={`${studio.base}/order-page/rules`} class="card">
      <h2>{words.rules}</h2>
      <FaultSummary form={form} />
      <RequiredNote />
      <SeenValues form={form} />
      <div class="fields">
        {amount("minimumOrder")}
        {amount("maximumOrder")}
      </div>
      <Checkbox
        form={form}
        name="takesPriceRequests"
        label={words.takesPriceRequests}
        hint={words.takesPriceRequestsHint}
      />
      <div class="fields">
        {time("printHoursPerDay", words.hours)}
        {time("handlingDays", words.days)}
      </div>
      <p class="hint">{ready}</p>
      <button type="submit" class="primary">
        {words.saveRules}
      </button>
    </PostForm>
  );
}

const TEXTS = ["welcome", "terms", "requisites"] as const;
const TRANSLATED_TEXTS = ["welcomeInSecondLanguage", "termsInSecondLanguage"] as const;
const TEXT_ROWS = { welcome: 3, terms: 8, requisites: 4, welcomeInSecondLanguage: 3, termsInSecondLanguage: 8 };

function TextsForm({ form, isPreview }: FormProps & Pick<StorefrontProps, "isPreview">) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  const base = `${studio.base}/order-page/texts`;
  return (
    <PostForm action={base} class="card" preview={`${base}/preview#texts-preview`}>
      <h2>{words.texts}</h2>
      <p class="hint">{words.textsHint}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {TEXTS.map((name) => (
        <TextArea
          form={form}
          name={name}
          label={words[name]}
          hint={words[`${name}Hint`]}
          rows={TEXT_ROWS[name]}
          optional
        />
      ))}
      <SecondLanguage form={form} names={TRANSLATED_TEXTS} hint={secondLanguageWords(view.language).pageHint}>
        {TRANSLATED_TEXTS.map((name) => (
          <TextArea form={form} name={name} label={words[name]} rows={TEXT_ROWS[name]} optional />
        ))}
      </SecondLanguage>
      <div class="row">
        <button type="submit" class="primary">
          {words.saveTexts}
        </button>
        <button type="submit" formaction={`${base}/preview#texts-preview`}>
          {words.previewNow}
        </button>
      </div>
      <details open={isPreview}>
        <summary>{words.preview}</summary>
        <div id="texts-preview" class="stack" aria-live="polite">
          {TEXTS.map((name) => (
            <div>
              <h3>{words[name]}</h3>
              {typedText(form, name) === "" ? (
                <p class="muted">{words.noText}</p>
              ) : (
                <p class="as-typed">{typedText(form, name)}</p>
              )}
            </div>
          ))}
        </div>
      </details>
    </PostForm>
  );
}

/** The stored settings as form values. Turnstile's keys are left out. */
export function storefrontForms({ language }: View, settings: StorefrontSettings): StorefrontForms {
  return {
    rules: shownForm(ruleFormValues(language, settings)),
    payment: shownForm(paymentFormValues(settings)),
    texts: shownForm(textFormValues(settings)),
    sites: shownForm(siteFormValues(settings)),
    turnstile: { values: {}, faults: {} },
  };
}

/** The stored texts as form values. */
export function textFormValues(
  settings: Pick<StorefrontSettings, (typeof TEXTS)[number] | (typeof TRANSLATED_TEXTS)[number]>,
): Record<string, string> {
  return Object.fromEntries([...TEXTS, ...TRANSLATED_TEXTS].map((name) => [name, textOf(settings[name])]));
}

/** The allowed sites as form values. */
export function siteFormValues({ allowedSites }: Pick<StorefrontSettings, "allowedSites">): Record<string, string> {
  return { allowedSites: allowedSites.join("\n") };
}

/** The stored rules as form values. */
export function ruleFormValues(language: View["language"], settings: StorefrontRules): Record<string, string> {
  const amount = (minor: number | null) => (minor === null ? "" : shownDecimal(language, formatDecimal(minor, 2)));
  return {
    minimumOrder: amount(settings.minimumOrderMinor),
    maximumOrder: amount(settings.maximumOrderMinor),
    takesPriceRequests: settings.takesPriceRequests ? "true" : "",
    printHoursPerDay: String(settings.printHoursPerDay),
    handlingDays: String(settings.handlingDays),
  };
}
