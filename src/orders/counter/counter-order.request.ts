// Fields of an order that staff enter for a customer, and the prices that they saw before placing it.

import { z } from "zod";
import { placeRefField } from "../../carrier/places.request.ts";
import { CURRENCY_IDS } from "../../domain/currency.ts";
import { MAX_LOCALE_CHARACTERS } from "../../domain/customer.ts";
import type { AddressField, DeliveryAddress } from "../../domain/delivery.ts";
import type { PersonId, StudioId } from "../../domain/ids.ts";
import { minorUnits } from "../../domain/money.ts";
import { COUNTER_SOURCES, MAX_QUANTITY, MAX_SOURCE_CHARACTERS } from "../../domain/order.ts";
import { ALWAYS_CHECKED, EMPTY_TEXT } from "../../http/request/custom-issues.ts";
import { amountField, idTextField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import {
  cyrillicNameField,
  distinctIdTextsField,
  emailField,
  textField,
  typedPhoneField,
} from "../../http/request/fields.ts";
import { lineField, linesField } from "../../http/request/name-field.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { knownModel } from "../../models/chosen-models.ts";
import { cleanFileName } from "../../models/file-name.ts";
import type { ChangedPrice } from "../../pricing/price.ts";
import { MAX_COMMENT_CHARACTERS, MAX_REASON_CHARACTERS } from "../order-change.request.ts";
import type { AgreedPrices, OrderToPlace, OrderToPrice, PricedOrder } from "../place-order.ts";

/** Longer than any model id: the check that the studio has the model comes later. */
const MAX_MODEL_ID_CHARACTERS = 100;

/** The choice of a source in the person's own words, which `ownSource` has. */
export const OWN_SOURCE = "own";

/** The parts of an address that staff enter. */
export const ADDRESS_PARTS = [
  "cityName",
  "warehouseName",
  "streetName",
  "buildingNumber",
  "apartmentNumber",
] as const satisfies readonly AddressField[];

/** The carrier's ids of the entered places, where they were chosen and not typed. */
export const ADDRESS_REFS = ["cityRef", "warehouseRef"] as const satisfies readonly AddressField[];

const NO_ADDRESS: DeliveryAddress = {
  cityName: null,
  cityRef: null,
  warehouseName: null,
  warehouseRef: null,
  streetName: null,
  streetRef: null,
  buildingNumber: null,
  apartmentNumber: null,
  npServiceType: null,
};

const optionalText = textField.optional();

const partSchema = z
  .object({
    modelId: z.string().max(MAX_MODEL_ID_CHARACTERS),
    fileName: z.string().transform(cleanFileName),
    materialId: idTextField,
    printingQualityId: idTextField,
    finishingIds: distinctIdTextsField,
    quantity: wholeNumberField({ min: 1, max: MAX_QUANTITY }),
    newPrice: amountField.optional(),
    reason: lineField(MAX_REASON_CHARACTERS).optional(),
  })
  .superRefine(({ newPrice, reason }, check) => {
    if (newPrice !== undefined && reason === undefined) check.addIssue({ ...EMPTY_TEXT, path: ["reason"] });
  }, ALWAYS_CHECKED);

const productSchema = z.object({
  productId: idTextField,
  colorId: idTextField.optional(),
  quantity: wholeNumberField({ min: 1, max: MAX_QUANTITY }),
});

/** The fields that the price depends on. */
const priceFields = {
  items: z.array(partSchema).max(MAX_ITEMS),
  products: z.array(productSchema).max(MAX_ITEMS),
  deliveryMethodId: idTextField.optional(),
  priority: optionalText,
};

interface Basket {
  readonly items: readonly unknown[];
  readonly products: readonly unknown[];
}

function refuseEmpty({ items, products }: Basket, check: z.RefinementCtx): void {
  if (items.length + products.length > 0) return;
  check.addIssue({ ...EMPTY_TEXT, input: items, path: ["items"] });
}

export const counterPriceSchema = z.object(priceFields).superRefine(refuseEmpty);

export const counterOrderSchema = z
  .object({
    ...priceFields,
    firstName: cyrillicNameField,
    lastName: cyrillicNameField,
    phoneNumber: typedPhoneField,
    /** A person on the phone may have none. */
    email: emailField.optional(),
    locale: lineField(MAX_LOCALE_CHARACTERS).optional(),
    cityName: optionalText,
    warehouseName: optionalText,
    streetName: optionalText,
    buildingNumber: optionalText,
    apartmentNumber: optionalText,
    cityRef: placeRefField.optional(),
    warehouseRef: placeRefField.optional(),
    source: z.enum([...COUNTER_SOURCES, OWN_SOURCE]),
    ownSource: lineField(MAX_SOURCE_CHARACTERS).optional(),
    note: linesField(MAX_COMMENT_CHARACTERS).optional(),
    requestKey: z.string().regex(/^[\w-]{43}$/),
  })
  .superRefine(({ source, ownSource, ...basket }, check) => {
    refuseEmpty(basket, check);
    if (source === OWN_SOURCE && ownSource === undefined) check.addIssue({ ...EMPTY_TEXT, path: ["ownSource"] });
  }, ALWAYS_CHECKED);

type PricedFields = z.output<typeof counterPriceSchema>;

export function counterOrderToPrice({ items, products, deliveryMethodId, priority }: PricedFields, studioId: StudioId) {
  return {
    items: items.map(({ modelId, fileName, materialId, printingQualityId, finishingIds, quantity }, index) => ({
      choice: { materialId, printingQualityId, finishingIds, quantity },
      model: knownModel(`items.${index}.modelId`, modelId, studioId),
      originalFileName: fileName === "" ? undefined : fileName,
    })),
    products: products.map(({ productId, colorId = null, quantity }) => ({ productId, colorId, quantity })),
    deliveryMethodId,
    priority,
    changedPrices: items.map(({ newPrice, reason }): ChangedPrice | undefined =>
      newPrice === undefined || reason === undefined ? undefined : { price: minorUnits(newPrice), reason },
    ),
  } satisfies OrderToPrice;
}

export function counterOrderToPlace(
  fields: z.output<typeof counterOrderSchema>,
  studioId: StudioId,
  { personId, agreed }: { readonly personId: PersonId; readonly agreed: AgreedPrices },
): OrderToPlace {
  const { firstName, lastName, phoneNumber, email = "", locale, source, ownSource = "", note = null } = fields;
  const { changedPrices, ...priced } = counterOrderToPrice(fields, studioId);
  return {
    ...priced,
    contact: { firstName, lastName, phoneNumber, email, locale },
    deliveryAddress: {
      ...NO_ADDRESS,
      ...Object.fromEntries([...ADDRESS_PARTS, ...ADDRESS_REFS].map((name) => [name, fields[name] ?? null])),
      npServiceType: serviceTypeOf(fields),
    },
    source: source === OWN_SOURCE ? ownSource : source,
    byStaff: { personId, note, changedPrices, agreed },
  };
}

function serviceTypeOf({
  cityRef,
  warehouseRef,
  streetName,
}: Pick<z.output<typeof counterOrderSchema>, "cityRef" | "warehouseRef" | "streetName">) {
  if (cityRef === undefined) return null;
  if (warehouseRef !== undefined) return "WarehouseWarehouse";
  return streetName === undefined ? null : "WarehouseDoors";
}

/** The prices as the form carries them: currency, prices of the items, price of the delivery, price and ready pieces of each product. */
export function shownPricesText({ studio, items, products, deliveryPrice }: PricedOrder): string {
  const ofProducts = products.map(({ price, fromShelf }) => `${price}/${fromShelf}`).join();
  return [studio.currencyId, items.map(({ priced }) => priced.price).join(), deliveryPrice ?? "", ofProducts].join(":");
}

/** The prices that the person was shown; undefined for a text that `shownPricesText` did not write. */
export function readShownPrices(text: string): AgreedPrices | undefined {
  const [, currency, prices = "", delivery = "", products = ""] =
    /^(\d+):((?:\d+(?:,\d+)*)?):(\d*):((?:\d+\/\d+(?:,\d+\/\d+)*)?)$/.exec(text) ?? [];
  const currencyId = CURRENCY_IDS.find((id) => String(id) === currency);
  if (currencyId === undefined) return undefined;
  return {
    currencyId,
    pricesMinor: numbersIn(prices),
    products: listed(products).map((product) => {
      const [priceMinor = 0, fromShelf = 0] = product.split("/").map(Number);
      return { priceMinor, fromShelf };
    }),
    topUpMinor: 0,
    deliveryPriceMinor: delivery === "" ? null : Number(delivery),
  };
}

function listed(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

function numbersIn(text: string): number[] {
  return listed(text).map(Number);
}
