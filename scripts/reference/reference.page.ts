// Reference page: every operation with its fields, samples and answers; common parts are described once.

import { html, raw } from "hono/html";
import type { Schema } from "../contract/open-api-document.ts";
import { API_ADDRESS, DOWNLOADS_PAGE } from "./addresses.ts";
import { headerName, samplesOf } from "./code-samples.ts";
import { breakable, type Html } from "./frame.page.ts";
import { type MarkdownPages, samples } from "./markdown.ts";
import {
  type CommonError,
  commonErrors,
  type OperationAnswer,
  ownErrors,
  type ReferenceOperation,
  tagsOf,
} from "./operations.ts";
import { rulesOf, type Schemas } from "./schemas.ts";
import { tryIt } from "./try-it.page.ts";

export interface ReferenceContent {
  readonly operations: readonly ReferenceOperation[];
  readonly schemas: Schemas;
  readonly markdown: MarkdownPages;
  /** Markdown: the document's introduction to all operations. */
  readonly introduction: string;
  readonly tagDescriptions: ReadonlyMap<string, string>;
}

export function referencePage(content: ReferenceContent): Html {
  const { operations } = content;
  const common = commonErrors(operations);
  return html`<h1>Reference</h1>
<section id="common" class="common">
<p>All addresses begin with <code>${API_ADDRESS}</code>, and every request carries <code>Authorization: Bearer &lt;key&gt;</code>. A key entered under <i>Key</i>, at the top of the page, fills the samples and is sent by “Try it”. The models that they send are among the <a href="${DOWNLOADS_PAGE}#sample-models">downloads</a>.</p>
${raw(content.markdown.page(content.introduction))}
<h2 id="common-headers"><a href="#common-headers">Headers of every answer</a></h2>
${fieldList([
  { name: "RateLimit-Policy", text: "The studio's limit: <code>q</code> requests in <code>w</code> seconds" },
  { name: "RateLimit", text: "<code>r</code> requests are left; one more is free in <code>t</code> seconds" },
  { name: "X-Request-Id", text: "Names the request in the service's log. Note it where you log an error." },
])}
<h2 id="common-errors"><a href="#common-errors">Errors of every operation</a></h2>
<p>They are not repeated below. What happened and what to do is in <a href="errors#every-code">Errors</a>.</p>
${errorList(common, content)}
</section>
${tagsOf(operations).map(
  (tag) => html`<h2 id="${anchor(tag)}" class="tag"><a href="#${anchor(tag)}">${tag}</a></h2>
<p>${raw(content.markdown.sentence(content.tagDescriptions.get(tag) ?? ""))}</p>
${operations.filter((operation) => operation.tag === tag).map((operation) => describe(operation, content, common))}`,
)}
<h2 id="records" class="tag"><a href="#records">Records</a></h2>
<div class="records">
${content.schemas.names().map((name) => record(name, content))}
</div>`;
}

function anchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/\W+/g, "-")}`;
}

function describe(operation: ReferenceOperation, content: ReferenceContent, common: readonly CommonError[]): Html {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const { markdown, schemas } = content;
  const own = ownErrors(operation, common);
  const succeeded = answers.filter(({ status }) => status < 400);
  const places = [
    ["path", "In the path"],
    ["query", "Query"],
    ["header", "Headers"],
  ] as const;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="columns">
<div class="head">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code> <code class="operation-id">${id}</code></p>
${description === "" ? "" : raw(markdown.page(description))}
</div>
<div class="code">
${raw(samples(samplesOf(operation, schemas)))}
${[...succeeded, ...own].map(exampleOf)}
</div>
<div class="about">
${places.map(([place, title]) => {
  const found = parameters.filter((parameter) => parameter.in === place);
  if (found.length === 0) return "";
  return html`<h4>${title}</h4>${fieldList(
    found.map(({ name, schema = {}, description: text, required }) => ({
      name: place === "header" ? headerName(name) : name,
      type: schemas.typeInWords(schema),
      mark: required ? "required" : "",
      text: sentences(text ?? schema.description, schema, content),
    })),
  )}`;
})}
${
  body === undefined || body.fields.length === 0
    ? ""
    : html`<h4>Body <span class="type">${body.kind === "json" ? "JSON" : "multipart/form-data"}</span></h4>${schemaFields(body.fields, content, "required")}`
}
<h4>Answers</h4>
${succeeded.map((answer) => success(answer, content))}
${own.length === 0 ? "" : html`<h4>Errors of its own</h4>${errorList(own, content)}`}
</div>
</div>
${tryIt(operation, schemas)}
</section>`;
}

