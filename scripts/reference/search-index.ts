// Search index: titles and texts of the guides' sections and of each operation, for the page's script.

import type { Language } from "../../src/domain/person.ts";
import { DOCS, REFERENCE } from "./addresses.ts";
import type { Guide } from "./guides.ts";
import { anchorOf } from "./markdown.ts";
import type { ReferenceOperation } from "./operations.ts";
import { referenceWords } from "./reference.words.ts";
import type { Schemas } from "./schemas.ts";

export interface SearchEntry {
  readonly title: string;
  /** Its place in words: the guide, or the operation's address. */
  readonly place: string;
  readonly href: string;
  /** The searched words, in small letters. */
  readonly text: string;
}

export function searchIndex(
  guides: readonly Guide[],
  operations: readonly ReferenceOperation[],
  schemas: Schemas,
  language: Language = "en",
): readonly SearchEntry[] {
  return [
    ...operations.map((operation) => ofOperation(operation)),
    ...guides.flatMap(ofGuide),
    ...ofRecords(schemas, referenceWords(language).record),
  ];
}

function ofOperation({
  id,
  method,
  path,
  summary,
  description,
  parameters,
  body,
  tag,
}: ReferenceOperation): SearchEntry {
  const fields = [...parameters.map(({ name }) => name), ...(body?.fields ?? []).map(({ name }) => name)];
  return {
    title: id,
    place: `${method.toUpperCase()} ${path}`,
    href: `${REFERENCE}#${id}`,
    text: [summary, description, tag, ...fields].join(" ").toLowerCase(),
  };
}

function ofGuide({ title, slug, language, markdown }: Guide): readonly SearchEntry[] {
  return markdown.split(/^## /m).map((section, index) => {
    const [heading = ""] = section.split("\n", 1);
    const name = index === 0 ? title : heading;
    return {
      title: name,
      place: index === 0 ? referenceWords(language).guide : title,
      href: index === 0 ? `${DOCS}/${slug}` : `${DOCS}/${slug}#${anchorOf(heading)}`,
      text: section
        .slice(heading.length)
        .replaceAll(/[`*|#\s]+/g, " ")
        .toLowerCase(),
    };
  });
}

function ofRecords(schemas: Schemas, place: string): readonly SearchEntry[] {
  return schemas.names().map((name) => ({
    title: name,
    place,
    href: `${REFERENCE}#${name}`,
    text: schemas
      .fieldsOf(schemas.named(name))
      .map((field) => field.name)
      .join(" ")
      .toLowerCase(),
  }));
}
