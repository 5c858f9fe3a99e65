// Fields that the page sends with quotes, orders and price requests.

import { z } from "zod";
import { placeRefField } from "../../carrier/places.request.ts";
import type { StoredContact } from "../../db/column-types.ts";
import type { DeliveryAddress, NovaPoshtaServiceType } from "../../domain/delivery.ts";
import { STOREFRONT_SOURCES } from "../../domain/order.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { cyrillicNameField, emailField, phoneField, textField } from "../../http/request/fields.ts";
import { linesField } from "../../http/request/name-field.ts";
import { cleanFileName } from "../../models/file-name.ts";
import type { AddressInput } from "./delivery-places.ts";

const MAX_COMMENT_CHARACTERS = 2000;
/** Longer than any model id: the check that the studio has the model comes later. */
const MAX_MODEL_ID_CHARACTERS = 100;

export const sentModelIdField = z.string().max(MAX_MODEL_ID_CHARACTERS);

/** The file's name, cleaned like an upload's: a name that an upload accepts is accepted by an order too. */
export const fileNameField = z.string().transform(cleanFileName);

/** An empty field counts as not sent. */
export function unlessEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((sent) => (typeof sent === "string" && sent.trim() === "" ? undefined : sent), schema);
}

export const customerFields = {
  firstName: unlessEmpty(cyrillicNameField),
  lastName: unlessEmpty(cyrillicNameField),
  phoneNumber: unlessEmpty(phoneField),
  email: unlessEmpty(z.string().trim().pipe(emailField)),
  comment: unlessEmpty(linesField(MAX_COMMENT_CHARACTERS).optional()),
  consent: z.boolean().refine((isGiven) => isGiven, customIssue("consent")),
  turnstile: z.string().optional(),
  source: z.enum(STOREFRONT_SOURCES),
};

const addressText = unlessEmpty(textField.optional());
const addressRef = unlessEmpty(placeRefField.optional());

/** The address of a delivery. */
export const addressFields = {
  deliveryCityName: addressText,
  deliveryCityRef: addressRef,
  deliveryWarehouseName: addressText,
  deliveryWarehouseRef: addressRef,
  deliveryStreetName: addressText,
  deliveryBuildingNumber: addressText,
  deliveryApartmentNumber: addressText,
} satisfies Record<AddressInput, z.ZodType>;

/** A place that was typed has no id of the carrier's, and without its city's a branch has none either. */
export function deliveryAddressOf(fields: { readonly [Name in AddressInput]?: string | undefined }): DeliveryAddress {
  const cityRef = fields.deliveryCityRef ?? null;
  return {
    cityName: fields.deliveryCityName ?? null,
    cityRef,
    warehouseName: fields.deliveryWarehouseName ?? null,
    warehouseRef: cityRef === null ? null : (fields.deliveryWarehouseRef ?? null),
    streetName: fields.deliveryStreetName ?? null,
    streetRef: null,
    buildingNumber: fields.deliveryBuildingNumber ?? null,
    apartmentNumber: fields.deliveryApartmentNumber ?? null,
    npServiceType: serviceTypeOf(cityRef, fields),
  };
}

function serviceTypeOf(
  cityRef: string | null,
  { deliveryWarehouseRef, deliveryStreetName }: { readonly [Name in AddressInput]?: string | undefined },
): NovaPoshtaServiceType | null {
  if (cityRef === null) return null;
  if (deliveryWarehouseRef !== undefined) return "WarehouseWarehouse";
  return deliveryStreetName === undefined ? null : "WarehouseDoors";
}

/** Compares two customers: only its own customer gets the address of an order or a price request. */
export function isSameCustomer(one: Contact, other: Contact): boolean {
  return (["firstName", "lastName", "phoneNumber", "email"] as const).every((field) => one[field] === other[field]);
}

type Contact = Pick<StoredContact, "firstName" | "lastName" | "phoneNumber" | "email">;
