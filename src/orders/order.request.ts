// What POST /orders takes: its fields, and its files, one per item.

import { z } from "@hono/zod-openapi";
import { modelFormatsInWords } from "../../slicer-service/src/contract/model-formats.ts";
import { NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import {
  cyrillicNameField,
  emailField,
  idField,
  inFormText,
  jsonField,
  phoneField,
  textField,
} from "../http/fields.ts";
import { lineField } from "../http/name-field.ts";
import { itemChoiceSchema } from "../items/item-choice.schema.ts";
import type { FileFields, NamedModel } from "../models/upload.request.ts";
import type { OrderToPlace } from "./place-order.ts";

const MAX_ITEMS = 20;

export const orderFieldsSchema = z.object({
  items: jsonField(z.array(itemChoiceSchema).min(1).max(MAX_ITEMS)).meta({
    description: `A JSON array of 1 to ${MAX_ITEMS} ItemChoice, one per file and in their order`,
    example: '[{"materialId": 1, "printingQualityId": 1, "finishingIds": [], "quantity": 2}]',
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
  maxFiles: MAX_ITEMS,
  arrange(files, fields, faults) {
    const itemCount = fields?.items.length;
    const numbered = new Map(files.filter(({ field }) => field !== LIST_FIELD).map((file) => [file.field, file]));
    const listed = files.filter(({ field }) => field === LIST_FIELD);
    if (numbered.size > 0 && listed.length > 0) {
      faults.add(LIST_FIELD, "cannot be mixed with item_0, item_1, …: send all files under the one or the others");
      return files;
    }
    if (numbered.size === 0) {
      if (listed.length === 0) faults.add(LIST_FIELD, `is required: one ${modelFormatsInWords()} file per item`);
      else if (itemCount !== undefined && itemCount !== listed.length) {
        faults.add(LIST_FIELD, `must be one file per item: there are ${itemCount} items and ${listed.length} files`);
      }
      return listed;
    }
    if (itemCount === undefined) return files;
    const expected = Array.from({ length: itemCount }, (_, index) => numberedField(index));
    for (const field of expected) if (!numbered.has(field)) faults.add(field, "is required: the file of this item");
    for (const [field] of numbered) if (!expected.includes(field)) faults.add(field, "is the file of no item");
    for (const { field } of files.filter((file) => numbered.get(file.field) !== file)) {
      faults.add(field, "must be one file");
    }
    return expected.map((field) => numbered.get(field)).filter((file) => file !== undefined);
  },
};
