// Draft of a new order: the values of its form, which the page alone keeps until the order is placed.

import { MAX_ITEMS } from "../../items/item.schema.ts";
import type { Counter } from "../../orders/counter/counter.store.ts";
import { type TypedValues, textOf } from "../../pages/form-values.ts";

/** The form's field of files. */
export const MODELS_FIELD = "models";

const TEXTS_OF_PART = [
  "modelId",
  "fileName",
  "materialId",
  "printingQualityId",
  "quantity",
  "newPrice",
  "reason",
] as const;

/** A part of the draft, as typed. */
export type DraftPart = Readonly<Record<(typeof TEXTS_OF_PART)[number], string>> & {
  readonly finishingIds: readonly string[];
};

/** The name of a part's field. @param place the part's, from 0 */
export function partField(place: number, name: keyof DraftPart): string {
  return `items.${place}.${name}`;
}

export function partsIn(values: TypedValues): DraftPart[] {
  return Array.from({ length: MAX_ITEMS }, (_, place) => place).flatMap((place) => {
    const texts = Object.fromEntries(
      TEXTS_OF_PART.map((name) => [name, textIn(values, partField(place, name))]),
      // One entry per name of the list.
    ) as Record<(typeof TEXTS_OF_PART)[number], string>;
    const finishingIds = [values[partField(place, "finishingIds")] ?? []].flat();
    return texts.modelId === "" ? [] : [{ ...texts, finishingIds }];
  });
}

/** The values with these parts in place of theirs. */
export function withParts(values: TypedValues, parts: readonly DraftPart[]): TypedValues {
  const others = Object.entries(values).filter(([name]) => !name.startsWith("items."));
  const ofParts = parts.flatMap((part, place) =>
    Object.entries(part).map(([name, value]) => [`items.${place}.${name}`, value] as const),
  );
  return Object.fromEntries([...others, ...ofParts]);
}

/** A part as a schema reads it: an empty text is none. */
export function typedPart(part: DraftPart): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(Object.entries(part).filter(([, value]) => value !== "")), fileName: part.fileName };
}

/** A model to order. */
export interface ModelOfPart {
  readonly modelId: string;
  readonly fileName: string;
}

/** A new part with the choices of the one before it; of the first, the usual quality and its first material. */
export function newPart(model: ModelOfPart, before: DraftPart | undefined, { offer }: Counter): DraftPart {
  const quality = offer.qualities.find(({ isDefault }) => isDefault) ?? offer.qualities[0];
  const material = offer.materials.find(({ technologyId }) => technologyId === quality?.technologyId);
  return {
    ...model,
    materialId: before?.materialId ?? textOf(material?.id),
    printingQualityId: before?.printingQualityId ?? textOf(quality?.id),
    finishingIds: [],
    quantity: "1",
    newPrice: "",
    reason: "",
  };
}

/** The contact of a known customer, or of an earlier order. */
export function draftContact(
  contact: NonNullable<Counter["customer"]> | NonNullable<Counter["again"]>["order"]["contact"],
): TypedValues {
  const { firstName, lastName, phoneNumber, email, locale } = contact;
  return { firstName, lastName, phoneNumber, email, locale };
}

export function textIn(values: TypedValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
