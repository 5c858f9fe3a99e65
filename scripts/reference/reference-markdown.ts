// Reference, overview and llms.txt as Markdown, for programs and for people without a browser.

import { LANGUAGES, type Language } from "../../src/domain/person.ts";
import { OWN_LANGUAGE_NAMES } from "../../src/pages/words.ts";
import { EXAMPLE_ORIGIN } from "../../src/reference/own-origin.ts";
import type { Parameter } from "../contract/open-api-document.ts";
import { API_ADDRESS, DOCS, DOWNLOADS_PAGE, OPENAPI, YOUR_KEY } from "./addresses.ts";
import { samplesOf } from "./code-samples.ts";
import type { Site } from "./frame.page.ts";
import type { Guide } from "./guides.ts";
import { commonErrors, ownErrors, type ReferenceOperation, tagsOf } from "./operations.ts";
import { referenceWords } from "./reference.words.ts";
import { rulesOf, type SchemaField, type Schemas } from "./schemas.ts";

export function referenceMarkdown(operations: readonly ReferenceOperation[], schemas: Schemas): string {
  const common = commonErrors(operations);
  return lines([
    "# Reference",
    "",
    `All addresses begin with \`${API_ADDRESS}\`. Every request carries \`Authorization: Bearer <key>\`: put yours in place of \`${YOUR_KEY}\`.`,
    `The models that the samples send are among the [downloads](${DOWNLOADS_PAGE}.md).`,
    "",
    "## Errors of every operation",
    "",
    ...common.map(errorLine),
    ...tagsOf(operations).flatMap((tag) => [
      "",
      `## ${tag}`,
      ...operations
        .filter((operation) => operation.tag === tag)
        .flatMap((operation) => operationLines(operation, schemas, ownErrors(operation, common))),
    ]),
    "",
    "## Records",
    ...schemas.names().flatMap((name) => ["", `### ${name}`, "", ...recordLines(name, schemas)]),
  ]);
}

function operationLines(operation: ReferenceOperation, schemas: Schemas, own: ReturnType<typeof ownErrors>): string[] {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const [curl] = samplesOf(operation, schemas);
  const succeeded = answers.filter(({ status }) => status < 400);
  const shown = succeeded.find(({ example }) => example !== undefined)?.example?.value;
  return [
    "",
    `### ${id}: \`${method.toUpperCase()} ${path}\``,
    "",
    summary,
    ...(description === "" ? [] : ["", description]),
    ...(parameters.length === 0
      ? []
      : ["", "Parameters:", "", ...parameters.map((found) => parameterLine(found, schemas))]),
    ...(body === undefined || body.fields.length === 0
      ? []
      : [
          "",
          `Body, ${body.kind === "json" ? "JSON" : "multipart/form-data"}:`,
          "",
          ...body.fields.map((field) => fieldLine(field, schemas, true)),
        ]),
    "",
    "Answers:",
    "",
    ...succeeded.map(({ status, description: text, data }) => {
      const type = data === undefined ? "" : ` (data: ${schemas.typeInWords(data)})`;
      return `- ${status}: ${text}${type}`;
    }),
    ...own.map(errorLine),
    "",
    "```sh",
    curl?.text ?? "",
    "```",
    ...(shown === undefined ? [] : ["", "```json", JSON.stringify(shown, null, 2), "```"]),
  ];
}

function recordLines(name: string, schemas: Schemas): string[] {
  const schema = schemas.named(name);
  const fields = schemas.fieldsOf(schema);
  if (fields.length === 0) return [[schemas.typeInWords(schema), ...rulesOf(schema)].join(". ")];
  return fields.map((field) => fieldLine(field, schemas, false));
}

function fieldLine({ name, schema, isRequired }: SchemaField, schemas: Schemas, isRequest: boolean): string {
  const mark = isRequest ? (isRequired ? ", required" : "") : isRequired ? "" : ", optional";
  const text = [schema.description, ...rulesOf(schemas.follow(schema.items ?? schema))].filter(
    (part) => part !== undefined,
  );
  return `- \`${name}\` (${schemas.typeInWords(schema)}${mark})${text.length === 0 ? "" : `: ${text.join("; ")}`}`;
}

function parameterLine({ name, in: place, required, description, schema = {} }: Parameter, schemas: Schemas): string {
  const text = description ?? schema.description;
  return `- \`${name}\` (${place}, ${schemas.typeInWords(schema)}${required ? ", required" : ""})${text === undefined ? "" : `: ${text}`}`;
}

function errorLine({ status, description, errorCodes }: ReturnType<typeof commonErrors>[number]): string {
  const codes = errorCodes.map((code) => `\`${code}\``).join(", ");
  return `- ${status}${codes === "" ? "" : ` ${codes}`}: ${description}`;
}

/** The overview as Markdown: the same list as llms.txt, with the operations. */
export function overviewMarkdown(
  title: string,
  description: string,
  guides: readonly Guide[],
  translations: readonly Guide[],
  operations: readonly ReferenceOperation[],
): string {
  return lines([
    writeLlmsText(title, description, guides, translations).trimEnd(),
    "",
    "## Operations",
    "",
    ...operations.map(({ id, method, path, summary }) => `- ${id}, \`${method.toUpperCase()} ${path}\`: ${summary}`),
  ]);
}

/** Every page with one line each (llmstxt.org). */
export function writeLlmsText(
  title: string,
  description: string,
  guides: readonly Guide[],
  translations: readonly Guide[],
): string {
  return lines([
    `# ${title}`,
    "",
    `> ${description}`,
    "",
    "## Guides",
    "",
    ...guides.map(guideLine),
    "",
    ...LANGUAGES.flatMap((language) => translatedLines(language, translations)),
    "## Reference",
    "",
    `- [Overview](${EXAMPLE_ORIGIN}${DOCS}/index.md): the guides and all operations, one line each`,
    `- [Reference](${EXAMPLE_ORIGIN}${DOCS}/reference.md): every operation with fields, samples, answers and errors, and every record`,
    `- [OpenAPI 3.1](${EXAMPLE_ORIGIN}${OPENAPI}): the contract for programs`,
    `- [Downloads](${EXAMPLE_ORIGIN}${DOWNLOADS_PAGE}.md): clients, collections and sample models`,
  ]);
}

function guideLine({ slug, title, summary }: Guide): string {
  return `- [${title}](${EXAMPLE_ORIGIN}${DOCS}/${slug}.md): ${summary}`;
}

function translatedLines(language: Language, translations: readonly Guide[]): readonly string[] {
  const found = translations.filter((guide) => guide.language === language);
  return found.length === 0 ? [] : [`## ${OWN_LANGUAGE_NAMES[language]}`, "", ...found.map(guideLine), ""];
}

/** The overview of a translation as Markdown. */
export function translatedOverviewMarkdown({ language, guides, untranslated }: Site): string {
  const words = referenceWords(language);
  return lines([
    `# ${words.ownersGuides}`,
    "",
    words.ownersGuidesAbout,
    "",
    ...guides.map(guideLine),
    "",
    `## ${words.otherGuides}`,
    "",
    ...untranslated.map(guideLine),
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
