// Reference page: the OpenAPI document for people, one page that fetches nothing from elsewhere.

import { html, raw } from "hono/html";

/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths?: Readonly<Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Html = ReturnType<typeof html>;

const METHODS = ["get", "post", "patch", "delete"] as const;

export function referencePage(document: ReferenceDocument): Html {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => (methods[method] === undefined ? [] : [{ path, method, operation: methods[method] }])),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const base = document.servers?.[0]?.url ?? "";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${raw(REFERENCE_STYLE)}</style>
</head>
<body>
<h1>${document.info.title}</h1>
<p>${document.info.description}</p>
<p>Base address: <code>${base}</code> of this host · machine-readable: <a href="${base}/openapi.json">openapi.json</a></p>
<pre>curl -H "Authorization: Bearer $API_KEY" https://$THIS_HOST${base}/materials</pre>
${tags.map(
  (tag) => html`<h2>${tag}</h2>
${operations.filter(({ operation }) => operation.tags?.includes(tag)).map(describeOperation)}`,
)}
<h2>Records</h2>
${Object.entries(document.components?.schemas ?? {}).map(
  ([name, schema]) => html`<section id="${name}"><h3>${name}</h3>${describeSchema(schema)}</section>`,
)}
</body>
</html>`;
}

function describeOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const content = Object.entries(operation.requestBody?.content ?? {});
  return html`<section>
<h3><code class="${method}">${method.toUpperCase()}</code> <code>${path}</code></h3>
<p>${operation.summary ?? ""}</p>
${(operation.parameters ?? []).map(
  (parameter) => html`<p><code>${parameter.name}</code> (${parameter.in}) ${parameter.description ?? ""}</p>`,
)}
${content.map(
  ([type, { schema }]) => html`<p>Body: <code>${type}</code></p>${schema === undefined ? "" : describeSchema(schema)}`,
)}
<table><tbody>${Object.entries(operation.responses ?? {}).map(
    ([status, { description, content }]) =>
      html`<tr><td><code>${status}</code></td><td>${description}</td><td>${typeOfAnswer(content)}</td></tr>`,
  )}</tbody></table>
</section>`;
}

/** The type of `data` in the response's envelope. */
function typeOfAnswer(content: Content | undefined): Html {
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? html`` : typeOf(schema.properties?.data ?? schema);
}

function describeSchema(schema: Schema): Html {
  const { properties, required = [], description } = schema;
  if (properties === undefined) return html`<p>${typeOf(schema)}</p>`;
  return html`<p>${description ?? ""}</p>
<table><tbody>${Object.entries(properties).map(
    ([name, property]) =>
      html`<tr><td><code>${name}</code></td><td>${typeOf(property)}</td><td>${
        required.includes(name) ? "" : "optional"
      }</td><td>${property.description ?? ""}</td></tr>`,
  )}</tbody></table>`;
}

/** A type in a few words, with a link where it is a record. */
function typeOf(schema: Schema): Html {
  const record = schema.$ref?.split("/").at(-1);
  if (record !== undefined) return html`<a href="#${record}">${record}</a>`;
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options !== undefined) {
    return html`${options.map((option, index) => html`${index > 0 ? " or " : ""}${typeOf(option)}`)}`;
  }
  if (schema.enum !== undefined) return html`${schema.enum.map(String).join(" | ")}`;
  if (schema.type === "array") return html`list of ${typeOf(schema.items ?? {})}`;
  const type = [schema.type ?? "any"].flat().join(" or ");
  return html`${schema.format === undefined ? type : `${type} (${schema.format})`}`;
}

/** All of the page's style: its policy names this text by its hash. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8884; border-radius: 6px; }
h2 { margin-top: 3rem; border-bottom: 1px solid #8884; }
table { border-collapse: collapse; width: 100%; }
td { padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; border-top: 1px solid #8883; }
.get { color: #1a7f37; } .post { color: #0969da; } .patch { color: #9a6700; } .delete { color: #cf222e; }
`;
