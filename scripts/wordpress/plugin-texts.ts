// Texts of the plugin: writes its template of translations, and compiles a translation as WordPress reads it.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";

export const PLUGIN_FOLDER = join(PROJECT_FOLDER, "examples/wordpress/studio-integration");
export const PLUGIN_TEMPLATE = join(PLUGIN_FOLDER, "languages/studio-integration.pot");
const DOMAIN = "studio-integration";
/** A call of WordPress' functions for texts, with its text and the plugin's name. */
const CALL = new RegExp(`\\b(?:esc_html|esc_attr)?__\\(\\s*'((?:[^'\\\\]|\\\\.)*)',\\s*'${DOMAIN}'\\s*,?\\s*\\)`, "g");
/** The number of a compiled translation's format. */
const MO_MAGIC = 0x950412de;
const MO_HEADER_BYTES = 28;

/** The texts of all PHP files, each once, with the files that have it. */
export async function textsOfPlugin(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir(PLUGIN_FOLDER, { recursive: true })).filter((file) => file.endsWith(".php")).sort();
  const texts = new Map<string, string[]>();
  for (const file of files) {
    const php = await readFile(join(PLUGIN_FOLDER, file), "utf8");
    for (const [, quoted = ""] of php.matchAll(CALL)) {
      const text = quoted.replaceAll(/\\(['\\])/g, "$1");
      const known = texts.get(text) ?? [];
      texts.set(text, known.includes(file) ? known : [...known, file]);
    }
  }
  return texts;
}

export async function templateOfPlugin(): Promise<string> {
  const head = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"', `"X-Domain: ${DOMAIN}\\n"`];
  const entries = [...(await textsOfPlugin())].map(([text, files]) =>
    [`#: ${files.join(" ")}`, `msgid ${JSON.stringify(text)}`, 'msgstr ""'].join("\n"),
  );
  return `${[head.join("\n"), ...entries].join("\n\n")}\n`;
}

/** Reads a translation (PO): its sentences by the texts. The empty text has the header. */
export function readTranslation(po: string): ReadonlyMap<string, string> {
  const entries = po.matchAll(/^msgid ((?:".*"\s*)+)^msgstr ((?:".*"\s*)+)/gm);
  const joined = (lines: string) =>
    [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([quoted]) => String(JSON.parse(quoted))).join("");
  return new Map([...entries].map(([, text = "", sentence = ""]) => [joined(text), joined(sentence)]));
}

/** Compiles a translation (MO): header, two tables of lengths and places, then the texts, sorted by their bytes. */
export function compiledTranslation(po: string): Uint8Array<ArrayBuffer> {
  const entries = [...readTranslation(po)]
    .map((pair) => pair.map((text) => Buffer.from(text)))
    .sort(([one = Buffer.alloc(0)], [other = Buffer.alloc(0)]) => Buffer.compare(one, other));
  const tableBytes = entries.length * 8;
  const textsAt = MO_HEADER_BYTES + 2 * tableBytes;
  // The table of hashes is empty, and WordPress asks that it begins where the texts do.
  const head = [MO_MAGIC, 0, entries.length, MO_HEADER_BYTES, MO_HEADER_BYTES + tableBytes, 0, textsAt];
  const texts = [0, 1].flatMap((column) => entries.map((pair) => pair[column] ?? Buffer.alloc(0)));
  let place = textsAt;
  const table = texts.flatMap(({ length }) => {
    const row = [length, place];
    place += length + 1;
    return row;
  });
  const numbers = Buffer.alloc((head.length + table.length) * 4);
  for (const [index, number] of [...head, ...table].entries()) numbers.writeUInt32LE(number, index * 4);
  return new Uint8Array(Buffer.concat([numbers, ...texts.flatMap((text) => [text, Buffer.alloc(1)])]));
}

if (process.argv[1] === import.meta.filename) await writeFile(PLUGIN_TEMPLATE, await templateOfPlugin());
