// PHP sample of a request, for PHP 8.1 with the curl extension and nothing else.

import { isRecord } from "../contract/open-api-document.ts";
import { API_ADDRESS, YOUR_KEY } from "./addresses.ts";
import type { SampledPart, SampledRequest } from "./sampled-request.ts";

export function inPhp({ method, path, headers, json, parts }: SampledRequest): string {
  const sentHeaders = [
    `Authorization: Bearer ${YOUR_KEY}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(json === undefined ? [] : ["Content-Type: application/json"]),
  ];
  const isPlain = method === "GET" || (method === "POST" && (json !== undefined || parts !== undefined));
  return [
    "<?php",
    `$request = curl_init(${inPhpValue(API_ADDRESS + path)});`,
    "curl_setopt_array($request, [",
    ...(isPlain ? [] : [`    CURLOPT_CUSTOMREQUEST => ${inPhpValue(method)},`]),
    "    CURLOPT_RETURNTRANSFER => true,",
    `    CURLOPT_HTTPHEADER => ${inPhpValue(sentHeaders, 1)},`,
    ...(parts === undefined ? [] : ["    CURLOPT_POSTFIELDS => [", ...fieldsOf(parts), "    ],"]),
    ...(json === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${inPhpValue(json, 1)}),`]),
    "]);",
    "$answer = curl_exec($request);",
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $answer, "\\n";',
  ].join("\n");
}

/**
 * A key of PHP's array stands once: several entries of a list have their numbers, and several files the names `item_0`, `item_1`
 * that orders take.
 */
function fieldsOf(parts: readonly SampledPart[]): readonly string[] {
  return parts.map(({ name, value, isFile }, index) => {
    const place = parts.slice(0, index).filter((part) => part.name === name).length;
    const isAlone = parts.filter((part) => part.name === name).length === 1;
    const key = isAlone ? name : isFile ? `item_${place}` : `${name.replace("[]", "")}[${place}]`;
    const text = inPhpValue(value);
    return `        ${inPhpValue(key)} => ${isFile ? `new CURLFile(${text})` : text},`;
  });
}

/** @param depth of the value's first line */
function inPhpValue(value: unknown, depth = 0): string {
  const entries = Array.isArray(value)
    ? value.map((entry) => inPhpValue(entry, depth + 1))
    : isRecord(value)
      ? Object.entries(value).map(([key, entry]) => `${inPhpValue(key)} => ${inPhpValue(entry, depth + 1)}`)
      : undefined;
  if (entries === undefined) return typeof value === "string" ? phpText(value) : JSON.stringify(value);
  if (entries.length === 0) return Array.isArray(value) ? "[]" : "new stdClass()";
  const indent = "    ".repeat(depth);
  return `[\n${entries.map((entry) => `${indent}    ${entry},\n`).join("")}${indent}]`;
}

/** Single quotes where nothing is read inside them; double ones read better around an apostrophe. */
function phpText(text: string): string {
  if (/["$\\]/.test(text)) return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return `"${text.replaceAll("\n", "\\n")}"`;
}
