// A part of a new order: its choices, and the price that staff name in place of the computed one.

import { technologyOf } from "../../domain/technology.ts";
import type { Counter } from "../../orders/counter/counter.store.ts";
import type { FormState } from "../../pages/form-values.ts";
import { Input, Select } from "../kit/form.tsx";
import { materialName } from "../kit/item/material.tsx";
import { useView } from "../kit/view-context.ts";
import { type DraftPart, partField } from "./draft.ts";
import { newOrderWords } from "./new-order.words.ts";

interface PartProps {
  readonly counter: Counter;
  readonly form: FormState;
  readonly part: DraftPart;
  /** From 0. */
  readonly place: number;
}

export function PartCard({ counter: { offer }, form, part, place }: PartProps) {
  const words = newOrderWords(useView().language);
  const name = (field: keyof DraftPart) => partField(place, field);
  const faultOf = (field: keyof DraftPart) => form.faults[name(field)];
  const hasSeveral = new Set(offer.materials.map(({ technologyId }) => technologyId)).size > 1;
  const inTechnology = (label: string, technologyId: Parameters<typeof technologyOf>[0]) =>
    hasSeveral ? `${label} · ${technologyOf(technologyId).name}` : label;
  const isRepriced = part.newPrice !== "" || [faultOf("newPrice"), faultOf("reason")].some(Boolean);
  return (
    <section class="card stack" aria-labelledby={`part-${place}`}>
      <header class="row item-head">
        <h3 id={`part-${place}`}>
          {place + 1}. {part.fileName}
        </h3>
        <button type="submit" name="do" value={`remove:${place}`} class="small quiet">
          {words.remove}
          <span class="visually-hidden"> {part.fileName}</span>
        </button>
      </header>
      {faultOf("modelId") === undefined ? null : (
        <p class="fault" id={`fault-${name("modelId")}`}>
          {faultOf("modelId")?.join(" ")}
        </p>
      )}
      <input type="hidden" name={name("modelId")} value={part.modelId} />
      <input type="hidden" name={name("fileName")} value={part.fileName} />
      <div class="fields compact">
        <Select
          form={form}
          name={name("materialId")}
          label={words.material}
          choices={offer.materials.map((material) => ({
            value: String(material.id),
            label: inTechnology(materialName(material.name, material.color), material.technologyId),
          }))}
          empty={words.choose}
        />
        <Select
          form={form}
          name={name("printingQualityId")}
          label={words.quality}
          choices={offer.qualities.map((quality) => ({
            value: String(quality.id),
            label: inTechnology(quality.name, quality.technologyId),
          }))}
          empty={words.choose}
        />
        <Input form={form} name={name("quantity")} label={words.quantity} inputmode="numeric" autocomplete="off" />
      </div>
      <Finishings offer={offer} form={form} part={part} field={name("finishingIds")} />
      <details open={isRepriced}>
        <summary>{words.changePrice}</summary>
        <div class="fields">
          <Input
            form={form}
            name={name("newPrice")}
            label={words.newPrice}
            hint={words.newPriceHint}
            inputmode="decimal"
            autocomplete="off"
            optional
          />
          <Input
            form={form}
            name={name("reason")}
            label={words.reason}
            hint={words.reasonHint}
            autocomplete="off"
            optional
          />
        </div>
      </details>
    </section>
  );
}

interface FinishingsProps extends Pick<PartProps, "form" | "part"> {
  readonly offer: Counter["offer"];
  readonly field: string;
}

function Finishings({ offer: { finishings }, form, part, field }: FinishingsProps) {
  const words = newOrderWords(useView().language);
  if (finishings.length === 0) return null;
  const faults = form.faults[field];
  return (
    <details open={part.finishingIds.length > 0 || faults !== undefined}>
      <summary>{words.finishings}</summary>
      <fieldset>
        <legend class="visually-hidden">{words.finishings}</legend>
        <div class="choice-list">
          {finishings.map(({ id, name }) => (
            <label>
              <input
                type="checkbox"
                name={`${field}[]`}
                value={String(id)}
                checked={part.finishingIds.includes(String(id))}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
        {faults === undefined ? null : (
          <p class="fault" id={`fault-${field}`}>
            {faults.join(" ")}
          </p>
        )}
      </fieldset>
    </details>
  );
}
