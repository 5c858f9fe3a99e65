// Syntax colours: a few kinds of tokens, found by one expression per language, made into HTML once.

import { YOUR_KEY } from "./addresses.ts";

type Kind = "comment" | "string" | "number" | "keyword" | "name";

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const NUMBER = String.raw`\b\d+(?:\.\d+)?\b`;

const words = (list: string) => String.raw`\b(?:${list.replaceAll(" ", "|")})\b`;

/** In order: the first match at a place decides its kind. */
const LANGUAGES: Readonly<Record<string, readonly (readonly [Kind, string])[]>> = {
  sh: [
    ["comment", String.raw`(?<=^|\s)#.*`],
    ["string", String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`],
    ["name", String.raw`\$\{?\w+\}?|^\w+(?==)`],
    ["keyword", String.raw`(?<=^|\()(?:curl|npm|npx|node|python3|export)\b|(?<=\s)--?[A-Za-z][\w-]*`],
  ],
  js: [
    ["comment", String.raw`\/\/.*`],
    ["string", `${STRING}|\`(?:[^\`\\\\]|\\\\.)*\``],
    [
      "keyword",
      words("import from export const let new await async function return if else for of while throw try catch class"),
    ],
    ["number", NUMBER],
  ],
  python: [
    ["comment", "#.*"],
    ["string", `f?(?:${STRING})`],
    [
      "keyword",
      words("import from as def return if elif else for in while with raise try except not and or is True False None"),
    ],
    ["number", NUMBER],
  ],
  php: [
    ["comment", String.raw`\/\/.*`],
    ["string", STRING],
    ["name", String.raw`\$\w+`],
    [
      "keyword",
      String.raw`<\?php|${words("new function fn return if elseif else for foreach while do try catch throw echo exit require and or use as true false null")}`,
    ],
    ["number", NUMBER],
  ],
  json: [
    ["name", String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
    ["string", STRING],
    ["keyword", words("true false null")],
    ["number", String.raw`-?\b\d+(?:\.\d+)?\b`],
  ],
};

const SAME_AS: Readonly<Record<string, string>> = { ts: "js", bash: "sh" };

/** The text as HTML, its tokens in spans; a language without colours is only escaped. */
export function highlighted(text: string, language: string): string {
  const tokens = LANGUAGES[SAME_AS[language] ?? language];
  if (tokens === undefined) return withPlaceOfKey(escaped(text));
  const expression = new RegExp(tokens.map(([kind, source]) => `(?<${kind}>${source})`).join("|"), "gm");
  let html = "";
  let end = 0;
  for (const match of text.matchAll(expression)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    html += `${escaped(text.slice(end, match.index))}<span class="t-${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return withPlaceOfKey(html + escaped(text.slice(end)));
}

/** The page's script writes the reader's key into these. */
export const PLACE_OF_KEY = `<span class="your-key">${YOUR_KEY}</span>`;

function withPlaceOfKey(html: string): string {
  return html.replaceAll(YOUR_KEY, PLACE_OF_KEY);
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
