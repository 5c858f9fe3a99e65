// What POST /orders takes: its fields, and its files, one per item.

import { z } from "@hono/zod-openapi";
import { NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import {
  cyrillicNameField,
  emailField,
  idField,
  inFormText,
  jsonArrayField,
  phoneField,
  textField,
} from "../http/fields.ts";
import { lineField } from "../http/name-field.ts";
import { itemChoiceSchema } from "../items/item-choice.schema.ts";
import { modelFormatsInWords } from "../models/formats-in-words.ts";
import type { FileFields, NamedModel } from "../models/upload.request.ts";
import type { OrderToPlace } from "./place-order.ts";

const MAX_ITEMS = 20;
const ITEMS_EXAMPLE = '[{"materialId": 1, "printingQualityId": 1, "finishingIds": [], "quantity": 2}]';

export const orderFieldsSchema = z.object({
  items: jsonArrayField(z.array(itemChoiceSchema).min(1).max(MAX_ITEMS), ITEMS_EXAMPLE).meta({
    description: `A JSON array of 1 to ${MAX_ITEMS} ItemChoice, one per file and in their order`,
    example: ITEMS_EXAMPLE,
  }),
  customerFirstName: cyrillicNameField.meta({
    description: "Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
    example: "Леся",
  }),
  customerLastName: cyrillicNameField.meta({
    description: "Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
    example: "Українка",
  }),
  customerPhoneNumber: phoneField.meta({
    description: "International format, + and the country code first",
    example: "+380501234567",
  }),
  customerEmail: emailField,
  customerLocale: lineField(35).optional().meta({ description: "The studio's where not sent" }),
  deliveryMethodId: inFormText(idField).optional().meta({ description: "A delivery method of the studio" }),
  deliveryCityName: textField.optional(),
  deliveryCityRef: textField.optional(),
  deliveryWarehouseName: textField.optional(),
  deliveryWarehouseRef: textField.optional(),
  deliveryNpServiceType: z.enum(NOVA_POSHTA_SERVICE_TYPES).optional(),
  deliveryStreetName: textField.optional(),
  deliveryStreetRef: textField.optional(),
  deliveryBuildingNumber: textField.optional(),
  deliveryApartmentNumber: textField.optional(),
  source: textField.optional().meta({ description: "A tag for the studio's own reports; api where not sent" }),
});

export type OrderFields = z.output<typeof orderFieldsSchema>;

/** @param models one per item, in their order */
export function toOrderToPlace(fields: OrderFields, models: readonly NamedModel[]): OrderToPlace {
  return {
    items: fields.items.map((choice, index) => {
      const file = models[index];
      if (file === undefined) throw new Error(`item ${index} of an order without its file was not refused`);
      return { choice, file };
    }),
    contact: {
      firstName: fields.customerFirstName,
      lastName: fields.customerLastName,
      phoneNumber: fields.customerPhoneNumber,
      email: fields.customerEmail,
      locale: fields.customerLocale,
    },
    deliveryMethodId: fields.deliveryMethodId,
    deliveryAddress: {
      cityName: fields.deliveryCityName ?? null,
      cityRef: fields.deliveryCityRef ?? null,
      warehouseName: fields.deliveryWarehouseName ?? null,
      warehouseRef: fields.deliveryWarehouseRef ?? null,
      streetName: fields.deliveryStreetName ?? null,
      streetRef: fields.deliveryStreetRef ?? null,
      buildingNumber: fields.deliveryBuildingNumber ?? null,
      apartmentNumber: fields.deliveryApartmentNumber ?? null,
      npServiceType: fields.deliveryNpServiceType ?? null,
    },
    source: fields.source ?? "api",
  };
}

const LIST_FIELD = "models[]";
const numberedField = (index: number) => `item_${index}`;

/** How the files are described in the published contract. */
export const ORDER_FILES_BODY = {
  "models[]": { many: true, required: true, description: "One file per item, in their order" },
  item_0: {
    many: false,
    required: false,
    description: "Instead of models[]: item_0, item_1, … in any order, one per item",
  },
} as const;

/** Files come as `models[]` in the order of the items, or as `item_0`, `item_1`, … in any order, not as both. */
export const orderFiles: FileFields<OrderFields> = {
  takes: (name) => name === LIST_FIELD || /^item_\d{1,3}$/.test(name),
  inWords: { en: "models[], or item_0, item_1, …", uk: "models[] або item_0, item_1, …" },
  maxFiles: MAX_ITEMS,
  arrange(files, fields, faults) {
    const itemCount = fields?.items.length;
    const numbered = new Map(files.filter(({ field }) => field !== LIST_FIELD).map((file) => [file.field, file]));
    const listed = files.filter(({ field }) => field === LIST_FIELD);
    if (numbered.size > 0 && listed.length > 0) {
      faults.add(LIST_FIELD, {
        en: "cannot be mixed with item_0, item_1, …: send all files under the one or the others",
        uk: "не можна змішувати з item_0, item_1, …: надішліть усі файли або так, або так",
      });
      return files;
    }
    if (numbered.size === 0) {
      if (listed.length === 0) {
        const formats = modelFormatsInWords();
        faults.add(LIST_FIELD, {
          en: `is required: one ${formats.en} file per item`,
          uk: `обов'язкове поле: по одному файлу ${formats.uk} на позицію`,
        });
      } else if (itemCount !== undefined && itemCount !== listed.length) {
        faults.add(LIST_FIELD, {
          en: `must be one file per item: there are ${itemCount} items and ${listed.length} files`,
          uk: `має бути по одному файлу на позицію: позицій ${itemCount}, а файлів ${listed.length}`,
        });
      }
      return listed;
    }
    if (itemCount === undefined) return files;
    const expected = Array.from({ length: itemCount }, (_, index) => numberedField(index));
    for (const field of expected) {
      if (numbered.has(field)) continue;
      faults.add(field, { en: "is required: the file of this item", uk: "обов'язкове поле: файл цієї позиції" });
    }
    for (const [field] of numbered) {
      if (!expected.includes(field))
        faults.add(field, { en: "is the file of no item", uk: "не є файлом жодної позиції" });
    }
    for (const { field } of files.filter((file) => numbered.get(file.field) !== file)) {
      faults.add(field, { en: "must be one file", uk: "має бути одним файлом" });
    }
    return expected.map((field) => numbered.get(field)).filter((file) => file !== undefined);
  },
};
