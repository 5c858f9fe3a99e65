// The XML reader in each encoding that a document may have.

import { expect, test } from "vitest";
import { readXmlTags } from "../../../../slicer-service/engine/mesh/read/xml-tags.ts";

const XML = '<?xml version="1.0"?><model name="Куб"><vertex x="1.5"/></model>';

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 + 2 * text.length);
  const view = new DataView(bytes.buffer);
  for (const [at, character] of [...`\uFEFF${text}`].entries())
    view.setUint16(2 * at, character.charCodeAt(0), littleEndian);
  return bytes;
}

test.each([
  ["UTF-8", new TextEncoder().encode(XML)],
  ["UTF-8 with a byte-order mark", new TextEncoder().encode(`\uFEFF${XML}`)],
  ["little-endian UTF-16", utf16(XML, true)],
  ["big-endian UTF-16", utf16(XML, false)],
])("reads a document in %s", (_, document) => {
  const opened: [string, string | undefined][] = [];
  readXmlTags(document, {
    onOpen: (name, attribute) => opened.push([name, attribute("name") ?? attribute("x")]),
    onClose: () => {},
  });
  expect(opened).toEqual([
    ["model", "Куб"],
    ["vertex", "1.5"],
  ]);
});
