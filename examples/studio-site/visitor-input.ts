// Visitors' input: read from unknown JSON, and checked against the site's offer.

import type { PublicCatalog } from "./public-catalog.ts";

/** Copies of one model; the studio itself would take 999. */
const MAX_QUANTITY = 100;

/** Sentences by the page's field names. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>;

export class WrongInput extends Error {
  readonly errors: FieldFaults;

  constructor(errors: FieldFaults) {
    super("the visitor's input is wrong");
    this.errors = errors;
  }
}

export interface Choice {
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  readonly quantity: number;
}

/** Fields of the order form. The API takes them under the same names, and checks them. */
const CUSTOMER_FIELDS = [
  "customerFirstName",
  "customerLastName",
  "customerPhoneNumber",
  "customerEmail",
  "deliveryCityName",
] as const;

export type Customer = Readonly<Record<(typeof CUSTOMER_FIELDS)[number], string>>;

export type Fields = Readonly<Record<string, unknown>>;

/** @throws WrongInput for anything but a JSON object */
export async function readFields(request: Request): Promise<Fields> {
  const body: unknown = await request.json().catch(() => undefined);
  if (typeof body !== "object" || body === null) throw new WrongInput({ body: ["must be a JSON object"] });
  // Any object's fields are unknown values by their names.
  return body as Fields;
}

/** @throws WrongInput naming each field that is not in the catalog */
export function readChoice(fields: Fields, { qualities, finishings }: PublicCatalog): Choice {
  const { printingQualityId, finishingIds, quantity } = fields;
  const quality = qualities.find(({ id }) => id === printingQualityId);
  const wanted: readonly unknown[] = Array.isArray(finishingIds) ? finishingIds : [];
  const chosen = finishings.filter(({ id }) => wanted.includes(id));
  const copies = typeof quantity === "number" ? quantity : Number.NaN;
  const errors: Record<string, string[]> = {};
  if (quality === undefined) errors.printingQualityId = ["choose a quality"];
  if (chosen.length !== wanted.length) errors.finishingIds = ["one of them is not offered any more"];
  if (!(Number.isInteger(copies) && copies >= 1 && copies <= MAX_QUANTITY)) {
    errors.quantity = [`must be a whole number from 1 to ${MAX_QUANTITY}`];
  }
  if (quality === undefined || Object.keys(errors).length > 0) throw new WrongInput(errors);
  return { printingQualityId: quality.id, finishingIds: chosen.map(({ id }) => id), quantity: copies };
}

/** @throws WrongInput for a material that is not in the visitors' catalog */
export function readMaterial({ materialId }: Fields, { materials }: PublicCatalog): number {
  const material = materials.find(({ id }) => id === materialId);
  if (material === undefined) throw new WrongInput({ materialId: ["choose a material"] });
  return material.id;
}

export function readCustomer(fields: Fields): Customer {
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, 200) : "");
  // Every name of the list is given its text.
  return Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, textOf(name)])) as Customer;
}

/** undefined if none was chosen. @throws WrongInput for a method that is not offered */
export function readDeliveryMethod({ deliveryMethodId }: Fields, { deliveryMethods }: PublicCatalog) {
  if (deliveryMethodId === undefined || deliveryMethodId === null) return undefined;
  const method = deliveryMethods.find(({ id }) => id === deliveryMethodId);
  if (method === undefined) throw new WrongInput({ deliveryMethodId: ["choose how it is to be delivered"] });
  return method.id;
}

/** The page makes a random key for each order, so that visitors cannot find each other's orders by it. */
export function readOrderKey({ orderKey }: Fields): string {
  if (typeof orderKey === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderKey)) return orderKey;
  throw new WrongInput({ orderKey: ["must be a UUID"] });
}