function success(answer: OperationAnswer, content: ReferenceContent): Html {
  const { status, description, data, headers } = answer;
  const { markdown, schemas } = content;
  const fields = data === undefined ? [] : fieldsOfAnswer(data, schemas);
  return html`<div class="answer"><p><span class="badge good">${status}</span> ${raw(markdown.sentence(description))}${
    data === undefined ? "" : html` · ${typeLink(data, schemas)}`
  }</p>
${headers.length === 0 ? "" : fieldList(headers.map(({ name, description: text }) => ({ name, text: markdown.sentence(text) })))}
${fields.length === 0 ? "" : html`<details><summary>Its fields</summary>${schemaFields(fields, content, "optional")}</details>`}
</div>`;
}

function fieldsOfAnswer(data: Schema, schemas: Schemas) {
  return schemas.fieldsOf(schemas.follow(data).items ?? data);
}

function exampleOf({ status, example }: OperationAnswer): Html | string {
  if (example === undefined) return "";
  const { summary, value } = example;
  const isClosed = status === 202 || status >= 400;
  return html`<details class="example"${isClosed ? "" : raw(" open")}><summary>Answer ${status}${summary === "" ? "" : `: ${summary}`}</summary>${raw(
    samples([{ language: "json", text: JSON.stringify(value, null, 2) }]),
  )}</details>`;
}

function schemaFields(
  fields: ReturnType<Schemas["fieldsOf"]>,
  content: ReferenceContent,
  marked: "required" | "optional",
): Html {
  return fieldList(
    fields.map(({ name, schema, isRequired }) => ({
      name,
      type: typeLink(schema, content.schemas),
      mark: isRequired === (marked === "required") ? marked : "",
      text: sentences(schema.description, schema, content),
    })),
  );
}

/** Description and limits in one line. */
function sentences(description: string | undefined, schema: Schema, { markdown, schemas }: ReferenceContent): string {
  const rules = rulesOf(schemas.follow(schema.items ?? schema));
  return [...(description === undefined ? [] : [description]), ...rules]
    .map((text) => markdown.sentence(text))
    .join(" · ");
}

interface ShownField {
  readonly name: string;
  readonly type?: Html | string;
  readonly mark?: string;
  /** HTML. */
  readonly text: string;
}

function fieldList(fields: readonly ShownField[]): Html {
  return html`<dl class="fields">
${fields.map(
  ({ name, type, mark, text }) =>
    html`<div><dt><code>${name}</code>${type === undefined ? "" : html` <span class="type">${type}</span>`}${
      mark === undefined || mark === "" ? "" : html` <span class="${mark}">${mark}</span>`
    }</dt><dd>${raw(text)}</dd></div>
`,
)}</dl>`;
}

function typeLink(schema: Schema, schemas: Schemas): Html {
  const words = schemas.typeInWords(schema);
  const name = schemas.recordOf(schema);
  if (name === undefined || !words.includes(name)) return html`${words}`;
  const [before = "", after = ""] = words.split(name);
  return html`${before}<a href="#${name}">${name}</a>${after}`;
}

function errorList(
  errors: readonly Pick<CommonError, "status" | "description" | "errorCodes">[],
  { markdown }: ReferenceContent,
): Html {
  return html`<dl class="fields errors">
${errors.map(
  ({ status, description, errorCodes }) =>
    html`<div><dt><span class="badge bad">${status}</span>${errorCodes.map(
      (code) => html` <code><a href="errors#every-code">${code}</a></code>`,
    )}</dt><dd>${raw(markdown.sentence(description))}</dd></div>
`,
)}</dl>`;
}

function record(name: string, content: ReferenceContent): Html {
  const schema = content.schemas.named(name);
  const fields = content.schemas.fieldsOf(schema);
  return html`<section class="record" id="${name}"><h3><a href="#${name}">${name}</a></h3>
${schema.description === undefined ? "" : html`<p>${raw(content.markdown.sentence(schema.description))}</p>`}
${fields.length === 0 ? html`<p>${sentencesOf(schema, content)}</p>` : schemaFields(fields, content, "optional")}
</section>`;
}

function sentencesOf(schema: Schema, content: ReferenceContent): Html {
  return html`${content.schemas.typeInWords(schema)} ${raw(sentences(undefined, schema, content))}`;
}
