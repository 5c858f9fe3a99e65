// Fields that several catalog kinds have: their schemas and words.

import { z } from "zod";
import { TECHNOLOGIES, type TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { Sentence } from "../domain/sentence.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { linesField, nameField } from "../http/request/name-field.ts";

const MAX_NAME = 255;
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

export const DESCRIPTION_WORDS = {
  label: DESCRIPTION,
  hint: { en: "Your customers read it where they choose.", uk: "Клієнти бачать його, коли вибирають." },
};
