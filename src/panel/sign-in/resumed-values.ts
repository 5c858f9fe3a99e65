// Values of a resumed form in words: each under a label.

import { findTechnology } from "../../../slicer-service/src/contract/technologies.ts";
import type { CatalogField } from "../../catalog/catalog-field.ts";
import { CATALOG } from "../../catalog/catalog-kinds.ts";
import type { Language } from "../../domain/person.ts";
import type { TypedValues } from "../../pages/form-values.ts";
import { SEEN_FIELD } from "../kit/seen-form/seen-form.ts";
import { resumedValueWords } from "./resumed-values.words.ts";

/** Fields that the page sends by itself. */
const UNTYPED = [SEEN_FIELD, "version", "requestKey", "back", "takesOff", "putBack", "meantCurrency"];

/** The typed values, in the form's order; empty ones are left out. */
export function resumedValues(language: Language, values: TypedValues): readonly (readonly [string, string])[] {
  const labels = labelsIn(language);
  return Object.entries(values).flatMap(([name, value]) => {
    const typed = [value ?? ""].flat().join(", ");
    if (UNTYPED.includes(name) || name.startsWith("shown.") || typed === "") return [];
    return [[labels[name] ?? name, valueInWords(language, name, typed)] as const];
  });
}

/** Labels by the names of their fields. */
function labelsIn(language: Language): Readonly<Record<string, string>> {
  const ofCatalog = Object.values(CATALOG).flatMap(({ fields }) =>
    Object.entries<CatalogField>(fields).flatMap(([name, { words }]) =>
      words === null ? [] : [[name, words.label[language]] as const],
    ),
  );
  return { ...Object.fromEntries(ofCatalog), ...resumedValueWords(language).labels };
}

function valueInWords(language: Language, name: string, value: string): string {
  if (value === "true") return resumedValueWords(language).yes;
  return name === "technologyId" ? (findTechnology(Number(value))?.name ?? value) : value;
}
