// Fields of a product: finished goods with a price of their own.

import { z } from "@hono/zod-openapi";
import { minorUnits } from "../../domain/money.ts";
import { moneySchema, toMoney } from "../../http/contract/money.schema.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { amountField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import { apiValueOf, columnsSchemaOf, type FieldsOf, type RecordContext } from "../catalog-field.ts";
import type { Product } from "../catalog-rows.ts";
import {
  DESCRIPTION,
  DESCRIPTION_IN_SECOND_LANGUAGE,
  entryName,
  flagField,
  NAME,
  NAME_IN_SECOND_LANGUAGE,
  optionalTextField,
  orNone,
} from "../entry-fields.request.ts";
import { absolutePhotoAddress, addressElsewhere, MAX_PHOTOS } from "./photo-address.ts";

const MAX_TEXT = 5000;

const shown = apiValueOf<Product, RecordContext>();

export const PRODUCT_FIELDS = {
  title: {
    column: "title",
    schema: entryName,
    writtenBy: "staff",
    words: { label: NAME },
    control: "line",
    api: shown(z.string(), ({ title }) => title),
    inFile: true,
    onStorefront: true,
  },
  description: {
    column: "description",
    schema: optionalTextField(MAX_TEXT),
    writtenBy: "staff",
    words: { label: DESCRIPTION, hint: { en: "As your site shows it.", uk: "Так, як його покаже ваш сайт." } },
    control: "lines",
    isOptional: true,
    rows: 5,
    api: shown(z.string().nullable(), ({ description }) => description),
    inFile: true,
    onStorefront: true,
  },
  titleInSecondLanguage: { ...NAME_IN_SECOND_LANGUAGE, column: "titleInSecondLanguage", translates: "title" },
  descriptionInSecondLanguage: { ...DESCRIPTION_IN_SECOND_LANGUAGE, schema: optionalTextField(MAX_TEXT), rows: 5 },
  photos: {
    column: "photos",
    // Addresses, one after another with white space between them, or a list. A slash begins a photo that the service keeps.
    schema: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((sent, check) => (sent === undefined ? undefined : photoAddressesIn(wordsOf(sent), check)))
      .refine((addresses = []) => addresses.length <= MAX_PHOTOS, customIssue("photoCount", { max: MAX_PHOTOS })),
    writtenBy: "staff",
    words: null,
    // Photos have forms of their own.
    control: null,
    api: shown(z.array(z.string()).openapi({ description: "Addresses of pictures" }), ({ photos }, { origin }) =>
      photos.map((address) => absolutePhotoAddress(address, origin)),
    ),
    inFile: true,
    onStorefront: true,
    initially: [],
  },
  price: {
    column: "priceMinor",
    schema: amountField,
    writtenBy: "owner",
    scale: 2,
    unit: "currency",
    words: {
      label: { en: "Price", uk: "Ціна" },
      hint: {
        en: "For one piece. Orders already placed keep their price.",
        uk: "За одну штуку. Оформлені замовлення зберігають свою ціну.",
      },
    },
    control: "decimal",
    inList: true,
    api: shown(moneySchema, ({ priceMinor }, { currency }) => toMoney(minorUnits(priceMinor), currency)),
    inFile: true,
    onStorefront: true,
  },
  leadTime: {
    column: "leadTimeDays",
    schema: wholeNumberField({ min: 0, max: 365 }).optional().transform(orNone),
    writtenBy: "staff",
    unit: { en: "days", uk: "днів" },
    words: {
      label: { en: "Lead time", uk: "Термін виготовлення" },
      hint: {
        en: "From the order to the shipment. Empty: you do not say.",
        uk: "Від замовлення до відправлення. Порожньо — не вказано.",
      },
    },
    control: "whole",
    isOptional: true,
    inList: true,
    api: shown(
      z.int().nullable().openapi({ description: "Days until it is ready; null where the studio does not say" }),
      ({ leadTimeDays }) => leadTimeDays,
    ),
    inFile: true,
    onStorefront: true,
  },
  isActive: {
    column: "isActive",
    schema: flagField,
    writtenBy: "staff",
    words: null,
    control: null,
    api: shown(z.boolean().openapi({ description: "Whether it is on offer" }), ({ isActive }) => isActive),
    inFile: true,
    onStorefront: false,
    initially: true,
  },
  isOnOrderPage: {
    column: "isOnStorefront",
    schema: flagField,
    writtenBy: "staff",
    words: {
      label: { en: "On the shelf of the order page", uk: "На полиці сторінки замовлень" },
      hint: {
        en: "Customers order it there, beside their own parts.",
        uk: "Клієнти замовляють його там поруч зі своїми деталями.",
      },
    },
    control: "flag",
    api: null,
    inFile: true,
    onStorefront: true,
    initially: false,
  },
} as const satisfies FieldsOf<Product>;

export const writtenProductSchema = columnsSchemaOf(PRODUCT_FIELDS);

function wordsOf(texts: string | readonly string[]): string[] {
  return [texts].flat().flatMap((text) => text.split(/\s+/).filter((word) => word !== ""));
}

function photoAddressesIn(words: readonly string[], check: z.RefinementCtx): string[] {
  const addresses = words.map((word) => (/^\/[^/]/.test(word) && word.length <= 2000 ? word : addressElsewhere(word)));
  if (addresses.includes(undefined)) check.addIssue({ ...customIssue("address"), input: words });
  return [...new Set(addresses.filter((address) => address !== undefined))];
}
