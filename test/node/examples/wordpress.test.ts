// The WordPress plugin's files: its texts have a translation each, and its ZIP has the PHP client.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import {
  compiledTranslation,
  PLUGIN_FOLDER,
  PLUGIN_TEMPLATE,
  readTranslation,
  templateOfPlugin,
  textsOfPlugin,
} from "../../../scripts/wordpress/plugin-texts.ts";
import { packedPlugin } from "../../../scripts/wordpress/plugin-zip.ts";

const TRANSLATION = join(PLUGIN_FOLDER, "languages/studio-integration-uk.po");
const PLACEHOLDER = /%(?:\d\$)?[sd]|\{\w+\}|\[\w+\]/g;

describe("the plugin's texts", () => {
  it("stand in its template as `npm run -w example-wordpress texts` writes it", async () => {
    expect(await readFile(PLUGIN_TEMPLATE, "utf8")).toBe(await templateOfPlugin());
    expect((await textsOfPlugin()).size).toBeGreaterThan(40);
  });

  it("have a Ukrainian sentence each, with the same placeholders, and none is left over", async () => {
    const translation = readTranslation(await readFile(TRANSLATION, "utf8"));
    const texts = [...(await textsOfPlugin()).keys()];
    expect([...translation.keys()].filter((text) => text !== "").sort()).toEqual(texts.sort());
    for (const text of texts) {
      const sentence = translation.get(text) ?? "";
      expect(sentence.match(PLACEHOLDER)?.sort(), text).toEqual(text.match(PLACEHOLDER)?.sort());
      // The name of the plugin is the same in both.
      if (text !== "Studio Integration") expect(sentence, text).toMatch(/[а-яіїєґ]/i);
    }
  });

  it("are compiled with each text before its sentence, sorted by bytes", async () => {
    const compiled = Buffer.from(compiledTranslation(await readFile(TRANSLATION, "utf8")));
    const count = compiled.readUInt32LE(8);
    const column = (table: number) =>
      Array.from({ length: count }, (_, index) => {
        const row = compiled.readUInt32LE(table) + index * 8;
        const place = compiled.readUInt32LE(row + 4);
        return compiled.subarray(place, place + compiled.readUInt32LE(row)).toString();
      });
    const [texts, sentences] = [column(12), column(16)];
    expect(sentences[texts.indexOf("Order")]).toBe("Замовити");
    expect(texts).toEqual([...texts].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    expect(texts[0]).toBe("");
  });
});

describe("the plugin's ZIP", () => {
  it("has its files below one folder, the client as the PHP example has it, and the compiled translation", async () => {
    const files = unzipSync(await packedPlugin());
    expect(Object.keys(files).filter((name) => !name.startsWith("studio-integration/"))).toEqual([]);
    const client = await readFile(join(PROJECT_FOLDER, "examples/php/studio-api.php"), "utf8");
    expect(Buffer.from(files["studio-integration/studio-api.php"] ?? []).toString()).toBe(client);
    expect(files["studio-integration/languages/studio-integration-uk.mo"]?.length).toBeGreaterThan(1000);
    expect(files["studio-integration/studio-integration.php"]).toBeDefined();
  });
});
