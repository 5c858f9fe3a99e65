// Fields of a finishing: a price for one copy, or a percentage of material and time, or free of charge.

import { z } from "@hono/zod-openapi";
import { decimalOrNull } from "../../domain/decimal.ts";
import { technologyOf } from "../../domain/technology.ts";
import { moneySchema, toMoneyOrNull } from "../../http/contract/money.schema.ts";
import { orNull } from "../../http/contract/or-null.schema.ts";
import { technologySchema, toTechnology } from "../../http/contract/technology.schema.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { amountField, percentageField } from "../../http/request/decimal-fields.ts";
import {
  apiValueOf,
  columnsSchemaOf,
  type FieldsOf,
  inColumns,
  type RecordContext,
  schemasOf,
  staffFieldsOf,
} from "../catalog-field.ts";
import type { Finishing } from "../catalog-rows.ts";
import {
  DESCRIPTION_IN_SECOND_LANGUAGE,
  entryDescriptionField,
  entryNameField,
  flagField,
  MAX_DESCRIPTION,
  NAME_IN_SECOND_LANGUAGE,
  optionalTextField,
  orNone,
  TECHNOLOGY,
  technologyField,
} from "../entry-fields.request.ts";

const shown = apiValueOf<Finishing, RecordContext>();

export const FINISHING_FIELDS = {
  name: entryNameField<Finishing, RecordContext>(),
  description: entryDescriptionField<Finishing, RecordContext>(),
  nameInSecondLanguage: NAME_IN_SECOND_LANGUAGE,
  descriptionInSecondLanguage: DESCRIPTION_IN_SECOND_LANGUAGE,
  price: {
    column: "priceMinor",
    schema: amountField.optional().transform(orNone),
    writtenBy: "owner",
    scale: 2,
    unit: "currency",
    words: {
      label: { en: "Price for one copy", uk: "Ціна за одну копію" },
      hint: { en: "Added to each copy.", uk: "Додається до кожної копії." },
    },
    control: "decimal",
    isOptional: true,
    api: shown(
      orNull(moneySchema).openapi({ description: "For one copy; null where it is a percentage, or free" }),
      ({ priceMinor }, { currency }) => toMoneyOrNull(priceMinor, currency),
    ),
    inFile: true,
    onStorefront: false,
  },
  pricePercentage: {
    column: "percentageBasisPoints",
    schema: percentageField.optional().transform(orNone),
    writtenBy: "owner",
    scale: 2,
    unit: "%",
    words: {
      label: { en: "Percentage", uk: "Відсоток" },
      hint: {
        en: "Of one copy's material and time, instead of a price. Leave both empty where it is free.",
        uk: "Від матеріалу й часу однієї копії, замість ціни. Якщо обробка безкоштовна, залиште обидва поля порожніми.",
      },
    },
    control: "decimal",
    isOptional: true,
    api: shown(
      z.string().nullable().openapi({
        description: "Percent of what material and time cost; null where it is an amount, or free",
      }),
      ({ percentageBasisPoints }) => decimalOrNull(percentageBasisPoints, 2),
    ),
    inFile: true,
    onStorefront: false,
  },
  technologyId: {
    column: "technologyId",
    // None: for every technology.
    schema: technologyField.optional().transform(orNone),
    writtenBy: "owner",
    words: { label: TECHNOLOGY },
    control: "technology",
    empty: { en: "Any technology", uk: "Будь-яка технологія" },
    inList: true,
    shownAs: "technology",
    api: shown(
      orNull(technologySchema).openapi({ description: "The technology that it is for; null where it is for all" }),
      ({ technologyId }) => (technologyId === null ? null : toTechnology(technologyOf(technologyId))),
    ),
    inFile: true,
    onStorefront: true,
  },
  materialNames: {
    column: "materialNames",
    schema: optionalTextField(MAX_DESCRIPTION),
    writtenBy: "owner",
    words: {
      label: { en: "Only for these materials", uk: "Лише для цих матеріалів" },
      hint: {
        en: "One name on each line, such as ABS: it holds for every colour. Leave it empty for all materials.",
        uk: "По одній назві в рядку, наприклад ABS: діє для всіх кольорів. Якщо підходить для всіх матеріалів, залиште порожнім.",
      },
    },
    control: "lines",
    rows: 3,
    isOptional: true,
    // Customers' sites read of a refused choice in its fault.
    api: null,
    inFile: true,
    onStorefront: true,
  },
  onlyWithSupports: {
    column: "onlyWithSupports",
    schema: flagField,
    writtenBy: "owner",
    words: {
      label: { en: "Only where supports are printed", uk: "Лише для друку з підтримками" },
      hint: {
        en: "Such as removing supports: offered with qualities that print them.",
        uk: "Наприклад, видалення підтримок: пропонується для якостей, що друкують із ними.",
      },
    },
    control: null,
    api: null,
    inFile: true,
    onStorefront: true,
    initially: false,
  },
  isArchived: {
    column: "isArchived",
    schema: flagField,
    writtenBy: "staff",
    words: null,
    control: null,
    api: null,
    inFile: true,
    onStorefront: false,
    initially: false,
  },
} as const satisfies FieldsOf<Finishing>;

/** A finishing as it is written: a price, a percentage, or neither. */
export const writtenFinishingSchema = z
  .object(schemasOf(FINISHING_FIELDS))
  .refine(({ price, pricePercentage }) => price === null || pricePercentage === null, {
    ...customIssue("oneCharge"),
    path: ["pricePercentage"],
  })
  .transform((values) => inColumns(FINISHING_FIELDS, values));

/** The fields of a finishing that any member may change. */
export const finishingDetailsSchema = columnsSchemaOf(staffFieldsOf(FINISHING_FIELDS));
