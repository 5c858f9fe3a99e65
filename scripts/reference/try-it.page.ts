// "Try it": a form for one operation, which the page's script sends to this service.

import { html, raw } from "hono/html";
import { isRecord } from "../contract/open-api-document.ts";
import type { Html } from "./frame.page.ts";
import type { ReferenceOperation } from "./operations.ts";
import type { Schemas } from "./schemas.ts";

interface Input {
  readonly name: string;
  readonly label: string;
  readonly place: "path" | "query" | "header" | "form";
  readonly kind: "text" | "file" | "files";
  readonly isRequired: boolean;
  readonly example: string;
}

/** Shown by the script alone: without it nothing could send a key in a header. */
export function tryIt(operation: ReferenceOperation, schemas: Schemas): Html {
  const { id, method, path, body, summary } = operation;
  return html`<details class="try" data-operation="${id}" hidden>
<summary>Try it <span class="visually-hidden">: ${summary}</span></summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-body="${body?.kind ?? ""}">
<div class="inputs">
${inputsOf(operation, schemas).map((input) => inputField(id, input))}
${
  body?.kind === "json"
    ? html`<label class="whole" for="${id}-body">Body <textarea id="${id}-body" name="body" rows="${
        JSON.stringify(body.example, null, 2).split("\n").length
      }" spellcheck="false">${JSON.stringify(body.example, null, 2)}</textarea></label>`
    : ""
}
</div>
<button type="submit" class="primary">Send ${method.toUpperCase()}</button>
${method === "get" ? "" : html`<span class="hint">This is a real request: ${method === "delete" ? "it deletes" : "what it makes stays"}.</span>`}
</form>
<div class="outcome" role="status"></div>
</details>`;
}

function inputsOf({ parameters, body }: ReferenceOperation, schemas: Schemas): readonly Input[] {
  const ofParameters = parameters
    // A browser keeps its own copies, so a condition typed here would only confuse.
    .filter(({ name }) => name !== "If-None-Match")
    .map((parameter): Input => {
      const value = parameter.example ?? (parameter.schema === undefined ? "" : schemas.valueOf(parameter.schema));
      const isRequired = parameter.required === true;
      return {
        name: parameter.name,
        label: parameter.name,
        place: parameter.in,
        kind: "text",
        isRequired,
        example: String(value),
      };
    });
  if (body?.kind !== "multipart") return ofParameters;
  const ofBody = body.fields.map(({ name, schema, isRequired }): Input => {
    const isFile = schemas.isFile(schema);
    const kind = isFile ? (schemas.isList(schema) ? "files" : "file") : "text";
    return { name, label: name, place: "form", kind, isRequired, example: textOf(body.example[name]) };
  });
  return [...ofParameters, ...ofBody];
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value) && !value.some(isRecord)) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function inputField(operation: string, { name, label, place, kind, isRequired, example }: Input): Html {
  const id = `${operation}-${place}-${name}`;
  // The ids of the reader's studio differ from the example's: they are typed.
  const isFilled = isRequired && !/id$/i.test(name);
  const required = isRequired ? raw(" required") : "";
  const field =
    kind === "text"
      ? html`<input id="${id}" name="${name}" data-place="${place}" value="${isFilled ? example : ""}" placeholder="${example}"${required} autocomplete="off" spellcheck="false">`
      : html`<input id="${id}" name="${name}" data-place="${place}" type="file"${kind === "files" ? raw(" multiple") : ""}${required}>`;
  return html`<label for="${id}"><span><code>${label}</code>${isRequired ? html` <span class="required">required</span>` : ""}</span>${field}</label>
`;
}
