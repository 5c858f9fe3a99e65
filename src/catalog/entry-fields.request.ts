// Fields that several catalog kinds have: their schemas and words.

import { z } from "zod";
import { TECHNOLOGIES, type TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { Sentence } from "../domain/sentence.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { linesField, nameField } from "../http/request/name-field.ts";
import { apiValueOf } from "./catalog-field.ts";

const MAX_NAME = 255;
export const MAX_COLOR = 100;
export const MAX_DESCRIPTION = 2000;

export const entryName = nameField(MAX_NAME);

export const optionalTextField = (maxLength: number) =>
  linesField(maxLength)
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));

/** `true` or `false`; undefined if not sent, as of a box that is not ticked. */
export const flagField = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text === "true" || text === "false", customIssue("oneOf"))
  .transform((text) => text === "true")
  .optional();

export const orNone = <Value>(value: Value | undefined): Value | null => value ?? null;

/** One digit for each two equal ones, as in CSS: #1ae is #11aaee. */
const SHORT_COLOR = /^#[0-9a-f]{3}$/;

export const colorHexField = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => (SHORT_COLOR.test(text) ? text.replace(/[0-9a-f]/g, "$&$&") : text))
  .refine((text) => /^#[0-9a-f]{6}$/.test(text), customIssue("color"))
  .optional()
  .transform(orNone);

/** A technology by its id, slug or name. */
export const technologyField = z.string().transform((text, check): TechnologyId => {
  const asked = text.trim().toLowerCase();
  const technology = TECHNOLOGIES.find(({ id, slug }) => slug === asked || String(id) === asked);
  if (technology !== undefined) return technology.id;
  check.addIssue({ ...customIssue("oneOf"), input: text });
  return z.NEVER;
});

export const NAME: Sentence = { en: "Name", uk: "Назва" };
export const DESCRIPTION: Sentence = { en: "Description", uk: "Опис" };
export const TECHNOLOGY: Sentence = { en: "Technology", uk: "Технологія" };

/** @template Context of the kind's other API values */
export const entryNameField = <Row extends { readonly name: string }, Context = undefined>() =>
  ({
    column: "name",
    schema: entryName,
    writtenBy: "staff",
    words: { label: NAME },
    control: "line",
    api: apiValueOf<Row, Context>()(z.string(), ({ name }) => name),
    inFile: true,
    onStorefront: true,
  }) as const;

/** @template Context of the kind's other API values */
export const entryDescriptionField = <Row extends { readonly description: string | null }, Context = undefined>() =>
  ({
    column: "description",
    schema: optionalTextField(MAX_DESCRIPTION),
    writtenBy: "staff",
    words: {
      label: DESCRIPTION,
      hint: { en: "Your customers read it where they choose.", uk: "Клієнти бачать його, коли вибирають." },
    },
    control: "lines",
    isOptional: true,
    rows: 2,
    api: apiValueOf<Row, Context>()(z.string().nullable(), ({ description }) => description),
    inFile: true,
    onStorefront: true,
  }) as const;

export const IS_ON_ORDER_PAGE = {
  column: "isOnStorefront",
  schema: flagField,
  writtenBy: "owner",
  words: null,
  // Chosen on the panel's page of the order page, for all entries at once.
  control: null,
  api: null,
  inFile: true,
  onStorefront: false,
  initially: true,
} as const;

/** A text for visitors who read the order page in the service's other language than the studio's. Orders keep the studio's own. */
const secondLanguage = {
  writtenBy: "staff",
  isOptional: true,
  api: null,
  inFile: true,
  onStorefront: false,
} as const;

export const NAME_IN_SECOND_LANGUAGE = {
  ...secondLanguage,
  column: "nameInSecondLanguage",
  schema: entryName.optional().transform(orNone),
  words: { label: { en: "Name in the second language", uk: "Назва другою мовою" } },
  control: "line",
  translates: "name",
} as const;

export const DESCRIPTION_IN_SECOND_LANGUAGE = {
  ...secondLanguage,
  column: "descriptionInSecondLanguage",
  schema: optionalTextField(MAX_DESCRIPTION),
  words: { label: { en: "Description in the second language", uk: "Опис другою мовою" } },
  control: "lines",
  rows: 2,
  translates: "description",
} as const;

export const COLOR_IN_SECOND_LANGUAGE = {
  ...secondLanguage,
  column: "colorInSecondLanguage",
  schema: nameField(MAX_COLOR).optional().transform(orNone),
  words: { label: { en: "Colour in the second language", uk: "Колір другою мовою" } },
  control: "line",
  translates: "color",
} as const;
