// Request samples: one operation's example request in curl, JavaScript, Python and PHP.

import { isRecord, type Parameter } from "../contract/open-api-document.ts";
import { API_ADDRESS, YOUR_KEY } from "./addresses.ts";
import type { ReferenceOperation } from "./operations.ts";
import { inPhp } from "./php-sample.ts";
import type { SampledPart, SampledRequest } from "./sampled-request.ts";
import type { Schemas } from "./schemas.ts";

export interface Sample {
  readonly language: SampleLanguage;
  readonly text: string;
}

type SampleLanguage = "sh" | "js" | "python" | "php";

/** Headers that a first request should carry, with their values. The samples leave out all others. */
const SAMPLED_HEADERS: ReadonlyMap<string, string> = new Map([
  ["idempotency-key", "order-1001"],
  ["prefer", "wait=30"],
]);

export function samplesOf(operation: ReferenceOperation, schemas: Schemas): readonly Sample[] {
  const request = requestOf(operation, schemas);
  return [
    { language: "sh", text: inCurl(request) },
    { language: "js", text: inJavaScript(request) },
    { language: "python", text: inPython(request) },
    { language: "php", text: inPhp(request) },
  ];
}

export function requestOf({ method, path, parameters, body }: ReferenceOperation, schemas: Schemas): SampledRequest {
  const valueOfParameter = (parameter: Parameter) =>
    String(parameter.example ?? (parameter.schema === undefined ? "" : schemas.valueOf(parameter.schema)));
  const query = parameters
    .filter(({ in: place, required }) => place === "query" && required === true)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueOfParameter(parameter)).replaceAll("%2C", ",")}`);
  const filled = parameters
    .filter(({ in: place }) => place === "path")
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, valueOfParameter(parameter)), path);
  return {
    method: method.toUpperCase(),
    path: query.length === 0 ? filled : `${filled}?${query.join("&")}`,
    headers: parameters.flatMap(({ name, in: place, example }) => {
      const value = example ?? SAMPLED_HEADERS.get(name.toLowerCase());
      const isSampled = place === "header" && SAMPLED_HEADERS.has(name.toLowerCase());
      return isSampled ? [[headerName(name), String(value)] as const] : [];
    }),
    json: body?.kind === "json" ? body.example : undefined,
    parts: body?.kind === "multipart" ? partsOf(body, schemas) : undefined,
  };
}

/** `idempotency-key` as it is written in documents: Idempotency-Key. */
export function headerName(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("-");
}

function partsOf(
  { fields, example }: NonNullable<ReferenceOperation["body"]>,
  schemas: Schemas,
): readonly SampledPart[] {
  return Object.entries(example).flatMap(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name);
    const isFile = field !== undefined && schemas.isFile(field.schema);
    // A list in a form is one part for each entry, but a list of objects is JSON in one part.
    const values = Array.isArray(value) && !value.some(isRecord) ? value : [value];
    return values.map((entry) => ({
      name,
      value: isFile ? fileName(entry) : textOf(entry),
      isFile,
    }));
  });
}

function fileName(value: unknown): string {
  return typeof value === "string" && /\.\w+$/.test(value) ? value.slice(value.lastIndexOf("/") + 1) : "part.stl";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function inCurl({ method, path, headers, json, parts }: SampledRequest): string {
  const isPlain = method === "GET" || (method === "POST" && (json !== undefined || parts !== undefined));
  const address = /[?&]/.test(path) ? `"${API_ADDRESS}${path}"` : `${API_ADDRESS}${path}`;
  const lines = [
    `curl --fail-with-body${isPlain ? "" : ` -X ${method}`} ${address}`,
    `-H "Authorization: Bearer ${YOUR_KEY}"`,
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${inShell(JSON.stringify(json))}`]),
    ...(parts ?? []).map(({ name, value, isFile }) => `-F ${inShell(`${name}=${isFile ? "@" : ""}${value}`)}`),
  ];
  return lines.join(" \\\n  ");
}

function inShell(text: string): string {
  return /^[\p{L}\w@=.,:/+-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function inJavaScript({ method, path, headers, json, parts }: SampledRequest): string {
  const files = (parts ?? []).filter(({ isFile }) => isFile);
  const headerLines = [
    `Authorization: "Bearer ${YOUR_KEY}",`,
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    ...(json === undefined ? [] : [`"Content-Type": "application/json",`]),
  ];
  return [
    ...(files.length === 0 ? [] : [`import { openAsBlob } from "node:fs";`, ""]),
    ...(parts === undefined ? [] : ["const form = new FormData();"]),
    ...(parts ?? []).map(({ name, value, isFile }) =>
      isFile
        ? `form.append(${JSON.stringify(name)}, await openAsBlob(${JSON.stringify(value)}), ${JSON.stringify(fileName(value))});`
        : `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    ),
    ...(parts === undefined ? [] : [""]),
    `const answer = await fetch(${JSON.stringify(API_ADDRESS + path)}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    ...headerLines.map((line) => `    ${line}`),
    "  },",
    ...(parts === undefined ? [] : ["  body: form,"]),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(json, null, 2), "  ")}),`]),
    "});",
    method === "DELETE" ? "console.log(answer.status);" : "console.log(answer.status, await answer.json());",
  ].join("\n");
}

function inPython({ method, path, headers, json, parts }: SampledRequest): string {
  const files = (parts ?? []).filter(({ isFile }) => isFile);
  const texts = (parts ?? []).filter(({ isFile }) => !isFile);
  return [
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(API_ADDRESS + path)},`,
    "    headers={",
    `        "Authorization": "Bearer ${YOUR_KEY}",`,
    ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    "    },",
    ...(files.length === 0
      ? []
      : [
          "    files=[",
          ...files.map(({ name, value }) => `        (${JSON.stringify(name)}, open(${JSON.stringify(value)}, "rb")),`),
          "    ],",
        ]),
    ...(texts.length === 0
      ? []
      : [
          "    data=[",
          ...texts.map(({ name, value }) => `        (${JSON.stringify(name)}, ${pythonText(value)}),`),
          "    ],",
        ]),
    ...(json === undefined ? [] : [`    json=${indented(inPythonValue(json), "    ")},`]),
    ")",
    method === "DELETE" ? "print(answer.status_code)" : "print(answer.status_code, answer.json())",
  ].join("\n");
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}

/** JSON in single quotes reads better in Python than with every quote escaped. */
function pythonText(value: string): string {
  return value.includes('"') && !value.includes("'") && !value.includes("\\") ? `'${value}'` : JSON.stringify(value);
}

function inPythonValue(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
  // Outside of strings only: a string is matched whole first.
  return JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (found) => words[found] ?? found,
  );
}
