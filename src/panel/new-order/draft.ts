// Draft of a new order: the values of its form, which the page alone keeps until the order is placed.

import { modelIdOf, type StudioId } from "../../domain/ids.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { fileNameOf } from "../../models/chosen-models.ts";
import type { Counter } from "../../orders/counter/counter.store.ts";
import { ADDRESS_PARTS, ADDRESS_REFS } from "../../orders/counter/counter-order.request.ts";
import { type TypedValues, textOf } from "../../pages/form-values.ts";

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
export function draftContact(contact: NonNullable<Counter["customer"]> | Again["order"]["contact"]): TypedValues {
  const { firstName, lastName, phoneNumber, email, locale } = contact;
  return { firstName, lastName, phoneNumber, email, locale };
}

type Again = NonNullable<Counter["again"]>;

/** An earlier order as a draft: its customer, delivery and parts. A choice that is not on offer any more is left open. */
export function orderedAgain(
  { order, items }: Again,
  { offer }: Counter,
  studioId: StudioId,
): { readonly values: TypedValues; readonly lost: readonly string[] } {
  const offered = (rows: readonly { readonly id: number }[], id: number | null) =>
    rows.some((row) => row.id === id) ? textOf(id) : "";
  const parts = items.flatMap(({ item, model }): DraftPart[] => {
    if (model === undefined) return [];
    return [
      {
        modelId: modelIdOf(studioId, model.sha256),
        fileName: item.originalFileName ?? fileNameOf(model),
        materialId: offered(offer.materials, item.materialId),
        printingQualityId: offered(offer.qualities, item.printingQualityId),
        finishingIds: item.finishingIds.map((id) => offered(offer.finishings, id)).filter((id) => id !== ""),
        quantity: String(item.quantity),
        newPrice: "",
        reason: "",
      },
    ];
  });
  const { delivery } = order;
  const method = offer.deliveryMethods.find(({ name }) => name === delivery?.method);
  const address = [...ADDRESS_PARTS, ...ADDRESS_REFS].map((name) => [name, textOf(delivery?.[name])]);
  const values = {
    // The contact was erased if it has no name.
    ...(order.contact.firstName === "" ? {} : draftContact(order.contact)),
    ...Object.fromEntries(address),
    deliveryMethodId: textOf(method?.id),
  };
  const lost = items.flatMap(({ item, model }) =>
    model === undefined ? [item.productTitle ?? item.originalFileName ?? `№ ${item.position + 1}`] : [],
  );
  return { values: withParts(values, parts), lost };
}

export function textIn(values: TypedValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
