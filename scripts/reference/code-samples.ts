// Request samples: one operation's example request in curl, JavaScript and Python.

import { isRecord, type Parameter } from "../contract/open-api-document.ts";
import type { ReferenceOperation } from "./operations.ts";
import type { Schemas } from "./schemas.ts";

export interface Sample {
  readonly language: SampleLanguage;
  readonly text: string;
}

type SampleLanguage = "sh" | "js" | "python";

/** The project's folder with the models of the tour. */
const MODELS_FOLDER = "examples";

/** Headers that a first request should carry, with their values. The samples leave out all others. */
const SAMPLED_HEADERS: ReadonlyMap<string, string> = new Map([
  ["Idempotency-Key", "order-1001"],
  ["Prefer", "wait=30"],
]);

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly json: unknown;
  /** A form's parts, in order; a list is one part for each entry. */
  readonly parts: readonly Part[] | undefined;
}

interface Part {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

export function samplesOf(operation: ReferenceOperation, schemas: Schemas): readonly Sample[] {
  const request = requestOf(operation, schemas);
  return [
    { language: "sh", text: inCurl(request) },
    { language: "js", text: inJavaScript(request) },
    { language: "python", text: inPython(request) },
  ];
}

export function requestOf({ method, path, parameters, body }: ReferenceOperation, schemas: Schemas): Request {
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
      const value = example ?? SAMPLED_HEADERS.get(name);
      const isSampled = place === "header" && SAMPLED_HEADERS.has(name);
      return isSampled ? [[name, String(value)] as const] : [];
    }),
    json: body?.kind === "json" ? body.example : undefined,
    parts: body?.kind === "multipart" ? partsOf(body, schemas) : undefined,
  };
}

function partsOf({ fields, example }: NonNullable<ReferenceOperation["body"]>, schemas: Schemas): readonly Part[] {
  return Object.entries(example).flatMap(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name);
    const isFile = field !== undefined && schemas.isFile(field.schema);
    // A list in a form is one part for each entry, but a list of objects is JSON in one part.
    const values = Array.isArray(value) && !value.some(isRecord) ? value : [value];
    return values.map((entry) => ({
      name,
      value: isFile ? `${MODELS_FOLDER}/${fileName(entry)}` : textOf(entry),
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

function inCurl({ method, path, headers, json, parts }: Request): string {
  const isPlain = method === "GET" || (method === "POST" && (json !== undefined || parts !== undefined));
  const address = /[?&]/.test(path) ? `"$API${path}"` : `$API${path}`;
  const lines = [
    `curl --fail-with-body${isPlain ? "" : ` -X ${method}`} ${address}`,
    `-H "Authorization: Bearer $KEY"`,
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${inShell(JSON.stringify(json))}`]),
    ...(parts ?? []).map(({ name, value, isFile }) => `-F ${inShell(`${name}=${isFile ? "@" : ""}${value}`)}`),
  ];
  return lines.join(" \\\n  ");
}

function inShell(text: string): string {
  return /^[\p{L}\w@=.,:/+-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function inJavaScript({ method, path, headers, json, parts }: Request): string {
  const files = (parts ?? []).filter(({ isFile }) => isFile);
  const headerLines = [
    `Authorization: \`Bearer \${process.env.STUDIO_API_KEY}\`,`,
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
    `const answer = await fetch(\`\${process.env.STUDIO_API_URL}${path}\`, {`,
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

function inPython({ method, path, headers, json, parts }: Request): string {
  const files = (parts ?? []).filter(({ isFile }) => isFile);
  const texts = (parts ?? []).filter(({ isFile }) => !isFile);
  return [
    "import os",
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    os.environ["STUDIO_API_URL"] + ${JSON.stringify(path)},`,
    "    headers={",
    `        "Authorization": f"Bearer {os.environ['STUDIO_API_KEY']}",`,
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
