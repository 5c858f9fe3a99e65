// Cards of the price rules: discounts by quantity, and priorities. The last rows are empty, for more.

import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { type FormState, shownDecimal, type TypedValues, textOf } from "../../pages/form-values.ts";
import { MAX_PRICE_RULES, NEW_ROW_KEYS, rowKeyOf } from "../../studios/price-rules.request.ts";
import type { StudioPriceRules } from "../../studios/price-rules.store.ts";
import { SecondLanguage } from "../catalog/second-language.tsx";
import { FaultSummary, Input, PostForm, SeenValues, typedText } from "../kit/form.tsx";
import type { View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { priceRulesWords } from "./price-rules.words.ts";

interface RulesProps {
  readonly form: FormState;
}

interface RowProps extends RulesProps {
  readonly rowKey: string;
}

/** The stored discounts as form values. */
export function tierFormValues({ quantityTiers }: Pick<StudioPriceRules, "quantityTiers">, view: View) {
  return Object.fromEntries(
    (quantityTiers ?? []).flatMap(({ fromQuantity, discountBasisPoints }) => [
      [`${fromQuantity}.fromQuantity`, String(fromQuantity)],
      [`${fromQuantity}.discount`, shownPercentage(view, discountBasisPoints)],
    ]),
  );
}

/** The stored priorities as form values. */
export function priorityFormValues({ priorities }: Pick<StudioPriceRules, "priorities">, view: View) {
  return Object.fromEntries(
    (priorities ?? []).flatMap(({ slug, name, nameInSecondLanguage, surchargeBasisPoints, workingDays }, index) => [
      [`${slug}.priorityName`, name],
      [`${slug}.surcharge`, shownPercentage(view, surchargeBasisPoints)],
      [`${slug}.workingDays`, String(workingDays)],
      [`${slug}.place`, String(index + 1)],
      [`${slug}.nameInSecondLanguage`, textOf(nameInSecondLanguage)],
    ]),
  );
}

function shownPercentage({ language }: View, basisPoints: number): string {
  return shownDecimal(language, shortDecimal(basisPoints, 2));
}

export function QuantityTiersCard({ form }: RulesProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = priceRulesWords(language);
  return (
    <PostForm action={`${studio.base}/prices/tiers`} class="card" id="tiers">
      <h2>{words.tiers}</h2>
      <p class="hint">{words.tiersLead}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {rowKeysOf(form.values).map((rowKey) => (
        <TierRow form={form} rowKey={rowKey} />
      ))}
      <button type="submit">{words.saveTiers}</button>
    </PostForm>
  );
}

function TierRow({ form, rowKey }: RowProps) {
  const words = priceRulesWords(useView().language);
  return (
    <fieldset class="price-rule">
      <legend class="visually-hidden">{isNewRow(rowKey) ? words.newTier : words.tier(rowKey)}</legend>
      <div class="fields">
        <Input
          form={form}
          name={`${rowKey}.fromQuantity`}
          label={words.fromQuantity}
          inputmode="numeric"
          autocomplete="off"
          optional
        />
        <Input
          form={form}
          name={`${rowKey}.discount`}
          label={words.discount}
          unit="%"
          inputmode="decimal"
          autocomplete="off"
          optional
        />
      </div>
    </fieldset>
  );
}

export function PrioritiesCard({ form }: RulesProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = priceRulesWords(language);
  return (
    <PostForm action={`${studio.base}/prices/priorities`} class="card" id="priorities">
      <h2>{words.priorities}</h2>
      <p class="hint">{words.prioritiesLead}</p>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      {rowKeysOf(form.values).map((rowKey) => (
        <PriorityRow form={form} rowKey={rowKey} />
      ))}
      <button type="submit">{words.savePriorities}</button>
    </PostForm>
  );
}

function PriorityRow({ form, rowKey }: RowProps) {
  const words = priceRulesWords(useView().language);
  const field = (name: string) => ({ form, name: `${rowKey}.${name}`, autocomplete: "off", optional: true });
  const isNew = isNewRow(rowKey);
  return (
    <fieldset class="price-rule">
      <legend>
        {isNew ? words.newPriority : typedText(form, `${rowKey}.priorityName`)}{" "}
        {isNew ? null : (
          <span class="hint">
            {words.slug} <code>{rowKey}</code>
          </span>
        )}
      </legend>
      <div class="fields">
        <Input {...field("priorityName")} label={words.priorityName} />
        <Input {...field("surcharge")} label={words.surcharge} unit="%" inputmode="decimal" />
        <Input {...field("workingDays")} label={words.workingDays} unit={words.workingDaysUnit} inputmode="numeric" />
        <Input {...field("place")} label={words.place} inputmode="numeric" />
      </div>
      <SecondLanguage form={form} names={[`${rowKey}.nameInSecondLanguage`]} hint={words.secondLanguageHint}>
        <Input {...field("nameInSecondLanguage")} label={words.nameInSecondLanguage} />
      </SecondLanguage>
    </fieldset>
  );
}

function isNewRow(rowKey: string): boolean {
  return NEW_ROW_KEYS.some((newKey) => newKey === rowKey);
}

/** The rows of the form's values, and empty ones as far as there may be more. */
function rowKeysOf(values: TypedValues): readonly string[] {
  const keys = new Set(Object.keys(values).flatMap((name) => rowKeyOf(name) ?? []));
  const kept = [...keys].filter((key) => !isNewRow(key));
  const added = NEW_ROW_KEYS.filter((key, index) => keys.has(key) || kept.length + index < MAX_PRICE_RULES);
  return [...kept, ...added];
}
