// Names of uploaded files as old Windows programs send them, in windows-1251, byte for byte over HTTP.

import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { windows1251 } from "../../harness/windows-1251.ts";
import { boxes, CUSTOMER, type Order } from "./support/orders.ts";
import { printingStudio, WAIT } from "./support/requests.ts";
import type { TestStudio } from "./support/studio.ts";

type Bytes = Uint8Array<ArrayBufferLike>;

const BOUNDARY = "----part";
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

interface SentFile {
  readonly name: Bytes;
  readonly content: Bytes;
  /** Beside the name in its header. */
  readonly more?: string;
}

/** A form whose bytes are these alone. */
function rawForm(fields: Readonly<Record<string, string | number>>, fileField: string, files: readonly SentFile[]) {
  const begin = (field: string) => utf8(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"`);
  const pieces: readonly Bytes[] = [
    ...Object.entries(fields).flatMap(([name, value]) => [begin(name), utf8(`\r\n\r\n${value}\r\n`)]),
    ...files.flatMap(({ name, content, more = "" }) => [
      begin(fileField),
      utf8('; filename="'),
      name,
      utf8(`"${more}\r\nContent-Type: application/octet-stream\r\n\r\n`),
      content,
      utf8("\r\n"),
    ]),
    utf8(`--${BOUNDARY}--\r\n`),
  ];
  return new Blob(pieces.map((piece) => Uint8Array.from(piece)));
}

const send = <Data>(studio: TestStudio, path: string, body: Blob) =>
  studio.answer<Data>(path, {
    method: "POST",
    body,
    headers: { ...WAIT, "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
  });

const NOTES = utf8("just words");

describe("a file name in windows-1251", () => {
  it("is right in an order and in its download, beside one in UTF-8 and one in filename*", async () => {
    const { studio, ...choice } = await printingStudio();
    const items = JSON.stringify([choice, choice, choice, choice]);
    const content = boxes.small;
    const form = rawForm({ ...CUSTOMER, items }, "models[]", [
      { name: windows1251("Корпус № 7 (ліво).stl"), content },
      // As many letters, which look the same to a reader of UTF-8.
      { name: windows1251("Кришка № 8 (ніяк).stl"), content },
      { name: utf8("Ґанок.stl"), content },
      { name: windows1251("щось.stl"), content, more: `; filename*=UTF-8''${encodeURIComponent("Їжак.stl")}` },
    ]);
    const { status, body } = await send<Order>(studio, "/orders", form);
    expect(status, JSON.stringify(body)).toBe(201);
    const names = ["Корпус № 7 (ліво).stl", "Кришка № 8 (ніяк).stl", "Ґанок.stl", "Їжак.stl"];
    expect(body.data.items.map(({ originalFileName }) => originalFileName)).toEqual(names);
    for (const [index, { downloadUrl }] of body.data.items.entries()) {
      const download = await exports.default.fetch(String(downloadUrl), { method: "HEAD" });
      const written = /filename\*=UTF-8''(.+)$/.exec(download.headers.get("Content-Disposition") ?? "")?.[1] ?? "";
      expect(decodeURIComponent(written)).toBe(names[index]);
    }
  });

  it("is right in the sentences about a refused file", async () => {
    const { studio, ...choice } = await printingStudio();
    const files = [{ name: windows1251("Їжак і єнот.txt"), content: NOTES }];
    const { status, body } = await send(studio, "/quotes", rawForm(choice, "model", files));
    expect(status).toBe(400);
    expect(body.errors).toEqual({ model: ['"Їжак і єнот.txt" is not an STL, OBJ, 3MF, PLY or STEP model'] });
    const misnamed = await send(studio, "/quotes", rawForm(choice, "file", files));
    expect(misnamed.body.errors?.file).toEqual(['"Їжак і єнот.txt" must be sent as model']);
  });

  it("names the format by its extension", async () => {
    const { studio, ...choice } = await printingStudio();
    const files = [{ name: windows1251("Кронштейн.SLDPRT"), content: NOTES }];
    const { body } = await send(studio, "/quotes", rawForm(choice, "model", files));
    expect(body.errors?.model).toEqual([
      '"Кронштейн.SLDPRT" is in SolidWorks format: open it in its program, and export it as STL, 3MF or STEP',
    ]);
  });
});
