// Fields of POST /orders, and its files, one per item.

import { z } from "@hono/zod-openapi";
import { MAX_LOCALE_CHARACTERS } from "../domain/customer.ts";
import { NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import type { Faults } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import { API_SOURCE, MAX_SOURCE_CHARACTERS } from "../domain/order.ts";
import {
  cyrillicNameField,
  emailField,
  idField,
  inFormText,
  phoneField,
  priorityField,
  textField,
} from "../http/request/fields.ts";
import { noJsonArray } from "../http/request/list-in-texts.ts";
import { lineField } from "../http/request/name-field.ts";
import { type Readable, RequestFields } from "../http/request/request-fields.ts";
import { itemChoiceSchema, MAX_ITEMS } from "../items/item.schema.ts";
import { knownModel } from "../models/chosen-models.ts";
import { modelFormatsInWords } from "../models/formats-in-words.ts";
import type { SentModel } from "../models/store-models.ts";
import type { FileFields } from "../models/upload.request.ts";
import type { Upload } from "../models/upload.ts";
import type { NamedInOrder, OrderToPlace } from "./place-order.ts";

const ITEMS_EXAMPLE = '[{"materialId": 1, "printingQualityId": 1, "finishingIds": [], "quantity": 2}]';

const itemsField = z.array(itemChoiceSchema).min(1).max(MAX_ITEMS);

const orderFieldsSchema = z.object({
  items: itemsField.meta({
    description: "A JSON array. The files belong, in their order, to the elements without a modelId",
    contentSchema: {
      type: "array",
      minItems: 1,
      maxItems: MAX_ITEMS,
      items: { $ref: "#/components/schemas/ItemChoice" },
    },
  }),
  customerFirstName: cyrillicNameField.meta({
    description: "Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
  }),
  customerLastName: cyrillicNameField.meta({
    description: "Cyrillic letters; spaces, hyphens and apostrophes may stand between them",
  }),
  customerPhoneNumber: phoneField.meta({
    description: "International format, + and the country code first",
  }),
  customerEmail: emailField.meta({ description: "Where the studio answers" }),
  customerLocale: lineField(MAX_LOCALE_CHARACTERS)
    .optional()
    .meta({ description: "The customer's language, such as uk; the studio's where not sent" }),
  deliveryMethodId: inFormText(idField).optional().meta({ description: "An id of GET /delivery/settings" }),
  deliveryCityName: textField.optional(),
  deliveryCityRef: textField.optional().meta({ description: "The carrier's id of the city" }),
  deliveryWarehouseName: textField.optional().meta({ description: "The carrier's branch" }),
  deliveryWarehouseRef: textField.optional().meta({ description: "The carrier's id of the branch" }),
  deliveryNpServiceType: z
    .enum(NOVA_POSHTA_SERVICE_TYPES)
    .optional()
    .meta({ description: "To a branch of the carrier, or to the door" }),
  deliveryStreetName: textField.optional(),
  deliveryStreetRef: textField.optional().meta({ description: "The carrier's id of the street" }),
  deliveryBuildingNumber: textField.optional(),
  deliveryApartmentNumber: textField.optional(),
  priority: priorityField.optional(),
  source: lineField(MAX_SOURCE_CHARACTERS)
    .optional()
    .meta({ description: "A tag for the studio's own reports; api where not sent" }),
});

const LIST_FIELD = "models[]";
const numberedField = (index: number) => `item_${index}`;
const modelIdAt = (index: number) => `items.${index}.modelId`;

export const orderFields = new RequestFields(
  orderFieldsSchema,
  { items: { entries: "objects", unreadable: noJsonArray(ITEMS_EXAMPLE) } },
  [LIST_FIELD, numberedField(0)],
);

export type OrderFields = z.output<typeof orderFieldsSchema>;

/** The ids that an order names, as far as it can be read. */
export function namedInOrder(
  { items = [], deliveryMethodId, priority }: Readable<OrderFields>,
  studioId: StudioId,
): NamedInOrder {
  return {
    items: items.map(({ modelId, ...choice } = {}, index) => ({
      choice,
      model: modelId === undefined ? undefined : knownModel(modelIdAt(index), modelId, studioId),
    })),
    deliveryMethodId,
    priority,
  };
}

/** @param files one per item without a model's id, in their order */
export function toOrderToPlace(fields: OrderFields, files: readonly SentModel[], studioId: StudioId): OrderToPlace {
  const unused = [...files];
  return {
    items: fields.items.map(({ modelId, ...choice }, index) => {
      if (modelId !== undefined) {
        return { choice, model: knownModel(modelIdAt(index), modelId, studioId) };
      }
      const model = unused.shift();
      if (model === undefined) throw new Error(`item ${index} of an order without its file was not refused`);
      return { choice, model };
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
    source: fields.source ?? API_SOURCE,
    priority: fields.priority,
  };
}

/** The files as the published contract describes them. */
export const ORDER_FILES_BODY = {
  "models[]": { many: true, required: false, description: "One file per item without a modelId, in their order" },
  item_0: {
    many: false,
    required: false,
    description: "Instead of models[]: item_0, item_1, … in any order, each named by its item's index",
  },
} as const;
export const NOT_BOTH_FILE_FIELDS = {
  dependentSchemas: { "models[]": { propertyNames: { not: { type: "string", pattern: "^item_" } } } },
};

/**
 * Files come as `models[]` in the order of the items that name no model, or as `item_0`, `item_1`, … in any order, not as
 * both. If an item's modelId cannot be read, the number of missing files is not known.
 */
export const orderFiles: FileFields<OrderFields> = {
  takes: (name) => name === LIST_FIELD || /^item_\d{1,3}$/.test(name),
  inWords: { en: "models[], or item_0, item_1, …", uk: "models[] або item_0, item_1, …" },
  maxFiles: MAX_ITEMS,
  arrange({ files, fields }, { items }, faults) {
    const numbered = files.filter(({ field }) => field !== LIST_FIELD);
    const listed = files.filter(({ field }) => field === LIST_FIELD);
    if (numbered.length > 0 && listed.length > 0) {
      faults.add(LIST_FIELD, {
        en: "cannot be mixed with item_0, item_1, …: send all files under the one or the others",
        uk: "не можна змішувати з item_0, item_1, …: надішліть усі файли або так, або так",
      });
      return files;
    }
    if (items === undefined || !areFilesKnown(items, faults)) {
      if (files.length === 0 && !fields.has("items")) addFilesRequired(faults);
      return files;
    }
    if (numbered.length === 0) {
      checkCount(items, listed.length, faults);
      return listed;
    }
    return inOrderOfItems(items, numbered, faults);
  },
};

function areFilesKnown(items: ItemsWithModels, faults: Faults): items is readonly ItemWithModel[] {
  const isReadable = (index: number) => faults.of(modelIdAt(index)).length === 0;
  return items.length > 0 && items.every((item, index) => item !== undefined && isReadable(index));
}

type ItemsWithModels = NonNullable<Readable<OrderFields>["items"]>;
type ItemWithModel = NonNullable<ItemsWithModels[number]>;

function checkCount(items: readonly ItemWithModel[], fileCount: number, faults: Faults): void {
  const itemCount = items.filter(({ modelId }) => modelId === undefined).length;
  if (itemCount === fileCount) return;
  if (fileCount === 0 && itemCount === items.length) {
    addFilesRequired(faults);
    return;
  }
  if (itemCount === items.length) {
    faults.add(LIST_FIELD, {
      en: `must be one file per item: there are ${itemCount} items and ${fileCount} files`,
      uk: `має бути по одному файлу на позицію: позицій ${itemCount}, а файлів ${fileCount}`,
    });
    return;
  }
  faults.add(LIST_FIELD, {
    en: `must be one file per item without a modelId: there are ${itemCount} such items and ${fileCount} files`,
    uk: `має бути по одному файлу на позицію без modelId: таких позицій ${itemCount}, а файлів ${fileCount}`,
  });
}

function addFilesRequired(faults: Faults): void {
  const formats = modelFormatsInWords();
  faults.add(LIST_FIELD, {
    en: `is required: one ${formats.en} file per item, or the item's modelId`,
    uk: `обов'язкове поле: по одному файлу ${formats.uk} на позицію або modelId позиції`,
  });
}

function inOrderOfItems(items: readonly ItemWithModel[], files: Upload["files"], faults: Faults): Upload["files"] {
  const byField = new Map(files.map((file) => [file.field, file]));
  const ordered: Upload["files"][number][] = [];
  for (const [index, { modelId }] of items.entries()) {
    const field = numberedField(index);
    const file = byField.get(field);
    if (file !== undefined && modelId !== undefined) {
      faults.add(field, {
        en: "cannot be sent together with the item's modelId: send the file, or the id of one sent before",
        uk: "не можна надсилати разом із modelId позиції: надішліть файл або id надісланого раніше",
      });
    } else if (file !== undefined) ordered.push(file);
    else if (modelId === undefined) {
      faults.add(field, {
        en: "is required: the file of this item, or its modelId",
        uk: "обов'язкове поле: файл цієї позиції або її modelId",
      });
    }
  }
  const expected = items.map((_, index) => numberedField(index));
  for (const [field] of byField) {
    if (!expected.includes(field))
      faults.add(field, { en: "is the file of no item", uk: "не є файлом жодної позиції" });
  }
  for (const { field } of files.filter((file) => byField.get(file.field) !== file)) {
    faults.add(field, { en: "must be one file", uk: "має бути одним файлом" });
  }
  return ordered;
}
