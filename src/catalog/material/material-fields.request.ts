// Fields of a material, beside its plastic's own values (MATERIAL_PARAMETERS).

import { z } from "@hono/zod-openapi";
import { decimalOrNull, formatDecimal } from "../../domain/decimal.ts";
import { minorUnits } from "../../domain/money.ts";
import { technologyOf } from "../../domain/technology.ts";
import { MATERIAL_STATUSES } from "../../domain/workshop.ts";
import { moneySchema, toMoney } from "../../http/contract/money.schema.ts";
import { technologySchema, toTechnology } from "../../http/contract/technology.schema.ts";
import { amountField, decimalField } from "../../http/request/decimal-fields.ts";
import { nameField } from "../../http/request/name-field.ts";
import { apiValueOf, type FieldsOf, type RecordContext } from "../catalog-field.ts";
import type { Material } from "../catalog-rows.ts";
import {
  COLOR_IN_SECOND_LANGUAGE,
  colorHexField,
  entryNameField,
  IS_ON_ORDER_PAGE,
  MAX_COLOR,
  NAME_IN_SECOND_LANGUAGE,
  orNone,
  TECHNOLOGY,
  technologyField,
} from "../entry-fields.request.ts";

/** Ten tonnes, in hundredths of a gram. */
const MAX_STOCK = 1_000_000_000;

const gramsField = (min: number) => decimalField({ scale: 2, min, max: MAX_STOCK, unit: " g" });

const shown = apiValueOf<Material, RecordContext>();

export const MATERIAL_FIELDS = {
  name: entryNameField<Material, RecordContext>(),
  color: {
    column: "color",
    schema: nameField(MAX_COLOR).optional().transform(orNone),
    writtenBy: "staff",
    words: {
      label: { en: "Colour", uk: "Колір" },
      hint: {
        en: "As customers read it, such as “signal red”.",
        uk: "Як його читають клієнти, наприклад «сигнальний червоний».",
      },
    },
    control: "line",
    isOptional: true,
    api: shown(z.string().nullable().openapi({ description: "Its name, in the studio's words" }), ({ color }) => color),
    inFile: true,
    onStorefront: true,
  },
  nameInSecondLanguage: NAME_IN_SECOND_LANGUAGE,
  colorInSecondLanguage: COLOR_IN_SECOND_LANGUAGE,
  colorHex: {
    column: "colorHex",
    schema: colorHexField,
    writtenBy: "staff",
    words: {
      label: { en: "Colour code", uk: "Код кольору" },
      hint: {
        en: "# and six digits or letters a to f, such as #1a73e8.",
        uk: "# і шість цифр чи букв від a до f, наприклад #1a73e8.",
      },
    },
    control: "color",
    isOptional: true,
    placeholder: "#1a73e8",
    api: shown(
      z.string().nullable().openapi({ description: "# and six hexadecimal digits" }),
      ({ colorHex }) => colorHex,
    ),
    inFile: true,
    onStorefront: true,
  },
  technologyId: {
    column: "technologyId",
    schema: technologyField,
    writtenBy: "owner",
    words: {
      label: TECHNOLOGY,
      hint: {
        en: "It cannot be changed later: printers, qualities and orders go by it.",
        uk: "Потім її не змінити: від неї залежать принтери, якість друку й замовлення.",
      },
    },
    control: "technology",
    onlyNew: true,
    shownAs: "technology",
    api: shown(technologySchema, ({ technologyId }) => toTechnology(technologyOf(technologyId))),
    inFile: true,
    onStorefront: true,
  },
  costPerKg: {
    column: "costPerKgMinor",
    schema: amountField,
    writtenBy: "owner",
    scale: 2,
    unit: "currency",
    words: {
      label: { en: "Cost per kilogram", uk: "Вартість кілограма" },
      hint: {
        en: "What a kilogram costs in the price of a print.",
        uk: "За цією вартістю матеріал входить у ціну друку.",
      },
    },
    control: "decimal",
    inList: true,
    api: shown(moneySchema, ({ costPerKgMinor }, { currency }) => toMoney(minorUnits(costPerKgMinor), currency)),
    inFile: true,
    onStorefront: false,
  },
  density: {
    column: "densityMilligramsPerCubicCm",
    schema: decimalField({ scale: 3, min: 10, max: 30_000, unit: " g/cm³" }),
    writtenBy: "owner",
    scale: 3,
    unit: "g/cm³",
    words: {
      label: { en: "Density", uk: "Густина" },
      hint: {
        en: "Turns the volume that a print takes into grams. PLA has 1.24, PETG 1.27, resins about 1.1.",
        uk: "За нею об’єм друку рахується в грамах. У PLA — 1,24, у PETG — 1,27, у смол — близько 1,1.",
      },
    },
    control: "decimal",
    inList: true,
    api: shown(
      z.string().openapi({ description: "g/cm³: a decimal with two or three fraction digits" }),
      ({ densityMilligramsPerCubicCm }) => formatDecimal(densityMilligramsPerCubicCm, 3),
    ),
    inFile: true,
    onStorefront: false,
  },
  status: {
    column: "status",
    schema: z.enum(MATERIAL_STATUSES).optional(),
    writtenBy: "staff",
    words: null,
    control: null,
    api: shown(
      z.enum(MATERIAL_STATUSES).openapi({ description: "An inactive one is refused in quotes and orders" }),
      ({ status }) => status,
    ),
    inFile: true,
    onStorefront: false,
    initially: "active",
  },
  stockQuantity: {
    column: "stockHundredthsOfGram",
    // Below zero where more was printed than was ever entered.
    schema: gramsField(-MAX_STOCK).optional(),
    writtenBy: "staff",
    scale: 2,
    unit: "g",
    words: {
      label: { en: "In stock", uk: "Запас" },
      hint: {
        en: "Empty: you do not count it. Every finished item lowers it.",
        uk: "Порожньо — запас не рахується. Кожна надрукована деталь його зменшує.",
      },
    },
    control: "decimal",
    isOptional: true,
    // A kept material's stock is counted in a form of its own.
    onlyNew: true,
    inList: true,
    api: shown(
      z.string().nullable().openapi({ description: "g; null where the studio does not count it" }),
      ({ stockHundredthsOfGram }) => decimalOrNull(stockHundredthsOfGram, 2),
    ),
    inFile: true,
    onStorefront: false,
    initially: null,
  },
  lowStockThreshold: {
    column: "lowStockHundredthsOfGram",
    schema: gramsField(0).optional().transform(orNone),
    writtenBy: "staff",
    scale: 2,
    unit: "g",
    words: {
      label: { en: "Low-stock threshold", uk: "Межа малого запасу" },
      hint: {
        en: "At this stock or less the material is marked as low. Empty: never.",
        uk: "Якщо запасу стільки чи менше, матеріал позначається як «Закінчується». Порожньо — ніколи.",
      },
    },
    control: "decimal",
    isOptional: true,
    api: shown(
      z.string().nullable().openapi({ description: "g; null where the studio set none" }),
      ({ lowStockHundredthsOfGram }) => decimalOrNull(lowStockHundredthsOfGram, 2),
    ),
    inFile: true,
    onStorefront: false,
  },
  isOnOrderPage: IS_ON_ORDER_PAGE,
} as const satisfies FieldsOf<Material>;
