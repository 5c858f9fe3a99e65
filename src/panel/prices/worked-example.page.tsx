// Worked example on the prices page: its fields, and every line of its price.

import type { MachineProfile } from "../../db/machine-profile-record.ts";
import type { finishings, materials } from "../../db/schema.ts";
import type { Currency } from "../../domain/currency.ts";
import { type MinorUnits, minorUnits } from "../../domain/money.ts";
import { technologyOf } from "../../domain/technology.ts";
import { amountPer, unitOf } from "../../domain/units.ts";
import type { FormState, ShownFaults } from "../../pages/form-values.ts";
import { decimal, duration, money, weight } from "../../pages/format.ts";
import { startUpCostOf } from "../../pricing/price.ts";
import type { Priority } from "../../pricing/price-rules.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Input, Select } from "../kit/form.tsx";
import { adjustmentInWords } from "../kit/item/adjustment.words.ts";
import { materialName } from "../kit/item/material.tsx";
import type { View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { priceWords } from "./prices.words.ts";
import type { WorkedExample } from "./worked-example.ts";

/** The studio's choices for the example. */
export interface ExampleChoices {
  readonly materials: readonly (typeof materials.$inferSelect)[];
  readonly finishings: readonly (typeof finishings.$inferSelect)[];
  readonly machines: readonly MachineProfile[];
  readonly priorities: readonly Priority[];
}

/** The example, or the reason why there is none. */
export type ExampleState =
  | { readonly kind: "worked"; readonly example: WorkedExample; readonly currency: Currency }
  | { readonly kind: "faulty"; readonly faults: ShownFaults }
  | { readonly kind: "too_large" }
  | { readonly kind: "no_material" };

export function ExampleForm({ form, choices }: { readonly form: FormState; readonly choices: ExampleChoices }) {
  const view = useView();
  const words = priceWords(view.language);
  const chosen = [form.values.exampleFinishingIds ?? []].flat();
  return (
    <>
      <div class="fields compact">
        <Input
          form={form}
          name="exampleMinutes"
          label={words.minutes}
          unit={words.minutesUnit}
          inputmode="numeric"
          autocomplete="off"
          optional
        />
        <Input
          form={form}
          name="exampleVolume"
          label={words.volume}
          unit={words.volumeUnit}
          inputmode="decimal"
          autocomplete="off"
          optional
        />
        <Input
          form={form}
          name="exampleQuantity"
          label={words.quantity}
          inputmode="numeric"
          autocomplete="off"
          optional
        />
        {choices.materials.length === 0 ? null : (
          <Select
            form={form}
            name="exampleMaterialId"
            label={words.material}
            choices={choices.materials.map((row) => ({
              value: String(row.id),
              label: `${technologyOf(row.technologyId).name} · ${materialName(row.name, row.color)}`,
            }))}
          />
        )}
        {choices.machines.length === 0 ? null : (
          <>
            <Select
              form={form}
              name="exampleMachineId"
              label={words.machine}
              choices={[
                { value: "", label: words.defaultMachine },
                ...choices.machines.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
            <Input
              form={form}
              name="examplePrints"
              label={words.prints}
              hint={words.printsHint}
              inputmode="numeric"
              autocomplete="off"
              optional
            />
          </>
        )}
        {choices.priorities.length === 0 ? null : (
          <Select
            form={form}
            name="examplePriority"
            label={words.priority}
            choices={[
              { value: "", label: words.none },
              ...choices.priorities.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
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

export function ExampleResult({ state }: { readonly state: ExampleState }) {
  const view = useView();
  const studio = useStudio();
  const words = priceWords(view.language);
  switch (state.kind) {
    case "worked":
      return <WorkedLines example={state.example} currency={state.currency} />;
    case "too_large":
      return <p class="fault">{words.tooLarge}</p>;
    case "no_material":
      return (
        <EmptyState
          text={words.noMaterials}
          link={{ href: `${studio.base}/catalog/materials`, text: words.addMaterial }}
        />
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

interface WorkedProps {
  readonly example: WorkedExample;
  readonly currency: Currency;
}

/** The source of the hour's price on a chosen machine. */
function MachineHourText({ example, currency }: WorkedProps) {
  const { machine, machineHour, settings, electricityPriceMinor } = example;
  const { language } = useView();
  const words = priceWords(language);
  if (machine === undefined) return null;
  const amount = (minor: MinorUnits) => money(language, minor, currency);
  const { hourlyRate, electricityPerHour } = machineHour ?? { hourlyRate: settings.hourlyRate, electricityPerHour: 0 };
  const rate = amount(hourlyRate);
  const ofRate =
    machine.hourlyRateMinor === null ? words.studiosRate(machine.name, rate) : words.machinesRate(machine.name, rate);
  if (electricityPerHour === 0) return <p class="hint">{ofRate}</p>;
  const power = `${decimal(language, machine.powerWatts ?? 0, 0)} ${unitOf(language, "W")}`;
  const price = amountPer(language, amount(minorUnits(electricityPriceMinor ?? 0)), "kWh");
  return (
    <p class="hint">
      {ofRate} {words.electricity(power, price, amount(minorUnits(electricityPerHour)))}
    </p>
  );
}

function WorkedLines({ example, currency }: WorkedProps) {
  const { language } = useView();
  const words = priceWords(language);
  const { material, quantity, settings, one, all, beforeMarkup, onOrderPage, unfit } = example;
  const { startUp, correction } = one;
  const amount = (minor: MinorUnits) => money(language, minor, currency);
  const perHour = amountPer(language, amount(settings.hourlyRate), "h");
  const perKilogram = amountPer(language, amount(minorUnits(material.costPerKgMinor)), "kg");
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
              how={`${weight(language, example.weightHundredthsOfGram)} × ${perKilogram}`}
              amount={amount(one.materialCost)}
            />
            <Line
              name={words.timeLine}
              how={`${duration(language, example.printMinutes)} × ${perHour}`}
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
            {adjustedFrom(example).map(({ adjustment, base }) => (
              <Line
                name={adjustmentInWords(language, adjustment)}
                how={words.adjustedFrom(amount(base))}
                amount={amount(adjustment.amount)}
              />
            ))}
            {startUp === undefined ? null : (
              <Line
                name={words.startLine(all.breakdown.startUp?.prints ?? 1)}
                how={words.startOfOne(
                  duration(language, startUp.minutesPerPrint),
                  weight(language, startUp.hundredthsOfGramPerPrint),
                  amount(startUp.cost),
                )}
                amount={amount(startUpCostOf(all.breakdown))}
              />
            )}
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
      <MachineHourText example={example} currency={currency} />
      {onOrderPage === undefined ? null : (
        <p class="hint">
          {words.minimumOnPage(amount(onOrderPage.own), amount(onOrderPage.alone), amount(onOrderPage.two))}
        </p>
      )}
      {correction === undefined ? null : (
        <p class="hint">
          {words.correction(
            decimal(language, correction.timeBasisPoints, 2),
            decimal(language, correction.materialBasisPoints, 2),
          )}
        </p>
      )}
    </>
  );
}

/** Each adjustment with the amount that it is a percentage of. */
function adjustedFrom({ all, quantity }: WorkedExample) {
  let base = quantity * all.perUnitPrice;
  return (all.breakdown.adjustments ?? []).map((adjustment) => {
    const before = minorUnits(base);
    base += adjustment.amount;
    return { adjustment, base: before };
  });
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
    electricityPrice: words.electricityPrice,
    minimumPricePer: words.minimumPricePer,
    exampleMinutes: words.minutes,
    exampleVolume: words.volume,
    exampleQuantity: words.quantity,
    exampleMaterialId: words.material,
    exampleMachineId: words.machine,
    examplePrints: words.prints,
    examplePriority: words.priority,
  };
  return labels[field] ?? words.example;
}
